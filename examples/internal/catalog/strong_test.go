package catalog

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena"
)

// Strong players exist for games of the catalog, on boards of other sizes too, and win.
func TestStrong(t *testing.T) {
	for name := range strong {
		for _, size := range []Size{{}, {6, 6}} {
			records, err := playOut(t, name, size, 5, "strong", "mcts")
			require.NoError(t, err, name)
			rate := arena.Count(records, 0, 1).WinRate()
			t.Log(name, size, rate)
			require.Greater(t, rate, 0.5, "%s %v", name, size)
		}
	}
	g, err := Find("goofspiel", Size{})
	require.NoError(t, err)
	_, err = g.Parse("strong,sims=10", "")
	require.ErrorContains(t, err, `there is no kind "strong"`)
}
