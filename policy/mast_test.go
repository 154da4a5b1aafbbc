package policy

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/rng"
)

// spyRule is a Rule that records the scores and picks the first action.
type spyRule struct{ scores []float32 }

func (s *spyRule) Pick(scores []float32, _ *rng.Rand) int {
	s.scores = append(s.scores[:0], scores...)
	return 0
}

// newChooser makes a live policy.
func newChooser(t require.TestingT, p Playout, info Info) Chooser {
	c, err := p.New(info)
	require.NoError(t, err)
	return c
}

// decays are of every kind, alone and combined.
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

// requireScores compares the scores of all actions. A policy does not score a single legal action.
func requireScores(t *rapid.T, n *naiveNST, c Chooser, s *spyRule, choice Choice) {
	s.scores = s.scores[:0]
	require.Zero(t, chooseOnce(c, choice))
	if len(choice.Actions) == 1 {
		require.Empty(t, s.scores)
		return
	}
	require.Len(t, s.scores, len(choice.Actions))
	for i, a := range choice.Actions {
		want := n.score(&choice, a)
		if n.isClose {
			return
		}
		require.InDelta(t, want, s.scores[i], 1e-4, "action %d of %+v", a, choice)
	}
}

// requireGreedy requires that a greedy policy chooses an action with the highest score.
func requireGreedy(t *rapid.T, n *naiveNST, c Chooser, choice Choice) {
	chosen := n.score(&choice, choice.Actions[chooseOnce(c, choice)])
	for _, a := range choice.Actions {
		score := n.score(&choice, a)
		if n.isClose {
			return
		}
		require.LessOrEqual(t, score, chosen+2e-4, "action %d of %+v", a, choice)
	}
}

// requireNaive compares a policy with its naive definition while both learn from a random game.
func requireNaive(t *rapid.T, g *fakeGame, n *naiveNST, spec func(Rule) Playout) {
	s, info := &spyRule{}, g.info()
	scored, greedy := newChooser(t, spec(s), info), newChooser(t, spec(Greedy{}), info)
	for _, r := range g.rounds(t, 1) {
		n.learn(&r.trace)
		learn(scored, &r.trace)
		learn(greedy, &r.trace)
		if r.isMove {
			n.afterMove()
			decay(scored, 1)
			decay(greedy, 1)
		}
		if n.isClose {
			return
		}
		choice := r.choices[0]
		requireScores(t, n, scored, s, choice)
		requireGreedy(t, n, greedy, choice)
		choice.History = r.trace.Plies[:r.cut] // a context that is more likely to be known
		requireScores(t, n, scored, s, choice)
		requireGreedy(t, n, greedy, choice)
	}
}

func TestMASTMatchesItsDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := fakeGames().Draw(t, "game")
		n := newNaiveNST(g.players, 1, 1, 1, decays().Draw(t, "decay"))
		n.treeOnly = rapid.Bool().Draw(t, "tree only")
		requireNaive(t, g, n, func(r Rule) Playout { return MAST{Rule: r, Decay: n.decay, TreeOnly: n.treeOnly} })
	})
}

// playoutTrace is a simulation from the start of a game that consists of a playout only.
func playoutTrace(returns []float64, plies ...Ply) *Trace {
	return &Trace{Plies: plies, Returns: returns}
}

// scores returns the scores that a policy with a spyRule gives.
func scores(c Chooser, s *spyRule, player int, history []Ply, actions ...int32) []float32 {
	chooseOnce(c, Choice{Player: player, History: history, Actions: actions})
	return s.scores
}

func TestMASTCreditsThePlayerOfAnAction(t *testing.T) {
	s := &spyRule{}
	c := newChooser(t, MAST{Rule: s}, Info{Players: 3})
	learn(c, playoutTrace([]float64{1, 0.25, 0},
		Ply{Action: 5}, Ply{Action: 5, Player: 1}, Ply{Action: 6, Player: 1}, Ply{Action: 5, Player: 2}))
	learn(c, playoutTrace([]float64{0, 0.75, 1}, Ply{Action: 5}, Ply{Action: 6, Player: 1}))
	require.Equal(t, []float32{0.5, 1, 1}, scores(c, s, 0, nil, 5, 6, 7))
	require.Equal(t, []float32{0.25, 0.5, 1}, scores(c, s, 1, nil, 5, 6, 7))
	require.Equal(t, []float32{0, 1}, scores(c, s, 2, nil, 5, 1000))
}

func TestUnseenActionsScoreUnseen(t *testing.T) {
	for _, unseen := range []float64{0.3, -2, 0} {
		for _, spec := range []func(r Rule) Playout{
			func(r Rule) Playout { return MAST{Rule: r, Unseen: unseen, Decay: Decay{Move: 0.2}} },
			func(r Rule) Playout { return NST{Rule: r, Unseen: unseen, Decay: Decay{Move: 0.2}} },
		} {
			s := &spyRule{}
			c := newChooser(t, spec(s), Info{Players: 2, Actions: 3})
			want := float32(unseen)
			if want == 0 {
				want = 1
			}
			learn(c, playoutTrace([]float64{0.75, 0.25}, Ply{Action: 1}, Ply{Action: 9}))
			require.Equal(t, []float32{want, 0.75, 0.75, want}, scores(c, s, 0, nil, 0, 1, 9, 70))
			require.Equal(t, []float32{want, want}, scores(c, s, 1, nil, 0, 1))
			decay(c, 1)
			require.Equal(t, []float32{want, want, want}, scores(c, s, 0, nil, 0, 1, 9), "forgotten")
		}
	}
}

