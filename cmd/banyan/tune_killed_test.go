package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/internal/testkit"
)

// TestTuneKilled kills a search again and again, and once cuts its journal in the middle of a line.
// In the end it has the result of a search that was never interrupted, and no pair twice.
func TestTuneKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts ten processes")
	}
	args := strings.Fields("tune -game breakthrough -size 5x5 -sims 40 -games 160 -workers 2 -row -space")
	args = append(args, "selection=uct|puct; c=0.1..2 log; solver=off|on")
	want, errs, status := banyan(t, "", args...)
	require.Zero(t, status, errs)
	journal := filepath.Join(t.TempDir(), "a.jsonl")
	args = append(args, "-journal", journal)
	kills := 0
	for lines := 10; lines < 70; lines += 10 {
		c := testkit.Command(t, args...)
		require.NoError(t, c.Start())
		ended := make(chan error, 1)
		go func() { ended <- c.Wait() }()
		var err error
		for done := false; !done; {
			select {
			case err = <-ended:
				done = true
			default:
				text, _ := os.ReadFile(journal)
				if bytes.Count(text, []byte("\n")) >= lines {
					_ = c.Process.Kill() // it may have ended
					err, done = <-ended, true
				}
			}
		}
		if err != nil {
			kills++
		}
		text, err := os.ReadFile(journal)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(journal, text[:len(text)-5], 0o600))
	}
	require.NotZero(t, kills)
	have, errs, status := banyan(t, "", args...)
	require.Zero(t, status, errs)
	require.Equal(t, want, have)
	text, err := os.ReadFile(journal)
	require.NoError(t, err)
	search, fresh := bytes.Count(text, []byte(`"phase":"search"`)), bytes.Count(text, []byte(`"phase":"fresh"`))
	require.Equal(t, 80, search+fresh, "every pair was played once")
	require.GreaterOrEqual(t, fresh, 20)
}
