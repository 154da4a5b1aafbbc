package main

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
	"github.com/banyan-go/banyan/gdl/kif"
)

// series are the matches between two players a and b on one sheet. In each match the player at the
// next seat is a, and b has the other seats.
type series struct {
	match   ggp.Match
	sheet   string
	games   int
	players [2]string // addresses
	out     io.Writer
	records io.Writer // JSON, a line for each match
}

// match plays matches.
func match(ctx context.Context, args []string, out, errs io.Writer) (err error) {
	const about = "Play matches of general game playing: go run ./examples/ggp match -sheet FILE [flags]"
	set := flag.NewFlagSet("ggp match", flag.ContinueOnError)
	var s strategy
	s.flags(set)
	m := series{out: out, records: io.Discard}
	set.StringVar(&m.sheet, "sheet", "", "the `file` of the rule sheet")
	a := set.String("a", "", "a `player`, or the address of one; below are its parameters")
	b := set.String("b", "", "another `player`")
	set.DurationVar(&m.match.StartClock, "start", 10*time.Second, "the start clock: a `time`")
	set.DurationVar(&m.match.PlayClock, "play", 5*time.Second, "the play clock: a `time`")
	set.IntVar(&m.games, "games", 2, "the `number` of games")
	set.Uint64Var(&m.match.Seed, "seed", 1, "the `number` that random moves depend on")
	record := set.String("json", "", "a `file` to write what happened to, one JSON object for each game")
	if err := cli.Parse(set, args, errs, about, "Players are those of -player of the other command: go run ./examples/ggp -help"); err != nil {
		return &usageError{err}
	}
	if err := m.validate(); err != nil {
		return &usageError{err}
	}
	if err := m.load(ctx); err != nil {
		return err
	}
	for i, text := range []string{*a, *b} {
		if strings.HasPrefix(text, "http://") || strings.HasPrefix(text, "https://") {
			m.players[i] = text
			continue
		}
		name := string(rune('a' + i))
		own, err := s.withPlayer(text)
		if err != nil {
			return &usageError{fmt.Errorf("-%s: %w", name, err)}
		}
		log := slog.New(slog.NewTextHandler(errs, &slog.HandlerOptions{Level: slog.LevelWarn})).With("player", name)
		server, err := serve("127.0.0.1:0", own.config(log))
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, server.close()) }()
		m.players[i] = server.address
	}
	if *record != "" {
		file, err := os.Create(*record)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, file.Close()) }()
		m.records = file
	}
	return m.run(ctx)
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
	if m.match.Rules, err = kif.Parse(text); err == nil {
		m.match.Game, err = gdl.LoadRules(ctx, m.match.Rules, gdl.Limits{})
	}
	if err != nil {
		return fmt.Errorf("%s: %w", m.sheet, err)
	}
	return nil
}

// run plays the matches, and prints each of them and the sums.
func (m *series) run(ctx context.Context) error {
	total, faults, seats := [2]float64{}, [2]int{}, [2]int{}
	id := strings.TrimSuffix(filepath.Base(m.sheet), filepath.Ext(m.sheet))
	for number := range m.games {
		game := m.match
		game.ID = fmt.Sprintf("%s.%d", strings.Map(plain, id), number+1)
		game.Seed += uint64(number)
		game.Players = make([]string, m.match.Game.NumPlayers())
		side := make([]int, len(game.Players))
		for seat := range side {
			if seat != number%len(side) {
				side[seat] = 1
			}
			game.Players[seat] = m.players[side[seat]]
		}
		record, err := game.Run(ctx)
		if err != nil {
			return err
		}
		if err := json.NewEncoder(m.records).Encode(record); err != nil {
			return err
		}
		fmt.Fprintf(m.out, "game %d: %d moves", number+1, len(record.Steps))
		for seat, value := range record.Returns {
			fmt.Fprintf(m.out, ", %s (%c) %.2f", game.Game.PlayerName(seat), 'a'+side[seat], value)
			total[side[seat]] += value
			seats[side[seat]]++
		}
		fmt.Fprintln(m.out)
		for _, f := range record.Faults {
			faults[side[f.Player]]++
			fmt.Fprintf(m.out, "  move %d: %s: %s\n", f.Step, game.Game.PlayerName(f.Player), f.What)
		}
	}
	for i := range total {
		if seats[i] > 0 {
			fmt.Fprintf(m.out, "%c: mean return %.3f, %d faults\n", 'a'+i, total[i]/float64(seats[i]), faults[i])
		}
	}
	return nil
}

// plain replaces what the name of a match may not contain.
func plain(r rune) rune {
	if strings.ContainsRune("();\"", r) || r <= ' ' {
		return '_'
	}
	return r
}
