package gomoku_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/gomoku"
	"github.com/banyan-go/banyan/internal/testkit"
)

// The cells are those that Text draws, column by column from below.
func TestCells(t *testing.T) {
	for _, size := range [][2]int{{8, 8}, {8, 5}, {7, 8}, {12, 13}} {
		g, err := gomoku.New(size[0], size[1], 5)
		require.NoError(t, err)
		testkit.CheckCells(t, g, size[0], size[1], ".XO", func(rows []string, x, y int) byte {
			return rows[size[1]-1-y][3+2*x]
		})
	}
}
