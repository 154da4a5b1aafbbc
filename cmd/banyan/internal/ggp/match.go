package ggp

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/banyan-go/banyan/console/cli"
	"github.com/banyan-go/banyan/gdl"
	"github.com/banyan-go/banyan/gdl/ggp"
)

// series are the matches between two players a and b on one sheet. In each match the player at the
// next seat is a, and b has the other seats.
type series struct {
	match   ggp.Match
	sheet   string
	games   int
	sides   [2]side
	out     io.Writer
	records io.Writer // JSON, a line for each match
}

// side is a or b.
type side struct {
	name      string
	address   string // if it runs elsewhere
	strategy  strategy
	addresses []string // of its players, one for each of its seats
	total     float64  // of its returns
	seats     int
	faults    int
}

// match plays matches.
func match(ctx context.Context, args []string, out, errs io.Writer) error {
	const about = "Play matches of general game playing: banyan ggp match -sheet FILE [flags]"
	set := flag.NewFlagSet("ggp match", flag.ContinueOnError)
	var s strategy
	s.flags(set)
	m := series{out: out, records: io.Discard}
	set.StringVar(&m.sheet, "sheet", "", "the `file` of the rule sheet")
	a := set.String("a", string(auto), "a `player`, or the address of one")
	b := set.String("b", string(auto), "another `player`")
	set.DurationVar(&m.match.StartClock, "start", 10*time.Second, "the start clock: a `time`")
	set.DurationVar(&m.match.PlayClock, "play", 5*time.Second, "the play clock: a `time`")
	set.IntVar(&m.games, "games", 2, "the `number` of games")
	set.Uint64Var(&m.match.Seed, "seed", 1, "the `number` that random moves depend on")
	verbose := set.Bool("verbose", false, "also log what the players of this program do, for example which strategies they choose")
	record := set.String("json", "", "a `file` to write what happened to, one JSON object for each game")
	if err := cli.Parse(set, args, errs, about, "Players are those of -player of the other command: banyan ggp -help"); err != nil {
		return cli.Misuse(err)
	}
	if err := m.validate(); err != nil {
		return cli.Misuse(err)
	}
	for i, text := range []string{*a, *b} {
		var err error
		if m.sides[i], err = newSide(string(rune('a'+i)), text, s); err != nil {
			return cli.Misuse(err)
		}
	}
	if err := m.load(ctx); err != nil {
		return err
	}
	level := slog.LevelWarn
	if *verbose {
		level = slog.LevelInfo
	}
	log := slog.New(slog.NewTextHandler(errs, &slog.HandlerOptions{Level: level}))
	return m.serve(log, func() error { return m.write(*record, func() error { return m.run(ctx) }) })
}

// newSide returns the side of a text: an address, or a player of this program.
func newSide(name, text string, s strategy) (side, error) {
	if strings.HasPrefix(text, "http://") || strings.HasPrefix(text, "https://") {
		return side{name: name, address: text}, nil
	}
	own, err := s.withPlayer(name, text)
	return side{name: name, strategy: own}, err
}

func (m *series) validate() error {
	switch {
	case m.sheet == "":
		return errors.New("-sheet is empty, want a file")
	case m.match.StartClock <= 0:
		return fmt.Errorf("-start is %v, want more than 0", m.match.StartClock)
	case m.match.PlayClock <= 0:
		return fmt.Errorf("-play is %v, want more than 0", m.match.PlayClock)
	case m.games < 1:
		return fmt.Errorf("-games is %d, want 1 or more", m.games)
	}
	return nil
}

// load reads the sheet.
func (m *series) load(ctx context.Context) error {
	text, err := os.ReadFile(m.sheet)
	if err != nil {
		return err
	}
	if m.match.Game, err = gdl.Load(ctx, text, gdl.Limits{}); err != nil {
		return fmt.Errorf("%s: %w", m.sheet, err)
	}
	return nil
}

// serve calls f while the players of this program listen.
func (m *series) serve(log *slog.Logger, f func() error) (err error) {
	for i, seats := range []int{1, m.match.Game.NumPlayers() - 1} {
		side := &m.sides[i]
		if side.address != "" {
			if seats > 1 {
				return fmt.Errorf("-%s is one address, want a player of this program: it has %d seats, and a player has one", side.name, seats)
			}
			side.addresses = []string{side.address}
			continue
		}
		for range seats {
			server, failed := serve("127.0.0.1:0", side.strategy.config(log.With("player", side.name)))
			if failed != nil {
				return failed
			}
			defer func() { err = errors.Join(err, server.close()) }()
			side.addresses = append(side.addresses, server.address)
		}
	}
	return f()
}

// write calls f while the records go to a file, if it has a name.
func (m *series) write(name string, f func() error) error {
	if name == "" {
		return f()
	}
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	m.records = file
	return errors.Join(f(), file.Close())
}

// run plays the matches, and prints each of them and the sums.
func (m *series) run(ctx context.Context) error {
	id := strings.Map(plain, strings.TrimSuffix(filepath.Base(m.sheet), filepath.Ext(m.sheet)))
	for number := range m.games {
		game := m.match
		game.ID = fmt.Sprintf("%s.%d", id, number+1)
		game.Seed += uint64(number)
		game.Players = nil
		sides := make([]*side, m.match.Game.NumPlayers())
		others := m.sides[1].addresses
		for seat := range sides {
			if seat == number%len(sides) {
				sides[seat] = &m.sides[0]
				game.Players = append(game.Players, m.sides[0].addresses[0])
			} else {
				sides[seat] = &m.sides[1]
				game.Players = append(game.Players, others[0])
				others = others[1:]
			}
		}
		record, err := game.Run(ctx)
		if failed := json.NewEncoder(m.records).Encode(record); failed != nil || err != nil {
			return errors.Join(err, failed)
		}
		m.print(number, record, sides)
	}
	for _, s := range m.sides {
		if s.seats > 0 {
			fmt.Fprintf(m.out, "%s: mean return %.3f, %d faults\n", s.name, s.total/float64(s.seats), s.faults)
		}
	}
	return nil
}

// print prints what happened in a match, and adds it to the sums.
func (m *series) print(number int, record ggp.Record, sides []*side) {
	names := m.match.Game.PlayerNames()
	fmt.Fprintf(m.out, "game %d: %d moves", number+1, len(record.Steps))
	for seat, value := range record.Returns {
		fmt.Fprintf(m.out, ", %s (%s) %.2f", names[seat], sides[seat].name, value)
		sides[seat].total += value
		sides[seat].seats++
	}
	fmt.Fprintln(m.out)
	for _, f := range record.Faults {
		sides[f.Player].faults++
		fmt.Fprintf(m.out, "  move %d: %s: %s\n", f.Step, names[f.Player], f.What)
	}
}

// plain replaces what the name of a match may not contain.
func plain(r rune) rune {
	if strings.ContainsRune("();\"", r) || r <= ' ' {
		return '_'
	}
	return r
}
