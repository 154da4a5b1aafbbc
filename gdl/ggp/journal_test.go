package ggp_test

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/gdl/ggp"
	"github.com/banyan-go/banyan/gdl/ggp/internal/protocol"
)

// journaled returns a player with a journal, which makes the first legal move.
func journaled(t *testing.T, path string, log *strings.Builder) *ggp.Player {
	c := config(chooser{})
	c.Journal = path
	if log != nil {
		c.Log = slog.New(slog.NewTextHandler(log, nil))
	}
	return newPlayer(t, c)
}

// A player that is made again continues with its match, whatever came last, and also if that comes
// again because its answer was lost. After the match, there is nothing to continue with.
func TestJournal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	p := journaled(t, path, nil)
	for _, step := range []struct{ message, want string }{
		{start(t, "m", "x"), "ready"},
		{start(t, "m", "x"), "ready"},
		{"(PLAY m NIL)", "(mark 1 1)"},
		{"(PLAY m NIL)", "(mark 1 1)"},
		{"(PLAY m ((mark 1 1) noop))", "noop"},
		{"(PLAY m (noop (mark 1 2)))", "(mark 1 3)"},
		{"(PLAY m (noop (mark 1 2)))", "(mark 1 3)"},
		{"(PLAY m ((mark 1 3) noop))", "noop"},
		{"(PLAY n ((mark 1 3) noop))", "ggp: no such match is under way"},
		{start(t, "n", "x"), "busy"},
		{"(STOP m (noop (mark 2 2)))", "done"},
		{"(PLAY m (noop (mark 2 2)))", "ggp: no such match is under way"},
		{start(t, "n", "x"), "ready"},
		{"(ABORT n)", "aborted"},
		{start(t, "o", "o"), "ready"},
		{"(PLAY o NIL)", "noop"},
		{start(t, "o", "x"), "ready"}, // The server has begun again.
		{"(PLAY o NIL)", "(mark 1 1)"},
	} {
		require.Equal(t, step.want, ask(t, p, step.message), step.message)
		p.Close()
		p = journaled(t, path, nil)
	}
	p.Close()
}

// A journal without sense, one of a match that is over by now, and one that cannot be written are
// no reason not to play.
func TestJournalFails(t *testing.T) {
	folder := t.TempDir()
	line := func(text string) string {
		m, err := protocol.Parse([]byte(text))
		require.NoError(t, err)
		return m.String() + "\n"
	}
	begin := line(start(t, "m", "x"))
	for name, c := range map[string]struct{ text, log string }{
		"empty":         {"", ""},
		"no match":      {"(PLAY m NIL)\n", ""},
		"no message":    {begin + "(PLAY m NIL\n", "the journal fails"},
		"other message": {begin + "(INFO)\n", "ggp: journal: info  in the match m"},
		"other match":   {begin + "(PLAY n NIL)\n", "ggp: journal: play n in the match m"},
		"wrong role":    {line(start(t, "m", "y")), `the role is \"y\"`},
		"wrong moves":   {begin + "(PLAY m NIL)\n(PLAY m (noop))\n(PLAY m (noop noop))\n", "there are 1 moves, want 2"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(folder, name)
			require.NoError(t, os.WriteFile(path, []byte(c.text), 0o600))
			var log strings.Builder
			p := journaled(t, path, &log)
			require.Equal(t, "ready", ask(t, p, start(t, "n", "x")))
			require.Equal(t, "(mark 1 1)", ask(t, p, "(PLAY n NIL)"))
			p.Close()
			require.Contains(t, log.String(), c.log)
			require.Equal(t, c.log != "", strings.Contains(log.String(), "WARN"), log.String())
		})
	}

	path := filepath.Join(folder, "cut off")
	require.NoError(t, os.WriteFile(path, []byte(begin+"(PLAY m NIL)\n(PLAY m ((mark"), 0o600))
	p := journaled(t, path, nil)
	require.Equal(t, "noop", ask(t, p, "(PLAY m ((mark 1 1) noop))"))
	p.Close()
	require.NoError(t, os.Chtimes(path, time.Time{}, time.Now().Add(-time.Minute)))
	var log strings.Builder
	p = journaled(t, path, &log)
	require.Equal(t, "((name banyan) (status available))", ask(t, p, "(INFO)"))
	require.NoFileExists(t, path)
	p.Close()
	require.Contains(t, log.String(), "nothing has come for long")

	p = journaled(t, filepath.Join(folder, "no such folder", "journal"), &log)
	require.Equal(t, "ready", ask(t, p, start(t, "m", "x")))
	require.Equal(t, "(mark 1 1)", ask(t, p, "(PLAY m NIL)"))
	p.Close()
	require.Contains(t, log.String(), "the journal fails")
}
