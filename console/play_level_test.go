package console

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	urfave "github.com/urfave/cli/v3"

	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/console/internal/play"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// optionsOf returns the options that the flags of play stand for.
func optionsOf(t *testing.T, args string) (o play.Options, err error) {
	t.Helper()
	g, err := New(tictactoe.Game{})
	require.NoError(t, err)
	p, f := Program{Name: "x", Games: []Entry{Only(g)}}, &playFlags{}
	failed := (&urfave.Command{
		Flags: f.flags(p), ExitErrHandler: func(context.Context, *urfave.Command, error) {},
		OnUsageError: func(_ context.Context, _ *urfave.Command, err error, _ bool) error { return err },
		Action: func(ctx context.Context, cmd *urfave.Command) (err error) {
			_, o, err = f.options(ctx, p, cmd)
			return err
		},
	}).Run(t.Context(), append([]string{"play"}, strings.Fields(args)...))
	return o, failed
}

func TestLevelFlag(t *testing.T) {
	for i, l := range spec.Levels() {
		o, err := optionsOf(t, fmt.Sprintf("-player playout=mast -level %d", i+1))
		require.NoError(t, err)
		require.Equal(t, mcts.Budget{Simulations: l.Simulations}, o.Player.Budget)
		require.IsType(t, policy.MAST{}, o.Player.Search.Playout)
	}
	o, err := optionsOf(t, "-level 3")
	require.NoError(t, err)
	require.Equal(t, policy.Temperature{T: spec.Levels()[2].Temperature}, o.Player.Search.Final)
	o, err = optionsOf(t, "-player level4")
	require.NoError(t, err)
	require.Equal(t, spec.Levels()[3].Simulations, o.Player.Budget.Simulations)
	require.Zero(t, o.Player.Budget.Time, "a level has no time")
}

func TestLevelFlagErrors(t *testing.T) {
	for args, want := range map[string]string{
		"-level 0":                        "want a level from 1 to 10",
		"-level 11":                       "want a level from 1 to 10",
		"-level high":                     "want a level from 1 to 10",
		"-level 3 -sims 5":                "-level sets the simulations: leave out -sims and -time",
		"-level 3 -time 5s":               "-level sets the simulations: leave out -sims and -time",
		"-level 3 -player sims=5":         `-level sets the simulations: leave out those of -player "sims=5"`,
		"-level 3 -player level4":         `-level sets the simulations: leave out those of -player "level4"`,
		"-level 3 -player random":         `-level 3: spec: player "random" does not search`,
		"-player level3,final=max":        "final=max, want level3 without it",
		"-level 3 -player time=fixed":     "divides a clock",
		"-level 3 -player hidden=infoset": "hidden is for games with hidden information",
	} {
		_, err := optionsOf(t, args)
		require.ErrorContains(t, err, want, args)
	}
}
