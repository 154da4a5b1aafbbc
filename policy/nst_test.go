package policy

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/rng"
)

func TestNSTMatchesItsDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := fakeGames().Draw(t, "game")
		n := newNaiveNST(g.players,
			rapid.IntRange(1, 5).Draw(t, "N"),
			rapid.SampledFrom([]int{1, 2, 3, 7}).Draw(t, "K"),
			rapid.SampledFrom([]float64{1, 0.3}).Draw(t, "unseen"),
			decays().Draw(t, "decay"))
		requireNaive(t, g, n, func(r Rule) Playout {
			return NST{N: n.n, K: int(n.k), Rule: r, Unseen: n.unseen, Decay: n.decay}
		})
	})
}

// By default, a sequence of two or more actions counts from its seventh visit on.
func TestNSTSequencesNeedKVisits(t *testing.T) {
	s := &spyRule{}
	c := newChooser(t, NST{Rule: s}, Info{Players: 2})
	a, b, x := Ply{Action: 1}, Ply{Action: 2, Player: 1}, Ply{Action: 3}
	for range 3 { // x wins in other contexts
		learn(c, playoutTrace([]float64{1, 0}, x))
	}
	for visits := 1; visits <= 8; visits++ {
		learn(c, playoutTrace([]float64{0, 1}, b, x)) // no sequence of three
		r1 := 3 / float32(3+visits)
		want := r1
		if visits >= 7 {
			want = r1 / 2 // R(b x) is 0
		}
		got := scores(c, s, 0, []Ply{a, b}, 3, 4)
		require.InDelta(t, want, got[0], 1e-6, "%d visits", visits)
		require.EqualValues(t, 1, got[1])
		require.InDelta(t, r1, scores(c, s, 0, nil, 3, 4)[0], 1e-6, "no context")
		require.InDelta(t, r1, scores(c, s, 0, []Ply{b, a}, 3, 4)[0], 1e-6, "another context")
	}
	for range 7 {
		learn(c, playoutTrace([]float64{0.5, 0.5}, a, b, x))
	}
	r1, r2, r3 := (3+7*0.5)/18, 7*0.5/15, 0.5
	require.InDelta(t, (r1+r2+r3)/3, scores(c, s, 0, []Ply{a, b}, 3, 4)[0], 1e-6)
	require.InDelta(t, (r1+r2)/2, scores(c, s, 0, []Ply{x, b}, 3, 4)[0], 1e-6)
}

// A single action counts from its first visit on, whatever K is.
func TestNSTSingleActionsNeedOneVisit(t *testing.T) {
	for _, actions := range []int{0, 5} {
		s := &spyRule{}
		c := newChooser(t, NST{Rule: s, K: 7, Unseen: 0.9}, Info{Players: 2, Actions: actions})
		history := []Ply{{Action: 2, Player: 1}}
		for visits := 1; visits < 7; visits++ {
			learn(c, playoutTrace([]float64{0.25, 0.75}, Ply{Action: 2, Player: 1}, Ply{Action: 3}))
			require.Equal(t, []float32{0.25, 0.9}, scores(c, s, 0, history, 3, 4), "%d visits", visits)
		}
	}
}

func TestNSTCreditsThePlayerOfTheLastAction(t *testing.T) {
	s := &spyRule{}
	c := newChooser(t, NST{N: 2, K: 1, Rule: s}, Info{Players: 3})
	a, b := Ply{Action: 1}, Ply{Action: 2, Player: 2}
	learn(c, playoutTrace([]float64{0.25, 0, 0.75}, a, b))
	require.Equal(t, []float32{0.75, 1}, scores(c, s, 2, []Ply{a}, 2, 3))
	require.Equal(t, []float32{1, 1}, scores(c, s, 0, []Ply{a}, 2, 3), "another player's action")
	require.Equal(t, []float32{0.25, 1}, scores(c, s, 0, nil, 1, 3))
}

