package testkit_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/internal/testkit"
)

const width, height = 2, 3

// stones is a game of placing stones on a board of two columns and three rows.
type stones struct{}

type stonesState struct{ cells [width * height]uint8 } // column by column

func (stones) Start() stonesState { return stonesState{} }

func (stones) AppendActions(dst []int, s *stonesState) []int {
	for i, c := range s.cells {
		if c == 0 {
			dst = append(dst, i)
		}
	}
	return dst
}

func (stones) Apply(s *stonesState, a int) { s.cells[a] = 1 + uint8(a%2) }

func (stones) AppendCells(dst []uint8, s *stonesState) []uint8 { return append(dst, s.cells[:]...) }

// Text writes the rows from the first on.
func (stones) Text(s *stonesState) string {
	var b strings.Builder
	for y := range height {
		for x := range width {
			b.WriteByte(".XO"[s.cells[x*height+y]])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func mark(rows []string, x, y int) byte { return rows[y][x] }

// passes reports whether CheckCells accepts a game.
func passes(g testkit.CellBoard[stonesState, int], at func([]string, int, int) byte) bool {
	_, failed := testkit.RunCheck(func(t testing.TB) { testkit.CheckCells(t, g, width, height, ".XO", at) })
	return !failed
}

// rowByRow lists its cells in another order.
type rowByRow struct{ stones }

func (g rowByRow) AppendCells(dst []uint8, s *stonesState) []uint8 {
	for i := range s.cells {
		dst = append(dst, s.cells[i%width*height+i/width])
	}
	return dst
}

// swapped has the symbols of the other player.
type swapped struct{ stones }

func (swapped) AppendCells(dst []uint8, s *stonesState) []uint8 {
	for _, c := range s.cells {
		dst = append(dst, (3-c)%3)
	}
	return dst
}

// fresh does not append.
type fresh struct{ stones }

func (g fresh) AppendCells(_ []uint8, s *stonesState) []uint8 {
	return g.stones.AppendCells(nil, s)
}

// emptyAtEnd shows no stones on a full board.
type emptyAtEnd struct{ stones }

func (g emptyAtEnd) AppendCells(dst []uint8, s *stonesState) []uint8 {
	if len(g.AppendActions(nil, s)) == 0 {
		return append(dst, make([]uint8, len(s.cells))...)
	}
	return g.stones.AppendCells(dst, s)
}

func TestCheckCells(t *testing.T) {
	testkit.CheckCells(t, stones{}, width, height, ".XO", mark)
	require.True(t, passes(stones{}, mark))
	for name, g := range map[string]testkit.CellBoard[stonesState, int]{
		"cells in row-major order":          rowByRow{},
		"cells with other symbols":          swapped{},
		"cells that are not appended":       fresh{},
		"cells wrong at the terminal state": emptyAtEnd{},
	} {
		t.Run(name, func(t *testing.T) {
			require.False(t, passes(g, mark))
		})
	}
	upsideDown := func(rows []string, x, y int) byte { return mark(rows, x, height-1-y) }
	require.False(t, passes(stones{}, upsideDown))
}
