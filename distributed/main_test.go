package distributed_test

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/distributed"
)

// roleVariable holds the task of a process that a test has started: the test binary itself.
const roleVariable = "BANYAN_TEST_ROLE"

// patienceVariable holds the patience of the workers of a Machine.
const patienceVariable = "BANYAN_TEST_PATIENCE"

// role is the task of a process.
type role struct {
	Name   string // server, worker or coordinator
	Port   int
	Dir    string        // of the server
	Delay  time.Duration // of every pair, for a worker
	Hold   string        // a path, for a worker: its first pair waits for a file there
	Pairs  int           // for a coordinator
	Output string        // for a coordinator: the path of the records; it waits for a file next to it
}

const token = "a test"

func (r role) address() distributed.Address {
	return distributed.Address{URL: fmt.Sprintf("nats://127.0.0.1:%d", r.Port), Token: token}
}

func TestMain(m *testing.M) {
	text, role := os.Getenv(roleVariable), role{}
	switch {
	case distributed.IsChild():
		patience, _ := time.ParseDuration(os.Getenv(patienceVariable)) // 0 if it is not set
		end(distributed.RunChild(bg, distributed.Worker{Games: []string{"tictactoe"}, Referee: childReferee, Patience: patience}))
	case text != "":
		if err := json.Unmarshal([]byte(text), &role); err != nil {
			panic(err)
		}
		end(role.run())
	}
	os.Exit(m.Run())
}

func end(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// childReferee plays pairs. If the first player is "crash", it ends the process at pair 1.
func childReferee(ctx context.Context, b distributed.Batch, pair int) ([]arena.Record, error) {
	if b.Players[0] != "crash" {
		return referee(ctx, b, pair)
	}
	if pair == 1 {
		os.Exit(3)
	}
	return make([]arena.Record, 1), nil
}

// run runs the process.
func (r role) run() error {
	ctx, cancel := signal.NotifyContext(bg, syscall.SIGTERM)
	defer cancel()
	switch r.Name {
	case "server":
		s, err := distributed.Server{Port: r.Port, Dir: r.Dir, Token: token}.Start()
		if err != nil {
			return err
		}
		<-ctx.Done()
		return s.Close()
	case "worker":
		return distributed.Worker{
			Address: r.address(), Games: []string{"tictactoe"}, Referee: r.referee(), Patience: time.Second,
		}.Run(ctx)
	}
	c, err := distributed.Cluster{Address: r.address()}.Connect(ctx)
	if err != nil {
		return err
	}
	records, err := distributed.Records(ctx, c, batch, r.Pairs)
	if err != nil {
		return err
	}
	for !exists(r.Output + ".go") {
		time.Sleep(10 * time.Millisecond)
	}
	text, err := json.Marshal(records)
	if err != nil {
		return err
	}
	if err := os.WriteFile(r.Output+".part", text, 0o600); err != nil {
		return err
	}
	return os.Rename(r.Output+".part", r.Output)
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// referee returns the referee of a worker.
func (r role) referee() distributed.Referee {
	return func(ctx context.Context, b distributed.Batch, pair int) ([]arena.Record, error) {
		time.Sleep(r.Delay)
		if r.Hold != "" && !exists(r.Hold) {
			if err := os.WriteFile(r.Hold+".held", nil, 0o600); err != nil {
				return nil, err
			}
			for !exists(r.Hold) {
				time.Sleep(10 * time.Millisecond)
			}
		}
		return referee(ctx, b, pair)
	}
}

// command returns the command of the process.
func (r role) command(t *testing.T) *exec.Cmd {
	t.Helper()
	path, err := os.Executable()
	require.NoError(t, err)
	text, err := json.Marshal(r)
	require.NoError(t, err)
	cmd := exec.Command(path)
	cmd.Env = append(os.Environ(), roleVariable+"="+string(text))
	return cmd
}

func TestMachine(t *testing.T) {
	m, err := distributed.Machine{Processes: 2, Version: "v1"}.Start(bg)
	require.NoError(t, err)
	records, err := distributed.Records(bg, m, batch, 20)
	require.NoError(t, err)
	require.Equal(t, locally(t, batch, 20), withoutTimes(records))
	require.NoError(t, m.Close())
	require.NoError(t, m.Close(), "twice is as good as once")
	_, err = distributed.Machine{}.Start(bg)
	require.ErrorContains(t, err, "Machine.Processes is 0, want at least 1")
	_, err = distributed.Machine{Processes: 1, Server: distributed.Server{TLS: &tls.Config{MinVersion: tls.VersionTLS12}}}.Start(bg)
	require.ErrorContains(t, err, "Machine.Server.TLS is set, want nil")
}

// TestMachineLeavesNothing checks that neither processes nor files are left.
func TestMachineLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	var commands []*exec.Cmd
	m, err := distributed.Machine{Processes: 1, Command: func() (*exec.Cmd, error) {
		path, err := os.Executable()
		commands = append(commands, exec.Command(path))
		return commands[len(commands)-1], err
	}}.Start(bg)
	require.NoError(t, err)
	_, err = distributed.Records(bg, m, batch, 1)
	require.NoError(t, err)
	files, err := filepath.Glob(filepath.Join(dir, "banyan-nats-*"))
	require.NoError(t, err)
	require.Len(t, files, 1)
	require.NoError(t, m.Close())
	require.NoDirExists(t, files[0])
	require.Len(t, commands, 1)
	require.True(t, commands[0].ProcessState.Success(), "the worker ended in good order")
}

// TestMachineOfCrashes has workers that cannot play.
func TestMachineOfCrashes(t *testing.T) {
	starts := 0
	broken := distributed.Machine{Processes: 1, Command: func() (*exec.Cmd, error) {
		starts++
		return nil, fmt.Errorf("no program %d", starts)
	}}
	m, err := broken.Start(bg)
	require.NoError(t, err)
	_, err = distributed.Records(bg, m, batch, 1)
	require.ErrorContains(t, err, "5 worker processes ended without a result, the last one so: no program 5")
	require.NoError(t, m.Close())
	require.Equal(t, 5, starts)
}

// TestMachineWithDeadlyPair has a pair that takes every process that plays it along.
func TestMachineWithDeadlyPair(t *testing.T) {
	t.Setenv(patienceVariable, "200ms")
	m, err := distributed.Machine{Processes: 4}.Start(bg)
	require.NoError(t, err)
	defer func() { require.NoError(t, m.Close()) }()
	played := 0
	deadly := distributed.Batch{Game: "tictactoe", Players: []string{"crash", "random"}}
	err = m.Play(bg, deadly, []int{0, 1, 2}, func([]arena.Record) bool {
		played++
		return true
	})
	require.ErrorContains(t, err, "1 pairs failed:\npair 1: after 21 attempts")
	require.ErrorContains(t, err, "it was begun 20 times")
	require.Equal(t, 2, played)
}

func compare(t *testing.T, output string, pairs int) {
	t.Helper()
	text, err := os.ReadFile(output)
	require.NoError(t, err)
	var records []arena.Record
	require.NoError(t, json.Unmarshal(text, &records))
	require.Equal(t, locally(t, batch, pairs), withoutTimes(records))
	want := locally(t, batch, pairs)
	require.Equal(t, arena.CrossTable(want, 3), arena.CrossTable(records, 3))
	require.Equal(t, arena.CountPairs(want, 0, 1), arena.CountPairs(records, 0, 1))
}
