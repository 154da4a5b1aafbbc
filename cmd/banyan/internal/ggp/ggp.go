// Package ggp is the command ggp of the program, which takes part in matches of general game
// playing. As a player it waits for a game server, which sends the rules of a game and asks for the
// moves over HTTP:
//
//	go run ./cmd/banyan ggp -port 9147
//
// It measures each game in its start clock, and chooses the strategies that suit it. With -player,
// they are fixed:
//
//	go run ./cmd/banyan ggp -port 9147 -player playout=mast
//
// With -journal FILE, a player that was killed in the middle of a match continues with it when it
// is started again.
//
// As a server it plays a match between two players, on any rule sheet. A player is a spec as for
// -player, and is then served by this program on a separate port, or the address of a player that
// runs elsewhere:
//
//	go run ./cmd/banyan ggp match -sheet FILE -a playout=mast -b http://127.0.0.1:9147 -games 10
//
// Package gdl/ggp describes how the clocks are kept, and what happens if a player fails.
package ggp

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/cmd/banyan/bundled"
	"github.com/banyan-go/banyan/console/cli"
	"github.com/banyan-go/banyan/gdl"
	"github.com/banyan-go/banyan/gdl/ggp"
	"github.com/banyan-go/banyan/gdl/kif"
	"github.com/banyan-go/banyan/guard"
)

// Run executes the command and returns its exit status.
func Run(ctx context.Context, args []string, _ io.Reader, out, errs io.Writer) int {
	command := play
	if len(args) > 0 && args[0] == "match" {
		command, args = match, args[1:]
	}
	return cli.End("ggp", command(ctx, args, out, errs), errs)
}

// strategy is how a player of this program chooses its moves.
type strategy struct {
	text   string // of a player
	auto   ggp.Auto
	margin time.Duration
}

// auto is a player of ggp.Auto.
const auto spec.Kind = "auto"

// defaults are the parameters of a player that its text does not set.
const defaults = "ponder=on"

// usage explains the players that are not in spec.Usage.
const usage = `Players
A player is auto, which measures each game and chooses what suits it, or a text that fixes the parameters. Then it ponders,
and uses all of the clock, unless the text says more. playout=mean plays 64 random games at once, and takes their mean.
`

// flags adds what all players of this program have in common.
func (s *strategy) flags(set *flag.FlagSet) {
	set.DurationVar(&s.margin, "margin", time.Second, "how long before the end of a clock a move is sent: a `time`, and at most half of the clock")
	set.IntVar(&s.auto.Workers, "workers", 1, "the `number` of processors that a player auto uses")
	set.Func("memory", "the memory of a tree, in `megabytes` (default 1024)", func(text string) error {
		var n int64
		if _, err := fmt.Sscan(text, &n); err != nil || n < 1 || n > 1<<20 {
			return fmt.Errorf("want 1 to %d", 1<<20)
		}
		s.auto.MaxBytes = n << 20
		return nil
	})
	s.auto.MaxBytes = 1 << 30
}

// withPlayer returns the strategy with the player of a flag.
func (s strategy) withPlayer(flag, text string) (strategy, error) {
	switch {
	case s.margin <= 0:
		return s, fmt.Errorf("-margin is %v, want more than 0", s.margin)
	case s.auto.Workers < 1:
		return s, fmt.Errorf("-workers is %d, want 1 or more", s.auto.Workers)
	}
	s.text = text
	if _, err := s.player(nil); err != nil {
		return s, fmt.Errorf("-%s: %w", flag, err)
	}
	return s, nil
}

// player reads the text, as a player of a game. If the game is nil, it only looks for mistakes.
func (s strategy) player(g *gdl.Game) (spec.Player, error) {
	names := bundled.SheetNames(g)
	names.Kinds = []spec.Kind{auto}
	p, err := names.Parse(s.text, defaults)
	if err == nil && p.Timing != nil {
		err = errors.New("a plan divides the time of a whole game, but here each move has a clock")
	}
	return p, err
}

// config returns the configuration of a player of general game playing.
func (s strategy) config(log *slog.Logger) ggp.Config {
	c := ggp.Config{Margin: s.margin, Log: log, Auto: s.auto}
	if s.text == string(auto) {
		return c
	}
	c.NewChooser = func(m ggp.MatchInfo, seed uint64) (arena.Player[gdl.State, gdl.Action], error) {
		p, err := s.player(m.Game)
		if err != nil {
			return nil, err
		}
		p.Search.MaxBytes = s.auto.MaxBytes
		p.Budget.Time = cmp.Or(p.Budget.Time, max(m.StartClock, m.PlayClock))
		e, err := spec.Entrant("player", m.Game, p)
		if err != nil {
			log.Error("a player auto takes the place of one that does not suit the game", "match", m.ID, "error", err)
			return s.auto.NewChooser(m, seed)
		}
		return e.New(seed)
	}
	return c
}

// play serves a player.
func play(ctx context.Context, args []string, out, errs io.Writer) error {
	const about = "Take part in matches of general game playing: banyan ggp [flags]\n" +
		"The command match plays some: banyan ggp match -help"
	set := flag.NewFlagSet("ggp", flag.ContinueOnError)
	var s strategy
	s.flags(set)
	text := set.String("player", string(auto), "the `player`; see below")
	journal := set.String("journal", "", "a `file` for what has come of a match: a player that was killed and is started again goes on with it")
	var origins []string
	set.Func("origin", "the `URL` of a web page that may send messages, like https://example.org, for a game manager in a browser; more than once for several", func(url string) error {
		origins = append(origins, url)
		return guard.Guard{Origins: origins}.Validate()
	})
	port := set.Int("port", 9147, "the `port` to listen at, on all interfaces")
	if err := cli.Parse(set, args, errs, about, usage+spec.Usage); err != nil {
		return cli.Misuse(err)
	}
	s, err := s.withPlayer("player", *text)
	if err != nil {
		return cli.Misuse(err)
	}
	c := s.config(slog.New(slog.NewTextHandler(errs, nil)))
	c.Journal, c.Origins = *journal, origins
	server, err := serve(fmt.Sprintf(":%d", *port), c)
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
		http: guard.NewServer(guard.Limit(player, kif.MaxBytes)),
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
