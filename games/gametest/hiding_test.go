package gametest_test

import (
	"fmt"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/rng"
)

// hiding is hide-and-seek. Player 0 hides at one of three places, a coin shows player 1 the value
// of a find, player 0 guesses the coin, and player 1 seeks. Tests replace its methods to plant
// mistakes.
type hiding struct {
	wide bool // Player 0 has a third guess at place 0.

	determinize func(s *hidingState, observer int, r *rng.Rand)
	know        func(s *hidingState, player int) string
	view        func(s *hidingState, observer int) string
	tell        func(before *hidingState, a uint8, after *hidingState) string
}

type hidingState struct{ step, place, coin, guess, sought uint8 }

func (hiding) NumPlayers() int { return 2 }

func (hiding) ToMove(s *hidingState) int { return []int{0, game.Chance, 0, 1, 0}[s.step] }

func (g hiding) AppendActions(dst []uint8, s *hidingState) []uint8 {
	for a := range []uint8{3, 0, 2, 3, 0}[s.step] {
		dst = append(dst, a)
	}
	if g.wide && s.step == 2 && s.place == 0 {
		dst = append(dst, 2)
	}
	return dst
}

func (hiding) AppendOutcomes(dst []game.Outcome[uint8], _ *hidingState) []game.Outcome[uint8] {
	return append(dst, game.Outcome[uint8]{Action: 0, Prob: 0.5}, game.Outcome[uint8]{Action: 1, Prob: 0.5})
}

func (hiding) Apply(s *hidingState, a uint8) {
	*[]*uint8{&s.place, &s.coin, &s.guess, &s.sought}[s.step] = a
	s.step++
}

func (hiding) Returns(s *hidingState, out []float64) {
	if s.place == s.sought {
		out[1] = float64(1 + s.coin)
	}
	if s.guess == s.coin {
		out[0] = 1
	}
}

func (g hiding) View(s *hidingState, observer int) string {
	if g.view != nil {
		return g.view(s, observer)
	}
	switch {
	case s.step == 4:
		return fmt.Sprint(*s)
	case observer == 0:
		return fmt.Sprintf("step %d, place %d, guess %d", s.step, s.place, s.guess)
	}
	return fmt.Sprintf("step %d, coin %d, guess %d", s.step, s.coin, s.guess)
}

func (g hiding) InformationState(s *hidingState, player int) uint64 {
	if g.know != nil {
		return hashText(g.know(s, player))
	}
	return hashText(hiding{}.View(s, player))
}

func (g hiding) Determinize(s *hidingState, observer int, r *rng.Rand) {
	switch {
	case g.determinize != nil:
		g.determinize(s, observer, r)
	case s.step == 4:
	case observer == 0 && s.step >= 2:
		s.coin = uint8(r.IntN(2))
	case observer == 1 && s.guess == 2:
		s.place = 0
	case observer == 1 && s.step >= 1:
		s.place = uint8(r.IntN(3))
	}
}

func (g hiding) Tell(before *hidingState, a uint8, after *hidingState) string {
	if g.tell != nil {
		return g.tell(before, a, after)
	}
	switch before.step {
	case 0:
		return "hides"
	case 1:
		return "the coin falls"
	}
	return fmt.Sprint("says ", a)
}
