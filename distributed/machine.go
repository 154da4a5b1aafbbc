package distributed

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"sync"
	"time"

	"github.com/banyan-go/banyan/arena"
)

// Machine describes how a match is played by several processes on this machine: with a server in
// this process, and workers that are the same program, started again. Nothing has to be installed.
type Machine struct {
	Processes int    // workers, at least 1
	Server    Server // the zero value suits; TLS must be nil, as the workers are on this machine
	Version   string // see Cluster.Version

	// Command returns the command of a worker. Several goroutines call it. Its environment is
	// completed, and its standard input, output and error are replaced. If Command is nil, the
	// running program is started without arguments. The program must call [RunChild] if [IsChild]
	// says so.
	Command func() (*exec.Cmd, error)

	Progress func(Progress)    // see Cluster.Progress
	Notice   func(text string) // see Cluster.Notice
}

// RunningMachine is a machine whose server and workers run. It implements [PairRunner]. If a worker
// ends, another one is started in its place.
type RunningMachine struct {
	*Coordinator
	server  *RunningServer
	workers *children
	once    sync.Once
	err     error
}

var _ PairRunner = (*RunningMachine)(nil)

// Start starts the server and the workers. The caller closes the result.
func (m Machine) Start(ctx context.Context) (_ *RunningMachine, err error) {
	if m.Processes < 1 {
		return nil, fmt.Errorf("distributed: Machine.Processes is %d, want at least 1", m.Processes)
	}
	if m.Server.TLS != nil {
		return nil, errors.New("distributed: Machine.Server.TLS is set, want nil: the workers are on this machine")
	}
	if m.Command == nil {
		m.Command = ownCommand
	}
	s := &RunningMachine{}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.Close())
		}
	}()
	if s.server, err = m.Server.Start(); err != nil {
		return nil, err
	}
	cluster := Cluster{Address: s.server.Address(), Version: m.Version, Progress: m.Progress, Notice: m.Notice}
	if s.Coordinator, err = cluster.Connect(ctx); err != nil {
		return nil, err
	}
	s.workers = startChildren(m, s.server.Address())
	s.settled = s.workers.settled
	return s, nil
}

// Play implements [PairRunner]. It also ends if workers cannot be started, or end again and again
// without a result.
func (s *RunningMachine) Play(ctx context.Context, b Batch, pairs []int, finished func([]arena.Record) bool) error {
	inner, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(s.workers.broken, func() { cancel(context.Cause(s.workers.broken)) })()
	err := s.Coordinator.Play(inner, b, pairs, finished)
	if cause := context.Cause(inner); ctx.Err() == nil && cause != nil && err != nil {
		return cause
	}
	return err
}

// Close ends the workers and the server. A second Close does nothing.
func (s *RunningMachine) Close() error {
	s.once.Do(func() {
		if s.workers != nil {
			s.workers.close()
		}
		if s.Coordinator != nil {
			s.err = s.Coordinator.Close()
		}
		if s.server != nil {
			s.err = errors.Join(s.err, s.server.Close())
		}
	})
	return s.err
}

const (
	childPatience = 5 * time.Second // how long a worker may take to end
	childWait     = 100 * time.Millisecond
	mostChildWait = time.Second

	// spareStarts is how many starts more than there are workers may fail until the machine is
	// given up.
	spareStarts = 4
)
