package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/console/cli"
	"github.com/banyan-go/banyan/research/internal/table"
)

// measured runs the program.
func measured(t *testing.T, args ...string) (out, errs string, status int) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	status = run(t.Context(), args, &stdout, &stderr)
	return stdout.String(), stderr.String(), status
}

// boards writes a file of three boards, of which the best lines bring 1004, 1001 and 0 points.
func boards(t *testing.T) string {
	path := filepath.Join(t.TempDir(), "boards.txt")
	require.NoError(t, os.WriteFile(path, []byte("0 0\n0 0\n\n1\n0\n0\n0\n1\n\n3 3 1\n"), 0o600))
	return path
}

// A result is measured once, and stored with its line.
func TestRun(t *testing.T) {
	path, store := boards(t), filepath.Join(t.TempDir(), "points.csv")
	args := []string{"-boards", path, "-player", "nrpa,level=1,sims=20", "-store", store}
	out, errs, status := measured(t, append(args, "-to", "2")...)
	require.Equal(t, cli.Done, status, errs)
	require.Regexp(t, `^board  1:  1004 points, found in playout 1 of 20, 0\.\d s\nboard  2:  1001 points, .*\n2 boards: 2005 points, 1002\.5 a board\n$`, out)
	rows, err := table.Read[table.Line](store)
	require.NoError(t, err)
	require.Len(t, rows, 2)
	row := rows["nrpa,level=1,sims=20 seed 1 board 02"]
	require.Equal(t, []any{"a2 a1", 1001., 2, 20}, []any{row.Actions, row.Points, row.Board, row.Playouts})

	row.Seconds = 77 // It is taken as it is.
	require.NoError(t, table.Put(store, row))
	out, _, _ = measured(t, args...)
	require.Contains(t, out, "board  2:  1001 points, found in playout 1 of 20, 77.0 s\n")
	require.Contains(t, out, "\n3 boards: 2005 points, 668.3 a board\n")
	out, _, _ = measured(t, append(args, "-from", "2", "-seed", "2")...)
	require.NotContains(t, out, "77.0 s")

	row.Points++
	require.NoError(t, table.Put(store, row))
	_, errs, status = measured(t, args...)
	require.Equal(t, cli.Failed, status)
	require.Contains(t, errs, "board 2: the stored line brings 1001 points, and 1002 are stored")
	for actions, want := range map[string]string{"a2": "brings 1 points", "a2 a2": "is not a legal action", "a2 x": "is not a move"} {
		row.Actions = actions
		require.NoError(t, table.Put(store, row))
		_, errs, status = measured(t, args...)
		require.Equal(t, cli.Failed, status)
		require.Contains(t, errs, "board 2: the stored line")
		require.Contains(t, errs, want)
	}
}

func TestRunErrors(t *testing.T) {
	path := boards(t)
	for args, want := range map[string]string{
		"":                            "-boards is empty, want a file with boards",
		"-boards missing":             "-boards: open missing",
		"-boards main.go":             "-boards: main.go: samegame: line 1: ",
		"-boards BOARDS -player mcts": `-player is "mcts", want one of the kinds nrpa and nmcs`,
		"-boards BOARDS -player x":    `-player: player "x": there is no kind "x"`,
		"-boards BOARDS -to 4":        "-from is 1 and -to is 4, want numbers of the 3 boards of the file",
		"-boards BOARDS -from 0":      "-from is 0 and -to is 3",
		"-boards BOARDS more":         `unexpected argument "more"`,
	} {
		_, errs, status := measured(t, strings.Fields(strings.ReplaceAll(args, "BOARDS", path))...)
		require.Equal(t, cli.Usage, status, args)
		require.Contains(t, errs, want)
	}
	_, errs, status := measured(t, "-help")
	require.Equal(t, cli.Done, status)
	require.Contains(t, errs, "Measure nested searches")
}
