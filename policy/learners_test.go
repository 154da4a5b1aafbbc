package policy

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/rng"
)

// An error names the field, its value and the valid range, even if the field is in an inner policy.
func TestPlayoutsValidate(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, test := range []struct {
		spec Validator
		want string
	}{
		{MAST{Unseen: nan}, "policy: MAST.Unseen is NaN, want a number of magnitude up to 1e+30"},
		{MAST{Unseen: inf}, "MAST.Unseen is +Inf"},
		{MAST{Unseen: -2e30}, "MAST.Unseen is -2e+30"},
		{NST{Unseen: nan}, "policy: NST.Unseen is NaN"},
		{NST{N: -1}, "policy: NST.N is -1, want 1..8, or 0 for 3"},
		{NST{N: 9}, "NST.N is 9"},
		{NST{K: -1}, "policy: NST.K is -1, want >= 0"},
		{NST{MaxSequences: -1}, "policy: NST.MaxSequences is -1, want >= 0"},
		{LGRF{Levels: -1}, "policy: LGRF.Levels is -1, want 1 or 2, or 0 for 2"},
		{LGRF{Levels: 3}, "LGRF.Levels is 3"},
		{Mix{P: -0.1}, "policy: Mix.P is -0.1, want 0..1"},
		{Mix{P: 1.1}, "Mix.P is 1.1"},
		{Mix{P: nan}, "Mix.P is NaN"},
		{EpsilonGreedy{Epsilon: -0.1}, "policy: EpsilonGreedy.Epsilon is -0.1, want 0..1"},
		{EpsilonGreedy{Epsilon: 1.1}, "EpsilonGreedy.Epsilon is 1.1"},
		{EpsilonGreedy{Epsilon: nan}, "EpsilonGreedy.Epsilon is NaN"},
		{Gibbs{Tau: -1}, "policy: Gibbs.Tau is -1, want a finite number >= 0"},
		{Gibbs{Tau: nan}, "Gibbs.Tau is NaN"},
		{Gibbs{Tau: inf}, "Gibbs.Tau is +Inf"},
		{Decay{Move: -0.1}, "policy: Decay.Move is -0.1, want 0..1"},
		{Decay{Move: 2}, "Decay.Move is 2"},
		{Decay{Batch: nan}, "policy: Decay.Batch is NaN, want 0..1"},
		{Decay{Simulation: 1.5}, "policy: Decay.Simulation is 1.5, want 0..1"},
		{Decay{BatchSize: -1}, "policy: Decay.BatchSize is -1, want >= 0"},
		{Decay{BatchSize: 9}, "policy: Decay.BatchSize is 9 without Decay.Batch"},
		{MAST{Rule: Gibbs{Tau: -1}}, "Gibbs.Tau"},
		{MAST{Decay: Decay{Move: 2}}, "Decay.Move"},
		{NST{Rule: EpsilonGreedy{Epsilon: 3}}, "EpsilonGreedy.Epsilon"},
		{NST{Decay: Decay{Move: 2}}, "Decay.Move"},
		{LGRF{Fallback: NST{K: -1}}, "NST.K"},
		{Mix{First: NST{K: -1}}, "NST.K"},
		{Mix{Second: MAST{Unseen: nan}}, "MAST.Unseen"},
	} {
		require.ErrorContains(t, test.spec.Validate(), test.want, "%+v", test.spec)
	}
	for _, spec := range []Validator{
		MAST{},
		MAST{Rule: Gibbs{Tau: 10}, Unseen: 1e30, Decay: Decay{Move: 1}, TreeOnly: true},
		NST{},
		NST{N: 8, K: 1, Rule: Greedy{}, Unseen: -1e30, Decay: Decay{Move: 1, Batch: 1, BatchSize: 1, Simulation: 1}},
		LGRF{},
		LGRF{Levels: 1, Fallback: Uniform{}},
		LGRF{Levels: 2},
		Mix{},
		Mix{P: 1, First: MAST{}, Second: LGRF{}},
		EpsilonGreedy{},
		EpsilonGreedy{Epsilon: 1},
		Gibbs{},
	} {
		require.NoError(t, spec.Validate(), "%+v", spec)
	}
}

// Validate reports all invalid fields at once.
func TestValidateReportsAllFields(t *testing.T) {
	bad := MAST{Unseen: math.NaN(), Rule: Gibbs{Tau: -1}, Decay: Decay{Move: -1}}
	all := NST{N: -1, K: -1, MaxSequences: -1, Unseen: bad.Unseen, Rule: bad.Rule, Decay: bad.Decay}
	err := LGRF{Levels: 5, Fallback: Mix{P: 2, First: bad, Second: all}}.Validate()
	for _, name := range []string{
		"LGRF.Levels", "Mix.P", "MAST.Unseen", "Gibbs.Tau", "Decay.Move", "NST.N", "NST.K", "NST.MaxSequences", "NST.Unseen",
	} {
		require.ErrorContains(t, err, name)
	}
}

