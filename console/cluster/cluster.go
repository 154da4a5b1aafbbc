// Package cluster lets the program of a game play matches and searches in other processes of this
// machine, and on other machines:
//
//	func main() { console.Main(mygame.Game{}, cluster.Commands) }
//
//	go run . match -a c=0.4 -b c=1 -sims 1000 -workers 4     # by four processes
//	go run . match -a c=0.4 -b c=1 -sims 1000 -nats URL      # by workers; see docs/cluster.md
//	go run . worker -nats URL
//
// It links a NATS server, which doubles the size of a program.
package cluster

import (
	"context"
	"errors"
	"expvar"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	urfave "github.com/urfave/cli/v3"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/console"
	"github.com/banyan-go/banyan/console/cli"
	"github.com/banyan-go/banyan/console/internal/contest"
	"github.com/banyan-go/banyan/console/internal/remote"
	"github.com/banyan-go/banyan/console/internal/tuning"
	"github.com/banyan-go/banyan/console/match"
	"github.com/banyan-go/banyan/distributed"
)

// Commands adds the command worker to a program, and to match and tune the flags that let others
// play.
var Commands = console.Cluster{
	Player:  func(p console.Program, own bool) remote.Player { return &player{program: p.Name, own: own} },
	Worker:  workerCommand,
	IsChild: distributed.IsChild,
	Child:   runChild,
}

// player plays the games of one command where its flags say.
type player struct {
	program string // its name
	own     bool   // the process may be started again
	address distributed.Address
	queue   string
	metrics string
}

// Flags implements remote.Player.
func (r *player) Flags() []urfave.Flag {
	return append(
		r.addressFlags("the workers that are at the NATS server with this `URL` play, like nats://127.0.0.1:4222"),
		&urfave.StringFlag{Name: "metrics", Usage: "serve figures of the workers at http://`ADDRESS`/debug/vars", Destination: &r.metrics},
	)
}

// addressFlags returns the flags that say where the NATS server is.
func (r *player) addressFlags(usage string) []urfave.Flag {
	r.address.Token = os.Getenv(distributed.TokenVariable)
	return []urfave.Flag{
		&urfave.StringFlag{
			Name: "nats", Destination: &r.address.URL,
			Usage: usage + "; other machines need tls://, or a token in the environment variable " + distributed.TokenVariable,
		},
		&urfave.StringFlag{Name: "queue", Usage: "the `NAME` of the queue that a match or a search shares with its workers", Value: distributed.DefaultQueue, Destination: &r.queue},
		&urfave.StringFlag{Name: "nats-creds", Usage: "a `FILE` of credentials for the NATS server", Destination: &r.address.Credentials},
		&urfave.StringFlag{Name: "nats-ca", Usage: "the `FILE` of certificates that sign that of the NATS server", Destination: &r.address.CA},
		&urfave.StringFlag{Name: "nats-cert", Usage: "the `FILE` of the own certificate for the NATS server", Destination: &r.address.Certificate},
		&urfave.StringFlag{Name: "nats-key", Usage: "the `FILE` of the key of -nats-cert", Destination: &r.address.Key},
	}
}

// Validate implements remote.Player.
func (r *player) Validate(cmd *urfave.Command, refused ...string) error {
	if !r.Cluster() {
		for _, name := range []string{"queue", "nats-creds", "nats-ca", "nats-cert", "nats-key"} {
			if cmd.IsSet(name) {
				return fmt.Errorf("-%s is for -nats", name)
			}
		}
		return nil
	}
	for _, name := range refused {
		if cmd.IsSet(name) {
			return fmt.Errorf("-%s is for games in this program, and with -nats others play, want one of them", name)
		}
	}
	if err := r.address.Validate(); err != nil {
		return fmt.Errorf("-nats: %w", err)
	}
	return nil
}

