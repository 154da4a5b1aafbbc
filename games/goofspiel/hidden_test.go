package goofspiel_test

import (
	"fmt"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/equilibrium"
	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/games/goofspiel"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/rng"
)

var (
	_ testkit.HiddenGame[goofspiel.SealedState, goofspiel.Card] = goofspiel.Sealed{}
	_ game.Indexer[goofspiel.Card]                              = goofspiel.Sealed{}
	_ game.ReturnRanger                                         = goofspiel.Sealed{}
)

func newSealed(t require.TestingT, cards int) goofspiel.Sealed {
	g, err := goofspiel.NewSealed(cards)
	require.NoError(t, err)
	return g
}

func TestSealedConformance(t *testing.T) {
	for _, cards := range []int{2, 4, 13} {
		g := newSealed(t, cards)
		gametest.Run(t, g, g.Start())
		gametest.Hidden(t, g, g.Start(), g.View)
	}
	assert.EqualValues(t, 27, unsafe.Sizeof(goofspiel.SealedState{}))
}

func TestNewSealed(t *testing.T) {
	assert.Equal(t, goofspiel.Sealed{}, newSealed(t, 4))
	assert.Equal(t, 13, newSealed(t, 13).Cards())
	for _, cards := range []int{-1, 1, 14, 260} {
		_, err := goofspiel.NewSealed(cards)
		assert.ErrorContains(t, err, "want 2..13 cards")
	}
}

// sealedView writes a path as a player sees it.
func sealedView(path []goofspiel.Card, player int) string {
	var words []string
	for i, bid := range path {
		word := "?"
		if i%2 == player {
			word = bid.String()
		}
		if i%2 == 1 {
			switch {
			case path[i-1] > bid:
				word += ">"
			case path[i-1] < bid:
				word += "<"
			}
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

func TestSealedInformation(t *testing.T) {
	testkit.CheckInformation(t, newSealed(t, 2), 600, sealedView)
	testkit.CheckInformation(t, newSealed(t, 3), 600, sealedView)
	testkit.Long(t)
	assert.Equal(t, 738, testkit.CheckInformation(t, newSealed(t, 4), 600, sealedView))
}

func TestSealedUniformPlay(t *testing.T) {
	g := goofspiel.Sealed{}
	tree, err := equilibrium.New(g, g.Start(), 100_000)
	require.NoError(t, err)
	assert.InDelta(t, 17./12, tree.NashConv(tree.Uniform()), 1e-9)
}

// follow returns the state after bids.
func follow(g goofspiel.Sealed, bids []goofspiel.Card) goofspiel.SealedState {
	s := g.Start()
	for _, bid := range bids {
		g.Apply(&s, bid)
	}
	return s
}

// TestSealedDraws compares Determinize with a list of all bids that have the same results, in games
// with more cards.
func TestSealedDraws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := newSealed(t, rapid.IntRange(5, 7).Draw(t, "cards"))
		s, observer := g.Start(), rapid.IntRange(0, 1).Draw(t, "observer")
		var path []goofspiel.Card
		for range rapid.IntRange(2, 10).Draw(t, "bids") {
			path = append(path, rapid.SampledFrom(g.AppendActions(nil, &s)).Draw(t, "bid"))
			g.Apply(&s, path[len(path)-1])
		}
		possible := map[goofspiel.SealedState]int{}
		var search func(bids []goofspiel.Card)
		search = func(bids []goofspiel.Card) {
			if sealedView(bids, observer) != sealedView(path[:len(bids)], observer) {
				return
			}
			at := follow(g, bids)
			if len(bids) == len(path) {
				possible[at] = 0
				return
			}
			for _, bid := range g.AppendActions(nil, &at) {
				search(append(bids[:len(bids):len(bids)], bid))
			}
		}
		search(nil)
		const each = 40
		for i := range each * len(possible) {
			d := s
			g.Determinize(&d, observer, rng.New(uint64(i)))
			if _, ok := possible[d]; !ok {
				t.Fatalf("Determinize makes\n%swhich is not possible", g.Text(&d))
			}
			possible[d]++
		}
		squares := 0.0
		for _, n := range possible {
			squares += float64((n-each)*(n-each)) / each
		}
		// The mean of chi-square is the number of degrees of freedom, and its variance twice that.
		free := float64(len(possible) - 1)
		if (squares-free)*(squares-free) > 64*2*free+1e-9 {
			t.Fatalf("chi-square is %.1f with %v degrees of freedom", squares, free)
		}
	})
}

