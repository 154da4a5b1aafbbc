package gomoku

import "math/bits"

// An open line of a player has stones of the player and none of the opponent, and as many points as
// it takes to win. What counts is how many stones it lacks, and lines that lack more than
// mostMissing do not count.
const mostMissing = 4

// openLines is what the open lines of a player amount to.
type openLines struct {
	count     [mostMissing + 1]int // by the number of stones that they lack
	completes points               // the empty points that complete a line
	fours     points               // the empty points of lines that lack two stones
}

// openLines returns those of the player with the stones own.
func (b *board) openLines(own, other *points) (lines openLines) {
	if b.isBytes {
		open := b.openInWord(own[0], other[0])
		return b.summary(&open, own[0])
	}
	b.eachOpenLine(own, other, func(_, first, step, missing int) {
		lines.count[missing]++
		switch missing {
		case 1:
			b.addEmpty(&lines.completes, own, first, step)
		case 2:
			b.addEmpty(&lines.fours, own, first, step)
		}
	})
	return lines
}

// eachOpenLine calls f for the open lines of own: with the direction, the index of the first point,
// the distance of its neighbours, and the number of stones that are missing.
func (b *board) eachOpenLine(own, other *points, f func(direction, first, step, missing int)) {
	last := b.length - 1
	for d, by := range directions {
		step := by.y*b.width + by.x
		for first := range b.area {
			if x, y := first%b.width, first/b.width; !b.includes(x+last*by.x, y+last*by.y) {
				continue
			}
			missing := b.missing(own, other, first, step)
			if missing >= 1 && missing <= min(mostMissing, b.length-1) {
				f(d, first, step, missing)
			}
		}
	}
}

// missing returns how many stones a line lacks, or -1 if the other player has one in it.
func (b *board) missing(own, other *points, first, step int) int {
	missing := b.length
	for i := first; i != first+b.length*step; i += step {
		if other.has(i) {
			return -1
		}
		if own.has(i) {
			missing--
		}
	}
	return missing
}

// addEmpty adds the points of an open line that have no stone.
func (b *board) addEmpty(set, own *points, first, step int) {
	for i := first; i != first+b.length*step; i += step {
		if !own.has(i) {
			set.add(i)
		}
	}
}

// wordLines are the points where open lines of a player begin, by direction and by the number of
// stones that they lack.
type wordLines [len(directions)][mostMissing + 1]uint64

// openInWord finds open lines if sets of points are one word.
func (b *board) openInWord(own, other uint64) (open wordLines) {
	for d := range b.inWord {
		starts, step := b.inWord[d].starts, int(b.inWord[d].shifts[0])

		// Bit i of these words is the number of stones in the line that begins at point i, in
		// binary. The eighth stone would be a line.
		var ones, twos, fours uint64
		for k := range b.length {
			stone := own >> (k * step & 63)
			starts &^= other >> (k * step & 63)
			fours ^= twos & ones & stone
			twos ^= ones & stone
			ones ^= stone
		}
		for missing := 1; missing <= min(mostMissing, b.length-1); missing++ {
			n := b.length - missing
			open[d][missing] = starts & same(ones, n) & same(twos, n>>1) & same(fours, n>>2)
		}
	}
	return open
}

// same returns the bits of a word that equal the last bit of n.
func same(word uint64, n int) uint64 { return word ^ (uint64(n&1) - 1) }

// summary returns what the lines amount to.
func (b *board) summary(open *wordLines, own uint64) (lines openLines) {
	for d := range open {
		for missing, starts := range open[d] {
			lines.count[missing] += bits.OnesCount64(starts)
		}
		lines.completes[0] |= b.covered(d, open[d][1])
		lines.fours[0] |= b.covered(d, open[d][2])
	}
	lines.completes[0] &^= own
	lines.fours[0] &^= own
	return lines
}

// covered returns the points of the lines of a direction that begin at these points.
func (b *board) covered(direction int, starts uint64) (set uint64) {
	step := int(b.inWord[direction].shifts[0])
	for n := b.length; n > 0 && starts != 0; n-- {
		set |= starts
		starts <<= step & 63
	}
	return set
}
