package main

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/cmd/banyan/bundled"
	"github.com/banyan-go/banyan/console"
	"github.com/banyan-go/banyan/internal/testkit"
)

func TestMain(m *testing.M) { testkit.Main(m, main) }

// banyan runs the program in a separate process.
func banyan(t *testing.T, input string, args ...string) (out, errs string, status int) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	c := testkit.Command(t, args...)
	c.Stdin, c.Stdout, c.Stderr = strings.NewReader(input), &stdout, &stderr
	status = testkit.Run(t, c)
	return stdout.String(), stderr.String(), status
}

func TestHelp(t *testing.T) {
	for _, args := range [][]string{nil, {"-help"}} {
		out, errs, status := banyan(t, "", args...)
		require.Zero(t, status)
		require.Empty(t, errs)
		for _, command := range []string{"play", "match", "analyze", "inspect", "bench", "methods", "worker", "gtp", "ggp"} {
			require.Regexp(t, `(?m)^ +`+command+` `, out)
		}
	}
	out, _, status := banyan(t, "", "match", "-help")
	require.Zero(t, status)
	for _, game := range bundled.Names() {
		require.Contains(t, out, game)
	}
}

// The program reads its input and writes its output.
func TestInputAndOutput(t *testing.T) {
	out, errs, status := banyan(t, `{"id": "a", "game": "tictactoe", "simulations": 1000}`, "analyze")
	require.Zero(t, status)
	require.Empty(t, errs)
	require.Contains(t, out, `"action":"b2"`)
}

// The commands gtp and ggp read their own flags, and return their own status.
func TestOtherPrograms(t *testing.T) {
	out, errs, status := banyan(t, "boardsize 4 3\nquit\n", "gtp", "-game", "connect4", "-sims", "10")
	require.Zero(t, status, errs)
	require.Equal(t, "= \n\n= \n\n", out)
	for args, want := range map[string]string{"gtp -sims -1": "gtp: -sims is -1, want 0 or more", "ggp match": "ggp: -sheet is empty, want a file"} {
		out, errs, status := banyan(t, "", strings.Fields(args)...)
		require.Equal(t, 2, status, args)
		require.Empty(t, out)
		require.Equal(t, want+"\n", errs)
	}
	_, errs, status = banyan(t, "", "ggp", "-help")
	require.Zero(t, status)
	require.Contains(t, errs, "Take part in matches of general game playing")
}

func TestErrors(t *testing.T) {
	for _, c := range []struct {
		args, message string
		status        int
	}{
		{"chess", `banyan: there is no command "chess"; -help lists the commands`, 2},
		{"methods -game chess", `there is no game "chess"`, 2},
		{"play -game magic -player alphabeta", `player "alphabeta" looks at what is hidden from it`, 2},
	} {
		out, errs, status := banyan(t, "", strings.Fields(c.args)...)
		require.Equal(t, c.status, status, c.args)
		require.Contains(t, strings.ReplaceAll(errs, "\n", " "), c.message)
		require.Empty(t, out)
	}
}

// run runs a program in this process.
func run(t *testing.T, p console.Program, input string, args ...string) (out, errs string, status int) {
	t.Helper()
	return runWith(t.Context(), t, p, input, args...)
}

// runWith is run with a context.
func runWith(ctx context.Context, t *testing.T, p console.Program, input string, args ...string) (out, errs string, status int) {
	t.Helper()
	t.Setenv("COLUMNS", "")
	var stdout, stderr strings.Builder
	status = p.Run(ctx, args, strings.NewReader(input), &stdout, &stderr)
	return stdout.String(), stderr.String(), status
}
