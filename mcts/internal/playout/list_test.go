package playout

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts/internal/tree"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
	"github.com/banyan-go/banyan/similarity"
)

// varied is a toy with more optional methods, whose player to move and whose lists are given.
type varied struct {
	toy
	mover    int
	outcomes []game.Outcome[int]
	counts   []int // of the actions of each player
}

func (g varied) ToMove(*toyState) int { return g.mover }

func (g varied) AppendOutcomes(dst []game.Outcome[int], _ *toyState) []game.Outcome[int] {
	return append(dst, g.outcomes...)
}

func (g varied) AppendPlayerActions(dst []int, _ *toyState, player int) []int {
	for a := range g.counts[player] {
		dst = append(dst, a)
	}
	return dst
}

func (g varied) ApplyJoint(s *toyState, joint []int) { s.n++ }

// manyOutcomes returns n outcomes with probabilities that sum to 1.
func manyOutcomes(n int) []game.Outcome[int] {
	list := make([]game.Outcome[int], n)
	for a := range list {
		list[a] = game.Outcome[int]{Action: a, Prob: 1 / float64(n)}
	}
	return list
}

// Outcomes may have a probability of 0 and be as many as a node has room for, and no more.
func TestOutcomes(t *testing.T) {
	for want, outcomes := range map[string][]game.Outcome[int]{
		"outcome 7 has probability -0.5":                 {{Action: 7, Prob: -0.5}, {Action: 8, Prob: 1.5}},
		"0 outcomes with probabilities that sum to 0":    {},
		"2 outcomes with probabilities that sum to 0.75": {{Action: 1, Prob: 0.5}, {Action: 2, Prob: 0.25}},
		"16383 outcomes with probabilities":              manyOutcomes(tree.MaxActions + 1),
	} {
		require.ErrorContains(t, newWorker(t, varied{outcomes: outcomes}, policy.Uniform{}).ListOutcomes(&toyState{}), want)
	}
	w := newWorker(t, varied{outcomes: []game.Outcome[int]{{Action: 7, Prob: 0}, {Action: 8, Prob: 1}}}, policy.Uniform{})
	require.NoError(t, w.ListOutcomes(&toyState{}))
	require.Equal(t, []int{7, 8}, w.Actions)
	w = newWorker(t, varied{outcomes: manyOutcomes(tree.MaxActions)}, policy.Uniform{})
	require.NoError(t, w.ListOutcomes(&toyState{}))
	require.Len(t, w.Actions, tree.MaxActions)
}

// The outcome that is drawn is one of those that the node has.
func TestDrawOutcomeIsKnown(t *testing.T) {
	w := newWorker(t, varied{outcomes: []game.Outcome[int]{{Action: 7, Prob: 0}, {Action: 8, Prob: 1}}}, policy.Uniform{})
	w.begin()
	k, err := w.DrawOutcome(&w.sim, []int{7, 8})
	require.NoError(t, err)
	require.EqualValues(t, 1, k)
	for _, known := range [][]int{{7}, {8, 7}, nil} {
		_, err = w.DrawOutcome(&w.sim, known)
		require.ErrorContains(t, err, "the outcomes of one state are now [7 8], were")
	}
}

// Players may have as many actions at simultaneous moves as a node has room for, and no more.
func TestJointLists(t *testing.T) {
	most := tree.MaxJoint(2)
	for _, c := range []struct {
		counts []int
		want   string
	}{
		{[]int{2, 0}, "player 1 has no action where all players choose"},
		{[]int{most - 1, 2}, "actions at one state, want at most"},
		{[]int{most - 1, 1}, ""},
	} {
		w := newWorker(t, varied{mover: game.Simultaneous, counts: c.counts}, policy.Uniform{})
		player, err := w.List(&toyState{})
		if c.want != "" {
			require.ErrorContains(t, err, c.want)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, game.Simultaneous, player)
		require.Equal(t, c.counts, w.Counts)
	}
}

// wide is a toy with so many actions, at which a player moves.
type wide struct {
	toy
	count, mover int
}

func (g wide) ToMove(*toyState) int { return g.mover }

func (g wide) AppendActions(dst []int, _ *toyState) []int {
	for a := range g.count {
		dst = append(dst, a)
	}
	return dst
}

