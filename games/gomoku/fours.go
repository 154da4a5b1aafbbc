package gomoku

import "math/bits"

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

// winsAny is wins on any board. A stone changes the lines through it alone, so that the points to
// try are those of before and those of such lines. The ones that make no four any more leave no
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