func TestPlayoutsDoNotAllocate(t *testing.T) {
	for _, spec := range []Playout{
		Uniform{},
		MAST{},
		MAST{Rule: Gibbs{}, TreeOnly: true, Decay: Decay{Simulation: 0.9}},
		NST{},
		NST{N: 8, K: 1, Rule: Greedy{}},
		NST{N: 5, Decay: Decay{Simulation: 0.98, Batch: 0.9, BatchSize: 30}},
		LGRF{},
		LGRF{Fallback: NST{Rule: Gibbs{}}},
		Mix{P: 0.5, First: MAST{}, Second: NST{}},
		Adaptive{},
	} {
		t.Run(fmt.Sprintf("%+v", spec), func(t *testing.T) {
			g, r := &fakeGame{players: 3, actions: 20, step: 1, jointTenths: 1, isNumbered: true}, rng.New(1)
			c := newChooser(t, spec, g.info())
			var traces []Trace
			var choices []Choice
			for i := range 200 {
				trace, choice := g.trace(r), g.choice(r)
				trace.Chooser = 1 + i%2
				choice.Rand = r
				traces, choices = append(traces, trace), append(choices, choice)
			}
			// AllocsPerRun rounds down, so a run consists of many simulations.
			run := func() {
				for i := range traces {
					c.Choose(&choices[i])
					learn(c, &traces[i])
				}
			}
			for range 5 {
				run()
			}
			require.Zero(t, testing.AllocsPerRun(5, run))
		})
	}
}

// A policy may age and choose before it has learned anything. Plies before the root are not
// learned.
func TestLearnersWithoutSimulations(t *testing.T) {
	for _, spec := range []Playout{MAST{}, MAST{Rule: Gibbs{}}, NST{K: 1}, LGRF{}, Mix{P: 0.5, First: NST{}}} {
		c := newChooser(t, spec, Info{Players: 1})
		for _, plies := range [][]Ply{nil, {{Action: 4}, {Action: 4}, {Action: 4}}} {
			decay(c, 1)
			learn(c, &Trace{Returns: []float64{0}, Plies: plies, Root: len(plies), Leaf: len(plies)})
			third := 1. / 3
			counts := countChoices(c, Choice{Actions: []int32{30, 4, 5}, History: plies}, 10_000)
			requireShares(t, []float64{third, third, third}, counts)
		}
	}
}

// learnedState returns everything that a policy has learned.
func learnedState(c Chooser) []any {
	switch c := c.(type) {
	case *mast:
		return []any{c.actions, c.weight, c.count}
	case *nst:
		return []any{c.actions, c.ngrams, c.weight, c.count}
	case *lgrf:
		return append(learnedState(c.fallback), c.replies)
	case *adaptive:
		all := []any{c.candidates, c.shares, c.count}
		for _, inner := range c.choosers {
			all = append(all, learnedState(inner)...)
		}
		return all
	case *mix:
		return append(learnedState(c.first), learnedState(c.second)...)
	}
	return nil
}

// The state of a policy depends, bit for bit, on the simulations and real moves that it has learned
// from, and not on its decisions in between. A parallel search relies on it: the policies of all
// workers learn from the same simulations, but each decides in its own playouts.
func TestDecisionsDoNotChangeTheState(t *testing.T) {
	const choosers, moves, simulations = 3, 6, 150
	for _, spec := range []Playout{
		MAST{},
		MAST{Decay: Decay{Simulation: 0.9}},
		NST{Decay: Decay{Batch: 0.6, BatchSize: 7}},
		LGRF{Fallback: NST{Rule: Gibbs{}, Decay: Decay{Simulation: 0.99, Move: 0.6}}},
		Mix{P: 0.5, First: MAST{TreeOnly: true}, Second: NST{N: 5}},
		Adaptive{Candidates: []Playout{Uniform{}, MAST{}, LGRF{}}},
	} {
		t.Run(fmt.Sprintf("%+v", spec), func(t *testing.T) {
			// The choosers know all actions from the beginning, so a decision adds no entries.
			g := &fakeGame{players: 3, actions: 4, step: 1, jointTenths: 1, isNumbered: true}
			r := rng.New(1)
			var all [choosers]Chooser
			for i := range all {
				all[i] = newChooser(t, spec, g.info())
			}
			for range moves {
				for range simulations {
					trace := g.trace(r)
					trace.Chooser = r.IntN(4)
					for i, c := range all {
						for range i { // The first one never decides.
							choice := g.choice(r)
							choice.Rand = r
							c.Choose(&choice)
						}
						learn(c, &trace)
					}
				}
				for _, c := range all {
					decay(c, 1)
				}
			}
			for _, c := range all[1:] {
				require.Equal(t, learnedState(all[0]), learnedState(c))
			}
			require.NotEqual(t, learnedState(newChooser(t, spec, g.info())), learnedState(all[0]))
		})
	}
}
