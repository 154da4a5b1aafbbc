package gtp

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/console/cli"
	"github.com/banyan-go/banyan/mcts"
)

// TestLag checks the default and that the help explains it.
func TestLag(t *testing.T) {
	require.Equal(t, "100ms", newSession(t, "").nogo().settings.lag.String())
	_, _, errs := program(t, "", "-help")
	require.Contains(t, errs, "18 of 180 moves")
}

func TestUsage(t *testing.T) {
	status, out, errs := program(t, "name\n", "-help")
	require.Equal(t, cli.Done, status)
	require.Empty(t, out)
	require.Contains(t, errs, "-ponder")
	require.Contains(t, errs, "playout=uniform|mast")
	for args, want := range map[string]string{
		"-game chess":                      `-game: there is no game "chess"; there are: nogo, connect4, breakthrough, knightthrough`,
		"-board 9":                         "want width x height, like 6x6, or in nogo hollow9",
		"-board 20x20":                     "-board 20x20 of nogo: nogo: New(20, 20)",
		"-game connect4 -board 3x3":        "-board 3x3 of connect4",
		"-game connect4 -board hollow9":    "want width x height",
		"-game breakthrough -board 9x9":    "-board 9x9 of breakthrough",
		"-game tictactoe -board 4x4":       "-board 4x4: tictactoe has only one board",
		"-game othello -board 8x6":         "-board 8x6 of othello: the board is 8x6, want a square",
		"-game dots":                       `there is no game "dots"`,
		"-player playout=best":             `-player "playout=best": playout=best, want one of`,
		"-player random":                   "want parameters of a search",
		"-sims -1":                         "-sims is -1",
		"-sims x":                          "-sims",
		"-time soon":                       "-time: ",
		"-time -40s":                       "-time: ",
		"-lag -1s":                         "-lag is -1s",
		"-parallel best":                   "parallel=best, want one of serial, root",
		"-workers 2":                       "-workers is 2 without -parallel",
		"-workers -1":                      "-workers is -1",
		"-parallel root -workers 5000":     "Workers is 5000",
		"-memory -1":                       "-memory is -1",
		"-nosuch":                          "-nosuch",
		"genmove":                          `unexpected argument "genmove"`,
		"-player selection=exp3,gamma=0.5": "",
	} {
		status, out, errs := program(t, "", args)
		require.Empty(t, out, args)
		if want == "" {
			require.Equal(t, cli.Done, status, "%s: %s", args, errs)
			continue
		}
		require.Equal(t, cli.Usage, status, args)
		require.Contains(t, errs, want, args)
	}
}

func TestBoards(t *testing.T) {
	for args, want := range map[string]string{
		"":                              "= \n   A B C D E F G H J\n 9 + + + + + + + + + 9\n 8 + + + +   + + + + 8",
		"-board hollow9":                "5 +     + + +     + 5",
		"-board 9x9":                    "5 + + + + + + + + + 5",
		"-board 4x2":                    "= \n   A B C D\n 2 + + + + 2\n 1 + + + + 1\n   A B C D\nBlack is to move",
		"-game connect4":                "a b c d e f g ",
		"-game connect4 -board 8x6":     "a b c d e f g h ",
		"-game breakthrough":            "8 B B B B B B B B",
		"-game breakthrough -board 5x6": "6 B B B B B\n",
	} {
		require.Contains(t, newSession(t, args).ask("showboard"), want, args)
	}
}

// NoGo has shared playouts by default, also after a change of the board.
func TestPlayoutOfOptions(t *testing.T) {
	analyze := func(args string) string {
		s := newSession(t, "-sims 50 "+args)
		s.ask("boardsize 5")
		_, actions, _ := strings.Cut(s.ask("banyan-analyze 50"), "\n") // the first line has a time
		return actions
	}
	shared, uniform := analyze("-board 4x4 -player playout=shared"), analyze("-board 4x4 -player playout=uniform")
	require.NotEqual(t, shared, uniform)
	require.Equal(t, shared, analyze("-board 4x4"))
	require.Equal(t, shared, analyze("-board 4x4 -player final=robust"))
	for _, plies := range []string{"decisive=yes", "maxplies=5", "lambda=0.99", "plydiscount=0.99", "similarity=appearance", "playout=mast"} {
		require.Contains(t, analyze("-board 4x4 -player "+plies), "visits", plies)
	}
	status, _, errs := program(t, "", "-player decisive=yes,playout=shared")
	require.Equal(t, cli.Usage, status)
	require.Contains(t, errs, "playout=shared plays to the end by itself, so it cannot be part of another policy")
	status, _, errs = program(t, "", "-game connect4 -player playout=shared")
	require.Equal(t, cli.Usage, status)
	require.Contains(t, errs, "playout=shared, want one of")
}

func TestBudgetOfOptions(t *testing.T) {
	for args, want := range map[string]mcts.Budget{
		"":                            {Time: time.Second},
		"-sims 20":                    {Simulations: 20},
		"-player sims=30":             {Simulations: 30},
		"-player sims=30 -sims 20":    {Simulations: 20},
		"-player sims=30,time=2s":     {Simulations: 30, Time: 2 * time.Second},
		"-time 40s":                   {},
		"-time 40s -sims 20":          {Simulations: 20},
		"-time 40s -player time=20ms": {Time: 20 * time.Millisecond},
	} {
		t.Run(args, func(t *testing.T) { require.Equal(t, want, newSession(t, args).nogo().settings.budget) })
	}
}
