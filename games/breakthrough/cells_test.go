package breakthrough_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/internal/testkit"
)

// The cells are those that Text draws, column by column from the lowest row up.
func TestCells(t *testing.T) {
	small, err := breakthrough.New(6, 5)
	require.NoError(t, err)
	for _, c := range []struct {
		game          testkit.CellBoard[breakthrough.State, breakthrough.Move]
		width, height int
	}{
		{breakthrough.Game{}, 8, 8},
		{small, 6, 5},
		{breakthrough.Knightthrough{}, 8, 8},
		{breakthrough.PawnWhopping{}, 8, 8},
	} {
		testkit.CheckCells(t, c.game, c.width, c.height, ".WB", func(rows []string, x, y int) byte {
			return rows[c.height-1-y][2+2*x]
		})
	}
}
