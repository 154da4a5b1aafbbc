package breakthrough

import "math/bits"

// The weights of moves, the product of all that apply. They are plausible, not tuned.
const (
	rowWeight     = 0.15 // added to 1 for each row from the player's own one
	captureWeight = 3
	rescueWeight  = 9    // of capturing a piece that could reach its goal with its next move
	threatWeight  = 2    // of a piece that could then reach its goal
	safeWeight    = 10   // of a pawn that could then reach its goal and cannot be captured
	looseWeight   = 0.25 // of a pawn that could be captured without being recaptured
	winWeight     = 50   // of reaching the goal
)

// Weigh prefers captures, above all of a pawn that is about to win, and pawns that are far ahead
// and safe. A move to the row of index n, counted from the player's own row, has the weight 1 +
// 0.15n, times 3 if it captures, times 9 if it captures a pawn one step from its goal, times 10 if
// it ends one step from the goal and the pawn cannot be captured there, and times 50 if it reaches
// the goal. Where the pawn could be captured and not recaptured, the weight is a quarter.
func (g Game) Weigh(s *State, actions []Move, weights []float32) {
	g.weigh(s, actions, weights, 1)
	me := s.mover & 1
	left, right := g.board().diagonals(s.pawns[me], shift(me))
	toLeft, toRight := g.board().diagonals(s.pawns[me^1], shift(me^1))
	attacked := toLeft | toRight
	nextToGoal := bits.RotateLeft64(g.goal(me), -shift(me)-1)
	for i, m := range actions {
		to := uint64(1) << (m.To() & 63)
		if to&(attacked|nextToGoal) == 0 || to&g.goal(me) != 0 {
			continue
		}
		defended := (left | right) & to
		if m.columns() != 0 {
			defended = left & right & to // One of the two is the pawn itself.
		}
		switch {
		case attacked&to == 0:
			weights[i] *= safeWeight / threatWeight
		case defended == 0:
			weights[i] *= looseWeight
		}
	}
}

// diagonals returns the squares diagonally in front of pawns, to the left and to the right.
func (b board) diagonals(pawns uint64, up int) (left, right uint64) {
	return bits.RotateLeft64(pawns, up) & b.left, bits.RotateLeft64(pawns, up+2) & b.right
}

// weigh weighs what all games have in common. A piece goes at most reach rows forward.
func (g Game) weigh(s *State, actions []Move, weights []float32, reach int) {
	me, last := s.mover&1, g.Height()-1
	op := s.pawns[me^1]
	for i, m := range actions {
		row := m.To() / 8
		if me == black {
			row = last - row
		}
		weight := 1 + rowWeight*float32(row)
		isCapture := op>>(m.To()&63)&1 != 0
		if !isCapture && row < last-reach { // like most
			weights[i] = weight
			continue
		}
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

// Weigh weighs jumps by row and capture as [Game.Weigh] does, whether a knight can be captured or
// not. A jump to one of the two rows before the goal counts twice, and the capture of a knight
// there, 9 times.
func (Knightthrough) Weigh(s *State, actions []Move, weights []float32) {
	Game{}.weigh(s, actions, weights, 2)
}

// Weigh weighs moves by row and capture as [Game.Weigh] does, whether a pawn can be captured or
// not. A move to the row before the goal counts twice. Pass is never one of several actions.
func (PawnWhopping) Weigh(s *State, actions []Move, weights []float32) {
	if actions[0] == Pass {
		weights[0] = 1
		return
	}
	Game{}.weigh(s, actions, weights, 1)
}
