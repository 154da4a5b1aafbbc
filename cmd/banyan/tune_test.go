package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/cmd/banyan/bundled"
	"github.com/banyan-go/banyan/tune"
)

// note is what programs say of hidden information.
var note = regexp.MustCompile("hidden=infoset, because .*\n")

// tuned runs the command tune of the bundled games.
func tuned(t *testing.T, args ...string) string {
	t.Helper()
	out, errs, status := run(t, program("x"), "", append([]string{"tune"}, args...)...)
	require.Zero(t, status, errs)
	require.Empty(t, note.ReplaceAllString(errs, ""))
	return out
}

// fast are the arguments of a search that takes a fraction of a second.
var fast = []string{"-game", "tictactoe", "-sims", "10", "-games", "80", "-workers", "2"}

func TestTuneText(t *testing.T) {
	svg := filepath.Join(t.TempDir(), "a.svg")
	out := tuned(t, append(fast, "-space", "c=0.1..2 log; solver=off|on", "-svg", svg)...)
	require.Regexp(t, `^tictactoe: \d+ pairs of games of the search, .*s\n`+
		`best:    mcts,sims=10,c=[\d.]+,solver=(on|off)\n`+
		`default: mcts,sims=10\n`+
		`fresh games: \d+ wins, \d+ draws, \d+ losses in 12 pairs: [01]\.\d{3} \[[01]\.\d{3}, [01]\.\d{3}\]\n`+
		`(The best player|The default) is .*equal simulations.*\.\n`, out)
	require.Regexp(t, `(?m)^c +0\.\d+ +[01]\.\d{3} +\[[01]\.\d{3}, [01]\.\d{3}\] +\d+ pairs$`, out)
	require.Regexp(t, `(?m)^mcts\.Config\{\n\tSelection: policy\.UCT\{C: [\d.]+\},$`, out)
	text, err := os.ReadFile(svg)
	require.NoError(t, err)
	require.Contains(t, string(text), "solver=o")
	require.Contains(t, string(text), "<svg")
}

func TestTuneJSON(t *testing.T) {
	var got struct {
		Player, Default, Go string
		Games, Pairs        int
		SearchPairs         int `json:"search_pairs"`
		Effects             []struct {
			Parameter string
			Values    []struct{ Value string }
		}
	}
	args := append(fast, "-space", "c=0.1..2 log; solver=off|on", "-json", "-method", "halving", "-last", "none")
	require.NoError(t, json.Unmarshal([]byte(tuned(t, args...)), &got))
	require.Equal(t, 20, got.Games)
	require.Equal(t, 10, got.Pairs)
	require.LessOrEqual(t, got.SearchPairs, 30)
	require.Equal(t, "mcts,sims=10", got.Default)
	require.Contains(t, got.Go, "mcts.Config{")
	require.Equal(t, "solver", got.Effects[1].Parameter)
	row := tuned(t, append(fast, "-space", "c=0.1..2 log", "-row")...)
	require.Regexp(t, "^\\| tictactoe \\| `sims=10,c=[\\d.]+` \\| \\d+/\\d+/\\d+ \\| [01]\\.\\d{3} \\[[01]\\.\\d{3}, [01]\\.\\d{3}\\] \\|\\n$", row)
}

// Two workers are few enough for the method that plays two pairs of games at once, four are not.
func TestTuneMethod(t *testing.T) {
	for workers, want := range map[string]string{"2": "tune.NTBEA", "4": "tune.Halving"} {
		journal := filepath.Join(t.TempDir(), "a.jsonl")
		tuned(t, "-game", "tictactoe", "-sims", "10", "-games", "80", "-workers", workers, "-space", "c=0.1..2", "-journal", journal)
		text, err := os.ReadFile(journal)
		require.NoError(t, err)
		require.Contains(t, string(text), `"method":"`+want)
	}
}

// In a game with hidden information, no player looks at it unless told to.
func TestTuneHidden(t *testing.T) {
	args := []string{"-game", "whist", "-sims", "1", "-games", "60", "-workers", "2", "-json"}
	for _, c := range []struct {
		args         []string
		player, base string
	}{
		{[]string{"-space", "c=0.1..2"}, `^mcts,hidden=infoset,sims=1,c=[\d.]+$`, "mcts,hidden=infoset,sims=1"},
		{[]string{"-space", "hidden=infoset|ensemble"}, `^mcts,sims=1,hidden=\w+$`, "mcts,hidden=infoset,sims=1"},
		{[]string{"-space", "way=a{hidden=infoset}|b{hidden=ensemble,trees=2}"}, `^mcts,sims=1,hidden=[\w,=]+$`, "mcts,hidden=infoset,sims=1"},
		{[]string{"-space", "c=0.1..2", "-both", "hidden=no"}, `^mcts,hidden=no,sims=1,c=[\d.]+$`, "mcts,hidden=no,sims=1"},
	} {
		var got struct{ Player, Default string }
		require.NoError(t, json.Unmarshal([]byte(tuned(t, append(args, c.args...)...)), &got))
		require.Regexp(t, c.player, got.Player)
		require.Equal(t, c.base, got.Default)
	}
}

// The player to beat has the budget of the others if it has no budget but uses one.
func TestTuneBase(t *testing.T) {
	for base, want := range map[string]string{
		"mcts": "mcts,sims=10", "c=1": "mcts,c=1,sims=10", "sims=5": "mcts,sims=5", "random": "random", "level1": "level1",
		"alphabeta,depth=1": "alphabeta,depth=1",
	} {
		out := tuned(t, append(fast, "-space", "c=0.1..2", "-base", base)...)
		require.Contains(t, out, "\ndefault: "+want+"\n")
		equal := map[bool]string{true: "equal simulations", false: "these budgets"}[strings.HasSuffix(want, "sims=10")]
		require.Regexp(t, "(?m)^The .* at "+equal+"(: keep it)?\\.$", out)
	}
}

