package console

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	urfave "github.com/urfave/cli/v3"

	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/mcts"
)

func TestDefaults(t *testing.T) {
	for _, c := range []struct {
		args string
		want mcts.Budget
	}{
		{"", mcts.Budget{Time: time.Second}},
		{"-sims 0", mcts.Budget{Time: time.Second}},
		{"-sims 5", mcts.Budget{Simulations: 5}},
		{"-time 2s", mcts.Budget{Time: 2 * time.Second}},
		{"-player sims=7", mcts.Budget{Simulations: 7}},
		{"-player sims=7 -sims 5", mcts.Budget{Simulations: 5}},
		{"-player sims=7 -time 1s", mcts.Budget{Simulations: 7, Time: time.Second}},
		{"-time 2s -sims 5", mcts.Budget{Simulations: 5, Time: 2 * time.Second}},
	} {
		f := &playFlags{}
		g, err := New(tictactoe.Game{})
		require.NoError(t, err)
		p := Program{Name: "x", Games: []Entry{Only(g)}}
		called := false
		command := &urfave.Command{Flags: f.flags(p), Action: func(ctx context.Context, cmd *urfave.Command) error {
			called = true
			_, o, err := f.options(ctx, p, cmd)
			require.NoError(t, err)
			require.Equal(t, c.want, o.Player.Budget, c.args)
			require.Zero(t, o.Human)
			require.EqualValues(t, 1, o.Seed)
			return nil
		}}
		require.NoError(t, command.Run(t.Context(), append([]string{"play"}, strings.Fields(c.args)...)))
		require.True(t, called)
	}
}
