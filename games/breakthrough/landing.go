package breakthrough

import "math/bits"

// Knightthrough and Pawn Whopping view the board from the side to move, which always plays upwards.
// Each has four kinds of steps. All steps of one kind go the same distance, so that one shift moves
// a whole set of squares.

// The columns where a step to the left or to the right may end. A shift beyond the edge ends in
// another column.
const (
	columnsAToF = 0x3f * eachRow
	columnsAToG = 0x7f * eachRow
	columnsBToH = 0xfe * eachRow
	columnsCToH = 0xfc * eachRow
)

// upsideDown mirrors the rows of both squares of a move, by exclusive or.
const upsideDown = 0x3838

// landings are the squares where steps may end, by kind of step.
type landings [4]uint64

// distances are the distances of the steps, by kind of step.
type distances [4]uint8

// seen returns the pieces of the side to move and of its opponent, viewed from the side to move.
func (s *State) seen() (me, op uint64) {
	me, op = s.pawns[s.mover&1], s.pawns[s.mover&1^1]
	if s.mover&1 == black {
		return overturn(me, op)
	}
	return me, op
}

// overturn mirrors the rows of two sets of squares.
func overturn(a, b uint64) (uint64, uint64) { return bits.ReverseBytes64(a), bits.ReverseBytes64(b) }

// count returns the number of steps.
func (l *landings) count() int {
	return bits.OnesCount64(l[0]) + bits.OnesCount64(l[1]) + bits.OnesCount64(l[2]) + bits.OnesCount64(l[3])
}

// appendMoves appends the steps of a player as moves, by kind, and then from the player's own row
// to the far row.
func (l *landings) appendMoves(dst []Move, far *distances, player uint8) []Move {
	turn := Move(player&1) * upsideDown
	for kind, set := range l {
		for ; set != 0; set &= set - 1 {
			to := bits.TrailingZeros64(set)
			dst = append(dst, Move(to-int(far[kind])|to<<8)^turn)
		}
	}
	return dst
}

// draw returns the target and the origin, as sets of one square, of a uniformly random step, given
// a uniform 64-bit number. There must be a step. Like the draw of Breakthrough it has no branch,
// because a processor could not predict it.
func (l *landings) draw(far *distances, random uint64) (to, from uint64) {
	one := uint64(bits.OnesCount64(l[0]))
	two := one + uint64(bits.OnesCount64(l[1]))
	three := two + uint64(bits.OnesCount64(l[2]))
	k, _ := bits.Mul64(random, three+uint64(bits.OnesCount64(l[3])))
	// The sign bit of a difference is set if the step is not of the first one, two or three kinds.
	kind := ((one-1-k)>>63 + (two-1-k)>>63 + (three-1-k)>>63) & 3
	before := [4]uint64{0, one, two, three}
	to = nth(l[kind], k-before[kind])
	return to, to >> (far[kind] & 63)
}

// move returns the move of a player, whose origin and target are sets of one square in the view of
// the player.
func move(from, to uint64, player uint8) Move {
	return Move(bits.TrailingZeros64(from)|bits.TrailingZeros64(to)<<8) ^ Move(player&1)*upsideDown
}

// The moves of Knightthrough and Pawn Whopping are numbered by side, origin and kind of step. No
// move starts from the far row of its side.
const (
	sideSteps = 4 * 7 * 8
	allSteps  = 2 * sideSteps
)

// kindOf is the kind of step by distance. The two games have no distance in common.
var kindOf = [64]uint8{6: 0, 15: 1, 17: 2, 10: 3, 7: 0, 8: 1, 9: 2, 16: 3}

// stepIndex returns the number of a move.
func stepIndex(m Move) int {
	first := 0
	if m.To() < m.From() {
		m ^= upsideDown
		first = sideSteps
	}
	return first + 4*m.From() + int(kindOf[(m.To()-m.From())&63])
}
