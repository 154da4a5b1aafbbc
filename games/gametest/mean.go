package gametest

import (
	"math"
	"testing"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/rng"
)

// UniformReturns returns the exact mean returns of uniform play from start. It visits every state
// that can follow once, so it is for small boards and the ends of games. It panics if
// [game.NewRules] refuses g.
func UniformReturns[S, A comparable](g game.Game[S, A], start S) []float64 {
	u := uniform[S, A]{newWalker(g), map[S][]float64{}}
	return u.returns(start)
}

type uniform[S, A comparable] struct {
	walker[S, A]
	known map[S][]float64
}

func (u uniform[S, A]) returns(s S) []float64 {
	if mean, ok := u.known[s]; ok {
		return mean
	}
	mean := make([]float64, u.NumPlayers())
	u.known[s] = mean
	var here position[S, A]
	u.look(&here, &s)
	if here.isTerminal() {
		u.Returns(&s, mean)
		return mean
	}
	k := 0
	here.each(func(chosen ply[A]) {
		share := 1 / float64(here.count())
		if here.isChance() {
			share = here.probs[k]
		}
		k++
		var next S
		u.Copy(&next, &s)
		u.apply(&next, chosen)
		for player, v := range u.returns(next) {
			mean[player] += share * v
		}
	})
	return mean
}

// PlayoutMean fails t unless the mean returns of playouts of g from start are within four standard
// errors of [UniformReturns]. g must be a [game.Playouter].
func PlayoutMean[S, A comparable](t testing.TB, g game.Game[S, A], start S, playouts int) {
	t.Helper()
	rules := newWalker(g)
	if rules.Playouter == nil {
		t.Fatalf("gametest: PlayoutMean: %T has no Playout", g)
	}
	want, r := UniformReturns(g, start), rng.New(1)
	sums, squares, out := make([]float64, len(want)), make([]float64, len(want)), make([]float64, len(want))
	for range playouts {
		var s S
		rules.Copy(&s, &start)
		rules.Playouter.Playout(&s, r, out)
		for player, v := range out {
			sums[player] += v
			squares[player] += v * v
		}
	}
	for player, exact := range want {
		n := float64(playouts)
		mean := sums[player] / n
		deviation := math.Sqrt(max(0, squares[player]/n-mean*mean) / n)
		if !(math.Abs(mean-exact) <= 4*deviation+1e-9) {
			t.Errorf("gametest: the mean of %d playouts of %T from %+v is %v for player %d, want %v", playouts, g, start, mean, player, exact)
		}
	}
}