// Match implements remote.Player. It plays a match by the workers of a server, by processes of this
// machine, or in this process.
func (r *player) Match(ctx context.Context, out, errs io.Writer, o contest.Options) (err error) {
	workers := &watcher{errs: errs, program: r.program, said: map[string]bool{}}
	pairs, end, err := r.open(ctx, o.Workers, "banyan_match", workers)
	if err != nil {
		return err
	}
	if pairs == nil {
		return contest.Run(ctx, out, errs, o)
	}
	defer func() { err = errors.Join(err, end()) }()
	b := distributed.Batch{
		Game: o.Entry, Size: o.Size, Rules: o.Rules, OpeningPlies: o.OpeningPlies, Gauntlet: o.Gauntlet, Seed: o.Seed, Clock: match.ClockText(o.Clock),
	}
	for _, p := range o.Players {
		b.Players = append(b.Players, p.String())
	}
	o.Remote = func(ctx context.Context, tell func(string), numbers []int, finished func([]arena.Record) bool) error {
		workers.show = tell
		return pairs.Play(ctx, b, numbers, finished)
	}
	return contest.Run(ctx, out, errs, o)
}

// Cluster implements remote.Player.
func (r *player) Cluster() bool { return r.address.URL != "" }

// Tune implements remote.Player. Its games are played as in Match.
func (r *player) Tune(ctx context.Context, out, errs io.Writer, o tuning.Options) (err error) {
	if o.List {
		return tuning.Run(ctx, out, errs, o)
	}
	pairs, end, err := r.open(ctx, o.Tune.Workers, "banyan_tune", &watcher{errs: errs, program: r.program, said: map[string]bool{}})
	if err != nil {
		return err
	}
	if pairs != nil {
		defer func() { err = errors.Join(err, end()) }()
		b := distributed.Batch{Game: o.Entry, Size: o.Size, Rules: o.Rules, OpeningPlies: o.Opening}
		o.Evaluator = distributed.Evaluator{Pairs: pairs, Batch: b, Validate: o.Evaluator.Check}
	}
	return tuning.Run(ctx, out, errs, o)
}

// open returns who plays the pairs, or nil for this process, and what ends that. Their numbers are
// served under a name.
func (r *player) open(ctx context.Context, workers int, name string, w *watcher) (p distributed.PairRunner, end func() error, err error) {
	var s interface {
		distributed.PairRunner
		io.Closer
		Vars() expvar.Var
	}
	switch {
	case r.Cluster():
		w.waits = true
		s, err = distributed.Cluster{Address: r.address, Queue: r.queue, Progress: w.progress, Notice: w.notice}.Connect(ctx)
	case workers > 1 && r.own:
		s, err = distributed.Machine{Processes: workers, Progress: w.progress, Notice: w.notice}.Start(ctx)
	case r.metrics != "":
		return nil, nil, cli.Misuse(errors.New("-metrics serves figures of other processes, want -workers 2 or more, or -nats URL"))
	default:
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	stop, err := serveMetrics(r.metrics, name, s.Vars())
	if err != nil {
		return nil, nil, errors.Join(err, s.Close())
	}
	return s, func() error {
		stop()
		return s.Close()
	}, nil
}

// watcher tells a person of the workers. Several goroutines may use it.
type watcher struct {
	errs    io.Writer
	program string
	waits   bool         // for workers that are started elsewhere
	show    func(string) // shows the progress of a match; it is set before the first one

	mu    sync.Mutex
	empty time.Time       // since when no worker has been heard of; zero if one was
	alone bool            // a person knows that there is none
	said  map[string]bool // notices
}

// patienceOfWatcher is how long to wait for a worker before showing a person how to start one.
const patienceOfWatcher = 2500 * time.Millisecond

func (w *watcher) progress(p distributed.Progress) {
	left := ""
	if p.Left > 0 {
		left = fmt.Sprintf(", %v left", p.Left.Round(time.Second))
	}
	if w.show != nil {
		w.show(fmt.Sprintf("%d workers, %.1f games/s%s", len(p.Workers), p.GamesPerSecond, left))
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case len(p.Workers) > 0 || p.Done == p.Total:
		w.empty, w.alone = time.Time{}, false
	case w.empty.IsZero():
		w.empty = time.Now()
	case w.waits && !w.alone && time.Since(w.empty) > patienceOfWatcher:
		w.alone = true
		fmt.Fprintf(w.errs, "%s: there is no worker; start some with: %[1]s worker -nats URL\n", w.program)
	}
}

// notice tells a person something once.
func (w *watcher) notice(text string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.said[text] {
		return
	}
	w.said[text] = true
	fmt.Fprintf(w.errs, "%s: %s\n", w.program, text)
}
