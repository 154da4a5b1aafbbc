package main

import (
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/banyan-go/banyan/cmd/banyan/bundled"
	"github.com/banyan-go/banyan/console"
	"github.com/stretchr/testify/require"
)

// playing runs the command play on some input and returns its output.
func playing(t *testing.T, input string, args ...string) (status int, out, errs string) {
	t.Helper()
	t.Setenv("COLUMNS", "") // the output is not wrapped
	var stdout, stderr strings.Builder
	status = runPlay(t.Context(), args, strings.NewReader(input), &stdout, &stderr)
	return status, stdout.String(), stderr.String()
}

func runPlay(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) int {
	return program("banyan").Run(ctx, append([]string{"play"}, args...), in, out, errs)
}

// prompt returns what precedes a move of the first player of a game.
func prompt(game string) string {
	first := map[string]string{
		"connect4": "X", "tictactoe": "X", "gomoku": "Black", "nogo": "Black", "othello": "Black", "dots": "Red", "dots2": "Red",
		"magic": "First", "magic60": "First", "pig": "Player 1", "whist": "Player 1",
		"kuhn": "Player 1", "leduc": "Player 1", "liarsdice": "Player 1", "sealed": "Player 1",
		"dots-points": "Red", "2048": "Player", "8-puzzle": "Player", "15-puzzle": "Player", "sailing": "Sailor", "samegame": "Player",
	}
	return "Your move, " + cmp.Or(first[game], "White") + ": "
}

// names returns the names of the games that people can play: all but those with simultaneous moves.
func names() []string {
	return slices.DeleteFunc(bundled.Names(), func(name string) bool { return strings.HasPrefix(name, "goofspiel") })
}

// alone reports whether a game has one player.
func alone(name string) bool {
	g, err := bundled.Find(name, console.Size{})
	return err == nil && g.Players() == 1
}

// hides reports whether a game has hidden information. What a search prints of its moves would
// reveal what is hidden.
func hides(name string) bool {
	others := []string{"whist", "kuhn", "leduc", "liarsdice", "sealed"}
	return strings.HasPrefix(name, "magic") || slices.Contains(others, name)
}

func TestSelfPlay(t *testing.T) {
	for _, game := range slices.DeleteFunc(names(), alone) {
		t.Run(game, func(t *testing.T) {
			args := []string{"-game", game, "-human", "none", "-sims", "20", "-seed", "7"}
			status, out, errs := playing(t, "", args...)
			require.Zero(t, status)
			if hides(game) {
				kind := map[bool]string{true: "ensemble", false: "infoset"}[strings.HasPrefix(game, "magic")]
				require.Equal(t, "hidden="+kind+", because "+game+" has hidden information; hidden=no looks at it\n", errs)
			} else {
				require.Empty(t, errs)
				require.Regexp(t, `(% to win|\d points( to come)?), 20 simulations\n`, out)
			}
			require.Regexp(t, `((wins|share the win|is a draw)\.( Points: .*)?|The game is over: -?\d+(\.\d+)?\.)\n$`, out)

			_, again, _ := playing(t, "", args...)
			require.Equal(t, out, again, "the same seed gives the same game")
		})
	}
}

// TestOtherPlayers lets players play that do not search. They have no opinion of their moves.
func TestOtherPlayers(t *testing.T) {
	status, out, errs := playing(t, "", "-game", "tictactoe", "-human", "none", "-player", "alphabeta")
	require.Zero(t, status)
	require.Empty(t, errs)
	require.Regexp(t, `X plays [a-c][1-3]\n`, out)
	require.Contains(t, out, "The game is a draw.\n")

	_, out, _ = playing(t, "hint\nd\n", "-player", "random")
	require.Regexp(t, `Hint: [a-g]\n`, out)
	require.Regexp(t, `O plays [a-g]\n`, out)

	status, _, errs = playing(t, "", "-game", "magic", "-player", "alphabeta")
	require.Equal(t, 2, status)
	require.Contains(t, errs, "looks at what is hidden from it, want hidden=ensemble or hidden=infoset")
}

