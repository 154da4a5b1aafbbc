//go:build unix

package distributed_test

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/distributed"
)

// chaosVariable sets how many processes TestChaos kills. With it, the worker of TestStoppedWorker
// hangs for ten seconds.
//
//	BANYAN_CHAOS=100 go test -run 'Chaos|Stopped' -v -timeout 30m ./distributed
const chaosVariable = "BANYAN_CHAOS"

// process is a process that is started again when it has been killed.
type process struct {
	role role
	mu   sync.Mutex
	cmd  *exec.Cmd
	errs *bytes.Buffer
	ends chan error // of the last one; closed after its end
}

func (p *process) start(t *testing.T) {
	t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cmd, p.errs, p.ends = p.role.command(t), &bytes.Buffer{}, make(chan error, 1)
	p.cmd.Stderr = p.errs
	require.NoError(t, p.cmd.Start())
	cmd, ends := p.cmd, p.ends
	go func() {
		ends <- cmd.Wait()
	}()
	t.Cleanup(func() { _ = cmd.Process.Kill() })
}

func (p *process) signal(t *testing.T, s syscall.Signal) {
	t.Helper()
	require.NoError(t, p.cmd.Process.Signal(s))
}

// setup starts a server, so many workers and a coordinator.
func setup(t *testing.T, workers int, r role) (all []*process, coordinator *process) {
	t.Helper()
	var err error
	r.Port, err = distributed.FreePort()
	require.NoError(t, err)
	r.Dir, r.Output = t.TempDir(), filepath.Join(t.TempDir(), "records")
	for _, name := range append([]string{"server", "coordinator"}, make([]string, workers)...) {
		p := &process{role: r}
		if p.role.Name = name; name == "" {
			p.role.Name = "worker"
		}
		p.start(t)
		if all = append(all, p); name == "server" {
			r.await(t)
		}
	}
	return all, all[1]
}

// await waits for the server.
func (r role) await(t *testing.T) {
	t.Helper()
	require.Eventually(t, func() bool {
		conn, err := nats.Connect(r.address().URL, nats.Token(token))
		if err == nil {
			conn.Close()
		}
		return err == nil
	}, time.Minute, 10*time.Millisecond)
}

// stored returns the number of results on the server, and how many subjects they have.
func stored(t *testing.T, r role) (results, pairs int) {
	t.Helper()
	conn, err := nats.Connect(r.address().URL, nats.Token(token))
	require.NoError(t, err)
	defer conn.Close()
	js, err := jetstream.New(conn)
	require.NoError(t, err)
	stream, err := js.Stream(bg, "BANYAN_RESULTS_V1")
	require.NoError(t, err)
	info, err := stream.Info(bg, jetstream.WithSubjectFilter(">"))
	require.NoError(t, err)
	return int(info.State.Msgs), len(info.State.Subjects)
}

// revive starts the processes again that were killed, or ended because the server was away.
func revive(t *testing.T, all []*process) {
	t.Helper()
	for _, p := range all {
		select {
		case err := <-p.ends:
			if err == nil { // The coordinator has finished.
				p.ends <- nil
				continue
			}
			p.start(t)
		default:
		}
	}
}

// TestChaos kills workers, the server and the coordinator of a match of 200 games at random.
func TestChaos(t *testing.T) {
	kills := 9
	if text := os.Getenv(chaosVariable); text != "" {
		var err error
		kills, err = strconv.Atoi(text)
		require.NoError(t, err)
	}
	if testing.Short() {
		kills = 4
	}
	const pairs = 100
	all, coordinator := setup(t, 2, role{Pairs: pairs, Delay: time.Duration(max(10, 6*kills)) * time.Millisecond})
	random := rand.New(rand.NewPCG(1, 2))
	killed := map[string]int{}
	for range kills {
		time.Sleep(time.Duration(100+random.IntN(300)) * time.Millisecond)
		p := all[random.IntN(len(all))]
		if len(p.ends) == 0 { // A worker or coordinator may have ended for want of a server.
			killed[p.role.Name]++
		}
		_ = p.cmd.Process.Kill()
		revive(t, all)
	}
	t.Logf("killed: %v", killed)
	require.NoError(t, os.WriteFile(coordinator.role.Output+".go", nil, 0o600))
	require.Eventually(t, func() bool {
		revive(t, all)
		return exists(coordinator.role.Output)
	}, 10*time.Minute, 50*time.Millisecond)
	compare(t, coordinator.role.Output, pairs)
	results, subjects := stored(t, coordinator.role)
	require.Equal(t, pairs, results, "one result for every pair")
	require.Equal(t, pairs, subjects)
}

// TestStoppedWorker stops a worker that plays until another one has played its pair, and lets it
// continue.
func TestStoppedWorker(t *testing.T) {
	const pairs = 5
	hold := filepath.Join(t.TempDir(), "hold")
	all, coordinator := setup(t, 1, role{Pairs: pairs, Hold: hold})
	worker := all[2]
	require.Eventually(t, func() bool { return exists(hold + ".held") }, time.Minute, 10*time.Millisecond)
	worker.signal(t, syscall.SIGSTOP)
	other := &process{role: worker.role}
	other.role.Hold = ""
	other.start(t)
	if os.Getenv(chaosVariable) != "" {
		time.Sleep(10 * time.Second)
	}
	require.NoError(t, os.WriteFile(coordinator.role.Output+".go", nil, 0o600))
	require.NoError(t, <-coordinator.ends, coordinator.errs)
	require.NoError(t, os.WriteFile(hold, nil, 0o600))
	worker.signal(t, syscall.SIGCONT)
	worker.signal(t, syscall.SIGTERM)
	require.NoError(t, <-worker.ends, worker.errs)
	compare(t, coordinator.role.Output, pairs)
	results, subjects := stored(t, coordinator.role)
	require.Equal(t, pairs, results, "the result that came last is not stored")
	require.Equal(t, pairs, subjects)
}

// TestLostFiles gives the match a server without its files in the middle. It takes as long as a
// coordinator waits until it queues all again, so it needs the variable of TestChaos.
func TestLostFiles(t *testing.T) {
	if os.Getenv(chaosVariable) == "" {
		t.Skip("it takes ten seconds; " + chaosVariable + " is not set")
	}
	port, err := distributed.FreePort()
	require.NoError(t, err)
	r, err := distributed.Server{Port: port, Token: token, Dir: t.TempDir()}.Start()
	require.NoError(t, err)
	c := connect(t, distributed.Cluster{Address: r.Address()})
	stop := work(distributed.Worker{Address: r.Address(), Patience: time.Second, Referee: role{Delay: 20 * time.Millisecond}.referee()})
	const pairs = 60
	numbers := make([]int, pairs)
	for i := range numbers {
		numbers[i] = i
	}
	lost := make(chan error, 1)
	done := map[int]int{}
	err = c.Play(bg, batch, numbers, func(games []arena.Record) bool {
		if done[games[0].Pair]++; len(done) == pairs/2 {
			go func() {
				err := r.Close()
				if err == nil {
					r, err = distributed.Server{Port: port, Token: token, Dir: t.TempDir()}.Start()
				}
				lost <- err
			}()
		}
		return true
	})
	require.NoError(t, err)
	require.NoError(t, <-lost)
	require.Len(t, done, pairs)
	for pair, n := range done {
		require.Equal(t, 1, n, "pair %d", pair)
	}
	require.NoError(t, stop())
	require.NoError(t, r.Close())
}
