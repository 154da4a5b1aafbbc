package bundled_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/cmd/banyan/bundled"
)

// The program plays random boards and boards from a file.
func TestSameGameBoards(t *testing.T) {
	path := filepath.Join(t.TempDir(), "boards.txt")
	require.NoError(t, os.WriteFile(path, []byte("0 0\n1 1\n\n2 2 2\n"), 0o600))
	program := func(args ...string) (out, errs string, status int) {
		var stdout, stderr strings.Builder
		status = bundled.Program("x").Run(t.Context(), args, strings.NewReader("quit\n"), &stdout, &stderr)
		return stdout.String(), stderr.String(), status
	}
	for game, want := range map[string]string{
		"samegame:" + path:        " 2 0 0\n 1 1 1\n   a b\n",
		"samegame:" + path + ":1": " 2 0 0\n 1 1 1\n   a b\n",
		"samegame:" + path + ":2": " 1 2 2 2\n   a b c\n",
		"samegame:7":              "   a b c d e f g h i j k l m n o\n",
		"samegame":                "   a b c d e f g h i j k l m n o\n",
	} {
		out, errs, status := program("play", "-game", game, "-player", "random")
		require.Zero(t, status, errs)
		require.Contains(t, out, want)
	}
	one, _, _ := program("play", "-game", "samegame:1", "-player", "random")
	two, _, _ := program("play", "-game", "samegame:2", "-player", "random")
	require.NotEqual(t, one, two)
	for game, want := range map[string]string{
		"samegame:" + path + ":3": path + " has 2 boards, so there is none with the number 3",
		"samegame:" + path + ":0": "there is none with the number 0",
		"samegame:" + path + ":x": ":x\" is not a board: want FILE:3 for the third board of a file",
		"samegame:missing.txt":    "x: -game: open missing.txt: ",
		"samegame:samegame.go":    "x: -game: samegame.go: samegame: line 1: ",
	} {
		_, errs, status := program("play", "-game", game)
		require.Equal(t, 2, status)
		require.Contains(t, errs, want)
	}
	out, errs, status := program("play", "-game", "samegame", "-size", "3x2", "-player", "random")
	require.Zero(t, status, errs)
	require.Contains(t, out, "   a b c\n")
	_, errs, status = program("play", "-game", "samegame", "-size", "3x16")
	require.Equal(t, 2, status)
	require.Contains(t, errs, "want a width and a height of 1 to 15 blocks")
}

// A person that plays alone learns what the game has brought, without what was undone.
func TestSameGameResult(t *testing.T) {
	path := filepath.Join(t.TempDir(), "boards.txt")
	require.NoError(t, os.WriteFile(path, []byte("0 0 0 0 1 1"), 0o600))
	var out, errs strings.Builder
	args := []string{"play", "-game", "samegame:" + path, "-player", "nrpa,sims=1"}
	in := strings.NewReader("hint\na1\nundo\nb1\na1\na1\n")
	require.Zero(t, bundled.Program("x").Run(t.Context(), args, in, &out, &errs), errs.String())
	require.Regexp(t, `Hint: (a1|e1)\n`, out.String())
	require.Contains(t, out.String(), bundled.Summary("samegame")+"\n")
	require.Contains(t, out.String(), "b1 belongs to the group that is called a1")
	require.True(t, strings.HasSuffix(out.String(), "The board is cleared: 1000 points.\nThe game is over: 1004.\n"), out.String())
}

// Nested searches play to the end.
func TestSameGameByNestedSearch(t *testing.T) {
	var out, errs strings.Builder
	args := []string{"play", "-game", "samegame", "-size", "5x5", "-human", "none", "-player", "nrpa,level=2,iterations=5,prior=heuristic"}
	require.Zero(t, bundled.Program("x").Run(t.Context(), args, strings.NewReader(""), &out, &errs), errs.String())
	require.Contains(t, out.String(), "Player plays ")
	require.Regexp(t, `\n(The board is cleared: 1000 points|The game is over, and the rest costs \d+ points)\.\nThe game is over: -?\d+\.\n$`, out.String())
}
