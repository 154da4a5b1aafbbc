// Inspect shows a search in a web page, and lets you play against it.
//
//	go run ./examples/inspect
//	go run ./examples/inspect -game othello -time 3s
//	go run ./examples/inspect -game breakthrough -player selection=puct -against mcts -sims 100000
//
// It prints the address of the page. Ctrl-C ends it.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/banyan-go/banyan/console/cli"
)

func main() {
	cli.Main(func(ctx context.Context, args []string) int { return run(ctx, args, os.Stdout, os.Stderr) })
}

// run executes the program and returns its exit status.
func run(ctx context.Context, args []string, out, errs io.Writer) int {
	o, err := parseOptions(args, errs)
	if err != nil {
		return cli.Status("inspect", err, errs)
	}
	if err := serve(ctx, o, out); err != nil {
		fmt.Fprintln(errs, cli.Wrap("inspect: "+cli.Plain(err), cli.Width(errs)))
		return cli.Failed
	}
	return cli.Done
}

// patience is how long the requests under way may take when the program ends.
const patience = 3 * time.Second

// serve serves the page until ctx is done.
func serve(ctx context.Context, o options, out io.Writer) error {
	handler, err := o.page(ctx, o.Options)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", o.addr)
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	mux.Handle("/search/", handler)
	mux.Handle("/{$}", http.RedirectHandler("/search/", http.StatusFound))
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	fmt.Fprintf(out, "The page is at http://%s/search/ (Ctrl-C ends the program)\n", listener.Addr())
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	wait, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := server.Shutdown(wait); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}
