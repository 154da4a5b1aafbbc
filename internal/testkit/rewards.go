package testkit

import (
	"math"
	"slices"
	"testing"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/rng"
)

// PlayOut plays at random from s to the end, ply by ply, and returns what every player gets from s
// on: the rewards of all plies and the returns. It calls watch, if that is not nil, with every
// state after s.
func PlayOut[S any, A comparable](rules *game.Rules[S, A], s S, r *rng.Rand, watch func(s *S)) []float64 {
	sum := make([]float64, rules.NumPlayers())
	for drawn := rules.Draw(&s, r); drawn != nil; drawn = rules.Draw(&s, r) {
		rules.Apply(&s, drawn[0])
		rules.AddRewards(&s, sum)
		if watch != nil {
			watch(&s)
		}
	}
	rules.AddReturns(&s, sum)
	return sum
}

// UniformSum returns the exact mean of what [PlayOut] returns, for a game that lists its outcomes.
// It visits every state that can follow once.
func UniformSum[S, A comparable](rules *game.Rules[S, A], s S) []float64 {
	return uniformSum(rules, s, map[S][]float64{})
}

func uniformSum[S, A comparable](rules *game.Rules[S, A], s S, known map[S][]float64) []float64 {
	if mean, ok := known[s]; ok {
		return mean
	}
	mean := make([]float64, rules.NumPlayers())
	known[s] = mean
	outcomes := uniform(rules, &s)
	if len(outcomes) == 0 {
		rules.AddReturns(&s, mean)
	}
	for _, o := range outcomes {
		next := s
		rules.Apply(&next, o.Action)
		sum := slices.Clone(uniformSum(rules, next, known))
		rules.AddRewards(&next, sum)
		for player, v := range sum {
			mean[player] += o.Prob * v
		}
	}
	return mean
}

// uniform returns the outcomes of chance at s, or the actions with equal probabilities.
func uniform[S any, A comparable](rules *game.Rules[S, A], s *S) (outcomes []game.Outcome[A]) {
	if rules.ToMove(s) == game.Chance {
		return rules.Chance.AppendOutcomes(nil, s)
	}
	actions := rules.AppendActions(nil, s)
	for _, a := range actions {
		outcomes = append(outcomes, game.Outcome[A]{Action: a, Prob: 1 / float64(len(actions))})
	}
	return outcomes
}

// The lengths of samples, and how many standard errors their means may be apart. Correct playouts
// are that far apart once in 30,000 comparisons, and the seeds are fixed.
const (
	sampledPlayouts = 4000
	sampledSigmas   = 4
)

// SameMeans fails t unless Playout from s has the mean returns of play by single plies, and the
// same mean of their squares.
func SameMeans[S any, A comparable](t testing.TB, rules *game.Rules[S, A], s S) {
	t.Helper()
	fast := sample(rules, rng.New(1), func(r *rng.Rand) []float64 { return playout(rules, s, r) })
	slow := sample(rules, rng.New(2), func(r *rng.Rand) []float64 { return PlayOut(rules, s, r, nil) })
	for i := range fast {
		if bound := sampledSigmas * math.Hypot(fast[i].error(), slow[i].error()); !(math.Abs(fast[i].mean-slow[i].mean) <= bound) {
			t.Errorf("moment %d of the playouts from %+v is %v, and %v ply by ply, want within %v", i, s, fast[i].mean, slow[i].mean, bound)
		}
	}
}

// ExactMean fails t unless the mean returns of Playout from s are those of [UniformSum].
func ExactMean[S, A comparable](t testing.TB, rules *game.Rules[S, A], s S) {
	t.Helper()
	fast := sample(rules, rng.New(1), func(r *rng.Rand) []float64 { return playout(rules, s, r) })
	for player, want := range UniformSum(rules, s) {
		if got := fast[player]; !(math.Abs(got.mean-want) <= sampledSigmas*got.error()+1e-9) {
			t.Errorf("the mean of the playouts from %+v is %v for player %d, want %v", s, got.mean, player, want)
		}
	}
}

// playout returns what Playout writes for a copy of s.
func playout[S any, A comparable](rules *game.Rules[S, A], s S, r *rng.Rand) []float64 {
	out := make([]float64, rules.NumPlayers())
	rules.Playouter.Playout(&s, r, out)
	return out
}

// mean is the mean of a sample, with the sum of the squared deviations (Welford, Technometrics
// 4(3), 1962).
type mean struct{ n, mean, squares float64 }

func (m *mean) add(v float64) {
	m.n++
	delta := v - m.mean
	m.mean += delta / m.n
	m.squares += delta * (v - m.mean)
}

// error returns the standard error.
func (m *mean) error() float64 { return math.Sqrt(m.squares) / m.n }

// sample returns the means of the returns of every player, followed by those of their squares.
func sample[S any, A comparable](rules *game.Rules[S, A], r *rng.Rand, play func(r *rng.Rand) []float64) []mean {
	all := make([]mean, 2*rules.NumPlayers())
	for range sampledPlayouts {
		for player, v := range play(r) {
			all[player].add(v)
			all[rules.NumPlayers()+player].add(v * v)
		}
	}
	return all
}
