package gomoku

// maxWordLength is the longest line that three steps of a wordLine find.
const maxWordLength = 8

// wordLine is how to find lines of one direction in a set that is one word. Shifting a set by the distance of two
// neighbours and intersecting leaves the points where a line of two begins; doubling the shift, of four, and so on
// by the way of powers of two.
type wordLine struct {
	shifts [3]uint8 // to a line of 2, of at most 4, and of the full length
	starts uint64   // where a line may begin without leaving the board at its sides
}

// newWordLine returns the zero wordLine, which finds nothing, where the board has no room for a line.
func (b *board) newWordLine(direction int) (line wordLine) {
	step, last := directions[direction], b.length-1
	for i := range b.area {
		if x, y := i%b.width, i/b.width; b.includes(x+last*step.x, y+last*step.y) {
			line.starts |= 1 << i
		}
	}
	if line.starts == 0 {
		return wordLine{} // the shifts might not fit
	}
	have, distance := 1, step.y*b.width+step.x
	for i := range line.shifts {
		more := min(have, b.length-have)
		line.shifts[i] = uint8(more * distance)
		have += more
	}
	return line
}

func (line *wordLine) find(set uint64) uint64 {
	set &= set >> (line.shifts[0] & 63)
	set &= set >> (line.shifts[1] & 63)
	set &= set >> (line.shifts[2] & 63)
	return set & line.starts
}

// hasLine reports whether there is a line in a set that is one word.
func (b *board) hasLine(set uint64) bool {
	lines := &b.inWord
	return lines[0].find(set)|lines[1].find(set)|lines[2].find(set)|lines[3].find(set) != 0
}

// wins reports whether p, a point of the set, is part of a line of it. No other point is, for else the game would
// have been over before.
func (b *board) wins(set *points, p Point) bool {
	if b.isWord {
		return b.hasLine(set[0])
	}
	for _, step := range directions {
		if 1+b.run(set, p, step.x, step.y)+b.run(set, p, -step.x, -step.y) >= b.length {
			return true
		}
	}
	return false
}

// run returns how many points of the set follow p without a gap, in steps of dx and dy.
func (b *board) run(set *points, p Point, dx, dy int) int {
	x, y := p.XY()
	for n := 0; ; n++ {
		x, y = x+dx, y+dy
		if !b.includes(x, y) || !set.has(y*b.width+x) {
			return n
		}
	}
}