// A huge Unseen does not change the mean of an action by rounding once it has been played.
func TestUnseenDoesNotCountInAMean(t *testing.T) {
	s := &spyRule{}
	c := newChooser(t, MAST{Rule: s, Unseen: 1e30}, Info{Players: 1})
	learn(c, playoutTrace([]float64{0.3}, Ply{Action: 1}))
	require.Equal(t, []float32{0.3, 1e30}, scores(c, s, 0, nil, 1, 2))
}

func TestDefaultsOfLearners(t *testing.T) {
	for _, specs := range [][2]Playout{
		{MAST{}, MAST{Rule: EpsilonGreedy{Epsilon: 0.4}, Unseen: 1, Decay: Decay{Move: 0.2}}},
		{NST{}, NST{N: 3, K: 7, Rule: EpsilonGreedy{Epsilon: 0.2}, Unseen: 1, Decay: Decay{Move: 0.2}, MaxSequences: 1 << 21}},
		{LGRF{}, LGRF{Levels: 2, Fallback: Uniform{}}},
		{Mix{}, Mix{First: Uniform{}, Second: Uniform{}}},
	} {
		t.Run(fmt.Sprintf("%T", specs[0]), func(t *testing.T) {
			g, random := &fakeGame{players: 2, actions: 4, step: 1}, rng.New(1)
			a, b := newChooser(t, specs[0], g.info()), newChooser(t, specs[1], g.info())
			r1, r2 := rng.New(2), rng.New(2)
			for i := range 3000 {
				trace, choice := g.trace(random), g.choice(random)
				learn(a, &trace)
				learn(b, &trace)
				if i%500 == 499 {
					decay(a, 1)
					decay(b, 1)
				}
				choice.Rand = r1
				k := a.Choose(&choice)
				choice.Rand = r2
				require.Equal(t, k, b.Choose(&choice))
			}
		})
	}
}

// Exploring with the probability, and Exploit otherwise, choose the same actions as Choose.
func TestExploreAndExploitMatchChoose(t *testing.T) {
	for _, test := range []struct {
		rule       Rule
		mast, nst  float64 // share of exploration
		isNumbered bool
	}{
		{rule: nil, mast: 0.4, nst: 0.2},
		{rule: EpsilonGreedy{Epsilon: 0.7}, mast: 0.7, nst: 0.7, isNumbered: true},
		{rule: Greedy{}},
		{rule: Gibbs{}, isNumbered: true},
	} {
		for spec, share := range map[Playout]float64{MAST{Rule: test.rule}: test.mast, NST{Rule: test.rule, K: 1}: test.nst} {
			t.Run(fmt.Sprintf("%T/%T", spec, test.rule), func(t *testing.T) {
				g, random := &fakeGame{players: 2, actions: 4, step: 1, isNumbered: test.isNumbered}, rng.New(1)
				c := newChooser(t, spec, g.info())
				e, ok := c.(Explorer)
				require.True(t, ok)
				require.Equal(t, share, e.ExploreProbability())
				r1, r2 := rng.New(2), rng.New(2)
				explored := 0
				for range 2000 {
					trace, choice := g.trace(random), g.choice(random)
					learn(c, &trace)
					choice.Rand = r1
					want := c.Choose(&choice)
					choice.Rand = r2
					if share > 0 && r2.Float64() < share {
						explored++
						require.Equal(t, want, r2.IntN(len(choice.Actions)))
					} else {
						require.Equal(t, want, e.Exploit(&choice))
					}
					require.Equal(t, *r1, *r2)
				}
				require.InDelta(t, 2000*share, explored, 100)
			})
		}
	}
}

// The shares of the chosen actions match the rule, which is called once per decision.
func TestLearnersFollowTheRule(t *testing.T) {
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
			t.Run(fmt.Sprintf("%T/%+v", spec, test.rule), func(t *testing.T) {
				c := newChooser(t, spec, Info{Players: 1})
				learn(c, playoutTrace([]float64{0.5}, Ply{Action: 1}))
				learn(c, playoutTrace([]float64{0.25}, Ply{Action: 2}, Ply{Action: 0}))
				requireShares(t, test.shares, countChoices(c, Choice{Actions: []int32{1, 0, 2}}, 50_000))
			})
		}
	}
}

// countChoices returns how often a chooser chooses each action.
func countChoices(c Chooser, choice Choice, n int) []int {
	choice.Rand = rng.New(2)
	counts := make([]int, len(choice.Actions))
	for range n {
		counts[c.Choose(&choice)]++
	}
	return counts
}
