package policy

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/rng"
)

// spy is a Rule that keeps the scores and picks the first action.
type spy struct{ scores []float32 }

func (s *spy) Pick(scores []float32, _ *rng.Rand) int {
	s.scores = append(s.scores[:0], scores...)
	return 0
}

// live makes a policy that must not fail.
func live(t require.TestingT, p Playout, info Info) Chooser {
	c, err := p.New(info)
	require.NoError(t, err)
	return c
}

// decays are of every kind, alone and together.
func decays() *rapid.Generator[Decay] {
	return rapid.SampledFrom([]Decay{
		{Move: 1},
		{Move: 0.2},
		{Move: 0.6},
		{Move: 0.5},
		{Batch: 0.6, BatchSize: 5},
		{Batch: 0.5, BatchSize: 3, Move: 0.6},
		{Simulation: 0.99},
		{Simulation: 0.9},
		{Simulation: 0.6},
		{Simulation: 0.97, Move: 0.6},
		{Simulation: 0.93, Batch: 0.7, BatchSize: 9, Move: 0.4},
	})
}

// requireScores compares the scores of all actions, if there is a choice.
func requireScores(t *rapid.T, n *naiveNST, c Chooser, s *spy, choice *Choice) {
	s.scores = s.scores[:0]
	require.Zero(t, c.Choose(choice))
	if len(choice.Actions) == 1 {
		require.Empty(t, s.scores)
		return
	}
	require.Len(t, s.scores, len(choice.Actions))
	for i, a := range choice.Actions {
		want := n.score(choice, a)
		if n.isClose {
			return
		}
		require.InDelta(t, want, s.scores[i], 1e-4, "action %d of %+v", a, choice)
	}
}

// requireGreedy compares the choice with the highest score.
func requireGreedy(t *rapid.T, n *naiveNST, c Chooser, choice *Choice) {
	chosen := n.score(choice, choice.Actions[c.Choose(choice)])
	for _, a := range choice.Actions {
		score := n.score(choice, a)
		if n.isClose {
			return
		}
		require.LessOrEqual(t, score, chosen+2e-4, "action %d of %+v", a, choice)
	}
}

// requireNaive teaches a policy and its definition the same random simulations and compares what they choose.
func requireNaive(t *rapid.T, w *world, n *naiveNST, spec func(Rule) Playout) {
	s, info := &spy{}, w.info()
	scored, greedy := live(t, spec(s), info), live(t, spec(Greedy{}), info)
	for range rapid.IntRange(1, 40).Draw(t, "simulations") {
		trace := w.trace()
		n.learn(trace)
		learn(scored, trace)
		learn(greedy, trace)
		if w.r.IntN(12) == 0 {
			n.moved()
			decay(scored)
			decay(greedy)
		}
		if n.isClose {
			return
		}
		choice := w.choice()
		requireScores(t, n, scored, s, choice)
		requireGreedy(t, n, greedy, choice)
		if len(trace.Plies) > 0 { // what was played before is known better
			choice.History = trace.Plies[:w.r.IntN(len(trace.Plies))]
			requireScores(t, n, scored, s, choice)
		}
	}
}

func TestMASTIsItsDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := worlds().Draw(t, "world")
		n := newNaiveNST(w.players, 1, 1, 1, decays().Draw(t, "decay"))
		n.treeOnly = rapid.Bool().Draw(t, "tree only")
		requireNaive(t, w, n, func(r Rule) Playout { return MAST{Rule: r, Decay: n.decay, TreeOnly: n.treeOnly} })
	})
}

// trace is a simulation from the beginning of a game, all of it playout.
func trace(returns []float64, plies ...Ply) *Trace { return &Trace{Plies: plies, Returns: returns} }

// scores returns the scores that a policy with a spy gives.
func scores(c Chooser, s *spy, player int, history []Ply, actions ...int32) []float32 {
	c.Choose(&Choice{Player: player, History: history, Actions: actions, Rand: rng.New(1)})
	return s.scores
}

func TestMASTCreditsWhoPlays(t *testing.T) {
	s := &spy{}
	c := live(t, MAST{Rule: s}, Info{Players: 3})
	learn(c, trace([]float64{1, 0.25, 0}, Ply{Action: 5}, Ply{Action: 5, Player: 1}, Ply{Action: 6, Player: 1}, Ply{Action: 5, Player: 2}))
	learn(c, trace([]float64{0, 0.75, 1}, Ply{Action: 5}, Ply{Action: 6, Player: 1}))
	require.Equal(t, []float32{0.5, 1, 1}, scores(c, s, 0, nil, 5, 6, 7))
	require.Equal(t, []float32{0.25, 0.5, 1}, scores(c, s, 1, nil, 5, 6, 7))
	require.Equal(t, []float32{0, 1}, scores(c, s, 2, nil, 5, 1000))
}

