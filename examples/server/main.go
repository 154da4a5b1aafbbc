// Server plays many games of Connect Four at once, over HTTP. It shows how to embed the library in
// a server: docs/server.md explains it.
//
//	go run ./examples/server -addr 127.0.0.1:8080
//
//	curl -X POST 127.0.0.1:8080/games                                       # a new game: {"id":"1", ...}
//	curl -X POST 127.0.0.1:8080/games/1/actions -d '{"ply":0,"action":"4"}'  # play an action
//	curl -X POST 127.0.0.1:8080/games/1/search -d '{"ply":1,"time":"50ms","play":true}'
//	curl 127.0.0.1:8080/games/1                                           # the position
//	curl -X DELETE 127.0.0.1:8080/games/1
//	curl 127.0.0.1:8080/metrics
//
// What plays an action names the ply, so that a request which is sent again is refused with 409 and
// plays nothing. Pages of other sites are refused with 403; see package guard.
//
// http://127.0.0.1:8080/games/1/tree/ shows the latest search of the game.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/banyan-go/banyan/console/cli"
	"github.com/banyan-go/banyan/guard"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/pool"
)

func main() {
	cli.Main(func(ctx context.Context, args []string) int { return run(ctx, args, os.Stdout, os.Stderr) })
}

// options are the parsed flags.
type options struct {
	addr  string
	hosts []string
	limit limits
	pool  pool.Config
	grace time.Duration
}

const about = "Play many games of Connect Four over HTTP: go run ./examples/server [flags]"

// parseOptions parses the flags.
func parseOptions(args []string, errs io.Writer) (options, error) {
	const megabyte = 1 << 20
	var o options
	set := flag.NewFlagSet("server", flag.ContinueOnError)
	set.StringVar(&o.addr, "addr", "127.0.0.1:8080", "the `address` to listen at")
	set.Func("host", "a `name` by which clients know the server, beside addresses, localhost and the names of -addr and of this machine; more than once for several", func(name string) error {
		o.hosts = append(o.hosts, name)
		return nil
	})
	running := set.Int("running", 0, "the `number` of searches that run at a time; 0: one for each processor")
	waiting := set.Int("waiting", 1000, "the `number` of searches that may wait")
	memory := set.Int64("memory", 1024, "the memory of all trees together, in `megabytes`")
	tree := set.Int64("tree", 8, "the memory of a tree, in `megabytes`")
	set.IntVar(&o.limit.games, "games", 10_000, "the `number` of games that may be open")
	set.DurationVar(&o.limit.idle, "idle", 30*time.Minute, "the `time` after which a game that nobody plays may be closed")
	set.DurationVar(&o.limit.search, "most", 10*time.Second, "the longest `time` of a search")
	set.DurationVar(&o.grace, "grace", 10*time.Second, "the `time` that requests have to end when the server is stopped")
	if err := cli.Parse(set, args, errs, about, ""); err != nil {
		return o, err
	}
	for _, f := range []struct {
		name  string
		value int64
	}{{"memory", *memory}, {"tree", *tree}} {
		if most := int64(math.MaxInt64 / megabyte); f.value < 1 || f.value > most {
			return o, fmt.Errorf("-%s is %d, want 1 to %d", f.name, f.value, most)
		}
	}
	o.pool = pool.Config{
		Running: *running, MaxWaiting: *waiting, MaxBytes: *memory * megabyte, Search: mcts.Config{MaxBytes: *tree * megabyte},
	}
	return o, nil
}

// run serves until ctx is done, and returns the exit status.
func run(ctx context.Context, args []string, out, errs io.Writer) int {
	o, err := parseOptions(args, errs)
	if err != nil {
		return cli.Status("server", err, errs)
	}
	return cli.End("server", serve(ctx, o, out), errs)
}

// serve listens until ctx is done. Then it accepts no more requests and gives those that it has
// accepted some time to end, after which it interrupts their searches: those that run answer with
// what they have found, and those that wait with an error.
func serve(ctx context.Context, o options, out io.Writer) error {
	games, err := newServer(o.pool, o.limit)
	if err != nil {
		return err
	}
	games.hosts = append(guard.Names(o.addr), o.hosts...)
	listener, err := net.Listen("tcp", o.addr)
	if err != nil {
		return err
	}
	requests, interrupt := context.WithCancelCause(context.WithoutCancel(ctx))
	defer interrupt(nil)
	server := guard.NewServer(games.handler(requests))
	server.BaseContext = func(net.Listener) context.Context { return requests }
	fmt.Fprintf(out, "listening at http://%s\n", listener.Addr())
	stopped := make(chan error, 1)
	go func() {
		<-ctx.Done()
		fmt.Fprintln(out, "stopping")
		err := shutdown(server, o.grace)
		if err != nil {
			interrupt(errStopping)
			err = shutdown(server, afterInterrupt)
		}
		stopped <- errors.Join(err, server.Close())
	}()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return <-stopped
}

// afterInterrupt is the time that interrupted requests have to answer. They need less than a tenth
// of a second, but net/http takes a connection without a request for a busy one for 5 seconds.
const afterInterrupt = 6 * time.Second

// shutdown waits for the requests to end, for at most that time.
func shutdown(server *http.Server, patience time.Duration) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	return server.Shutdown(ctx)
}
