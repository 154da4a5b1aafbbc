package contest

import (
	"errors"
	"os"
	"slices"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/console/internal/record"
)

// writeRecord writes the games in text form. The text depends on nothing but the match.
func writeRecord(o Options, r result) (err error) {
	f, err := os.Create(o.Record)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	var games []record.Game
	for _, played := range r.records {
		games = append(games, recorded(o, played))
	}
	return record.Write(f, games)
}

// recorded returns a game in the form of a record.
func recorded(o Options, r arena.Record) record.Game {
	g := record.Game{
		Name: o.Entry, Size: o.Size, Number: r.Game + 1, MatchSeed: o.Seed, Seed: r.Seed, Opening: len(r.Opening), Result: r.Returns,
		End: record.ByRules, Plies: slices.Concat(r.Opening, r.Actions),
	}
	for _, player := range r.Seats {
		g.Players = append(g.Players, o.Players[player].String())
	}
	switch {
	case r.Cut:
		g.End = record.ByPlies
	case r.Timeout:
		g.End = record.ByTime
	}
	return g
}
