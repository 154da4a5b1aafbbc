package whist_test

import (
	"context"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/games/whist"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

var (
	_ game.ChanceGame[whist.State, whist.Card] = whist.Game{}
	_ game.Determinizer[whist.State]           = whist.Game{}
	_ game.Indexer[whist.Card]                 = whist.Game{}
)

var g = whist.Game{}

func TestConformance(t *testing.T) {
	gametest.Run(t, g, g.Start())
	gametest.Run(t, g, g.Deal(rng.New(1)))
	assert.EqualValues(t, 28, unsafe.Sizeof(whist.State{}))
}

// deal deals hands, which are written as in Text.
func deal(t *testing.T, hands ...string) whist.State {
	s := g.Start()
	var words [3][]string
	for player := range words {
		words[player] = strings.Fields(hands[player])
	}
	for i := range 24 {
		c, err := g.Parse(words[i%3][i/3])
		require.NoError(t, err)
		require.NoError(t, g.Legal(&s, c))
		g.Apply(&s, c)
	}
	return s
}

// TestPlay plays a deal by hand.
func TestPlay(t *testing.T) {
	s := deal(t, "As Ks Qs Ah Kh Qh Jh Th", "Js Ts 9s Ac Kc Qc Jc Tc", "9c 9h Ad Kd Qd Jd Td 9d")
	assert.Equal(t, strings.Join([]string{
		"Player 1: 0 tricks, has As Ks Qs Ah Kh Qh Jh Th (leads)",
		"Player 2: 0 tricks, has 8 cards",
		"Player 3: 0 tricks, has 8 cards\n",
	}, "\n"), g.View(&s, 0))
	play := func(text string) string {
		c, err := g.Parse(text)
		require.NoError(t, err)
		require.NoError(t, g.Legal(&s, c))
		before := s
		g.Apply(&s, c)
		return g.Tell(&before, c, &s)
	}
	illegal := func(text string) string {
		c, err := g.Parse(text)
		require.NoError(t, err)
		err = g.Legal(&s, c)
		require.Error(t, err)
		return err.Error()
	}
	assert.Equal(t, "Player 1 does not have 9h", illegal("9h"))
	assert.Equal(t, "Player 1 plays Ah.", play("ah"))
	assert.Equal(t, "Player 2 plays 9s.", play("9s"), "it has no heart, and trumps")
	assert.Equal(t, "Player 3 has to follow suit: want one of 9h", illegal("Ad"))
	assert.Equal(t, "Player 3 plays 9h. Player 2 wins the trick.", play("9h"))
	assert.Equal(t, "Player 2 plays Ac.", play("Ac"))
	assert.Equal(t, "Player 3 plays 9c.", play("9c"))
	assert.Equal(t, "Player 1 plays 10h. Player 2 wins the trick.", strings.Replace(play("10h"), "Th", "10h", 1))
	assert.Equal(t, strings.Join([]string{
		"Player 1: 0 tricks, no clubs, has As Ks Qs Kh Qh Jh",
		"Player 2: 2 tricks, no hearts, has Js Ts Kc Qc Jc Tc (leads)",
		"Player 3: 0 tricks, has Ad Kd Qd Jd Td 9d\n",
	}, "\n"), g.Text(&s))
	play("Js")
	play("9d")
	assert.Equal(t, "Player 1 plays Qs. Player 1 wins the trick.", play("Qs"))
	for len(g.AppendActions(nil, &s)) > 0 {
		g.Apply(&s, g.AppendActions(nil, &s)[0])
	}
	assert.EqualError(t, g.Legal(&s, 0), "the game is over")
	out := make([]float64, 3)
	g.Returns(&s, out)
	for player, v := range out {
		assert.InDelta(t, float64(s.Tricks(player))/8, v, 0)
	}
}

func TestParse(t *testing.T) {
	for c := range whist.Card(24) {
		for _, text := range []string{c.String(), strings.ToUpper(c.String()), strings.ToLower(c.String()) + " "} {
			parsed, err := g.Parse(text)
			require.NoError(t, err)
			assert.Equal(t, c, parsed)
		}
	}
	for _, text := range []string{"", "Q", "8h", "Qx", "Qhh", "hQ"} {
		_, err := g.Parse(text)
		assert.ErrorContains(t, err, "is not a card")
	}
}

// The hands of the others, and nothing else, are hidden.
func TestHidden(t *testing.T) {
	gametest.Hidden(t, g, g.Deal(rng.New(1)), g.View)
	gametest.Hidden(t, g, g.Start(), g.View)
}

// Determinize gives no player a suit that it has shown not to have, and moves every hidden card.
func TestDeterminize(t *testing.T) {
	s := deal(t, "As Ks Qs Ah Kh Qh Jh Th", "Js Ts 9s Ac Kc Qc Jc Tc", "9c 9h Ad Kd Qd Jd Td 9d")
	for _, text := range []string{"Ah", "9s", "9h"} {
		c, err := g.Parse(text)
		require.NoError(t, err)
		g.Apply(&s, c)
	}
	seen := map[string]int{}
	r := rng.New(1)
	for range 1000 {
		d := s
		g.Determinize(&d, 2, r)
		lines := strings.Split(g.Text(&d), "\n")
		require.NotContains(t, strings.TrimPrefix(lines[1], "Player 2: 1 tricks, no hearts, has"), "h")
		require.Equal(t, g.View(&s, 2), g.View(&d, 2))
		for _, word := range strings.Fields(lines[1]) {
			seen[word]++
		}
	}
	for _, card := range []string{"As", "Ts", "Ac", "Tc"} {
		assert.InDelta(t, 700, seen[card], 60, card) // Seven of ten: the others are the hearts.
	}
}

// A search that does not see the hands takes more tricks than players at random.
func TestSearch(t *testing.T) {
	for _, hidden := range []mcts.HiddenInformation{mcts.Ensemble{Trees: 10}, mcts.ISMCTS{}} {
		search, err := mcts.New(g, mcts.Config{Hidden: hidden, Seed: 1})
		require.NoError(t, err)
		r := rng.New(1)
		sum := 0
		const games = 30
		for range games {
			s := g.Deal(r)
			for actions := g.AppendActions(nil, &s); len(actions) > 0; actions = g.AppendActions(nil, &s) {
				a := actions[r.IntN(len(actions))]
				if g.ToMove(&s) == 0 {
					result, err := search.Run(context.Background(), &s, mcts.Budget{Simulations: 300})
					require.NoError(t, err)
					a = result.Action
				}
				g.Apply(&s, a)
			}
			sum += s.Tricks(0)
		}
		mean := float64(sum) / games / 8
		t.Logf("%T: %.3f of the tricks", hidden, mean)
		assert.Greater(t, mean, 0.4, "random players have 1/3")
	}
}
