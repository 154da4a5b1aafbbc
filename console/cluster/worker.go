package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"expvar"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	urfave "github.com/urfave/cli/v3"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/console"
	"github.com/banyan-go/banyan/console/cli"
	"github.com/banyan-go/banyan/console/internal/flags"
	"github.com/banyan-go/banyan/console/match"
	"github.com/banyan-go/banyan/distributed"
	"github.com/banyan-go/banyan/guard"
)

// workerCommand returns the command worker.
func workerCommand(p console.Program, errs io.Writer) *urfave.Command {
	r, slots, drain := &player{}, 1, 20*time.Second
	return &urfave.Command{
		Name: "worker", Usage: "play the games of match and tune that are started elsewhere with -nats",
		Description: aboutWorker,
		Flags: append(
			r.addressFlags("the `URL` of the NATS server"),
			flags.Parsed("workers", "the `NUMBER` of pairs of games played concurrently in this process (default: 1)", flags.Whole, &slots),
			flags.Parsed("drain", "how long pairs that were begun may go on after an interrupt, a `TIME` (default: 20s)", parseDrain, &drain),
			&urfave.StringFlag{Name: "metrics", Usage: "serve figures of the worker at http://`ADDRESS`/debug/vars", Destination: &r.metrics},
		),
		Action: func(ctx context.Context, cmd *urfave.Command) error {
			switch {
			case cmd.Args().Present():
				return cli.Misuse(fmt.Errorf("unexpected argument %q", cmd.Args().First()))
			case r.address.URL == "":
				return cli.Misuse(errors.New("there is no server, want -nats URL; match -workers N starts workers on this machine by itself"))
			case slots < 1:
				return cli.Misuse(fmt.Errorf("-workers is %d, want 1 or more", slots))
			}
			if err := r.address.Validate(); err != nil {
				return cli.Misuse(fmt.Errorf("-nats: %w", err))
			}
			figures := &workerFigures{}
			stop, err := serveMetrics(r.metrics, "banyan_worker", figures)
			if err != nil {
				return err
			}
			defer stop()
			w := newWorker(p)
			w.Address, w.Queue, w.Slots, w.Drain, w.Report = r.address, r.queue, slots, drain, figures.set
			w.Notice = func(text string) { fmt.Fprintf(errs, "%s: %s\n", p.Name, text) }
			return w.Run(ctx)
		},
	}
}

// parseDrain parses a time. No time at all is the shortest one, as 0 is the default of a worker.
func parseDrain(text string) (time.Duration, error) {
	d, err := flags.Time(text)
	return max(d, 1), err
}

const aboutWorker = `A worker plays the games of match -nats and tune -nats, one match after the other. All must be the same program, built from
the same sources. At an interrupt it takes no more games, and finishes those that it has begun, as long as -drain
allows. Nothing is lost if it is killed. The page https://github.com/banyan-go/banyan/blob/main/docs/cluster.md describes
clusters.

  worker -nats nats://127.0.0.1:4222 -workers 8

`

// runChild runs a worker that a match has started.
func runChild(ctx context.Context, p console.Program, errs io.Writer) int {
	if err := distributed.RunChild(ctx, newWorker(p)); err != nil {
		fmt.Fprintln(errs, cli.Plain(err))
		return cli.Failed
	}
	return cli.Done
}

// newWorker returns a worker for all games of the program.
func newWorker(p console.Program) distributed.Worker {
	w := distributed.Worker{Referee: (&referee{program: p, games: map[string]console.Game{}}).play}
	for _, e := range p.Games {
		w.Games = append(w.Games, e.Name)
	}
	for _, kind := range slices.Sorted(maps.Keys(p.Files)) {
		w.Games = append(w.Games, kind+":")
	}
	return w
}

// referee plays pairs of the games of a program.
type referee struct {
	program console.Program
	mu      sync.Mutex
	games   map[string]console.Game // by name, size and rules
}

// play is a distributed.Referee.
func (r *referee) play(ctx context.Context, b distributed.Batch, pair int) ([]arena.Record, error) {
	g, err := r.game(ctx, b)
	if err != nil {
		return nil, err
	}
	var o match.Options
	if o.Plan, err = b.Plan(); err != nil {
		return nil, err
	}
	if o.Players, o.Names, err = match.Players(g, b.Players, "", o.Clock); err != nil {
		return nil, err
	}
	return g.PlayPair(ctx, o, pair)
}

// game returns the game of a batch. Games of files are read once.
func (r *referee) game(ctx context.Context, b distributed.Batch) (g console.Game, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	key := b.Game + " " + b.Size + " " + b.Rules
	if g := r.games[key]; g != nil {
		return g, nil
	}
	if sum, err := r.program.FileSum(b.Game); err != nil {
		return nil, err
	} else if sum != b.Rules {
		return nil, fmt.Errorf("the file of %s is not that of the match: want the same file on all machines", b.Game)
	}
	var size console.Size
	if b.Size != "" {
		if size, err = console.ParseSize(b.Size); err != nil {
			return nil, err
		}
	}
	if g, err = r.program.Open(ctx, b.Game, size); err != nil {
		return nil, err
	}
	r.games[key] = g
	return g, nil
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
	server := guard.NewServer(guard.Guard{Hosts: guard.Names(address)}.Handler(guard.Limit(mux, 0)))
	go func() { _ = server.Serve(listener) }() // It ends when it is closed.
	return func() { _ = server.Close() }, nil
}

// workerFigures are the numbers of a worker.
type workerFigures struct {
	status atomic.Pointer[distributed.Status]
}

func (f *workerFigures) set(s distributed.Status) { f.status.Store(&s) }

// String implements expvar.Var.
func (f *workerFigures) String() string {
	text, _ := json.Marshal(cmp.Or(f.status.Load(), &distributed.Status{})) // cannot fail for strings and numbers
	return string(text)
}
