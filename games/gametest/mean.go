package gametest

import (
	"math"
	"testing"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/internal/moments"
	"github.com/banyan-go/banyan/rng"
)

// UniformReturns returns the exact mean returns of uniform play from start, with the rewards of all
// plies. It visits every state that can follow once, so it is for small boards and the ends of
// games. It panics if [game.NewRules] refuses g, and where outcomes of chance cannot be listed.
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
	var here position[S, A]
	if u.look(&here, &s); here.isTerminal() {
		u.known[s] = u.walker.returns(&s)
		return u.known[s]
	}
	mean := make([]float64, u.NumPlayers())
	u.known[s] = mean
	k := 0
	here.each(func(chosen ply[A]) {
		share := 1 / float64(here.count())
		if here.isChance() {
			share = here.probs[k]
		}
		k++
		next := u.copyOf(&s)
		u.apply(next, chosen)
		rewards := u.rewards(next)
		for player, v := range u.returns(*next) {
			mean[player] += share * (v + rewards[player])
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
	all, out := make([]moments.Sample, len(want)), make([]float64, len(want))
	for range playouts {
		rules.Playouter.Playout(rules.copyOf(&start), r, out)
		for player, v := range out {
			all[player].Add(v)
		}
	}
	for player, m := range all {
		if !(math.Abs(m.Mean-want[player]) <= 4*math.Sqrt(m.ErrorSquared())+1e-9) {
			t.Errorf("gametest: the mean of %d playouts of %T from %+v is %v for player %d, want %v", playouts, g, start, m.Mean, player, want[player])
		}
	}
}

// Perft returns the number of sequences of depth actions that can be played from start. Games that
// end earlier do not count. A chance outcome counts as an action, and so does a joint action at a
// simultaneous-move node. Perft of depth 0 is 1. The counts of many games are published, so an
// error in the rules shows as a wrong number. The time is proportional to the result. Perft panics
// if [game.NewRules] refuses g, and where outcomes of chance cannot be listed.
func Perft[S any, A comparable](g game.Game[S, A], start S, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	w := newWalker(g)
	levels := make([]level[S, A], depth)
	w.Copy(&levels[0].state, &start)
	return w.perft(levels)
}

// level is the memory of one depth.
type level[S any, A comparable] struct {
	state S
	position[S, A]
}

// perft counts the sequences of len(levels) actions from the state of the first level.
func (w *walker[S, A]) perft(levels []level[S, A]) uint64 {
	here := &levels[0]
	w.look(&here.position, &here.state)
	if len(levels) == 1 {
		return here.count()
	}
	var sum uint64
	here.each(func(chosen ply[A]) {
		next := &levels[1].state
		w.Copy(next, &here.state)
		w.apply(next, chosen)
		sum += w.perft(levels[1:])
	})
	return sum
}
