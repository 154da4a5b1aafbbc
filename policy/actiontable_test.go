package policy

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The table grows if a game numbers its actions as they appear.
func TestActionTableGrows(t *testing.T) {
	table := newActionTable(Info{Players: 2}, 0.25)
	table.learn([]Ply{{Action: 300, Player: 1}, {Action: 0, Player: 1}}, []float64{0, 0.5}, 2)
	row := table.row(1, []int32{3, 1000, 4})
	require.GreaterOrEqual(t, len(row), 1001)
	require.Len(t, table.visits[1], len(row))
	require.Equal(t, []float32{0.5, 0.5, 0.25}, []float32{row[300], row[0], row[1000]})
	require.Equal(t, []float32{2, 2, 0}, []float32{table.visits[1][300], table.visits[1][0], table.visits[1][1000]})
	require.Empty(t, table.means[0], "another player's")
	require.Len(t, newActionTable(Info{Players: 3, Actions: 7}, 1).means[2], 7)
}
