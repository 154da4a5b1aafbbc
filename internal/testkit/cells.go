package testkit

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/rng"
)

// CellBoard is a game that can describe its states as cells and as text.
type CellBoard[S, A any] interface {
	Start() S
	AppendActions(dst []A, s *S) []A
	Apply(s *S, a A)
	AppendCells(dst []uint8, s *S) []uint8
	Text(s *S) string
}

// CheckCells plays a random game and fails t unless the cells of every state match its text. The
// expected cells are in column-major order. A cell is the index of its mark in marks, and at
// returns the mark of a square in the lines of the text.
func CheckCells[S, A any](t testing.TB, g CellBoard[S, A], width, height int, marks string, at func(rows []string, x, y int) byte) {
	t.Helper()
	r := rng.New(1)
	for s := g.Start(); ; {
		rows := strings.Split(g.Text(&s), "\n")
		var want []uint8
		for x := range width {
			for y := range height {
				want = append(want, uint8(strings.IndexByte(marks, at(rows, x, y))))
			}
		}
		require.Equal(t, want, g.AppendCells(nil, &s))
		require.Equal(t, append([]uint8{9}, want...), g.AppendCells([]uint8{9}, &s))
		actions := g.AppendActions(nil, &s)
		if len(actions) == 0 {
			return
		}
		g.Apply(&s, actions[r.IntN(len(actions))])
	}
}
