// Package cluster lets the program of a game play matches and searches in other processes of this
// machine, and on other machines:
//
//	func main() { console.Main(mygame.Game{}, cluster.Commands) }
//
//	go run . match -a c=0.4 -b c=1 -sims 1000 -workers 4     # by four processes
//	go run . match -a c=0.4 -b c=1 -sims 1000 -nats URL      # by workers; see docs/scaling.md
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

	urfave "github.com/urfave/cli/v3"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/console"
	"github.com/banyan-go/banyan/console/internal/contest"
	"github.com/banyan-go/banyan/console/internal/flags"
	"github.com/banyan-go/banyan/console/internal/remote"
	"github.com/banyan-go/banyan/console/internal/tuning"
	"github.com/banyan-go/banyan/console/match"
	"github.com/banyan-go/banyan/distributed"
)

// Commands adds the command worker to a program, and to match and tune the flags that let others
// play.
var Commands = console.Cluster{
	Player: func(p console.Program) remote.Player { return &player{program: p.Name} },
	Worker: workerCommand,
	Child:  runChild,
}

// player plays the games of one command where its flags say.
type player struct {
	program string // its name
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
func (r *player) Match(ctx context.Context, processes int, out, errs io.Writer, o contest.Options) (err error) {
	workers := &watcher{errs: errs, program: r.program}
	pairs, err := r.open(ctx, processes, "banyan_match", workers)
	if err != nil {
		return err
	}
	if pairs == nil {
		return contest.Run(ctx, out, errs, o)
	}
	defer func() { err = errors.Join(err, pairs.Close()) }()
	b := distributed.Batch{
		Game: o.Entry, Size: o.Size, Rules: o.Rules, OpeningPlies: o.Opening, Gauntlet: o.Gauntlet, Seed: o.Seed, Clock: match.ClockText(o.Clock),
	}
	for _, p := range o.Players {
		b.Players = append(b.Players, p.String())
	}
	o.Elsewhere = func(ctx context.Context, tell func(string), numbers []int, finished func([]arena.Record) bool) error {
		workers.show = tell
		return pairs.Play(ctx, b, numbers, finished)
	}
	return contest.Run(ctx, out, errs, o)
}

// Cluster implements remote.Player.
func (r *player) Cluster() bool { return r.address.URL != "" }

// Tune implements remote.Player. Its games are played as those of Match.
func (r *player) Tune(ctx context.Context, processes int, out, errs io.Writer, o tuning.Options) (err error) {
	if o.List {
		return tuning.Run(ctx, out, errs, o)
	}
	pairs, err := r.open(ctx, processes, "banyan_tune", &watcher{errs: errs, program: r.program})
	if err != nil {
		return err
	}
	if pairs != nil {
		defer func() { err = errors.Join(err, pairs.Close()) }()
		b := distributed.Batch{Game: o.Entry, Size: o.Size, Rules: o.Rules, OpeningPlies: o.Opening}
		o.Evaluator = distributed.Evaluator{Pairs: pairs, Batch: b, Validate: o.Evaluator.Check}
	}
	return tuning.Run(ctx, out, errs, o)
}

// remotePairs plays pairs in other processes. Close also ends the service of their figures.
type remotePairs struct {
	connection
	stop func()
}

// connection is a connection to those who play.
type connection interface {
	distributed.Pairs
	io.Closer
	Vars() expvar.Var
}

func (p *remotePairs) Close() error {
	p.stop()
	return p.connection.Close()
}

// open returns who plays the pairs, or nil for this process. Their figures are served under a name.
func (r *player) open(ctx context.Context, processes int, name string, w *watcher) (*remotePairs, error) {
	var s connection
	var err error
	switch {
	case r.Cluster():
		w.waits = true
		s, err = distributed.Cluster{Address: r.address, Queue: r.queue, Progress: w.progress, Notice: w.notice}.Connect(ctx)
	case processes > 1:
		s, err = distributed.Machine{Processes: processes, Progress: w.progress, Notice: w.notice}.Start(ctx)
	case r.metrics != "":
		return nil, flags.Usage(errors.New("-metrics serves figures of other processes, want -workers 2 or more, or -nats URL"))
	default:
		return nil, nil //nolint:nilnil // this process is none of the others
	}
	if err != nil {
		return nil, err
	}
	stop, err := serveMetrics(r.metrics, name, s.Vars())
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return &remotePairs{s, stop}, nil
}
