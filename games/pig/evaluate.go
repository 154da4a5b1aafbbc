package pig

import "math"

// Evaluate estimates the returns from the scores. Nine tenths of the total of a turn count as safe,
// and having the turn counts as 4 points, half of what a turn gains. The constants bring it close
// to the values of optimal play.
func (g Game) Evaluate(s *State, out []float64) {
	turn := s.turn()
	total := 0.9 * float64(s.Total())
	ahead := 4 + total + float64(s.Score(turn)-s.Score(1-turn))
	missing := float64(g.Goal()) - (total+float64(s.Score(turn)+s.Score(1-turn)))/2 // to each, on average
	out[turn] = 1 / (1 + math.Exp(-ahead/(4*math.Sqrt(missing))))
	out[1-turn] = 1 - out[turn]
}
