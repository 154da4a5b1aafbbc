package contest

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/stats"
	"github.com/banyan-go/banyan/console/match"
)

// pairing is what the pairs of games of two players tell, as -json writes it. Counts and rates are
// those of the player A.
type pairing struct {
	A string `json:"a"` // letters, as in the tables
	B string `json:"b"`

	// Counts are the pairs with 0, 1/2, 1, 3/2 and 2 points; null if a pair has more than two
	// games.
	Counts *stats.Pentanomial `json:"counts"`

	Pairs         int        `json:"pairs"`
	WinRate       float64    `json:"win_rate"`
	StandardError *float64   `json:"standard_error"` // null without pairs
	WinRateCI95   [2]float64 `json:"win_rate_ci95"`
	EloCI95       [2]float64 `json:"elo_ci95"`
}

// newPairing counts the complete pairs of two players.
func newPairing(o Options, r result, a, b int) pairing {
	p := arena.CountPairs(r.records, a, b)
	made := pairing{A: match.Letter(a), B: match.Letter(b), Pairs: p.Count, WinRate: p.Mean()}
	if len(arena.Seatings(o.Game.Players())) == 2 {
		counts := arena.CountPentanomial(r.records, a, b)
		made.Counts = &counts
	}
	if p.Count > 0 {
		e := p.StandardError()
		made.StandardError = &e
	}
	made.WinRateCI95[0], made.WinRateCI95[1] = p.Interval(match.Level)
	made.EloCI95[0], made.EloCI95[1] = p.EloInterval(match.Level)
	return made
}

// newPairings counts the pairs of every two players that meet.
func newPairings(o Options, r result) []pairing {
	list := []pairing{}
	for _, p := range o.pairings() {
		list = append(list, newPairing(o, r, p[0], p[1]))
	}
	return list
}

// writePairs writes a row for every two players that meet.
func writePairs(w io.Writer, o Options, r result) error {
	list := newPairings(o, r)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	if list[0].Counts != nil {
		fmt.Fprint(t, "pairs with\t0\t1/2\t1\t3/2\t2 points\twin rate\t95 % by pairs\tElo\t\n")
	} else {
		fmt.Fprint(t, "\tpairs\twin rate\t95 % by pairs\tElo\t\n")
	}
	for _, p := range list {
		fmt.Fprintf(t, "%s against %s\t", p.A, p.B)
		if p.Counts != nil {
			for _, n := range p.Counts {
				fmt.Fprintf(t, "%d\t", n)
			}
		} else {
			fmt.Fprintf(t, "%d\t", p.Pairs)
		}
		fmt.Fprintf(t, "%.3f\t%.3f to %.3f\t%+.0f to %+.0f\t\n", p.WinRate, p.WinRateCI95[0], p.WinRateCI95[1], p.EloCI95[0], p.EloCI95[1])
	}
	return t.Flush()
}
