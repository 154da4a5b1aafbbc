package bundled_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/cmd/banyan/bundled"
	"github.com/banyan-go/banyan/console"
)

// The programs play the game of a rule sheet.
func TestSheet(t *testing.T) {
	path := filepath.Join("..", "..", "..", "gdl", "sheets", "tictactoe.kif")
	run := func(in string, args ...string) (out, errs string, status int) {
		var stdout, stderr strings.Builder
		status = bundled.Program("x").Run(t.Context(), args, strings.NewReader(in), &stdout, &stderr)
		return stdout.String(), stderr.String(), status
	}
	out, errs, status := run("mark 2 2\nquit\n", "play", "-game", "gdl:"+path, "-sims", "100")
	require.Zero(t, status, errs)
	require.Contains(t, out, "Your move, x: ")
	require.Contains(t, out, "2 . x .\n")
	out, errs, status = run("", "match", "-game", "gdl:"+path, "-a", "sims=100", "-b", "random", "-games", "2")
	require.Zero(t, status, errs)
	require.Contains(t, out, "gdl:"+path+", 2 games")

	for game, want := range map[string]string{
		"gdl:missing.kif": "x: -game: open missing.kif: ",
		"gdl:sheet.go":    "x: -game: sheet.go: line ",
		"kif:x":           "x: -game: there is no game \"kif:x\"; there are: connect4, ",
	} {
		_, errs, status := run("", "bench", "-game", game)
		require.Equal(t, 2, status)
		require.Contains(t, errs, want)
	}
	_, errs, status = run("", "bench", "-game", "gdl:"+path, "-size", "3x3")
	require.Equal(t, 2, status)
	require.Equal(t, "x: -size: gdl:"+path+" has only one board\n", errs)
}

// TestFindSheet checks that a sheet of package sheets is found by the path of its file.
func TestFindSheet(t *testing.T) {
	const name = "gdl:gdl/sheets/tictactoe.kif"
	g, err := bundled.Find(name, console.Size{})
	require.NoError(t, err)
	require.Equal(t, name, g.Name())
	require.Equal(t, 2, g.Players())
	shape, err := g.Shape(10, 1)
	require.NoError(t, err)
	require.Equal(t, 2, shape.Kinds)
	_, err = bundled.Find("gdl:gdl/sheets/chess.kif", console.Size{})
	require.ErrorContains(t, err, `there is no sheet "chess.kif"; there are: breakthrough.kif, breakthrough6.kif, checkers.kif, `)
	_, err = bundled.Find(name, console.Size{Width: 4, Height: 4})
	require.EqualError(t, err, name+" has only one board")
}
