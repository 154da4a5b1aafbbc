package connect4

import (
	"math"
	"math/bits"
)

// The weights are plausible, not tuned. Their unit is a disc in a line of four squares without
// discs of the opponent.
const (
	threatValue = 6  // of an empty square that completes a line
	scale       = 16 // a player that is ahead by scale is expected to win 73 games in 100
)

// Evaluate writes the winning chances of both players, 1/(1+exp(-d/16)), where d is the difference
// between the sums of both players. The sum of a player is, over all lines of four squares without
// discs of the opponent, the number of its discs there, plus 6 for each empty square where a disc
// of the player would complete a line.
//
// If the end is in sight, the values are 1 and 0. The player to move wins if it can complete a line
// at once, and otherwise loses if the opponent could do so in two columns.
func (g Game) Evaluate(s *State, out []float64) {
	me, op := s.own, s.own^s.discs
	empty := g.full() &^ s.discs
	free := (s.discs + g.bottoms()) & empty // the square where the next disc of each column lands
	mine, its := completing(me)&empty, completing(op)&empty
	value := 0.0
	switch arriving := its & free; {
	case mine&free != 0:
		value = 1
	case arriving&(arriving-1) == 0:
		ahead := inLines(me, empty) - inLines(op, empty) +
			threatValue*(bits.OnesCount64(mine)-bits.OnesCount64(its))
		value = 1 / (1 + math.Exp(-float64(ahead)/scale))
	}
	mover := bits.OnesCount64(s.discs) & 1
	out[mover], out[mover^1] = value, 1-value
}

// inLines returns the number of discs in lines of four that are empty apart from such discs. A disc
// counts once for each of its lines.
func inLines(discs, empty uint64) (sum int) {
	open := discs | empty
	for _, d := range [...]int{1, columnBits - 1, columnBits, columnBits + 1} {
		lines := open & (open >> d)
		lines &= lines >> (2 * d) // the first squares of the lines
		for k := range 4 {
			sum += bits.OnesCount64(lines << (k * d) & discs)
		}
	}
	return sum
}

// centerWeights are the weights of columns by the distance from the middle of the board, in halves
// of a column.
var centerWeights = [maxWidth]float32{1, 0.87, 0.75, 0.62, 0.5, 0.42, 0.35, 0.3}

// The factors of columns that decide the game.
const (
	winWeight   = 50
	blockWeight = 10 // of a square where the opponent would win
)

// Weigh prefers the middle: from the center of the usual board outwards, the columns have the
// weights 1, 0.75, 0.5 and 0.35. A column that wins counts 50 times as much, and one where the
// opponent would win, 10 times.
func (g Game) Weigh(s *State, actions []Drop, weights []float32) {
	free := (s.discs + g.bottoms()) & g.full() // the square where the next disc of each column lands
	wins, losses := completing(s.own)&free, completing(s.own^s.discs)&free
	for i, a := range actions {
		distance := 2*int(a) - g.Width() + 1
		weights[i] = centerWeights[max(distance, -distance)]
		switch column := uint64(0xff) << (a * columnBits & 63); {
		case wins&column != 0:
			weights[i] *= winWeight
		case losses&column != 0:
			weights[i] *= blockWeight
		}
	}
}

// WinningAction returns the leftmost column by which the player to move gets four in a line at
// once. It reports false if there is none.
func (g Game) WinningAction(s *State) (Drop, bool) {
	free := (s.discs + g.bottoms()) & g.full() // the square where the next disc of each column lands
	wins := completing(s.own) & free
	if wins == 0 || hasLine(s.own^s.discs) {
		return 0, false
	}
	return Drop(bits.TrailingZeros64(wins) / columnBits), true
}

// completing returns the squares that complete a line of four of these discs. It may return squares
// outside the board and occupied squares.
func completing(discs uint64) uint64 {
	upright := discs << 1 & (discs << 2) & (discs << 3) // from below
	return upright | along(discs, columnBits) | along(discs, columnBits+1) | along(discs, columnBits-1)
}

// along is completing for the lines of one direction, in which neighbors are d bits apart. Of the
// three other squares of a line, up to three are before and up to three behind. It is inlined, so
// the shifts are constant.
func along(discs uint64, d uint) uint64 {
	before, behind := discs<<d&(discs<<(2*d)), discs>>d&(discs>>(2*d))
	return before&(discs<<(3*d)|discs>>d) | behind&(discs>>(3*d)|discs<<d)
}