// A state has as many actions as a node has room for at most, and a player that exists.
func TestActionsAndPlayers(t *testing.T) {
	for _, c := range []struct {
		count, mover int
		want         string
	}{
		{tree.MaxActions, 1, ""},
		{tree.MaxActions + 1, 1, "a state has 16383 actions, want at most 16382"},
		{3, 2, "ToMove is 2, want 0..1"},
		{3, -3, "ToMove is -3, want 0..1"},
		{3, game.Chance, "ToMove is Chance, and it has no AppendOutcomes"},
		{0, game.Simultaneous, "ToMove is Simultaneous, and it has no AppendPlayerActions and ApplyJoint"},
	} {
		player, err := newWorker(t, wide{count: c.count, mover: c.mover}, policy.Uniform{}).List(&toyState{})
		if c.want != "" {
			require.ErrorContains(t, err, c.want)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, c.mover, player)
	}
}

// A game that lists numbers has players that exist, too.
func TestPlayersOfNumbers(t *testing.T) {
	w := newWorker(t, strangers{listed{indexed{toy{5}}}}, first{0})
	w.begin()
	require.ErrorContains(t, w.Evaluate(&w.sim), "ToMove is 2, want 0..1")
}

// strangers is a listed toy in which a player that does not exist moves.
type strangers struct{ listed }

func (strangers) ToMove(*toyState) int { return 2 }

// A chance node has room for one outcome, for fewer than k, and for fewer than k times a power of
// its visits.
func TestWidening(t *testing.T) {
	w := widening{k: 2, alpha: 0.5}
	for visits, most := range map[uint32]uint32{0: 2, 1: 2, 4: 4, 5: 5, 9: 6} {
		for outcomes := range uint32(10) {
			require.Equal(t, outcomes < most, w.allows(outcomes, visits), "%d outcomes, %d visits", outcomes, visits)
		}
	}
	require.True(t, widening{k: 0.1, alpha: 0.5}.allows(0, 1))
}

// board is a toy whose cells are its number of plies, as two cells of one bit and a third one that
// is always the same. Nature may move after every player.
type board struct {
	toy
	luck bool
}

func (g board) ToMove(s *toyState) int {
	if g.luck && s.n%2 == 1 {
		return game.Chance
	}
	return s.n / 2 % 2
}

func (board) AppendOutcomes(dst []game.Outcome[int], _ *toyState) []game.Outcome[int] {
	return append(dst, game.Outcome[int]{Action: 5, Prob: 0}, game.Outcome[int]{Action: 7, Prob: 1})
}

func (board) AppendCells(dst []uint8, s *toyState) []uint8 {
	return append(dst, uint8(s.n%2), uint8(s.n/2%2), 1)
}

// A sample counts the positions of ten games, and the cells that the actions of players change.
func TestSample(t *testing.T) {
	for _, luck := range []bool{false, true} {
		w := newWorker(t, board{toy{4}, luck}, policy.Uniform{})
		sample, whole, err := w.Sample(&toyState{}, 1)
		require.NoError(t, err)
		require.True(t, whole)
		var want similarity.Sample
		for range sampleGames {
			for n := range 5 {
				cells := w.Cells.AppendCells(nil, &toyState{n: n})
				want.Add(cells)
				if player := (n - 1) / 2 % 2; n > 0 && (!luck || n%2 == 1) {
					want.AddAction(player, w.Cells.AppendCells(nil, &toyState{n: n - 1}), cells)
				}
			}
		}
		require.Equal(t, want, sample)
	}
}

// An outcome without probability is not sampled.
func TestSampleDrawsOutcomes(t *testing.T) {
	g := &lucky{board: board{toy{4}, true}}
	_, _, err := newWorker(t, g, policy.Uniform{}).Sample(&toyState{}, 1)
	require.NoError(t, err)
	require.Equal(t, 2*sampleGames, g.sevens)
}

// lucky is a board that counts outcomes.
type lucky struct {
	board
	sevens int
}

func (g *lucky) Apply(s *toyState, a int) {
	if a == 7 {
		g.sevens++
	}
	g.board.Apply(s, a)
}

// negligent is a toy whose playouts write only one of two returns.
type negligent struct{ toy }

func (negligent) Playout(_ *toyState, _ *rng.Rand, out []float64) { out[0] = 1 }

// For a thousand playouts of the game it is seen whether all returns are written.
func TestPlayoutsThatAreLookedAt(t *testing.T) {
	w := newWorker(t, negligent{toy{4}}, policy.Uniform{})
	for n := range 1100 {
		w.begin()
		w.sim.Returns[0], w.sim.Returns[1] = 3, 3
		require.NoError(t, w.Evaluate(&w.sim))
		require.Equal(t, n < watchedPlayouts, w.sim.Returns[1] != 3)
		require.EqualValues(t, 1, w.sim.Returns[0])
	}
}