func TestMASTUnseen(t *testing.T) {
	for _, unseen := range []float64{0.3, -2, 0} {
		for _, spec := range []func(r Rule) Playout{
			func(r Rule) Playout { return MAST{Rule: r, Unseen: unseen, Decay: Decay{Move: 0.2}} },
			func(r Rule) Playout { return NST{Rule: r, Unseen: unseen, Decay: Decay{Move: 0.2}} },
		} {
			s := &spy{}
			c := live(t, spec(s), Info{Players: 2, Actions: 3})
			want := float32(unseen)
			if want == 0 {
				want = 1
			}
			learn(c, trace([]float64{0.75, 0.25}, Ply{Action: 1}, Ply{Action: 9}))
			require.Equal(t, []float32{want, 0.75, 0.75, want}, scores(c, s, 0, nil, 0, 1, 9, 70))
			require.Equal(t, []float32{want, want}, scores(c, s, 1, nil, 0, 1))
			decay(c)
			require.Equal(t, []float32{want, want, want}, scores(c, s, 0, nil, 0, 1, 9), "forgotten")
		}
	}
}

// What the unseen are worth leaves no trace in what has been seen, not even by rounding.
func TestMASTForgetsUnseen(t *testing.T) {
	s := &spy{}
	c := live(t, MAST{Rule: s, Unseen: 1e30}, Info{Players: 1})
	learn(c, trace([]float64{0.3}, Ply{Action: 1}))
	require.Equal(t, []float32{0.3, 1e30}, scores(c, s, 0, nil, 1, 2))
}

// The default rule is EpsilonGreedy{}, and the default decay keeps a fifth after a move.
func TestLearnersDefaults(t *testing.T) {
	for _, specs := range [][2]Playout{
		{MAST{}, MAST{Rule: EpsilonGreedy{Epsilon: 0.4}, Unseen: 1, Decay: Decay{Move: 0.2}}},
		{NST{}, NST{N: 3, K: 7, Rule: EpsilonGreedy{Epsilon: 0.2}, Unseen: 1, Decay: Decay{Move: 0.2}, MaxSequences: 1 << 21}},
		{LGRF{}, LGRF{Levels: 2, Fallback: Uniform{}}},
		{Mix{}, Mix{First: Uniform{}, Second: Uniform{}}},
	} {
		w := &world{players: 2, actions: 4, step: 1, r: rng.New(1)}
		a, b := live(t, specs[0], Info{Players: 2}), live(t, specs[1], Info{Players: 2})
		r1, r2 := rng.New(2), rng.New(2)
		for i := range 3000 {
			trace, choice := w.trace(), w.choice()
			learn(a, trace)
			learn(b, trace)
			if i%500 == 499 {
				decay(a)
				decay(b)
			}
			choice.Rand = r1
			k := a.Choose(choice)
			choice.Rand = r2
			require.Equal(t, k, b.Choose(choice), "%#v", specs[0])
		}
	}
}

// A search calls Explore and Exploit instead of Choose, and plays the same.
func TestExplorers(t *testing.T) {
	for _, rule := range []Rule{nil, EpsilonGreedy{Epsilon: 0.7}, Greedy{}, Gibbs{}} {
		for _, spec := range []Playout{MAST{Rule: rule}, NST{Rule: rule, K: 1}} {
			w := &world{players: 2, actions: 4, step: 1, r: rng.New(1)}
			c := live(t, spec, w.info())
			e, ok := c.(Explorer)
			require.True(t, ok)
			r1, r2 := rng.New(2), rng.New(2)
			explored := 0
			for range 2000 {
				learn(c, w.trace())
				choice := w.choice()
				choice.Rand = r1
				want := c.Choose(choice)
				choice.Rand = r2
				if e.Explore(r2) {
					explored++
					require.Equal(t, want, r2.IntN(len(choice.Actions)))
				} else {
					require.Equal(t, want, e.Exploit(choice))
				}
				require.Equal(t, *r1, *r2)
			}
			share := map[Rule]float64{nil: 0.4, EpsilonGreedy{Epsilon: 0.7}: 0.7}[rule]
			if _, isNST := spec.(NST); isNST && rule == nil {
				share = 0.2
			}
			require.InDelta(t, 2000*share, explored, 100, "%#v", spec)
		}
	}
}

// The rule is asked once per decision.
func TestLearnersKeepToTheRule(t *testing.T) {
	gibbs := []float64{1, math.Exp(-2.5), math.Exp(-2.5)}
	sum := gibbs[0] + 2*gibbs[1]
	for _, test := range []struct {
		rule   Rule
		shares []float64
	}{
		{EpsilonGreedy{}, []float64{0.6 + 0.4/3, 0.4 / 3, 0.4 / 3}},
		{EpsilonGreedy{Epsilon: 0.1}, []float64{0.9 + 0.1/3, 0.1 / 3, 0.1 / 3}},
		{Greedy{}, []float64{1, 0, 0}},
		{Gibbs{}, []float64{gibbs[0] / sum, gibbs[1] / sum, gibbs[2] / sum}},
	} {
		for _, spec := range []Playout{MAST{Rule: test.rule}, NST{Rule: test.rule}} {
			c := live(t, spec, Info{Players: 1})
			learn(c, trace([]float64{0.5}, Ply{Action: 1}))
			learn(c, trace([]float64{0.25}, Ply{Action: 2}, Ply{Action: 0}))
			choice, counts := &Choice{Actions: []int32{1, 0, 2}, Rand: rng.New(2)}, make([]int, 3)
			for range 50_000 {
				counts[c.Choose(choice)]++
			}
			requireShares(t, test.shares, counts)
		}
	}
}
