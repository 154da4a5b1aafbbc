//go:build !js

package console

import (
	"context"
	"errors"
	"expvar"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	urfave "github.com/urfave/cli/v3"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/console/internal/contest"
	"github.com/banyan-go/banyan/distributed"
	"github.com/banyan-go/banyan/timing"
)

// remote is where the flags say that a match is played.
type remote struct {
	address distributed.Address
	queue   string
	metrics string
}

// flags returns the flags of a match.
func (r *remote) flags() []urfave.Flag {
	return append(
		r.addressFlags("the workers that are at the NATS server with this `URL` play, like nats://127.0.0.1:4222"),
		&urfave.StringFlag{Name: "metrics", Usage: "serve figures of the workers at http://`ADDRESS`/debug/vars", Destination: &r.metrics},
	)
}

// addressFlags returns the flags that say where the NATS server is.
func (r *remote) addressFlags(usage string) []urfave.Flag {
	r.address.Token = os.Getenv(distributed.TokenVariable)
	return []urfave.Flag{
		&urfave.StringFlag{
			Name: "nats", Destination: &r.address.URL,
			Usage: usage + "; other machines need tls://, or a token in the environment variable " + distributed.TokenVariable,
		},
		&urfave.StringFlag{Name: "queue", Usage: "the `NAME` of the queue that a match and its workers share", Value: distributed.DefaultQueue, Destination: &r.queue},
		&urfave.StringFlag{Name: "nats-creds", Usage: "a `FILE` of credentials for the NATS server", Destination: &r.address.Credentials},
		&urfave.StringFlag{Name: "nats-ca", Usage: "the `FILE` of certificates that sign that of the NATS server", Destination: &r.address.CA},
		&urfave.StringFlag{Name: "nats-cert", Usage: "the `FILE` of the own certificate for the NATS server", Destination: &r.address.Certificate},
		&urfave.StringFlag{Name: "nats-key", Usage: "the `FILE` of the key of -nats-cert", Destination: &r.address.Key},
	}
}

// validate checks the flags of a match.
func (r *remote) validate(cmd *urfave.Command) error {
	if r.address.URL == "" {
		for _, name := range []string{"queue", "nats-creds", "nats-ca", "nats-cert", "nats-key"} {
			if cmd.IsSet(name) {
				return fmt.Errorf("-%s is for -nats", name)
			}
		}
		return nil
	}
	for _, name := range []string{"workers", "cpu"} {
		if cmd.IsSet(name) {
			return fmt.Errorf("-%s is for a match in this program, and with -nats others play, want one of them", name)
		}
	}
	if err := r.address.Validate(); err != nil {
		return fmt.Errorf("-nats: %w", err)
	}
	return nil
}

// batch describes the match for workers.
func (f *matchFlags) batch(o contest.Options) distributed.Batch {
	b := distributed.Batch{Game: f.name, Size: o.Size, Gauntlet: o.Gauntlet, OpeningPlies: o.Opening, Seed: o.Seed}
	if o.Clock != (timing.Clock{}) {
		b.Clock = o.Clock.String()
	}
	for _, p := range o.Players {
		b.Players = append(b.Players, p.String())
	}
	return b
}

// play plays a match where the flags say: by the workers of a server, by processes of this machine,
// or in this process.
func (r *remote) play(ctx context.Context, p Program, out, errs io.Writer, o contest.Options, b distributed.Batch) (err error) {
	table := &watcher{errs: errs, program: p.Name}
	pairs, err := r.open(ctx, p, o.Workers, table)
	if err != nil {
		return err
	}
	if pairs == nil {
		return contest.Run(ctx, out, errs, o)
	}
	defer func() { err = errors.Join(err, pairs.Close()) }()
	stop, err := serveMetrics(r.metrics, "banyan_match", pairs.Vars())
	if err != nil {
		return err
	}
	defer stop()
	o.Elsewhere = func(ctx context.Context, tell func(string), numbers []int, finished func([]arena.Record) bool) error {
		table.tell = tell
		return pairs.Play(ctx, b, numbers, finished)
	}
	return contest.Run(ctx, out, errs, o)
}

// remotePairs plays pairs in other processes.
type remotePairs interface {
	distributed.Pairs
	io.Closer
	Vars() expvar.Var
}

// open returns who plays the pairs, or nil for this process.
func (r *remote) open(ctx context.Context, p Program, workers int, w *watcher) (remotePairs, error) {
	switch {
	case r.address.URL != "":
		w.waits = true
		return distributed.Cluster{Address: r.address, Queue: r.queue, Progress: w.progress, Notice: w.notice}.Connect(ctx)
	case workers > 1 && p.ownProcess:
		return distributed.Machine{Processes: workers, Progress: w.progress}.Start(ctx)
	}
	return nil, nil //nolint:nilnil // this process is none of the others
}

// watcher tells a person of the workers.
type watcher struct {
	errs    io.Writer
	program string
	waits   bool         // for workers that somebody else starts
	tell    func(string) // set before the first progress
	quiet   int          // reports without a worker
}

// patienceOfWatcher is the number of reports without a worker, one a second, after which a person
// is told how to start one.
const patienceOfWatcher = 3

func (w *watcher) progress(p distributed.Progress) {
	left := ""
	if p.Left > 0 {
		left = fmt.Sprintf(", %v left", p.Left.Round(time.Second))
	}
	w.tell(fmt.Sprintf("%d workers, %.1f games/s%s", len(p.Workers), p.GamesPerSecond, left))
	if len(p.Workers) > 0 || p.Done == p.Total {
		w.quiet = 0
	} else if w.quiet++; w.quiet == patienceOfWatcher && w.waits {
		fmt.Fprintf(w.errs, "%s: there is no worker yet; start some with: %[1]s worker -nats URL\n", w.program)
	}
}

func (w *watcher) notice(text string) {
	if !strings.HasSuffix(text, " is here") { // The number of workers is shown already.
		fmt.Fprintf(w.errs, "%s: %s\n", w.program, text)
	}
}

// serveMetrics serves v at the path /debug/vars of an address; an empty one is none.
func serveMetrics(address, name string, v expvar.Var) (stop func(), err error) {
	if address == "" {
		return func() {}, nil
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("-metrics: %w", err)
	}
	if expvar.Get(name) == nil {
		expvar.Publish(name, v)
	}
	mux := http.NewServeMux()
	mux.Handle("/debug/vars", expvar.Handler())
	server := &http.Server{Handler: mux, ReadHeaderTimeout: patience}
	go func() { _ = server.Serve(listener) }() // It ends when it is closed.
	return func() { _ = server.Close() }, nil
}
