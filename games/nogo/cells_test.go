package nogo_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/nogo"
	"github.com/banyan-go/banyan/rng"
)

// The cells are those that Text draws, column by column from below.
func TestCells(t *testing.T) {
	for _, size := range [][2]int{{9, 9}, {3, 5}} {
		g, err := nogo.New(size[0], size[1])
		require.NoError(t, err)
		r := rng.New(1)
		s := g.Start()
		for actions := g.AppendActions(nil, &s); len(actions) > 0; actions = g.AppendActions(nil, &s) {
			rows := strings.Split(g.Text(&s), "\n")
			var want []uint8
			for x := range size[0] {
				for y := range size[1] {
					want = append(want, uint8(strings.IndexByte("+XO", rows[size[1]-y][3+2*x])))
				}
			}
			require.Equal(t, want, g.AppendCells(nil, &s))
			require.Equal(t, append([]uint8{9}, want...), g.AppendCells([]uint8{9}, &s))
			g.Apply(&s, actions[r.IntN(len(actions))])
		}
	}
}

// Hollow points are no cells.
func TestCellsHollow(t *testing.T) {
	s := nogo.Hollow9.Start()
	require.Len(t, nogo.Hollow9.AppendCells(nil, &s), 73)
}
