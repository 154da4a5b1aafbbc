package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/distributed"
	"github.com/banyan-go/banyan/internal/testkit"
)

const small = "-game breakthrough -size 5x5 -a sims=30 -b sims=10 -games 12 -json"

// summary returns the result of a match without its times.
func summary(t *testing.T, args ...string) map[string]any {
	t.Helper()
	out, errs, status := banyan(t, "", append([]string{"match"}, append(strings.Fields(small), args...)...)...)
	require.Zero(t, status, errs)
	var got map[string]any
	require.NoError(t, json.Unmarshal([]byte(out), &got))
	for _, key := range []string{"seconds", "speed", "time_ratio"} {
		delete(got, key)
	}
	return got
}

// TestWorkers plays the same match in one process, and in several ones that need nothing else.
func TestWorkers(t *testing.T) {
	want := summary(t, "-workers", "1")
	require.Equal(t, want, summary(t, "-workers", "2"))
	journal := filepath.Join(t.TempDir(), "journal")
	require.Equal(t, want, summary(t, "-workers", "3", "-journal", journal))
	require.FileExists(t, journal)
	require.Equal(t, want, summary(t, "-workers", "2", "-journal", journal), "nothing is played again")
}

const search = "tune -game breakthrough -size 5x5 -sims 20 -games 160 -method halving -row -space c=0.1..2"

// row returns the result of a search.
func row(t *testing.T, args ...string) string {
	t.Helper()
	out, errs, status := banyan(t, "", append(strings.Fields(search), args...)...)
	require.Zero(t, status, errs)
	require.Empty(t, errs)
	return out
}

// TestTuneWorkers searches with games of one process, and of several ones.
func TestTuneWorkers(t *testing.T) {
	want := row(t, "-workers", "1")
	require.Contains(t, want, "| breakthrough 5x5 |")
	require.Equal(t, want, row(t, "-workers", "3"))
}

// TestNATS plays a match by a worker that is started by hand.
func TestNATS(t *testing.T) {
	server, err := distributed.Server{Dir: t.TempDir()}.Start()
	require.NoError(t, err)
	defer func() { require.NoError(t, server.Close()) }()
	url := server.Address().URL
	_, errs, status := banyan(t, "", append([]string{"match", "-nats", url}, strings.Fields(small)...)...)
	require.Equal(t, 1, status)
	require.Contains(t, strings.ReplaceAll(errs, "\n", " "), "want its token in the environment variable BANYAN_NATS_TOKEN")

	t.Setenv(distributed.TokenVariable, server.Address().Token)
	worker := testkit.Command(t, "worker", "-nats", url, "-workers", "2", "-metrics", "127.0.0.1:0")
	var said bytes.Buffer
	worker.Stderr = &said
	require.NoError(t, worker.Start())
	want := summary(t, "-workers", "1")
	require.Equal(t, want, summary(t, "-nats", url))
	require.Equal(t, want, summary(t, "-nats", url), "the results are there")
	require.Equal(t, row(t, "-workers", "1"), row(t, "-nats", url), "the worker plays for a search")
	require.NoError(t, worker.Process.Signal(os.Interrupt))
	require.NoError(t, worker.Wait(), "an interrupt ends a worker in good order")
	require.Contains(t, said.String(), "plays connect4, breakthrough,")
}

// TestNoticeOfLostWorker kills a worker process of a match, which says so.
func TestNoticeOfLostWorker(t *testing.T) {
	match := testkit.Command(t, "match", "-workers", "2", "-game", "breakthrough", "-a", "sims=300", "-b", "sims=300", "-games", "10000")
	errs, err := os.Create(filepath.Join(t.TempDir(), "errs"))
	require.NoError(t, err)
	defer func() { require.NoError(t, errs.Close()) }()
	match.Stderr = errs
	require.NoError(t, match.Start())
	tasks := fmt.Sprintf("/proc/%d/task", match.Process.Pid)
	if _, err := os.Stat(tasks); err != nil {
		t.Skip("this system does not list the children of a process")
	}
	require.Eventually(t, func() bool {
		lists, _ := filepath.Glob(tasks + "/*/children") // The pattern is valid.
		for _, list := range lists {
			text, _ := os.ReadFile(list) // The task may have ended.
			for _, child := range strings.Fields(string(text)) {
				// The Go runtime briefly has child processes, too. A worker learns its role from
				// its environment.
				environment, err := os.ReadFile("/proc/" + child + "/environ")
				if err != nil || !strings.Contains(string(environment), "BANYAN_WORKER_OF=") {
					continue
				}
				pid, _ := strconv.Atoi(child)
				worker, err := os.FindProcess(pid)
				return err == nil && worker.Kill() == nil
			}
		}
		return false
	}, time.Minute, 10*time.Millisecond)
	require.Eventually(t, func() bool {
		text, err := os.ReadFile(errs.Name())
		return err == nil && strings.Contains(string(text), "a worker process ended: signal: killed")
	}, time.Minute, 10*time.Millisecond)
	require.NoError(t, match.Process.Signal(os.Interrupt))
	_ = match.Wait() // It was interrupted.
}

func TestWorkerErrors(t *testing.T) {
	for args, want := range map[string]string{
		"worker":                                         "there is no server, want -nats URL",
		"worker -nats nats://10.0.0.5":                   "neither a token nor TLS; want a token in the environment variable BANYAN_NATS_TOKEN",
		"worker -nats http://127.0.0.1":                  "want nats:// or tls://",
		"worker -nats 127.0.0.1 -workers 0":              "-workers is 0, want 1 or more",
		"worker -nats 127.0.0.1 x":                       `unexpected argument "x"`,
		"match -nats 10.0.0.5 " + small:                  "is not on this machine",
		"match -nats 127.0.0.1 -cpu -workers 1 " + small: "want one of them",
		"match -nats 127.0.0.1 -workers 2 " + small:      "want one of them",
		"match -queue a " + small:                        "-queue is for -nats",
		"tune -nats 10.0.0.5 -games 20":                  "is not on this machine",
		"tune -queue a -games 20":                        "-queue is for -nats",
		"match -metrics 127.0.0.1:0 " + small:            "want -workers 2 or more, or -nats URL",
		"tune -metrics :0 -workers 1 -games 20":          "want -workers 2 or more, or -nats URL",
	} {
		_, errs, status := banyan(t, "", strings.Fields(args)...)
		require.Equal(t, 2, status, args)
		require.Contains(t, strings.Join(strings.Fields(errs), " "), want)
	}
	_, errs, status := banyan(t, "", "worker", "-nats", "nats://127.0.0.1:1")
	require.Equal(t, 1, status)
	require.Contains(t, strings.Join(strings.Fields(errs), " "), "no connection to a NATS server at nats://127.0.0.1:1")
}
