package gomoku

// maxWordLength is the longest line that the three shifts of a wordLine find.
const maxWordLength = 8

// wordLine finds the lines of one direction in a set that is one word. The intersection of a set
// with the set shifted by the distance of two neighbours has the points where lines of two begin.
// Twice the shift gives the lines of four, and so on.
type wordLine struct {
	shifts [3]uint8 // to lines of 2, of at most 4, and of the full length
	starts uint64   // the points where a line may begin without leaving the board at its sides
}

// newWordLine returns the wordLine of a direction. If the board has no room for a line, that is the
// zero wordLine, which finds nothing.
func (b *board) newWordLine(direction int) (line wordLine) {
	step, last := directions[direction], b.length-1
	for i := range b.area {
		if x, y := i%b.width, i/b.width; b.includes(x+last*step.x, y+last*step.y) {
			line.starts |= 1 << i
		}
	}
	if line.starts == 0 {
		return wordLine{} // the shifts may exceed a word
	}
	have, distance := 1, step.y*b.width+step.x
	for i := range line.shifts {
		more := min(have, b.length-have)
		line.shifts[i] = uint8(more * distance)
		have += more
	}
	return line
}

// find returns the points of a set where lines begin.
func (line *wordLine) find(set uint64) uint64 {
	set &= set >> (line.shifts[0] & 63)
	set &= set >> (line.shifts[1] & 63)
	set &= set >> (line.shifts[2] & 63)
	return set & line.starts
}

// hasLine reports whether a set that is one word has a line.
func (b *board) hasLine(set uint64) bool {
	lines := &b.inWord
	return lines[0].find(set)|lines[1].find(set)|lines[2].find(set)|lines[3].find(set) != 0
}

// wins reports whether the set has a line. Such a line includes p, the last stone, because the game
// was not over before.
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

// run returns the number of points of the set that follow p without a gap, in steps of dx and dy.
func (b *board) run(set *points, p Point, dx, dy int) int {
	x, y := p.XY()
	for n := 0; ; n++ {
		x, y = x+dx, y+dy
		if !b.includes(x, y) || !set.has(y*b.width+x) {
			return n
		}
	}
}
