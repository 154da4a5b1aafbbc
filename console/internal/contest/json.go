package contest

import (
	"io"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/stats"
	"github.com/banyan-go/banyan/console/match"
)

// summary is what -json prints for a match of two. Wins, rates and the time ratio are those of a.
type summary struct {
	match.Summary
	Pairs     pairing `json:"pairs"`
	Budgets   basis   `json:"budgets"`
	Speed     []speed `json:"speed"`      // of a and of b
	TimeRatio float64 `json:"time_ratio"` // seconds per action of a, divided by those of b; 0 if unknown
}

// roundRobin is what -json prints for more than two players. A row of the cross table holds the
// results of the player of that index.
type roundRobin struct {
	Game    string          `json:"game"`
	Games   int             `json:"games"` // of all pairings together
	Players []string        `json:"players"`
	Ratings []float64       `json:"ratings"` // Elo, with mean 0
	Cross   [][]stats.Tally `json:"cross"`
	Pairs   []pairing       `json:"pairs"` // of every two players that meet
	Budgets basis           `json:"budgets"`
	Speed   []speed         `json:"speed"`
	Seed    uint64          `json:"seed"`
	Seconds float64         `json:"seconds"`
}

func writeJSON(w io.Writer, o Options, r result) error {
	budgets := basisOf(o.Players, o.Clock)
	if len(o.Players) > 2 {
		rr := roundRobin{
			Game: o.Game.Name(), Games: len(r.records), Seed: o.Seed, Seconds: r.seconds,
			Pairs: newPairings(o, r), Budgets: budgets, Speed: r.speeds,
		}
		for _, p := range o.Players {
			rr.Players = append(rr.Players, p.String())
		}
		rr.Cross = arena.CrossTable(r.records, len(o.Players))
		rr.Ratings = stats.Ratings(rr.Cross)
		return match.WriteJSON(w, rr)
	}
	s := o.Summary(o.Game.Name(), arena.Count(r.records, 0, 1))
	s.SPRT, s.Seconds = r.verdict, r.seconds
	return match.WriteJSON(w, summary{
		Summary: s, Pairs: newPairing(o, r, 0, 1), Budgets: budgets, Speed: r.speeds,
		TimeRatio: ratio(r.speeds[0].SecondsPerAction, r.speeds[1].SecondsPerAction),
	})
}
