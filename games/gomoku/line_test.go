package gomoku

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Every line of every board wins, whichever stone comes last, and no longer wins without one of its
// stones. No line runs over an edge.
func TestEveryLine(t *testing.T) {
	for _, c := range [][3]int{
		{8, 8, 5},
		{8, 8, 3},
		{8, 8, 8},
		{3, 3, 3},
		{7, 9, 6},
		{12, 5, 4},
		{19, 3, 3},
		{19, 3, 8},
		{3, 19, 7},
		{1, 8, 4},
		{13, 5, 5}, // 65 points, one more than a word
		{5, 13, 5},
		{9, 7, 9},
		{10, 10, 5},
		{15, 15, 5},
		{19, 19, 19},
		{19, 19, 6},
	} {
		b := newBoard(c[0], c[1], c[2])
		lines := 0
		for from := range b.area {
			for _, step := range directions {
				lines += requireLine(t, b, from, step.x, step.y)
			}
		}
		w, h := max(0, b.width-b.length+1), max(0, b.height-b.length+1)
		require.Equal(t, w*b.height+h*b.width+2*w*h, lines, "%v", c)
	}
}

// requireLine returns 1 if there is a line from that point, which it tests, and 0 otherwise.
func requireLine(t *testing.T, b *board, from, dx, dy int) int {
	var line []int
	for i := range b.length {
		x, y := from%b.width+i*dx, from/b.width+i*dy
		if !b.includes(x, y) {
			return 0
		}
		line = append(line, y*b.width+x)
	}
	for i, last := range line {
		var set points
		for _, other := range line {
			set.add(other)
		}
		require.True(t, b.wins(&set, b.points[last]), "%v, last %v", line, last)
		without := line[(i+1)%len(line)]
		set[without>>6] &^= 1 << (without & 63)
		require.False(t, b.wins(&set, b.points[last]), "%v without %v", line, without)
	}
	return 1
}

// The two ways to look for a line agree on sets with many stones at the edges.
func TestNoLineRunsOverAnEdge(t *testing.T) {
	b := newBoard(8, 8, 5)
	for shift := range 8 {
		for length := 1; length <= 12; length++ {
			for _, distance := range []int{1, 7, 8, 9} {
				requireSameVerdict(t, b, shift, length, distance)
			}
		}
	}
}

func requireSameVerdict(t *testing.T, b *board, first, length, distance int) {
	slow := *b
	slow.isWord = false
	for ; first < 64; first += 8 {
		var set points
		want := false
		for i := range length {
			if at := first + i*distance; at < 64 {
				set.add(at)
				want = want || slow.wins(&set, b.points[at])
			}
		}
		require.Equal(t, want, b.hasLine(set[0]), "%d of distance %d from %d", length, distance, first)
	}
}
