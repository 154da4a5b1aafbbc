package main

import (
	"encoding/json"
	"io"

	"github.com/banyan-go/banyan/arena"
)

// summary is what -json prints of a match of two. Wins are a's.
type summary struct {
	Game string `json:"game"`
	score
	SPRT    *arena.Verdict `json:"sprt"` // null without -sprt
	A       string         `json:"a"`
	B       string         `json:"b"`
	Seed    uint64         `json:"seed"`
	Seconds float64        `json:"seconds"`
}

// score is a tally and what it means.
type score struct {
	Games int `json:"games"`
	arena.Tally
	WinRate      float64    `json:"win_rate"` // a draw is half a win
	WinRateCI95  [2]float64 `json:"win_rate_ci95"`
	DecisiveRate float64    `json:"decisive_rate"` // without draws
	SignTestP    float64    `json:"sign_test_p"`
	Elo          float64    `json:"elo"`
	EloCI95      [2]float64 `json:"elo_ci95"`
	LOS          float64    `json:"los"`
}

// level is the confidence of the intervals.
const level = 0.95

func newScore(t arena.Tally) score {
	s := score{
		Games: t.Games(), Tally: t, WinRate: t.WinRate(), DecisiveRate: t.DecisiveRate(), SignTestP: t.SignTest(),
		Elo: t.Elo(), LOS: t.LOS(),
	}
	s.WinRateCI95[0], s.WinRateCI95[1] = t.Interval(level)
	s.EloCI95[0], s.EloCI95[1] = t.EloInterval(level)
	return s
}

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
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	if len(o.players) > 2 {
		rr := roundRobin{Game: o.game.Name(), Games: len(r.records), Seed: o.seed, Seconds: r.seconds}
		for _, p := range o.players {
			rr.Players = append(rr.Players, p.String())
		}
		rr.Cross = arena.CrossTable(r.records, len(o.players))
		rr.Ratings = arena.Ratings(rr.Cross)
		return encoder.Encode(rr)
	}
	return encoder.Encode(summary{
		Game: o.game.Name(), score: newScore(arena.Count(r.records, 0, 1)), SPRT: r.verdict,
		A: o.players[0].String(), B: o.players[1].String(), Seed: o.seed, Seconds: r.seconds,
	})
}
