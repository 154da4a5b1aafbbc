package gomoku

import "math/bits"

// maxWordLength is the longest line that the three shifts of a wordLine find.
const maxWordLength = 8

// wordLine finds the lines of one direction in a set that is one word. The intersection of a set
// with the set shifted by the distance of two neighbors has the points where lines of two begin.
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

// byteLines finds the points that complete lines on a board of eight columns, whose rows are the
// bytes of a word. It gathers the eight points of a row, column or diagonal in a byte, and looks up
// what completes a line in it. A diagonal has one point in each column at most, so the product with
// columnA gathers it; what would be on the part that it lacks is never in the set.
type byteLines struct {
	rows    [256]uint8  // by the points of a row: those that complete a line
	columns [256]uint64 // the same for column a
}

const (
	columnA = 0x0101010101010101
	gather  = 0x0102040810204080 // times a subset of column a: its bits in the top byte
)

// diagonals has the rising and the falling diagonal through every point of 8x8 points.
var diagonals = func() (all [64][2]uint64) {
	for i := range all {
		for j := range 64 {
			dx, dy := j&7-i&7, j>>3-i>>3
			if dx == dy {
				all[i][0] |= 1 << j
			}
			if dx == -dy {
				all[i][1] |= 1 << j
			}
		}
	}
	return all
}()

func newByteLines(length int) *byteLines {
	t := &byteLines{}
	for set := range 256 {
		for first := 0; first+length <= 8; first++ {
			line := (1<<length - 1) << first
			if rest := line &^ set; rest != 0 && rest&(rest-1) == 0 {
				t.rows[set] |= uint8(rest)
			}
		}
		for i := range 8 {
			t.columns[set] |= uint64(t.rows[set]>>i&1) << (8 * i)
		}
	}
	return t
}

// through returns the points that complete a line in the row, the column and the diagonals of point
// i. It may return points off the board.
func (t *byteLines) through(set uint64, i int) uint64 {
	x, row, d := i&7, i&56, &diagonals[i&63]
	across := uint64(t.rows[set>>row&255]) << row
	up := t.columns[(set>>x&columnA)*gather>>56] << x
	rising := uint64(t.rows[(set&d[0])*columnA>>56]) * columnA & d[0]
	falling := uint64(t.rows[(set&d[1])*columnA>>56]) * columnA & d[1]
	return across | up | rising | falling
}

// WinningAction returns the first empty point, row by row from a1, on which a stone of the player
// to move makes a line. It reports false if there is none.
func (g Game) WinningAction(s *State) (Point, bool) {
	b, stones := g.board(), &s.stones[s.plies&1]
	if b.over(s) || int(s.plies)/2 < b.length-1 {
		return 0, false
	}
	if b.isWord {
		wins := b.completing(stones[0]) & b.empty(s, 0)
		return b.points[bits.TrailingZeros64(wins)&63], wins != 0
	}
	for i := range b.words {
		for word := b.empty(s, i); word != 0; word &= word - 1 {
			if p := b.points[i<<6|bits.TrailingZeros64(word)]; b.wins(stones, p) {
				return p, true
			}
		}
	}
	return 0, false
}

// completing returns the points of lines, in a set that is one word, of which all other points are
// in the set.
func (b *board) completing(set uint64) uint64 {
	points := uint64(0)
	for d := range b.inWord {
		points |= b.inWord[d].completing(set, b.length)
	}
	return points
}

func (line *wordLine) completing(set uint64, length int) (points uint64) {
	distance := int(line.shifts[0]) // of two neighbors

	// Bit i of after[k] is set if all points of a line from i on are in the set, from number k on.
	var after [maxWordLength + 1]uint64
	after[length] = line.starts
	for k := length - 1; k > 0; k-- {
		after[k] = after[k+1] & (set >> (k * distance & 63))
	}
	before := ^uint64(0)
	for k := range length {
		points |= before & after[k+1] << (k * distance & 63)
		before &= set >> (k * distance & 63)
	}
	return points
}
