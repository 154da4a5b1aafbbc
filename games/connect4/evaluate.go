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
