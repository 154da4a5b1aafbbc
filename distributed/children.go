package distributed

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// childVariable is set in the environment of a worker that a Machine has started. Other users of
// the machine cannot read it.
const childVariable = "BANYAN_WORKER_OF"

// child is what a worker is told by its environment.
type child struct {
	Address Address `json:"address"`
	Version string  `json:"version,omitempty"`
}

// IsChild reports whether this process is a worker that a [Machine] has started. A program that
// starts machines with the default Command asks this first, and then calls [RunChild].
func IsChild() bool { return os.Getenv(childVariable) != "" }

// RunChild runs a worker that a [Machine] has started, until the machine is closed or its process
// has ended, however it did. RunChild sets the address, version and Drain of w; its queue, name and
// clock should have their zero values.
func RunChild(ctx context.Context, w Worker) error {
	told, err := decode[child]([]byte(os.Getenv(childVariable)))
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() { // The standard input ends with the parent. A Read cannot be interrupted.
		_, _ = io.Copy(io.Discard, os.Stdin)
		cancel()
	}()
	w.Address, w.Version, w.Drain = told.Address, told.Version, time.Nanosecond
	w.Patience = cmp.Or(w.Patience, childPatience) // The network cannot be slow.
	return w.Run(ctx)
}

// ownCommand returns the command that runs this program again.
func ownCommand() (*exec.Cmd, error) {
	path, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("distributed: the running program: %w", err)
	}
	return exec.Command(path), nil
}

// children are the workers of a machine.
type children struct {
	command func() (*exec.Cmd, error)
	notice  func(string)
	env     string
	number  int // of workers

	group  sync.WaitGroup
	ctx    context.Context
	stop   context.CancelFunc
	broken context.Context // ends, with the reason, if workers cannot be started
	giveUp context.CancelCauseFunc

	mu     sync.Mutex
	deaths int // since the last result
	failed int // of the deaths, workers that could not even be started
}

func startChildren(m Machine, a Address) *children {
	c := &children{
		command: m.Command, notice: m.Notice, number: m.Processes,
		env: childVariable + "=" + string(encode(child{a, m.Version})),
	}
	if c.notice == nil {
		c.notice = func(string) {}
	}
	c.ctx, c.stop = context.WithCancel(context.Background())
	c.broken, c.giveUp = context.WithCancelCause(context.Background())
	for range m.Processes {
		c.group.Go(c.keep)
	}
	return c
}

// keep keeps one worker running.
func (c *children) keep() {
	for pause := childWait; c.ctx.Err() == nil; {
		begin := time.Now()
		started, err := c.run()
		if c.ctx.Err() != nil {
			return
		}
		if !c.died(started, err) {
			return
		}
		if time.Since(begin) > mostChildWait {
			pause = childWait
		}
		wait(c.ctx, pause)
		pause = min(2*pause, mostChildWait)
	}
}

// run runs a worker to its end. It reports whether it could be started, and how it ended.
func (c *children) run() (started bool, err error) {
	cmd, err := c.command()
	if err != nil {
		return false, err
	}
	if cmd.Env == nil {
		cmd.Env = os.Environ()
	}
	cmd.Env = append(cmd.Env, c.env)
	input, err := cmd.StdinPipe()
	if err != nil {
		return false, err
	}
	errs := &tail{}
	cmd.Stdout, cmd.Stderr, cmd.WaitDelay = errs, errs, childPatience
	if err := cmd.Start(); err != nil {
		return false, err
	}
	ended := make(chan struct{})
	var helper sync.WaitGroup
	helper.Go(func() {
		select {
		case <-ended:
			return
		case <-c.ctx.Done():
		}
		_ = input.Close() // The worker reads the end of its input.
		patience := time.NewTimer(childPatience)
		defer patience.Stop()
		select {
		case <-ended:
		case <-patience.C:
			_ = cmd.Process.Kill() // It may already have ended.
		}
	})
	err = cmd.Wait()
	close(ended)
	helper.Wait()
	if err == nil {
		err = errors.New("it ended")
	}
	return true, fmt.Errorf("%w: %s", err, errs.text())
}

// died counts the end of a worker. It reports whether another one should be started. A worker may
// have died of a pair, which has a result after mostAttempts.
func (c *children) died(started bool, err error) bool {
	c.notice(fmt.Sprintf("a worker process ended: %v", err))
	c.mu.Lock()
	defer c.mu.Unlock()
	c.deaths++
	if !started {
		c.failed++
	}
	if c.failed < spareStarts+c.number && c.deaths < mostAttempts+c.number {
		return true
	}
	c.giveUp(fmt.Errorf("distributed: %d worker processes ended without a result, the last one so: %w", c.deaths, err))
	return false
}

// settled says that there is a result of a pair.
func (c *children) settled() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.deaths, c.failed = 0, 0
}

func (c *children) close() {
	c.stop()
	c.group.Wait()
}

// tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	data []byte
}

const tailSize = 2048

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.data = append(t.data, p...)
	if n := len(t.data) - tailSize; n > 0 {
		t.data = append(t.data[:0], t.data[n:]...)
	}
	return len(p), nil
}

// text returns the end of the output, or says that there is none.
func (t *tail) text() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if text := strings.TrimSpace(string(bytes.ToValidUTF8(t.data, nil))); text != "" {
		return text
	}
	return "it wrote nothing"
}
