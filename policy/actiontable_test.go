package policy

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The table grows if a game numbers its actions as they appear.
func TestActionTableGrows(t *testing.T) {
	table := newActionTable(Info{Players: 2}, 0.25)
	require.Equal(t, entry{mean: 0.25}, *table.at(1, 300))
	table.at(1, 300).add(1, 1)
	table.at(1, 0).add(0.5, 2)
	row := table.row(1, []int32{3, 1000, 4})
	require.GreaterOrEqual(t, len(row), 1001)
	require.Len(t, table.player[1], len(row))
	require.Equal(t, entry{1, 1}, row[300])
	require.Equal(t, entry{0.5, 2}, row[0])
	require.Equal(t, entry{mean: 0.25}, row[1000])
	require.Equal(t, entry{1, 1}, *table.at(1, 300))
	require.Empty(t, table.player[0], "another player's")
	require.Len(t, newActionTable(Info{Players: 3, Actions: 7}, 1).player[2], 7)
}
