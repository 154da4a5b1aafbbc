package distributed_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/distributed"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/mcts"
)

// slowStart is a game whose first action takes a while.
type slowStart struct {
	tictactoe.Game
	slow *time.Duration
}

func (g slowStart) Apply(s *tictactoe.State, a tictactoe.Cell) {
	time.Sleep(*g.slow)
	*g.slow = 0
	g.Game.Apply(s, a)
}

// TestTimeOfReplay requires that the way to the state counts: when it has taken the whole time of a
// search, hardly any is left for simulations.
func TestTimeOfReplay(t *testing.T) {
	const limit = 50 * time.Millisecond
	slow := 2 * limit
	session, err := distributed.NewSession(slowStart{slow: &slow}, tictactoe.Game{}.Start(), mcts.Config{}, distributed.SearchOptions{Shares: 1}, 0)
	require.NoError(t, err)
	share, err := session.Run(bg, []int{4}, mcts.Budget{Time: limit})
	require.NoError(t, err)
	require.Less(t, share.Result.Simulations, 200)
}
