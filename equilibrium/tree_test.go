package equilibrium_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/equilibrium"
	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/poker"
	"github.com/banyan-go/banyan/rng"
)

// newTree makes the tree of a game that has no faults.
func newTree[S any, A comparable](t require.TestingT, g game.Game[S, A], start S) *equilibrium.Tree[S, A] {
	tree, err := equilibrium.New(g, start, 10_000)
	require.NoError(t, err)
	return tree
}

func TestSets(t *testing.T) {
	g := poker.Kuhn{}
	tree := newTree(t, g, g.Start())
	require.Equal(t, 58, tree.Size(), "the start, 3 cards, 6 pairs of them, each with 8 more histories")
	require.Len(t, tree.Sets(), 12)
	for i, set := range tree.Sets() {
		require.Equal(t, set.Player, g.ToMove(&set.State))
		require.Equal(t, set.Known, g.InformationState(&set.State, set.Player))
		require.Equal(t, []poker.Action{poker.Pass, poker.Bet}, set.Actions)
		require.Equal(t, 2, set.Size, "either of the two cards that the player does not have")
		require.Equal(t, i, tree.Index(&set.State))
		other := set.State
		g.Determinize(&other, set.Player, rng.New(uint64(i)))
		require.Equal(t, i, tree.Index(&other))
	}
	start := g.Start()
	require.Equal(t, -1, tree.Index(&start), "chance moves")
}

func TestIndexOfStatesWithoutSet(t *testing.T) {
	tree := newTree(t, bidding, "12")
	for h, why := range map[string]string{"12213443": "the game is over", "31": "it does not follow from the start"} {
		require.Equal(t, -1, tree.Index(&h), why)
	}
	h := "12"
	require.Equal(t, 0, tree.Index(&h))
}

// A game that is over has a tree, too.
func TestStartAtTheEnd(t *testing.T) {
	tree := newTree(t, bidding, "12213443")
	require.Equal(t, 1, tree.Size())
	require.Empty(t, tree.Sets())
	require.Equal(t, []float64{-1, 1}, tree.Values(tree.Uniform()))
	require.Zero(t, tree.NashConv(tree.Uniform()))
}

// Representatives are copies, and so are states during the enumeration.
func TestStatesThatAreNotCopiedByAssignment(t *testing.T) {
	start := []byte{}
	tree := newTree(t, matching{}, start)
	require.Len(t, tree.Sets(), 2)
	require.Empty(t, tree.Sets()[0].State)
	require.Equal(t, []byte{0}, tree.Sets()[1].State)
	require.Equal(t, 2, tree.Sets()[1].Size)
	require.Zero(t, tree.NashConv(tree.Uniform()))
	require.InDelta(t, 2, tree.NashConv(equilibrium.Strategy{{1, 0}, {1, 0}}), 1e-15)

	start = []byte{0}
	tree = newTree(t, matching{}, start)
	start[0] = 1
	require.Equal(t, []byte{0}, tree.Sets()[0].State)
}

// matching is matching pennies: player 1 does not see the coin of player 0.
type matching struct{}

func (matching) NumPlayers() int                          { return 2 }
func (matching) ToMove(s *[]byte) int                     { return len(*s) % 2 }
func (matching) Apply(s *[]byte, a byte)                  { *s = append(*s, a) }
func (matching) Copy(dst, src *[]byte)                    { *dst = append((*dst)[:0:0], *src...) }
func (matching) InformationState(s *[]byte, p int) uint64 { return uint64(len(*s)*2 + p) }
func (matching) AppendActions(dst []byte, s *[]byte) []byte {
	return append(dst, "\x00\x01"[:2-len(*s)/2*2]...)
}

func (matching) Returns(s *[]byte, out []float64) {
	out[0] = 1
	if (*s)[0] != (*s)[1] {
		out[0] = -1
	}
	out[1] = -out[0]
}

// The order of the actions may depend on what the mover does not know.
func TestOrderOfActions(t *testing.T) {
	g := scripted{
		turn: func(h string) (int, string) {
			switch {
			case len(h) == 0:
				return game.Chance, "xy"
			case len(h) == 2:
				return 0, ""
			case h == "x":
				return 0, "ab"
			}
			return 0, "ba"
		},
		returns: func(h string) []float64 { return zeroSum(float64(strings.Count(h, "a"))) },
		sees:    func(h string, _ int) string { return fmt.Sprint(len(h)) },
	}
	tree := newTree(t, g, "")
	require.Equal(t, []letter{'a', 'b'}, tree.Sets()[0].Actions)
	require.Equal(t, []float64{1, -1}, tree.Values(equilibrium.Strategy{{1, 0}}))
	require.Equal(t, []float64{0, 0}, tree.Values(equilibrium.Strategy{{0, 1}}))
}

// turns is a game in which the players in order choose a or b, and player sees what sees says.
func turns(order string, sees func(h string, player int) string) scripted {
	return scripted{
		turn: func(h string) (int, string) {
			if len(h) == len(order) {
				return 0, ""
			}
			return int(order[len(h)] - '0'), "ab"
		},
		returns: func(string) []float64 { return zeroSum(0) },
		sees:    sees,
	}
}

func length(h string, _ int) string     { return fmt.Sprint(len(h)) }
func everything(h string, _ int) string { return h }

// uninformed has no InformationState.
type uninformed struct{ scripted }

func (uninformed) Supports(c game.Capability) bool { return c != game.HasInformer }

// simulator draws outcomes that it does not list.
type simulator struct{ scripted }

