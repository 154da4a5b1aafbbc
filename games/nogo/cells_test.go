package nogo_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/nogo"
	"github.com/banyan-go/banyan/internal/testkit"
)

// The cells are those that Text draws, column by column from the lowest row up.
func TestCells(t *testing.T) {
	for _, size := range [][2]int{{9, 9}, {3, 5}} {
		g, err := nogo.New(size[0], size[1])
		require.NoError(t, err)
		testkit.CheckCells(t, g, size[0], size[1], "+XO", func(rows []string, x, y int) byte {
			return rows[size[1]-y][3+2*x]
		})
	}
}

// Hollow points are not cells.
func TestCellsHollow(t *testing.T) {
	s := nogo.Hollow9.Start()
	require.Len(t, nogo.Hollow9.AppendCells(nil, &s), 73)
}
