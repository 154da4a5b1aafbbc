package breakthrough

// The weights of moves, the product of all that apply. They are plausible, not tuned.
const (
	rowWeight     = 0.15 // added to 1 for each row from the player's own one
	captureWeight = 3
	rescueWeight  = 9  // of capturing a piece that could reach its goal with its next move
	threatWeight  = 2  // of a piece that could then reach its goal
	winWeight     = 50 // of reaching the goal
)

// Weigh prefers captures, above all of a pawn that is about to win, and pawns that are far ahead. A
// move to the row of index n, counted from the player's own row, has the weight 1 + 0.15n, times 3
// if it captures, times 9 if it captures a pawn one step from its goal, times 2 if it ends one step
// from the goal, and times 50 if it wins by reaching the goal.
func (g Game) Weigh(s *State, actions []Move, weights []float32) { g.weigh(s, actions, weights, 1) }

// weigh implements Weigh for all games. A piece goes at most reach rows forward.
func (g Game) weigh(s *State, actions []Move, weights []float32, reach int) {
	me, last := s.mover&1, g.Height()-1
	op := s.pawns[me^1]
	for i, m := range actions {
		row := m.To() / 8
		if me == black {
			row = last - row
		}
		weight := 1 + rowWeight*float32(row)
		isCapture := op>>m.To()&1 != 0
		switch {
		case row == last:
			weight *= winWeight
		case isCapture && row <= reach:
			weight *= rescueWeight
		case isCapture:
			weight *= captureWeight
		}
		if row < last && row >= last-reach {
			weight *= threatWeight
		}
		weights[i] = weight
	}
}

// Weigh weighs jumps as [Game.Weigh] does, where a knight is about to win if it is one or two rows
// from its goal.
func (Knightthrough) Weigh(s *State, actions []Move, weights []float32) {
	Game{}.weigh(s, actions, weights, 2)
}

// Weigh weighs moves as [Game.Weigh] does. Pass is never one of several actions.
func (PawnWhopping) Weigh(s *State, actions []Move, weights []float32) {
	if actions[0] == Pass {
		weights[0] = 1
		return
	}
	Game{}.weigh(s, actions, weights, 1)
}
