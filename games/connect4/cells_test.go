package connect4_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/internal/testkit"
)

// The cells are those that Text draws, column by column from the lowest row up.
func TestCells(t *testing.T) {
	for _, size := range [][2]int{{7, 6}, {8, 7}, {4, 5}} {
		g, err := connect4.New(size[0], size[1])
		require.NoError(t, err)
		testkit.CheckCells(t, g, size[0], size[1], ".XO", func(rows []string, x, y int) byte {
			return rows[size[1]-1-y][1+2*x]
		})
	}
}
