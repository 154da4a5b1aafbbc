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
	"sync"
	"time"

	urfave "github.com/urfave/cli/v3"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/console/internal/contest"
	"github.com/banyan-go/banyan/console/internal/tuning"
	"github.com/banyan-go/banyan/console/match"
	"github.com/banyan-go/banyan/distributed"
)

// remote is where the flags say that the games of a match or a search are played.
type remote struct {
	address distributed.Address
	queue   string
	metrics string
}

// flags returns the flags of a match and of a search.
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
		&urfave.StringFlag{Name: "queue", Usage: "the `NAME` of the queue that a match or a search shares with its workers", Value: distributed.DefaultQueue, Destination: &r.queue},
		&urfave.StringFlag{Name: "nats-creds", Usage: "a `FILE` of credentials for the NATS server", Destination: &r.address.Credentials},
		&urfave.StringFlag{Name: "nats-ca", Usage: "the `FILE` of certificates that sign that of the NATS server", Destination: &r.address.CA},
		&urfave.StringFlag{Name: "nats-cert", Usage: "the `FILE` of the own certificate for the NATS server", Destination: &r.address.Certificate},
		&urfave.StringFlag{Name: "nats-key", Usage: "the `FILE` of the key of -nats-cert", Destination: &r.address.Key},
	}
}

// validate checks the flags. The flags with these names are refused beside -nats.
func (r *remote) validate(cmd *urfave.Command, names ...string) error {
	if !r.cluster() {
		for _, name := range []string{"queue", "nats-creds", "nats-ca", "nats-cert", "nats-key"} {
			if cmd.IsSet(name) {
				return fmt.Errorf("-%s is for -nats", name)
			}
		}
		return nil
	}
	for _, name := range names {
		if cmd.IsSet(name) {
			return fmt.Errorf("-%s is for games in this program, and with -nats others play, want one of them", name)
		}
	}
	if err := r.address.Validate(); err != nil {
		return fmt.Errorf("-nats: %w", err)
	}
	return nil
}

// rules returns the sum of the file that the game is read from, or nothing for a game of the
// program.
func (c *choice) rules(p Program) (string, error) {
	kind, path, _ := strings.Cut(c.name, ":")
	if p.Files[kind] == nil {
		return "", nil
	}
	return distributed.FileSum(path)
}

// batch describes games of the choice for workers.
func (c *choice) batch(p Program, opening int) (distributed.Batch, error) {
	rules, err := c.rules(p)
	return distributed.Batch{Game: c.name, Size: c.board(), Rules: rules, OpeningPlies: opening}, err
}

// batch describes the match for workers.
func (f *matchFlags) batch(p Program, o contest.Options) (distributed.Batch, error) {
	b, err := f.choice.batch(p, o.Opening)
	b.Gauntlet, b.Seed, b.Clock = o.Gauntlet, o.Seed, match.ClockText(o.Clock)
	for _, p := range o.Players {
		b.Players = append(b.Players, p.String())
	}
	return b, err
}

// play plays a match where the flags say: by the workers of a server, by processes of this machine,
// or in this process.
func (r *remote) play(ctx context.Context, p Program, out, errs io.Writer, f *matchFlags, o contest.Options) (err error) {
	workers := &watcher{errs: errs, program: p.Name}
	pairs, err := r.open(ctx, p, o.Workers, "banyan_match", workers)
	if err != nil {
		return err
	}
	if pairs == nil {
		return contest.Run(ctx, out, errs, o)
	}
	defer func() { err = errors.Join(err, pairs.Close()) }()
	b, err := f.batch(p, o)
	if err != nil {
		return err
	}
	o.Elsewhere = func(ctx context.Context, tell func(string), numbers []int, finished func([]arena.Record) bool) error {
		workers.show = tell
		return pairs.Play(ctx, b, numbers, finished)
	}
	return contest.Run(ctx, out, errs, o)
}

// cluster reports whether the workers of a server play.
func (r *remote) cluster() bool { return r.address.URL != "" }

// tune searches with games that are played where the flags say.
func (r *remote) tune(ctx context.Context, p Program, out, errs io.Writer, f *tuneFlags) (err error) {
	if f.List {
		return tuning.Run(ctx, out, errs, f.Options)
	}
	pairs, err := r.open(ctx, p, f.Tune.Workers, "banyan_tune", &watcher{errs: errs, program: p.Name})
	if err != nil {
		return err
	}
	if pairs != nil {
		defer func() { err = errors.Join(err, pairs.Close()) }()
		b, err := f.batch(p, f.opening)
		if err != nil {
			return err
		}
		f.Evaluator = distributed.Evaluator{Pairs: pairs, Batch: b, Validate: f.Evaluator.Check}
	}
	return tuning.Run(ctx, out, errs, f.Options)
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
func (r *remote) open(ctx context.Context, p Program, workers int, name string, w *watcher) (*remotePairs, error) {
	var s connection
	var err error
	switch {
	case r.cluster():
		w.waits = true
		s, err = distributed.Cluster{Address: r.address, Queue: r.queue, Progress: w.progress, Notice: w.notice}.Connect(ctx)
	case workers > 1 && p.ownProcess:
		s, err = distributed.Machine{Processes: workers, Progress: w.progress, Notice: w.notice}.Start(ctx)
	case r.metrics != "":
		return nil, errUsage{errors.New("-metrics serves figures of other processes, want -workers 2 or more, or -nats URL")}
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

// watcher tells a person of the workers. Several goroutines may use it.
type watcher struct {
	errs    io.Writer
	program string
	waits   bool         // for workers that somebody else starts
	show    func(string) // shows the progress of a match; it is set before the first one

	mu    sync.Mutex
	empty time.Time       // since when no worker has been heard of; zero if one was
	alone bool            // a person knows that there is none
	said  map[string]bool // notices
}

// patienceOfWatcher is how long no worker may be heard of before a person is told how to start one.
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
	if w.said == nil {
		w.said = map[string]bool{}
	}
	w.said[text] = true
	fmt.Fprintf(w.errs, "%s: %s\n", w.program, text)
}

// serveMetrics serves v at the path /debug/vars of an address; an empty one is none. It serves
// nothing else: the arguments of the process, which expvar has there, may have a password.
func serveMetrics(address, name string, v expvar.Var) (stop func(), err error) {
	if address == "" {
		return func() {}, nil
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("-metrics: %w", err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/debug/vars", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		fmt.Fprintf(w, "{%q: %s}\n", name, v)
	})
	server := &http.Server{Handler: mux, ReadHeaderTimeout: patience}
	go func() { _ = server.Serve(listener) }() // It ends when it is closed.
	return func() { _ = server.Close() }, nil
}