// A player with the highest cards has lost to cards of which only one order is possible.
func TestSealedDrawOfManyCards(t *testing.T) {
	g := newSealed(t, 13)
	var bids []goofspiel.Card
	for own := goofspiel.Card(12); own >= 1; own-- {
		bids = append(bids, own, own+1)
	}
	s := follow(g, bids)
	d := s
	g.Determinize(&d, 0, rng.New(1))
	assert.Equal(t, s, d)
	allocations := testing.AllocsPerRun(10, func() { g.Determinize(&d, 1, rng.New(1)) })
	assert.LessOrEqual(t, allocations, 1.0, "the generator")
}

func TestSealedPlay(t *testing.T) {
	g := goofspiel.Sealed{}
	s := g.Start()
	var told []string
	for _, text := range strings.Fields("3 4 4 2 1 1 2") {
		a, err := g.Parse(text)
		require.NoError(t, err)
		require.NoError(t, g.Legal(&s, a))
		before := s
		g.Apply(&s, a)
		told = append(told, g.Tell(&before, a, &s))
	}
	assert.Equal(t, "Player 1 bids for prize 4.", told[0])
	assert.Equal(t, "Player 2 bids for prize 4: Player 2 wins.", told[1])
	assert.Equal(t, "Player 2 bids for prize 3: Player 1 wins.", told[3])
	assert.Equal(t, "Player 2 bids for prize 2: nobody wins.", told[5])
	assert.EqualError(t, g.Legal(&s, 4), "Player 2 has no card 4: bid one of the cards 3")
	assert.Error(t, g.Legal(&s, 0))
	assert.Error(t, g.Legal(&s, 20))
	assert.Equal(t, strings.Join([]string{
		"Prize 4: ?, 4: Player 2 wins",
		"Prize 3: ?, 2: Player 1 wins",
		"Prize 2: ?, 1: nobody wins",
		"Prize 1: ?, no bid",
		"Player 1: 3 points",
		"Player 2: 4 points, cards 3\n",
	}, "\n"), g.View(&s, 1))
	g.Apply(&s, 3)
	assert.Contains(t, g.Text(&s), "Prize 1: 2, 3: Player 2 wins\n")
	assert.EqualError(t, g.Legal(&s, 3), "the game is over")
	for text, want := range map[string]float64{"1 2 2 1": -1, "2 1 1 2": 1, "1 1 2 2": 0} {
		g, s := newSealed(t, 2), goofspiel.SealedState{}
		for _, word := range strings.Fields(text) {
			a, err := g.Parse(word)
			require.NoError(t, err)
			g.Apply(&s, a)
		}
		var out [2]float64
		g.Returns(&s, out[:])
		assert.Equal(t, [2]float64{want, -want}, out, text)
	}
	for _, text := range []string{"", "0", "5", "P1", "x"} {
		_, err := g.Parse(text)
		assert.EqualError(t, err, fmt.Sprintf("%q is not a card: want 1 to 4", text))
	}
}

func ExampleSealed() {
	g, err := goofspiel.NewSealed(3)
	if err != nil {
		fmt.Println(err)
		return
	}
	s := g.Start()
	for _, bid := range []goofspiel.Card{2, 1, 3} {
		before := s
		g.Apply(&s, bid)
		fmt.Println(g.Tell(&before, bid, &s))
	}
	fmt.Print(g.View(&s, 1))
	// Output:
	// Player 1 bids for prize 3.
	// Player 2 bids for prize 3: Player 1 wins.
	// Player 1 bids for prize 2.
	// Prize 3: ?, 1: Player 1 wins
	// Prize 2: ?, no bid
	// Player 1: 3 points, 1 in hand
	// Player 2: 0 points, cards 2 3
}
