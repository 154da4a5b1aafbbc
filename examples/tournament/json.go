package main

import (
	"io"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/examples/internal/match"
)

// summary is what -json prints of a match of two. Wins are a's.
type summary = match.Summary

// roundRobin is what -json prints of more than two players. Rows of the cross table are from the point of view of
// the player of that number.
type roundRobin struct {
	Game    string          `json:"game"`
	Games   int             `json:"games"` // between all
	Players []string        `json:"players"`
	Ratings []float64       `json:"ratings"` // Elo, with mean 0
	Cross   [][]arena.Tally `json:"cross"`
	Seed    uint64          `json:"seed"`
	Seconds float64         `json:"seconds"`
}

func writeJSON(w io.Writer, o options, r result) error {
	if len(o.players) > 2 {
		rr := roundRobin{Game: o.game.Name(), Games: len(r.records), Seed: o.seed, Seconds: r.seconds}
		for _, p := range o.players {
			rr.Players = append(rr.Players, p.String())
		}
		rr.Cross = arena.CrossTable(r.records, len(o.players))
		rr.Ratings = arena.Ratings(rr.Cross)
		return match.WriteJSON(w, rr)
	}
	return match.WriteJSON(w, summary{
		Game: o.game.Name(), Score: match.NewScore(arena.Count(r.records, 0, 1)), SPRT: r.verdict,
		A: o.players[0].String(), B: o.players[1].String(), Seed: o.seed, Seconds: r.seconds,
	})
}
