package gtp

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/console/cli"
	"github.com/banyan-go/banyan/internal/testkit"
)

// program runs the program on some input and returns its output.
func program(t *testing.T, input, args string) (status int, out, errs string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	status = Run(t.Context(), strings.Fields(args), strings.NewReader(input), &stdout, &stderr)
	return status, stdout.String(), stderr.String()
}

func TestAdministration(t *testing.T) {
	const input = "1 protocol_version\r\n\r\n# a comment\n \t \n2 name # who\n\t3\tversion\n4 known_command play\n" +
		"5 known_command banyan-nonsense\nnonsense\n6 nonsense\n7 NAME\n8\n9 name name\n10 known_command\n"
	status, out, errs := program(t, input, "")
	require.Zero(t, status)
	require.Empty(t, errs)
	require.Equal(t, "=1 2\n\n=2 Banyan\n\n=3 "+version()+"\n\n=4 true\n\n=5 false\n\n? unknown command\n\n?6 unknown command\n\n"+
		"?7 unknown command\n\n?8 syntax error: a number without a command\n\n?9 syntax error: want name\n\n"+
		"?10 syntax error: want known_command NAME\n\n", out)
	require.NotEmpty(t, version())
}

// TestListCommands checks the list of commands, and that each of them is known.
func TestListCommands(t *testing.T) {
	s := newSession(t, "")
	list := strings.Split(s.ask("list_commands")[2:], "\n")
	require.ElementsMatch(t, strings.Fields(`protocol_version name version known_command list_commands quit boardsize clear_board
		komi play genmove undo showboard time_settings time_left final_score reg_genmove gogui-analyze_commands banyan-analyze
		gogui-rules_game_id gogui-rules_board gogui-rules_board_size gogui-rules_legal_moves gogui-rules_side_to_move
		gogui-rules_final_result gogui-rules_board_gfx banyan-gfx banyan-pv rectangular_boardsize
		lz-analyze kata-analyze analyze lz-genmove_analyze kata-genmove_analyze genmove_analyze`), list)
	for _, name := range list {
		require.Equal(t, "= true", s.ask("known_command "+name))
	}
}

func TestQuit(t *testing.T) {
	status, out, errs := program(t, "3 quit\nname\n", "")
	require.Zero(t, status)
	require.Empty(t, errs)
	require.Equal(t, "=3 \n\n", out)
	_, out, _ = program(t, "quit now\nname\n", "")
	require.Equal(t, "? syntax error: want quit\n\n= Banyan\n\n", out)
}

func TestEndOfInput(t *testing.T) {
	for input, want := range map[string]string{"": "", "\n\n": "", "name": "= Banyan\n\n", "name\n": "= Banyan\n\n", "#": ""} {
		status, out, errs := program(t, input, "")
		require.Zero(t, status)
		require.Empty(t, errs)
		require.Equal(t, want, out, "%q", input)
	}
}

func TestLongLines(t *testing.T) {
	long := strings.Repeat("x", maxLine)
	input := "1 " + long + "\n2 name #" + long + "\n3 known_command " + long[:maxLine-20] + "\n#" + long + long + "\n" +
		"4 komi " + strings.Repeat(" ", maxLine) + "7\n" + long[1:] + "\n5 name\n"
	_, out, _ := program(t, input, "")
	const refused = " syntax error: the line has more than 65536 bytes\n\n"
	require.Equal(t, "?1"+refused+"=2 Banyan\n\n=3 false\n\n?4"+refused+"? unknown command\n\n=5 Banyan\n\n", out)
}

func TestBrokenPipes(t *testing.T) {
	var out, errs bytes.Buffer
	in := io.MultiReader(strings.NewReader("name\n"), iotest.ErrReader(errors.New("unplugged")))
	require.Equal(t, cli.Failed, Run(t.Context(), nil, in, &out, &errs))
	require.Equal(t, "= Banyan\n\n", out.String())
	require.Equal(t, "gtp: reading the input: unplugged\n", errs.String())

	errs.Reset()
	require.Equal(t, cli.Failed, Run(t.Context(), nil, strings.NewReader("name\nname\n"), brokenWriter{}, &errs))
	require.Equal(t, "gtp: writing the answer: unplugged\n", errs.String())
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("unplugged") }

// A signal ends the program while it waits and while it thinks. A move is then not played, and the
// response says so.
func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	silence, end := io.Pipe()
	defer func() { require.NoError(t, end.Close()) }()
	go func() {
		_, _ = io.WriteString(end, "genmove b\n")
		time.Sleep(10 * time.Millisecond)
		cancel()
	}()
	var out, errs bytes.Buffer
	require.Zero(t, Run(ctx, []string{"-player", "time=1h"}, silence, &out, &errs))
	require.Empty(t, errs.String())
	if out.Len() > 0 { // the signal may come before the command
		require.Equal(t, "? context canceled\n\n", out.String())
	}
	require.Zero(t, Run(ctx, nil, silence, &out, &errs))
}

// noGoroutineLeft checks that all goroutines that f starts have ended when f returns.
func noGoroutineLeft(t *testing.T, f func()) {
	t.Helper()
	ended := testkit.CheckGoroutines(t)
	f()
	ended()
}

func TestNoGoroutineIsLeft(t *testing.T) {
	for _, input := range []string{"", "name", "quit\nname\nname\n", "genmove b\n", "genmove b\nquit\nname\n", "genmove b\nplay w a1\n"} {
		noGoroutineLeft(t, func() {
			status, _, _ := program(t, input, "-ponder -sims 10")
			require.Zero(t, status)
		})
	}
}

func TestAccepts(t *testing.T) {
	for usage, counts := range map[string][]int{"": {0}, "A": {1}, "[A]": {0, 1}, "A [B]": {1, 2}, "A B C": {3}, "[A] [B C]...": {0, 1, 2, 3, 4}} {
		for n := range 5 {
			ok := false
			for _, count := range counts {
				ok = ok || n == count
			}
			require.Equal(t, ok, command{usage: usage}.accepts(n), "%q, %d", usage, n)
		}
	}
}
