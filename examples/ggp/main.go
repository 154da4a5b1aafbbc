// Ggp takes part in matches of general game playing. As a player it waits for a game server, which
// sends the rules of a game and asks for the moves over HTTP:
//
//	go run ./examples/ggp -port 9147 -player playout=mast
//
// As a server it plays a match between two players, on any rule sheet. A player is a text like that
// of -player, and is then served by this program at a port of its own, or the address of a player
// that runs elsewhere:
//
//	go run ./examples/ggp match -sheet FILE -a playout=mast -b http://127.0.0.1:9147 -games 10
//
// Package gdl/ggp says how the clocks are kept, and what happens if a player fails.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/console/cli"
	"github.com/banyan-go/banyan/gdl"
	"github.com/banyan-go/banyan/gdl/ggp"
)

func main() {
	cli.Main(func(ctx context.Context, args []string) int { return run(ctx, args, os.Stdout, os.Stderr) })
}

// run executes the program and returns its exit status.
func run(ctx context.Context, args []string, out, errs io.Writer) int {
	command := play
	if len(args) > 0 && args[0] == "match" {
		command, args = match, args[1:]
	}
	err := command(ctx, args, out, errs)
	var flags *usageError
	switch {
	case errors.As(err, &flags):
		return cli.Status("ggp", flags.error, errs)
	case err != nil:
		fmt.Fprintf(errs, "ggp: %s\n", cli.Plain(err))
		return cli.Failed
	}
	return cli.Done
}

// usageError is an error of the arguments.
type usageError struct{ error }

// strategy is how a player of this program chooses its moves.
type strategy struct {
	player spec.Player
	memory int64 // of a tree, in bytes
	margin time.Duration
}

// defaults are the parameters of a player that its text does not set.
const defaults = "ponder=on"

// flags adds what all players of this program have in common.
func (s *strategy) flags(set *flag.FlagSet) {
	set.DurationVar(&s.margin, "margin", time.Second, "how long before the end of a clock a move is sent: a `time`, and at most half of the clock")
	set.Func("memory", "the memory of a tree, in `megabytes` (default 1024)", func(text string) error {
		var n int64
		if _, err := fmt.Sscan(text, &n); err != nil || n < 1 || n > 1<<20 {
			return fmt.Errorf("want 1 to %d", 1<<20)
		}
		s.memory = n << 20
		return nil
	})
	s.memory = 1 << 30
}

// withPlayer returns the strategy with the player of a flag.
func (s strategy) withPlayer(flag, text string) (strategy, error) {
	if s.margin <= 0 {
		return s, fmt.Errorf("-margin is %v, want more than 0", s.margin)
	}
	var err error
	if s.player, err = spec.Parse(text, defaults); err == nil && s.player.Timing != nil {
		err = errors.New("a plan divides the time of a whole game, but here each move has a clock")
	}
	if err != nil {
		return s, fmt.Errorf("-%s: %w", flag, err)
	}
	return s, nil
}

// config returns the configuration of a player of general game playing.
func (s strategy) config(log *slog.Logger) ggp.Config {
	return ggp.Config{Margin: s.margin, Log: log, NewChooser: func(m ggp.MatchInfo, seed uint64) (arena.Player[gdl.State, gdl.Action], error) {
		p := s.player
		p.Search.MaxBytes = s.memory
		if p.Budget.Time == 0 {
			p.Budget.Time = max(m.StartClock, m.PlayClock)
		}
		e, err := spec.Entrant("player", m.Game, p)
		if err != nil {
			log.Error("the default player is used", "match", m.ID, "error", err)
			return ggp.NewSearch(m, seed)
		}
		return e.New(seed)
	}}
}

// play serves a player.
func play(ctx context.Context, args []string, out, errs io.Writer) error {
	const about = "Take part in matches of general game playing: go run ./examples/ggp [flags]"
	set := flag.NewFlagSet("ggp", flag.ContinueOnError)
	var s strategy
	s.flags(set)
	text := set.String("player", "", "the `player`; below are its parameters. It ponders, and uses all of the clock, unless it says more")
	port := set.Int("port", 9147, "the `port` to listen at, on all interfaces")
	if err := cli.Parse(set, args, errs, about, "Players\n"+spec.Usage); err != nil {
		return &usageError{err}
	}
	s, err := s.withPlayer("player", *text)
	if err != nil {
		return &usageError{err}
	}
	server, err := serve(fmt.Sprintf(":%d", *port), s.config(slog.New(slog.NewTextHandler(errs, nil))))
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "listening at %s\n", server.address)
	select {
	case <-ctx.Done():
	case err := <-server.failed:
		server.failed <- err
	}
	return server.close()
}

// server is a player that listens.
type server struct {
	address string
	player  *ggp.Player
	http    *http.Server
	failed  chan error
}

// serve lets a player listen.
func serve(address string, c ggp.Config) (*server, error) {
	player, err := ggp.NewPlayer(c)
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, err
	}
	s := &server{
		address: "http://" + listener.Addr().String(), player: player, failed: make(chan error, 1),
		http: &http.Server{Handler: player, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 30 * time.Second},
	}
	go func() { s.failed <- s.http.Serve(listener) }()
	return s, nil
}

// close ends the match of the player.
func (s *server) close() error {
	s.player.Close()
	err := s.http.Close()
	if failed := <-s.failed; !errors.Is(failed, http.ErrServerClosed) {
		return failed
	}
	return err
}
