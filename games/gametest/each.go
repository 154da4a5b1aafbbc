package gametest

import (
	"errors"
	"testing"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/rng"
)

// TestEach calls law, a law of your own, at the first 4000 positions of random games from start,
// terminal ones included: those of [Test]. It returns up to three of its errors, joined by
// [errors.Join], each with the seed and the actions that lead to the position. A panic of law or of
// g is an error, too. law gets a copy of the state, which it may change. TestEach panics if
// [game.NewRules] refuses g.
//
//	err := gametest.TestEach(game, game.Start(), func(s *mygame.State) error {
//		if n := s.Discs(0) - s.Discs(1); n != 0 && n != 1 {
//			return fmt.Errorf("the first player has %d discs more", n)
//		}
//		return nil
//	})
func TestEach[S any, A comparable](g game.Game[S, A], start S, law func(s *S) error) error {
	e := each[S, A]{walker: newWalker(g), law: law}
	for seed := range uint64(maxGames) {
		if e.plies >= checkedPlies || len(e.findings) >= maxFindings {
			break
		}
		e.play(seed, &start)
	}
	return errors.Join(e.findings...)
}

// Each fails t with the errors of [TestEach]. It panics when that does.
func Each[S any, A comparable](t testing.TB, g game.Game[S, A], start S, law func(s *S) error) {
	t.Helper()
	if err := TestEach(g, start, law); err != nil {
		t.Error(err)
	}
}

type each[S any, A comparable] struct {
	walker[S, A]
	report[A]
	law   func(s *S) error
	plies int
}

func (e *each[S, A]) play(seed uint64, start *S) {
	e.seed, e.path = seed, nil
	defer e.catch()
	r := rng.New(seed)
	var s S
	e.Copy(&s, start)
	for range maxPlies {
		e.plies++
		var shown S
		e.Copy(&shown, &s)
		if err := e.law(&shown); err != nil {
			e.find(lawEach, "%w", err)
		}
		var p position[S, A]
		if e.look(&p, &s); p.isTerminal() || e.plies >= checkedPlies || len(e.findings) >= maxFindings {
			return
		}
		chosen := append(ply[A]{}, p.draw(r)...)
		e.apply(&s, chosen)
		e.path = append(e.path, chosen)
	}
}
