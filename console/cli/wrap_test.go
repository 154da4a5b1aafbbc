package cli_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/console/cli"
)

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		name, text string
		width      int
		want       string
	}{
		{"unknown width", "a b c", 0, "a b c"},
		{"fits", "one two", 7, "one two"},
		{"breaks at a space", "one two three", 8, "one two\nthree"},
		{"space at the limit", "one two three", 7, "one two\nthree"},
		{"indentation", "  one two three", 10, "  one two\n  three"},
		{"table", "ab  one two three", 12, "ab  one two\n    three"},
		{"wide first column", "abcdefgh  one two three", 14, "abcdefgh  one\n    two three"},
		{"spaces in the first column", "a b  c d e f g", 10, "a b  c d e\n     f g"},
		{"two spaces at the break", "one  two", 5, "one\n  two"},
		{"large indentation", "            one two three", 14, "    one two\n    three"},
		{"large indentation that fits", "            one", 15, "            one"},
		{"long word", "abcdefghij kl", 4, "abcdefghij\nkl"},
		{"only a long word", "  abcdefghij", 4, "  abcdefghij"},
		{"lines", "one two\n\nthree four\n", 5, "one\ntwo\n\nthree\nfour\n"},
		{"letters beyond ASCII", "äöü äöü äöü", 7, "äöü äöü\näöü"},
		{"flag", "    \tthe name of it", 16, "        the name\n        of it"},
	} {
		t.Run(c.name, func(t *testing.T) { require.Equal(t, c.want, cli.Wrap(c.text, c.width)) })
	}
}

// TestWrapLaws checks that words keep their order and that a line is longer than the width only if
// it is a single word.
func TestWrapLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`( {0,3}([a-z]{1,12} {1,3}){0,12}\n){0,3}`).Draw(t, "text")
		width := rapid.IntRange(1, 40).Draw(t, "width")
		wrapped := cli.Wrap(text, width)
		require.Equal(t, strings.Fields(text), strings.Fields(wrapped))
		for line := range strings.SplitSeq(wrapped, "\n") {
			require.True(t, len(line) <= width || len(strings.Fields(line)) <= 1, "%q", line)
		}
		require.Equal(t, wrapped, cli.Wrap(wrapped, max(width, 60)), "a second pass with more room changes nothing")
	})
}

func TestWidth(t *testing.T) {
	file, err := os.CreateTemp(t.TempDir(), "")
	require.NoError(t, err)
	defer func() { _ = file.Close() }()
	t.Setenv("COLUMNS", "")
	require.Zero(t, cli.Width(&strings.Builder{}))
	require.Zero(t, cli.Width(file), "a file is not a terminal")
	require.False(t, cli.IsTerminal(file))
	for _, bad := range []string{"0", "-5", "many"} {
		t.Setenv("COLUMNS", bad)
		require.Zero(t, cli.Width(file), bad)
	}
	t.Setenv("COLUMNS", "40")
	require.Equal(t, 40, cli.Width(file))
}

// TestNarrowHelp checks that the help and errors fit into a narrow terminal.
func TestNarrowHelp(t *testing.T) {
	t.Setenv("COLUMNS", "40")
	var errs strings.Builder
	set := flag.NewFlagSet("x", flag.ContinueOnError)
	set.String("name", "", strings.Repeat("word ", 20))
	err := cli.Parse(set, []string{"-help"}, &errs, strings.Repeat("about ", 20), "  key=value        "+strings.Repeat("more ", 20))
	require.ErrorIs(t, err, flag.ErrHelp)
	require.Equal(t, 20, strings.Count(errs.String(), "word"))
	for line := range strings.SplitSeq(errs.String(), "\n") {
		require.LessOrEqual(t, len(line), 40, line)
	}
	errs.Reset()
	cli.Status("x", errLong{}, &errs)
	require.Contains(t, errs.String(), "\n")
	for line := range strings.SplitSeq(errs.String(), "\n") {
		require.LessOrEqual(t, len(line), 40, line)
	}
}

type errLong struct{}

func (errLong) Error() string { return strings.Repeat("wrong ", 20) }
