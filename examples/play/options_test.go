package main

import (
	"strings"
	"testing"
	"time"

	"github.com/banyan-go/banyan/mcts"
	"github.com/stretchr/testify/require"
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
		o, err := parseOptions(strings.Fields(c.args), nil)
		require.NoError(t, err)
		require.Equal(t, c.want, o.player.Budget, c.args)
		require.Zero(t, o.human)
		require.EqualValues(t, 1, o.seed)
		require.NotNil(t, o.play)
	}
}

// TestWrongFlags checks that an error names the flag, the value and what is wanted.
func TestWrongFlags(t *testing.T) {
	for args, want := range map[string]string{
		"-game chess":                    `-game: there is no game "chess"; there are: connect4, `,
		"-size 6":                        `"6" for flag -size: want width x height`,
		"-size 6x":                       `"6x" for flag -size: want width x height`,
		"-size 0x6":                      `"0x6" for flag -size: want width x height`,
		"-size 99x99":                    "-size 99x99: want 1",
		"-sims -1":                       `"-1" for flag -sims: want a whole number, 0 or more`,
		"-sims many":                     `"many" for flag -sims: want a whole number, 0 or more`,
		"-time 3":                        `"3" for flag -time: want a time like 500ms`,
		"-time -1s":                      `"-1s" for flag -time: want a time like 500ms`,
		"-seed -1":                       `"-1" for flag -seed: want a whole number, 0 or more`,
		"-human 0":                       `"0" for flag -human: want the number of a player`,
		"-human me":                      `"me" for flag -human: want the number of a player`,
		"-player wizard":                 `-player "wizard": there is no kind "wizard"`,
		"-player random -sims 5":         `-player "random" does not search`,
		"-player expert":                 `-player "expert": there is no kind "expert"; there are: mcts, alphabeta, random`,
		"-player playout=best":           "-player \"playout=best\": playout=best, want one of uniform, mast",
		"-player time=basic":             `-player "time=basic" needs a clock`,
		"-moves 3":                       "-game, -size, -sims, -time, -seed, -player and -human",
		"-game tictactoe -size 3x3":      "-size: tictactoe has only one board",
		"-game magic -size 6x6":          "-size: magic has only one board",
		"-game magic -player hidden=no":  `-player "hidden=no" looks at your hand, want hidden=ensemble`,
		"-game magic -player expert,c=1": "expert has no parameters, not c",
		"-sims 10 chess":                 `unexpected argument "chess"`,
	} {
		t.Run(args, func(t *testing.T) {
			status, out, errs := program(t, "", strings.Fields(args)...)
			require.Equal(t, 2, status)
			require.Empty(t, out)
			require.Contains(t, errs, want)
			require.True(t, strings.HasPrefix(errs, "play: "), errs)
		})
	}
}

func TestHelp(t *testing.T) {
	status, out, errs := program(t, "", "-help")
	require.Zero(t, status)
	require.Empty(t, out)
	for _, flag := range []string{"-game", "-size", "-sims", "-time", "-seed", "-player", "-human"} {
		require.Contains(t, errs, "\n  "+flag+" ")
	}
}
