package gametest

import (
	"iter"
	"slices"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/rng"
)

// Positions returns the positions that [Each] visits: the first 4000 of random games from start,
// terminal ones included. Each has the text of the place where it is, which is the seed and the
// actions that lead to it, and a copy of the state, which the caller may change. It is for tests
// that look for positions of some kind. Iteration panics if [game.NewRules] refuses g.
func Positions[S any, A comparable](g game.Game[S, A], start S) iter.Seq2[string, S] {
	return func(yield func(string, S) bool) {
		w, plies := newWalker(g), 0
		for seed := range uint64(maxGames) {
			at, r := report[A]{seed: seed}, rng.New(seed)
			var s S
			w.Copy(&s, &start)
			for range maxPlies {
				var shown S
				w.Copy(&shown, &s)
				if plies++; !yield(at.place(), shown) || plies >= checkedPlies {
					return
				}
				var p position[S, A]
				if w.look(&p, &s); p.isTerminal() {
					break
				}
				chosen := slices.Clone(p.draw(r))
				w.apply(&s, chosen)
				at.path = append(at.path, chosen)
			}
		}
	}
}
