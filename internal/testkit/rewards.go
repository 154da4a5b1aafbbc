package testkit

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/internal/moments"
	"github.com/banyan-go/banyan/rng"
)

// Rules returns the rules of a game, and fails t if it has none.
func Rules[S any, A comparable](t require.TestingT, g game.Game[S, A]) *game.Rules[S, A] {
	r, err := game.NewRules(g)
	require.NoError(t, err)
	return &r
}

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
		if bound := sampledSigmas * math.Sqrt(fast[i].ErrorSquared()+slow[i].ErrorSquared()); !(math.Abs(fast[i].Mean-slow[i].Mean) <= bound) {
			t.Errorf("moment %d of the playouts from %+v is %v, and %v ply by ply, want within %v", i, s, fast[i].Mean, slow[i].Mean, bound)
		}
	}
}

// playout returns what Playout writes for a copy of s.
func playout[S any, A comparable](rules *game.Rules[S, A], s S, r *rng.Rand) []float64 {
	out := make([]float64, rules.NumPlayers())
	rules.Playouter.Playout(&s, r, out)
	return out
}

// sample returns the means of the returns of every player, followed by the means of their squares.
func sample[S any, A comparable](rules *game.Rules[S, A], r *rng.Rand, play func(r *rng.Rand) []float64) []moments.Sample {
	all := make([]moments.Sample, 2*rules.NumPlayers())
	for range sampledPlayouts {
		for player, v := range play(r) {
			all[player].Add(v)
			all[rules.NumPlayers()+player].Add(v * v)
		}
	}
	return all
}
