package bundled

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/console"
)

// Every bundled game has a strong player. Where it is another one than the default, it wins,
// on boards of other sizes, too.
func TestStrong(t *testing.T) {
	for _, name := range Names() {
		for _, size := range []console.Size{{}, {Width: 6, Height: 6}} {
			if _, err := Find(name, size); err != nil {
				continue // There is no board of this size.
			}
			records, err := playOut(t, name, size, 5, "strong", "mcts")
			require.NoError(t, err, name)
			if strong[name] == usual {
				continue
			}
			rate := arena.Count(records, 0, 1).WinRate()
			t.Log(name, size, rate)
			require.Greater(t, rate, 0.5, "%s %v", name, size)
		}
	}
}