// Actions before the root are context, but they are not learned again.
func TestNSTHistory(t *testing.T) {
	s := &spyRule{}
	c := newChooser(t, NST{N: 2, K: 1, Rule: s, Unseen: 0.9}, Info{Players: 2})
	plies := []Ply{{Action: 1}, {Action: 2, Player: 1}, {Action: 3}}
	learn(c, &Trace{Plies: plies, Root: 2, Leaf: 3, Returns: []float64{0, 1}})
	learn(c, playoutTrace([]float64{1, 0}, Ply{Action: 3}))
	require.Equal(t, []float32{0.9, 0.5}, scores(c, s, 0, nil, 1, 3))
	require.Equal(t, []float32{0.9, 0.25}, scores(c, s, 0, []Ply{{Action: 2, Player: 1}}, 1, 3), "(0.5 + 0) / 2")
	require.Equal(t, []float32{0.9, 0.9}, scores(c, s, 1, nil, 2, 1))
}

// A full table ignores new sequences and retains learning the old ones.
func TestNSTMaxSequences(t *testing.T) {
	s := &spyRule{}
	c := newChooser(t, NST{N: 2, K: 1, Rule: s, MaxSequences: 1}, Info{Players: 2})
	a, b, x := Ply{Action: 1}, Ply{Action: 2}, Ply{Action: 3, Player: 1}
	learn(c, playoutTrace([]float64{0, 1}, a, x))
	learn(c, playoutTrace([]float64{1, 0}, b, x)) // ignored
	learn(c, playoutTrace([]float64{0, 1}, a, x))
	r1 := 2. / 3
	require.InDelta(t, (r1+1)/2, scores(c, s, 1, []Ply{a}, 3, 4)[0], 1e-6)
	require.InDelta(t, r1, scores(c, s, 1, []Ply{b}, 3, 4)[0], 1e-6)
}

// A sequence does not count unless all shorter ones do, even if these are only missing because
// their table is full.
func TestNSTStopsAtTheFirstMissingSequence(t *testing.T) {
	s := &spyRule{}
	c := newChooser(t, NST{N: 3, K: 1, Rule: s, MaxSequences: 1}, Info{Players: 1})
	a, b, x := Ply{Action: 1}, Ply{Action: 2}, Ply{Action: 3}
	learn(c, playoutTrace([]float64{0}, x, x))    // fills the table of sequences of two
	learn(c, playoutTrace([]float64{1}, a, b, x)) // fills the table of sequences of three
	require.InDelta(t, 1./3, scores(c, s, 0, []Ply{a, b}, 3, 4)[0], 1e-6)
}

// Lengths at which all possible sequences fit into 2^20 entries have an array. Others have a hash
// table for up to 2^21 sequences by default.
func TestNSTTables(t *testing.T) {
	for _, test := range []struct {
		name   string
		info   Info
		arrays int
	}{
		{"no action numbers", Info{Players: 2}, 0},
		{"exactly 2^20 sequences of two", Info{Players: 4, Actions: 512}, 1},
		{"more than 2^20 sequences of two", Info{Players: 1, Actions: 1025}, 0},
		{"sequences of three", Info{Players: 2, Actions: 80}, 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			c, ok := newChooser(t, NST{N: 4}, test.info).(*nst)
			require.True(t, ok)
			require.Len(t, c.ngrams, 3)
			for i, table := range c.ngrams {
				require.Equal(t, i < test.arrays, table.array != nil, "sequences of %d", i+2)
				require.Equal(t, i >= test.arrays, table.limit == 1<<21, "sequences of %d", i+2)
			}
		})
	}
}

// Short tables are read in one pass, which finds the action that the scores make the best.
func TestNSTShortTables(t *testing.T) {
	g, r := &fakeGame{players: 2, actions: 5, step: 1, isNumbered: true}, rng.New(1)
	s := &spyRule{}
	scored := newChooser(t, NST{K: 3, Rule: s}, g.info())
	greedy := newChooser(t, NST{K: 3, Rule: Greedy{}}, g.info())
	n, ok := greedy.(*nst)
	require.True(t, ok && n.ngrams[1].isSmall())
	for range 3000 {
		trace, choice := g.trace(r), g.choice(r)
		learn(scored, &trace)
		learn(greedy, &trace)
		if len(choice.Actions) > 1 {
			all := scores(scored, s, choice.Player, choice.History, choice.Actions...)
			require.Equal(t, slices.Max(all), all[chooseOnce(greedy, choice)])
		}
	}
}
