package gametest

import (
	"github.com/banyan-go/banyan/game"
)

// Perft returns the number of sequences of depth actions that can be played from start. Games that
// end earlier do not count. A chance outcome counts as an action, and so does a joint action at a
// simultaneous-move node. Perft of depth 0 is 1. The counts of many games are published, so an
// error in the rules shows as a wrong number. The time is proportional to the result. Perft panics
// if [game.NewRules] refuses g.
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
