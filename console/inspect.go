package console

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	urfave "github.com/urfave/cli/v3"

	"github.com/banyan-go/banyan/console/cli"
	"github.com/banyan-go/banyan/console/internal/flags"
	"github.com/banyan-go/banyan/guard"
)

// inspectFlags are the flags of the command inspect.
type inspectFlags struct {
	choice
	budget
	players [2]string // the second one may be empty
	seed    uint64
	address string
	hosts   []string
}

func (p Program) inspectCommand(out, errs io.Writer) *urfave.Command {
	f := &inspectFlags{}
	return p.takesPlayers(&urfave.Command{
		Name: "inspect", Usage: "show searches in a web page, and play against them",
		Description: "The command prints the address of the page. An interrupt (Ctrl-C) ends it.",
		Flags:       f.flags(p),
		Action: func(ctx context.Context, cmd *urfave.Command) error {
			g, err := f.game(ctx, p, cmd)
			if err != nil {
				return err
			}
			o, err := f.options(g)
			if err != nil {
				return cli.Misuse(err)
			}
			noteHidden(errs, g, o.Players...)
			o.Hosts = append(guard.Names(f.address), f.hosts...)
			page, err := g.Page(ctx, o)
			if err != nil {
				return cli.Misuse(err)
			}
			return serve(ctx, f.address, guard.Guard{Hosts: o.Hosts}, page, out)
		},
	})
}

func (f *inspectFlags) flags(p Program) []urfave.Flag {
	f.seed = 1
	list := append(
		f.choice.flags(p),
		&urfave.StringFlag{Name: "player", Usage: "the search as `KIND,KEY=VALUE,...`, like playout=nst,c=0.4", Value: "mcts", Destination: &f.players[0]},
		&urfave.StringFlag{Name: "against", Usage: "another `SEARCH` of the same positions, shown beside the first one", Destination: &f.players[1]},
		flags.Parsed("seed", "the `NUMBER` that seeds random choices (default: 1)", parseSeed, &f.seed),
		&urfave.StringFlag{Name: "addr", Usage: "the `ADDRESS` to listen to; port 0 chooses a free one", Value: "127.0.0.1:8080", Destination: &f.address},
		&urfave.StringSliceFlag{Name: "host", Usage: "a `NAME` by which browsers ask for the page, beside addresses, localhost and the names of -addr and of this machine", Destination: &f.hosts},
	)
	return append(list, f.budget.flags()...)
}

// options returns what the page shows.
func (f *inspectFlags) options(g Game) (PageOptions, error) {
	o := PageOptions{Budget: cmp.Or(f.Budget, usualBudget), Seed: f.seed}
	for i, name := range []string{"player", "against"} {
		if i > 0 && f.players[i] == "" {
			continue
		}
		player, err := g.opponent(f.players[i])
		if err != nil {
			return o, flagError(name, err)
		}
		o.Players = append(o.Players, player)
	}
	return o, nil
}

// patience is how long the requests in progress may take when the program ends.
const patience = 3 * time.Second

// maxBody is how large a request of a page may be, in bytes.
const maxBody = 64 << 10

// serve serves a page until ctx is done.
func serve(ctx context.Context, address string, g guard.Guard, page http.Handler, out io.Writer) error {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return fmt.Errorf("-addr: %w", err)
	}
	mux := http.NewServeMux()
	mux.Handle("/search/", page)
	mux.Handle("/{$}", http.RedirectHandler("/search/", http.StatusFound))
	server := guard.NewServer(g.Handler(guard.Limit(mux, maxBody)))
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