func (simulator) Supports(c game.Capability) bool         { return c != game.HasChanceGame }
func (simulator) SampleOutcome(*string, *rng.Rand) letter { return 'x' }

// simultaneous has simultaneous moves.
type simultaneous struct{ scripted }

func (simultaneous) AppendPlayerActions(dst []letter, _ *string, _ int) []letter {
	return append(dst, 'a')
}
func (simultaneous) ApplyJoint(h *string, _ []letter) { *h += "." }

// biased has outcomes with these probabilities.
type biased struct {
	scripted
	probs []float64
}

func (g biased) AppendOutcomes(dst []game.Outcome[letter], _ *string) []game.Outcome[letter] {
	for k, p := range g.probs {
		dst = append(dst, game.Outcome[letter]{Action: letter('x' + k), Prob: p})
	}
	return dst
}

func TestErrorsOfNew(t *testing.T) {
	fair := turns("01", everything)
	chance := fair
	chance.turn = func(h string) (int, string) {
		if h == "" {
			return game.Chance, "xy"
		}
		return 0, ""
	}
	joint := fair
	joint.turn = func(string) (int, string) { return game.Simultaneous, "" }
	fewer := turns("01", length)
	fewer.turn = func(h string) (int, string) {
		switch {
		case len(h) == 2:
			return 0, ""
		case h == "b":
			return 1, "ac"
		}
		return len(h), "ab"
	}
	other := turns("012", length)
	other.turn = func(h string) (int, string) {
		switch {
		case len(h) == 2:
			return 0, ""
		case h == "b":
			return 0, "ab"
		}
		return len(h), "ab"
	}
	endless := fair
	endless.turn = func(string) (int, string) { return 0, "a" }
	third := fair
	third.turn = func(string) (int, string) { return 2, "a" }
	broken := fair
	broken.returns = func(h string) []float64 { return zeroSum(math.Inf(len(h) - 3)) }
	for _, c := range []struct {
		says string
		game game.Game[string, letter]
	}{
		{"equilibrium: the game is nil", nil},
		{"equilibrium: equilibrium_test.uninformed has no InformationState, want a game.Informer", uninformed{fair}},
		{"equilibrium: after []: the players move simultaneously, want moves one after the other", simultaneous{joint}},
		{"equilibrium: after []: equilibrium_test.scripted.ToMove is Simultaneous, want a game with AppendPlayerActions", joint},
		{"equilibrium: after []: equilibrium_test.scripted.ToMove is 2, want a player below 2", third},
		{"equilibrium: after []: the outcomes of chance can only be drawn, want a game.ChanceGame", simulator{chance}},
		{"equilibrium: after []: the probabilities of the outcomes are [0.5 0.25] with the sum 0.75, want", biased{chance, []float64{0.5, 0.25}}},
		{"probabilities of the outcomes are [1.5 -0.5] with the sum 1, want numbers >= 0", biased{chance, []float64{1.5, -0.5}}},
		{"probabilities of the outcomes are [NaN] with the sum NaN, want", biased{chance, []float64{math.NaN()}}},
		{"probabilities of the outcomes are [] with the sum 0, want", biased{chance, nil}},
		{"equilibrium: the game has more than 100 histories, want a smaller game or a higher limit", endless},
		{"equilibrium: the returns after [a a] are [-Inf +Inf], want finite numbers", broken},
		{"equilibrium: InformationState of player 1 is the same after [a] and after [b], but its legal actions are [a b] and [a c]", fewer},
		{"InformationState of player 0 is the same after [a] and after [b], but its legal actions are [] and [a b] (none if it is not to move)", other},
		{"equilibrium: InformationState of player 0 is the same after [a a] and after [b a], but the earlier information sets and actions of the player are not: want perfect recall", turns("010", length)},
		// Player 1 saw the first action and then forgot it; between them it did the same.
		{"InformationState of player 1 is the same after [a a] and after [b a], but the earlier", turns("011", func(h string, _ int) string {
			if len(h) == 1 {
				return h
			}
			return "then " + h[min(1, len(h)):]
		})},
		// The player does not notice that it has moved.
		{"InformationState of player 0 is the same after [] and after [a], but the earlier", turns("00", func(h string, _ int) string { return fmt.Sprint(len(h) == 2) })},
	} {
		t.Run(c.says, func(t *testing.T) {
			tree, err := equilibrium.New(c.game, "", 100)
			require.ErrorContains(t, err, c.says)
			require.Nil(t, tree)
		})
	}
}

func TestLimit(t *testing.T) {
	g := poker.Kuhn{}
	_, err := equilibrium.New(g, g.Start(), 58)
	require.NoError(t, err)
	_, err = equilibrium.New(g, g.Start(), 57)
	require.ErrorContains(t, err, "more than 57 histories")
	_, err = equilibrium.New(g, g.Start(), 0)
	require.EqualError(t, err, "equilibrium: limit is 0, want >= 1")
}

// Outcomes without probability are left out, whatever the game says after them.
func TestImpossibleOutcomes(t *testing.T) {
	g := biased{turns("0", everything), []float64{0, 1}}
	g.turn = func(h string) (int, string) {
		switch {
		case h == "":
			return game.Chance, "xy"
		case slices.Contains([]string{"x", "y"}, h):
			return 0, "ab"
		}
		return 0, ""
	}
	tree := newTree(t, g, "")
	require.Equal(t, 4, tree.Size())
	require.Equal(t, "y", tree.Sets()[0].State)
}
