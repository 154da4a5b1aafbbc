//go:build unix

package distributed_test

import (
	"context"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/distributed"
	"github.com/banyan-go/banyan/tune"
)

// TestLostRequest kills the server while a request of a coordinator is on the way, once with a
// deadline and once without one.
func TestLostRequest(t *testing.T) {
	t.Parallel()
	for name, deadline := range map[string]time.Duration{"deadline": time.Minute, "no deadline": 0} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			port, err := distributed.FreePort()
			require.NoError(t, err)
			server := &process{role: role{Name: "server", Port: port, Dir: t.TempDir()}}
			server.start(t)
			server.role.await(t)
			c := connect(t, distributed.Cluster{Address: server.role.address()})
			ready := make(chan bool, 2)
			stop := work(distributed.Worker{Address: server.role.address(), Notice: func(string) { ready <- true }})
			<-ready
			e := distributed.Evaluator{Pairs: c, Batch: distributed.Batch{Game: "tictactoe"}}
			ctx := bg
			if deadline > 0 {
				var cancel context.CancelFunc
				ctx, cancel = context.WithTimeout(bg, deadline)
				defer cancel()
			}
			server.signal(t, syscall.SIGSTOP)
			done := make(chan error, 1)
			go func() {
				_, err := e.Play(ctx, tune.Pair{A: "random", B: "random"})
				done <- err
			}()
			time.Sleep(time.Second) // for the request to be on the way; if it is not, the test sees less
			require.NoError(t, server.cmd.Process.Kill())
			require.Error(t, <-server.ends, "it was killed")
			server.start(t)
			require.NoError(t, <-done)
			require.NoError(t, stop())
		})
	}
}

// TestFullDiskOfServer has a server that cannot write files of more than 128 KB. It then drops
// messages without a response.
func TestFullDiskOfServer(t *testing.T) {
	t.Parallel()
	port, err := distributed.FreePort()
	require.NoError(t, err)
	r := role{Name: "server", Port: port, Dir: t.TempDir()}
	server := r.command(t)
	limited := exec.Command("sh", "-c", `ulimit -f 256 && exec "$0"`, server.Path)
	limited.Env = server.Env
	require.NoError(t, limited.Start())
	defer func() {
		require.NoError(t, limited.Process.Kill())
		_ = limited.Wait() // It was killed.
	}()
	r.await(t)
	c := connect(t, distributed.Cluster{Address: r.address()})
	stop := work(distributed.Worker{Address: r.address(), Slots: 2})
	ctx, cancel := context.WithTimeout(bg, 5*time.Minute)
	defer cancel()
	_, err = distributed.Records(ctx, c, batch, 2000)
	require.ErrorContains(t, err, "the server cannot store messages: is its disk full")
	_ = stop() // with the same error, or none
}
