package gomoku

import (
	"math"
	"math/bits"
)

// A line without stones of the opponent is worth 1, 4, 16, ... for one stone, two stones, and so
// on. The numbers are plausible, not tuned.
const scale = 32 // a player that is ahead by scale is expected to win 73 games in 100

// Evaluate writes the winning chances of both players, 1/(1+exp(-d/32)), where d is the difference
// between the sums of both players. The sum of a player is that of 4^(n-1) over all lines with n>0
// of its stones and none of the opponent. A line has as many points as it takes to win. The sum of
// the player to move counts twice, because it adds the next stone.
//
// If the player to move lacks one stone of a line, the values are 1 and 0.
func (g Game) Evaluate(s *State, out []float64) {
	b, me := g.board(), int(s.plies&1)
	count := b.countLines
	if b.isWord {
		count = b.countWordLines
	}
	mine, its := count(&s.stones[me], &s.stones[me^1]), count(&s.stones[me^1], &s.stones[me])
	value := 1.0
	if mine[b.length-1] == 0 {
		ahead, worth := 0.0, 1.0
		for n := 1; n < b.length; n++ {
			ahead += worth * float64(2*mine[n]-its[n])
			worth *= 4
		}
		value = 1 / (1 + math.Exp(-ahead/scale))
	}
	out[me], out[me^1] = value, 1-value
}

// lineCounts are the numbers of lines without stones of the opponent, by the number of own stones.
type lineCounts [MaxSize + 1]int

func (b *board) countLines(own, other *points) (counts lineCounts) {
	last := b.length - 1
	for _, step := range directions {
		for i := range b.area {
			x, y := i%b.width, i/b.width
			if !b.includes(x+last*step.x, y+last*step.y) {
				continue
			}
			n, far := 0, step.y*b.width+step.x
			for k := range b.length {
				if other.has(i + k*far) {
					n = -1
					break
				}
				if own.has(i + k*far) {
					n++
				}
			}
			if n >= 0 {
				counts[n]++
			}
		}
	}
	return counts
}

// countWordLines is countLines if sets of points are one word. Bit i of the sums is the number of
// stones in the line that begins at point i, in binary.
func (b *board) countWordLines(own, other *points) (counts lineCounts) {
	for d := range b.inWord {
		line := &b.inWord[d]
		open := line.starts
		var sums [4]uint64
		for k := range b.length {
			shift := k * int(line.shifts[0]) & 63
			open &^= other[0] >> shift
			carry := own[0] >> shift
			for i, sum := range sums {
				sums[i], carry = sum^carry, sum&carry
			}
		}
		for n := range b.length + 1 {
			lines := open
			for i, sum := range sums {
				if n>>i&1 != 0 {
					lines &= sum
				} else {
					lines &^= sum
				}
			}
			counts[n] += bits.OnesCount64(lines)
		}
	}
	return counts
}