// TestTuneErrors checks the messages of wrong arguments.
func TestTuneErrors(t *testing.T) {
	journal := filepath.Join(t.TempDir(), "a.jsonl")
	tuned(t, append(fast, "-space", "c=0.1..2", "-journal", journal)...)
	for args, want := range map[string]string{
		"":                                       "how long? want -for TIME, like -for 1h, or -games NUMBER",
		"-games 7":                               "-games is 7, want 20 or a greater multiple of 2",
		"-games 20 -sims 5 -time 5ms":            "-time and -sims are two budgets of a move",
		"-games 20 -space c":                     `-space: "c": want NAME=VALUES`,
		"-games 20 -space c=2..1":                `-space: parameter "c": the range is 2..1`,
		"-games 20 -space a=b|c":                 `the space has a player that cannot play: player "mcts,time=20ms,a=b": mcts has no a here`,
		"-games 20 -base nonsense":               `the default: player "nonsense": there is no kind "nonsense"`,
		"-games 20 -both playout=x":              "the default: player",
		"-games 20 -method x":                    `-method is "x", want ntbea or halving`,
		"-games 20 -last x":                      `-last is "x", want spsa or none`,
		"-games 20 -svg a.png":                   `-svg is "a.png", want a name that ends in .svg`,
		"-games 20 -svg /nowhere/a.svg":          "-svg: open /nowhere/a.svg",
		"-games 20 -json -row":                   "-json and -row are two forms",
		"-games 20 -workers -1":                  "-workers is -1",
		"-games 20 -opening -1":                  "-opening is -1",
		"-games 20 -method halving -sims 1":      "the method does not begin with so few games, want more -games",
		"-games 20 -for x":                       "want a time like 500ms",
		"-games 20 -game chess":                  `there is no game "chess"`,
		"-games 20 x":                            `unexpected argument "x"`,
		"-games 20 -sims 10 -journal " + journal: "the journal is of another search: ",
	} {
		t.Run(args, func(t *testing.T) {
			list := strings.Fields(args)
			if !strings.Contains(args, "-game ") {
				list = append([]string{"-game", "tictactoe"}, list...)
			}
			out, errs, status := run(t, program("x"), "", append([]string{"tune"}, list...)...)
			require.NotZero(t, status)
			require.Empty(t, out)
			require.Contains(t, strings.ReplaceAll(errs, "\n", " "), want)
		})
	}
}

// An interrupt while the default space is checked ends the command; there is no smaller space.
func TestTuneInterruptedCheck(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	out, errs, status := runWith(ctx, t, program("x"), "", "tune", "-game", "tictactoe", "-list")
	require.Equal(t, 1, status)
	require.Empty(t, out)
	require.Contains(t, strings.ReplaceAll(errs, "\n", " "), "interrupted while the space was checked: context canceled")
}

// An interrupted search explains how to continue it, and then gives the result of an uninterrupted
// one.
func TestTuneInterrupt(t *testing.T) {
	args := append([]string{"tune"}, append(fast, "-space", "c=0.1..2 log; solver=off|on", "-row")...)
	want := tuned(t, args[1:]...)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, errs, status := runWith(ctx, t, program("x"), "", args...)
	require.Equal(t, 1, status)
	require.Contains(t, strings.ReplaceAll(errs, "\n", " "), "with -journal FILE, an interrupted search can be continued")
	journal := filepath.Join(t.TempDir(), "a.jsonl")
	args = append(args, "-journal", journal)
	_, errs, status = runWith(ctx, t, program("x"), "", args...)
	require.Equal(t, 1, status)
	require.Contains(t, strings.ReplaceAll(errs, "\n", " "), "the same command continues from")
	require.Equal(t, want, tuned(t, args[1:]...))
	require.Equal(t, want, tuned(t, args[1:]...))
}

// TestTuneSpaces checks that the players of the space of every game can play, and that the space is
// not less than the game permits.
func TestTuneSpaces(t *testing.T) {
	if testing.Short() {
		t.Skip("it plays games of all kinds")
	}
	for _, name := range slices.DeleteFunc(bundled.Names(), alone) {
		t.Run(name, func(t *testing.T) {
			list := tuned(t, "-game", name, "-list")
			s, err := tune.ParseSpace(list)
			require.NoError(t, err)
			least := 5
			if alone(name) || name == bundled.DotsPoints.Name {
				least = 4 // no solver and no AMAF, because of the rewards
			}
			require.GreaterOrEqual(t, len(s.Parameters), least)
			_, errs, status := run(t, program("x"), "", "tune", "-game", name, "-sims", "1", "-for", "1ns", "-row")
			require.Equal(t, 1, status)
			require.Contains(t, errs, "no pair of games was finished in 1ns", "all players passed the check")
		})
	}
	for name, want := range map[string]string{
		"breakthrough": `selection=.*\bpuct\b`, "goofspiel": `selection=uct\|exp3\|regret`, "magic": "hidden=infoset.ensemble",
		"nogo": `playout=.*\bshared\b`, "othello": "leaf=.*maxplies=4", "connect4": "probe=off.on if solver=on",
	} {
		require.Regexp(t, regexp.MustCompile(want), tuned(t, "-game", name, "-list"))
	}
}
