package othello_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/othello"
	"github.com/banyan-go/banyan/internal/testkit"
)

// The cells are those that Text draws, column by column from row 1 down.
func TestCells(t *testing.T) {
	for _, size := range [][2]int{{8, 8}, {6, 6}, {4, 4}} {
		g, err := othello.New(size[0])
		require.NoError(t, err)
		testkit.CheckCells(t, g, size[0], size[1], ".XO", func(rows []string, x, y int) byte {
			return rows[1+y][2+2*x]
		})
	}
}
