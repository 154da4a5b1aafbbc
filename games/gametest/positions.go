package gametest

import (
	"errors"
	"iter"
	"testing"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/rng"
)

// Positions returns the positions that [Each] visits: the first 4000 of random games from start,
// terminal ones included. Each has the text of the place where it is, which is the seed and the
// actions that lead to it, and a copy of the state, which the caller may change. It is for tests
// that look for positions of some kind. Iteration panics if [game.NewRules] refuses g.
func Positions[S any, A comparable](g game.Game[S, A], start S) iter.Seq2[string, S] {
	return func(yield func(string, S) bool) {
		w, at, plies, stopped := newWalker(g), report[A]{}, 0, false
		for seed := uint64(0); seed < maxGames && plies < checkedPlies && !stopped; seed++ {
			w.play(&at, seed, &start, func(p *position[S, A]) bool {
				plies++
				stopped = !yield(at.String(), *w.copyOf(p.state))
				return !stopped && plies < checkedPlies
			})
		}
	}
}

// TestEach calls law, a custom law, at the first 4000 positions of random games from start,
// terminal ones included: the positions of [Test]. It returns up to three of its errors, joined by
// [errors.Join], each with the seed and the actions that lead to the position. A panic of law or of
// g is an error, too. law gets a copy of the state, which it may change. TestEach panics if
// [game.NewRules] refuses g.
//
// In a game with Determinize, TestEach also calls law at a determinization of each position for
// each player: a state that a search visits must be as sound as one of a real game.
//
//	err := gametest.TestEach(game, game.Start(), func(s *mygame.State) error {
//		if n := s.Discs(0) - s.Discs(1); n != 0 && n != 1 {
//			return fmt.Errorf("the first player has %d discs more", n)
//		}
//		return nil
//	})
func TestEach[S any, A comparable](g game.Game[S, A], start S, law func(s *S) error) error {
	w, found, plies := newWalker(g), report[A]{}, 0
	goOn := func() bool { return plies < checkedPlies && len(found.findings) < maxFindings }
	for seed := uint64(0); seed < maxGames && goOn(); seed++ {
		func() {
			defer found.catch()
			w.play(&found, seed, &start, func(p *position[S, A]) bool {
				plies++
				if err := law(w.copyOf(p.state)); err != nil {
					found.find(lawEach, "%w", err)
				}
				for observer, s := range w.determinizations(p.state, uint64(plies)) {
					if err := law(s); err != nil {
						found.find(lawEach, "in a determinization for player %d: %w", observer, err)
					}
				}
				return goOn()
			})
		}()
	}
	return errors.Join(found.findings...)
}

// determinizations returns a determinization of s for each player, if the game has Determinize.
func (w *walker[S, A]) determinizations(s *S, seed uint64) (samples []*S) {
	if w.Determinizer == nil {
		return nil
	}
	r := rng.New(seed)
	for observer := range w.NumPlayers() {
		sample := w.copyOf(s)
		w.Determinizer.Determinize(sample, observer, r)
		samples = append(samples, sample)
	}
	return samples
}

// Each fails t with the errors of [TestEach]. It panics when that does.
func Each[S any, A comparable](t testing.TB, g game.Game[S, A], start S, law func(s *S) error) {
	t.Helper()
	if err := TestEach(g, start, law); err != nil {
		t.Error(err)
	}
}
