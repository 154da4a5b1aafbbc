package cli_test

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/console/cli"
	"github.com/banyan-go/banyan/internal/testkit"
)

// parse parses the arguments of a program with the flags -n and -v.
func parse(args string, names bool) (rest []string, n int, errs string, err error) {
	var out strings.Builder
	set := flag.NewFlagSet("x", flag.ContinueOnError)
	set.IntVar(&n, "n", 0, "a `number`")
	set.Bool("v", false, "more")
	if names {
		rest, err = cli.ParseNames(set, strings.Fields(args), &out, "about", "more")
	} else {
		err = cli.Parse(set, strings.Fields(args), &out, "about", "more")
	}
	return rest, n, out.String(), err
}

func TestParse(t *testing.T) {
	_, n, errs, err := parse("-v -n 5", false)
	require.NoError(t, err)
	require.Equal(t, 5, n)
	require.Empty(t, errs)
	_, _, errs, err = parse("-n 5 x", false)
	require.EqualError(t, err, `unexpected argument "x"`)
	require.Empty(t, errs)
	_, _, errs, err = parse("-nosuch", false)
	require.ErrorContains(t, err, "-nosuch")
	require.Empty(t, errs, "the caller prints the error")
}

func TestParseNames(t *testing.T) {
	rest, n, _, err := parse("a -n 5 b -v c", true)
	require.NoError(t, err)
	require.Equal(t, 5, n)
	require.Equal(t, []string{"a", "b", "c"}, rest)
	_, _, _, err = parse("a -nosuch", true)
	require.ErrorContains(t, err, "-nosuch")
	rest, _, _, err = parse("", true)
	require.NoError(t, err)
	require.Empty(t, rest)
}

func TestHelp(t *testing.T) {
	for _, names := range []bool{false, true} {
		_, _, errs, err := parse("-help", names)
		require.ErrorIs(t, err, flag.ErrHelp)
		require.True(t, strings.HasPrefix(errs, "about\n  -n number\n"), errs)
		require.True(t, strings.HasSuffix(errs, "\n\nmore"), errs)
	}
}

func TestStatus(t *testing.T) {
	var errs strings.Builder
	require.Equal(t, cli.Done, cli.Status("x", fmt.Errorf("%w", flag.ErrHelp), &errs))
	require.Empty(t, errs.String())
	require.Equal(t, cli.Usage, cli.Status("x", errors.New("wrong"), &errs))
	require.Equal(t, "x: wrong\n", errs.String())
}

func TestPlain(t *testing.T) {
	for text, want := range map[string]string{
		`-spec: player "x": minimax: the game has 3 players, want 2`: `-player "x": the game has 3 players, want 2`,
		"mcts: no action":              "no action",
		"timing=x, want y":             "timing=x, want y",
		"a.json: not found":            "a.json: not found",
		"a.kif: gdl: kif: it is empty": "a.kif: it is empty",
	} {
		t.Run(text, func(t *testing.T) { require.Equal(t, want, cli.Plain(errors.New(text))) })
	}
}

func TestReadLine(t *testing.T) {
	in := bufio.NewReaderSize(strings.NewReader("short\n"+strings.Repeat("x", 100)+"\n\nlast"), 16)
	for _, want := range []string{"short\n", strings.Repeat("x", 21), "\n"} {
		line, err := cli.ReadLine(in, 20)
		require.NoError(t, err)
		require.Equal(t, want, line)
	}
	line, err := cli.ReadLine(in, 20)
	require.ErrorIs(t, err, io.EOF)
	require.Equal(t, "last", line)
}

func TestLines(t *testing.T) {
	defer testkit.CheckGoroutines(t)()
	broken := errors.New("broken")
	in := io.MultiReader(strings.NewReader("one\n\n"+strings.Repeat("x", 9)+"\nlast"), iotest.ErrReader(broken))
	lines := cli.NewLines(in, 5)
	defer lines.Close()
	for _, want := range []string{"one\n", "\n", "xxxxxx", "last"} {
		require.Equal(t, want, <-lines.C)
	}
	_, more := <-lines.C
	require.False(t, more)
	require.ErrorIs(t, lines.Err(), broken)
	require.EqualError(t, lines.Err(), "reading the input: broken")

	unread := cli.NewLines(strings.NewReader("one\n"), 5)
	unread.Close()
}
