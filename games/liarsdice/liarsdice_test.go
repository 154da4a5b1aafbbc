package liarsdice_test

import (
	"fmt"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/equilibrium"
	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/games/liarsdice"
	"github.com/banyan-go/banyan/internal/testkit"
)

var (
	_ testkit.HiddenGame[liarsdice.State, liarsdice.Action] = liarsdice.Game{}
	_ game.ChanceGame[liarsdice.State, liarsdice.Action]    = liarsdice.Game{}
	_ game.Indexer[liarsdice.Action]                        = liarsdice.Game{}
	_ game.ReturnRanger                                     = liarsdice.Game{}
)

func newGame(t require.TestingT, faces int) liarsdice.Game {
	g, err := liarsdice.New(faces)
	require.NoError(t, err)
	return g
}

func TestConformance(t *testing.T) {
	for faces := 2; faces <= 6; faces++ {
		g := newGame(t, faces)
		gametest.Run(t, g, g.Start())
		gametest.Hidden(t, g, g.Start(), g.View)
		assert.Equal(t, 3*faces+1, g.NumActions())
	}
	assert.EqualValues(t, 4, unsafe.Sizeof(liarsdice.State{}))
}

func TestNew(t *testing.T) {
	assert.Equal(t, liarsdice.Game{}, newGame(t, 6))
	assert.Equal(t, 3, newGame(t, 3).Faces())
	for _, faces := range []int{-1, 1, 7, 258} {
		_, err := liarsdice.New(faces)
		assert.ErrorContains(t, err, "want 2..6 faces")
	}
}

// seen writes a path as a player sees it: the dice are shown after "liar".
func seen(path []liarsdice.Action, player int) string {
	var words []string
	for i, a := range path {
		if i < 2 && i != player && path[len(path)-1] != liarsdice.Liar {
			words = append(words, "?")
			continue
		}
		words = append(words, a.String())
	}
	return strings.Join(words, " ")
}

// A player has any of n dice, and each set of the 2n bids belongs to one player to move.
func TestInformation(t *testing.T) {
	assert.Equal(t, 2*16, testkit.CheckInformation(t, newGame(t, 2), 1000, seen))
	assert.Equal(t, 3*64, testkit.CheckInformation(t, newGame(t, 3), 1000, seen))
}

func TestUniformPlay(t *testing.T) {
	g := newGame(t, 3)
	tree, err := equilibrium.New(g, g.Start(), 100_000)
	require.NoError(t, err)
	assert.InDelta(t, 10./9, tree.NashConv(tree.Uniform()), 1e-9)
}

// TestReturns compares the winner of every bid with the dice, counted one by one.
func TestReturns(t *testing.T) {
	g := newGame(t, 4)
	for first := 1; first <= 4; first++ {
		for second := 1; second <= 4; second++ {
			for quantity := 1; quantity <= 2; quantity++ {
				for face := 1; face <= 4; face++ {
					matches := strings.Count(fmt.Sprint(first, second), fmt.Sprint(face))
					if face != 4 {
						matches += strings.Count(fmt.Sprint(first, second), "4")
					}
					want := 1.0
					if matches < quantity {
						want = -1
					}
					s := g.Start()
					for _, a := range []liarsdice.Action{
						liarsdice.Face(first), liarsdice.Face(second), liarsdice.Bid(quantity, face), liarsdice.Liar,
					} {
						require.NoError(t, g.Legal(&s, a))
						g.Apply(&s, a)
					}
					var out [2]float64
					g.Returns(&s, out[:])
					require.Equal(t, [2]float64{want, -want}, out, g.Text(&s))
				}
			}
		}
	}
}

func TestPlay(t *testing.T) {
	g := newGame(t, 4)
	s := g.Start()
	play := func(texts string) (told string) {
		for _, text := range strings.Fields(texts) {
			a, err := g.Parse(text)
			require.NoError(t, err)
			require.NoError(t, g.Legal(&s, a))
			before := s
			g.Apply(&s, a)
			told = g.Tell(&before, a, &s)
		}
		return told
	}
	illegal := func(a liarsdice.Action) string {
		err := g.Legal(&s, a)
		require.Error(t, err)
		return err.Error()
	}
	assert.Equal(t, "1x2 is not possible: want a face until both dice are rolled, and then a bid or liar", illegal(liarsdice.Bid(1, 2)))
	assert.Equal(t, "5 is not possible: there are 2 dice with faces 1 to 4", illegal(liarsdice.Face(5)))
	assert.Equal(t, "A die is rolled.", play("4"))
	assert.Equal(t, "Player 1: ?\nPlayer 2: -\nBids:\n", g.View(&s, 1))
	assert.Equal(t, "A die is rolled.", play("2"))
	assert.Equal(t, "there is no bid yet", illegal(liarsdice.Liar))
	assert.Equal(t, "3x1 is not possible: there are 2 dice with faces 1 to 4", illegal(liarsdice.Bid(3, 1)))
	assert.Equal(t, "2 is not possible: want a face until both dice are rolled, and then a bid or liar", illegal(2))
	assert.Equal(t, "Player 1: 1x3.", play("1X3"))
	assert.Equal(t, "1x3 is not above 1x3", illegal(liarsdice.Bid(1, 3)))
	assert.Equal(t, "[1x4 2x1 2x2 2x3 2x4 liar]", fmt.Sprintf("%v", g.AppendActions(nil, &s)))
	assert.Equal(t, "Player 2: 2x2.", play("2x2"))
	assert.Equal(t, "Player 1: 4\nPlayer 2: ?\nBids: 1x3 2x2\n", g.View(&s, 0))
	assert.Equal(t, "Player 1: liar. The dice show 4 and 2.", play("Liar"))
	assert.Equal(t, "Player 1: 4\nPlayer 2: 2\nBids: 1x3 2x2 liar\n", g.View(&s, 0))
	assert.Equal(t, "the game is over", illegal(liarsdice.Liar))
	var out [2]float64
	g.Returns(&s, out[:])
	assert.Equal(t, [2]float64{-1, 1}, out, "the four is wild")
	for _, text := range []string{"", "0", "5", "1x5", "3x1", "x", "1x"} {
		_, err := g.Parse(text)
		assert.ErrorContains(t, err, "is not an action: want a bid such as 1x4, liar, or a face from 1 to 4", text)
	}
}
