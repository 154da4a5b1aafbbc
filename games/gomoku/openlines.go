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

// openLines returns the open lines of the player with the stones own.
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
// the distance of its neighbors, and the number of stones that are missing.
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

// fourSearch looks for a win by fours: every stone leaves one point that completes a line, which
// the opponent has to occupy, until one leaves two of them. For lines of five, such a stone makes a
// four. The search is short, because there is one reply, and it sees further than a tree that has
// to try all replies.
type fourSearch struct {
	b    *board
	left int    // the stones that may still be tried
	way  points // the stones of the winning player, if it wins, and what completes their lines
}

// wins reports whether own, who is to move, wins by fours, and the first stone. fours has the
// points to try. must has the point where other would complete a line, if there is one.
func (f *fourSearch) wins(own, other, fours, must *points) (first int, ok bool) {
	if f.b.isBytes {
		stone := f.winsInWord(own[0], other[0], fours[0], must[0])
		return bits.TrailingZeros64(stone), stone != 0
	}
	return f.winsAny(own, other, fours, must)
}

// winsInWord returns the first stone, or nothing, if sets of points are one word.
func (f *fourSearch) winsInWord(own, other, fours, must uint64) (first uint64) {
	b := f.b
	if must != 0 {
		fours &= must
	}
	for ; fours != 0 && f.left > 0; fours &= fours - 1 {
		f.left--
		at := bits.TrailingZeros64(fours)
		stone := uint64(1) << at
		mine, empty := own|stone, b.all[0]&^(own|other|stone)
		replies := b.inBytes.through(mine, at) & empty
		if replies&(replies-1) == 0 {
			its := other | replies
			must := b.inBytes.through(its, bits.TrailingZeros64(replies)) & empty &^ replies
			if must&(must-1) != 0 {
				continue
			}
			open := b.openInWord(mine, its)
			if f.winsInWord(mine, its, b.summary(&open, mine).fours[0], must) == 0 {
				continue
			}
		}
		f.way[0] |= stone | replies
		return stone
	}
	return 0
}

// winsAny is wins on any board. A stone changes the lines through it alone, so the points to try
// are the earlier ones and the points of such lines. The ones that no longer make a four leave no
// reply.
func (f *fourSearch) winsAny(own, other, fours, must *points) (first int, ok bool) {
	b := f.b
	try := *fours
	if *must != (points{}) {
		try = try.and(must)
	}
	for at := range b.area {
		if !try.has(at) || f.left <= 0 {
			continue
		}
		mine, its := *own, *other
		mine.add(at)
		replies := b.completedBy(&mine, &its, at)
		n := replies.len()
		if n == 0 {
			continue
		}
		f.left--
		if n == 1 {
			reply := replies.first()
			its.add(reply)
			must := b.completedBy(&its, &mine, reply)
			if must.len() > 1 {
				continue
			}
			next := b.foursThrough(&mine, &its, at)
			next = next.or(fours).without(&mine).without(&its)
			if _, ok := f.winsAny(&mine, &its, &next, &must); !ok {
				continue
			}
		}
		f.way.add(at)
		f.way = f.way.or(&replies)
		return at, true
	}
	return 0, false
}

// foursThrough returns the empty points of the open lines through point i that lack two stones.
func (b *board) foursThrough(own, other *points, i int) (set points) {
	x, y := b.points[i].XY()
	for _, by := range directions {
		step := by.y*b.width + by.x
		for k := range b.length {
			fx, fy := x-k*by.x, y-k*by.y // the first point of a line
			last := b.length - 1
			if !b.includes(fx, fy) || !b.includes(fx+last*by.x, fy+last*by.y) {
				continue
			}
			if first := i - k*step; b.missing(own, other, first, step) == 2 {
				b.addEmpty(&set, own, first, step)
			}
		}
	}
	return set
}

// completedBy returns the empty points that complete a line through point i, which is in own.
func (b *board) completedBy(own, other *points, i int) (set points) {
	b.through(own, &set, i)
	return set.without(other)
}