func TestPlaySeed(t *testing.T) {
	_, one, _ := playing(t, "", "-human", "none", "-sims", "10", "-seed", "1")
	_, two, _ := playing(t, "", "-human", "none", "-sims", "10", "-seed", "2")
	require.NotEqual(t, one, two)
}

// A person is told of chance what everybody sees, and the same sentence once.
func TestPlayTellsOfChance(t *testing.T) {
	_, out, _ := playing(t, "call\ncall\nquit\n", "-game", "leduc", "-player", "random", "-seed", "2")
	require.Equal(t, 1, strings.Count(out, "A card is dealt.\n"), out)
	require.Equal(t, 1, strings.Count(out, "The public card is "), out)
}

// TestPerson plays on a board of 4x1 squares, where every game is a draw. The person tries every
// column twice.
func TestPerson(t *testing.T) {
	const columns = "a\na\nb\nb\nc\nc\nd\nd\n"
	for _, human := range []string{"1", "2"} {
		status, out, errs := playing(t, columns, "-size", "4x1", "-sims", "10", "-human", human)
		require.Zero(t, status)
		require.Empty(t, errs)
		require.Contains(t, out, "You are "+map[string]string{"1": "X", "2": "O"}[human]+".")
		require.Contains(t, out, " is full.\n", "an illegal move is explained")
		require.Equal(t, 2, strings.Count(out, " plays "), "the search plays half of the moves")
		require.True(t, strings.HasSuffix(out, "The game is a draw.\n"), out)
	}
}

func TestEndOfInput(t *testing.T) {
	for _, input := range []string{"", "d\n", "d", "nonsense"} {
		status, out, errs := playing(t, input, "-sims", "10")
		require.Zero(t, status)
		require.Empty(t, errs)
		require.True(t, strings.HasSuffix(out, "\nEnd of input. The game is not finished.\n"), out)
	}
}

func TestBrokenInput(t *testing.T) {
	var out, errs strings.Builder
	in := io.MultiReader(strings.NewReader("d\n"), brokenReader{})
	require.Equal(t, 1, runPlay(t.Context(), []string{"-sims", "10"}, in, &out, &errs))
	require.Equal(t, "banyan: reading the input: unplugged\n", errs.String())
}

func TestPlayCommands(t *testing.T) {
	for _, c := range []struct{ input, want string }{
		{"help\n", "Moves: a b c d e f g\n"},
		{"HELP\n", "Commands:\n"},
		{"hint\n", "Hint: "},
		{"z\n", `"z" is not a move: want a column`},
		{"z\n", "Type help for the moves and the commands.\n"},
		{"quit\nd\n", "Goodbye.\n"},
	} {
		status, out, errs := playing(t, c.input, "-sims", "10")
		require.Zero(t, status)
		require.Empty(t, errs)
		require.Contains(t, out, c.want)
		line, _, _ := strings.Cut(c.input, "\n")
		require.Contains(t, out, "Your move, X: "+line+"\n", "input from a pipe is shown")
		require.NotContains(t, out, " plays ", "a command is not a move")
	}
	_, once, _ := playing(t, "", "-sims", "10")
	_, twice, _ := playing(t, "board\n", "-sims", "10")
	require.Equal(t, 2*strings.Count(once, "a b c d e f g"), strings.Count(twice, "a b c d e f g"))
}

func TestPlayInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	silence, _ := io.Pipe()
	for _, human := range []string{"1", "none"} {
		var out, errs strings.Builder
		require.Zero(t, runPlay(ctx, []string{"-time", "1h", "-human", human}, silence, &out, &errs))
		require.Empty(t, errs.String())
		require.True(t, strings.HasSuffix(out.String(), "Stopped. The game is not finished.\n"), out.String())
	}
}

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, errors.New("unplugged") }
