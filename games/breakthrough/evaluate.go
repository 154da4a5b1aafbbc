package breakthrough

import (
	"math"
	"math/bits"
)

// A pawn that has made n steps has value pawnValue + n*n. A side that is ahead by scale is expected
// to win 73 games in 100. The numbers are plausible, not tuned.
const (
	pawnValue = 10
	scale     = 16
)

// Evaluate writes the winning chances of both players. From material and advance it computes
// 1/(1+exp(-d/16)), where d is the difference between the sums of 10+n*n over the pawns of each
// side, and n is the number of steps that a pawn has made.
//
// If the end is in sight, the values are 1 and 0. The side to move wins if it can win at once. It
// loses if the opponent has a pawn one step from its goal that cannot be captured, or two such
// pawns.
func (g Game) Evaluate(s *State, out []float64) {
	me := s.mover & 1
	value := 0.0
	switch won, lost := g.ending(s); {
	case won:
		value = 1
	case !lost:
		ahead := g.worth(s, me) - g.worth(s, me^1)
		value = 1 / (1 + math.Exp(-float64(ahead)/scale))
	}
	out[me], out[me^1] = value, 1-value
}

// worth returns the sum of the values of a player's pawns.
func (g Game) worth(s *State, player uint8) int {
	sum, rows := 0, s.pawns[player]
	if player == black {
		rows = bits.ReverseBytes64(rows) >> (8 * g.shorter & 63)
	}
	for step := 0; rows != 0; step++ {
		sum += bits.OnesCount8(uint8(rows)) * (pawnValue + step*step)
		rows >>= 8
	}
	return sum
}

// ending reports whether the side to move wins with its next move, and if not, whether the opponent
// wins with the move after it in any case. A pawn one step from its goal can always reach it,
// because none of the side's own pawns is there.
func (g Game) ending(s *State) (won, lost bool) {
	me := s.mover & 1
	op, up := s.pawns[me^1], shift(me)
	left, _, right := g.board().targets(s.pawns[me], op, up)
	captures := (left | right) & op
	if (left|right)&g.goal(me) != 0 || captures != 0 && isSingle(op) {
		return true, false
	}
	arriving := op & bits.RotateLeft64(g.goal(me^1), up+1)
	return false, arriving&^captures != 0 || arriving != 0 && !isSingle(arriving)
}

func isSingle(set uint64) bool { return set != 0 && set&(set-1) == 0 }

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

// WinningAction returns a move to the far row, or one that captures the last pawn of the opponent.
// It reports false if there is none.
func (g Game) WinningAction(s *State) (Move, bool) {
	if g.over(s) {
		return 0, false
	}
	me, up := s.mover&1, shift(s.mover)
	op := s.pawns[me^1]
	wins := g.goal(me)
	if op&(op-1) == 0 {
		wins |= op
	}
	left, straight, right := g.board().targets(s.pawns[me], op, up)
	for step, targets := range [...]uint64{left & wins, straight & wins, right & wins} {
		if targets != 0 {
			return Move(bits.TrailingZeros64(targets)*0x101 - up - step), true
		}
	}
	return 0, false
}
