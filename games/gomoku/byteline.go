package gomoku

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
