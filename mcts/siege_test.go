package mcts_test

import "github.com/banyan-go/banyan/rng"

// siege is a game in which player 0 acts at plies 0, 2, 3, player 1 at 1 and 4, and a turn is three
// plies. Each passes (0) or acts (1). Player 0 wins by acting at ply 2 if the hidden card is 7 of
// 0..9.
type siege struct{}

type siegeState struct {
	card, plies int
	breach      bool
}

func (siege) NumPlayers() int                               { return 2 }
func (siege) ToMove(s *siegeState) int                      { return [...]int{0, 1, 0, 0, 1, 0}[s.plies] }
func (siege) Determinize(s *siegeState, _ int, r *rng.Rand) { s.card = r.IntN(10) }

func (siege) AppendActions(dst []int, s *siegeState) []int {
	if s.plies == 5 {
		return dst
	}
	return append(dst, 0, 1)
}

func (siege) Apply(s *siegeState, a int) {
	s.breach = s.breach || s.plies == 2 && a == 1 && s.card == 7
	s.plies++
}

func (siege) Returns(s *siegeState, out []float64) {
	out[0], out[1] = 0, 1
	if s.breach {
		out[0], out[1] = 1, 0
	}
}

// siegeTurns is a siege that counts turns.
type siegeTurns struct{ siege }

func (siegeTurns) Turn(s *siegeState) int { return s.plies / 3 }
