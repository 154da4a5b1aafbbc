package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/examples/internal/match"
	"github.com/banyan-go/banyan/timing"
)

func writeTable(w io.Writer, o options, r result) error {
	fmt.Fprintf(w, "%s, %d games in pairs with %d random plies, seed %d, %.0f s\n", o.game.Name(), len(r.records), o.opening, o.seed, r.seconds)
	for i, name := range o.names {
		fmt.Fprintf(w, "  %s%s\n", name, speed(r.records, i))
	}
	fmt.Fprintln(w)
	if len(o.players) > 2 {
		return writeCrossTable(w, o, r)
	}
	return writeScore(w, r)
}

// writeFit writes the expected moves by ply.
func writeFit(w io.Writer, o options, r result) error {
	var lengths []int
	for _, r := range r.records {
		lengths = append(lengths, len(r.Opening)+len(r.Actions))
	}
	for _, moves := range timing.FitMoves(lengths, o.game.Players()) {
		fmt.Fprintf(w, "%.1f, ", moves)
	}
	_, err := fmt.Fprintln(w)
	return err
}

// speed says how fast an entrant searched.
func speed(records []arena.Record, entrant int) string {
	simulations, seconds := 0, 0.0
	for _, r := range records {
		for seat, e := range r.Seats {
			if e == entrant {
				simulations += r.Simulations[seat]
				seconds += r.Seconds[seat]
			}
		}
	}
	if simulations == 0 || seconds == 0 {
		return ""
	}
	return fmt.Sprintf("   (%.0f simulations/s)", float64(simulations)/seconds)
}

func writeScore(w io.Writer, r result) error {
	total := arena.Count(r.records, 0, 1)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "\tgames\twins\tdraws\tlosses\twin rate\t95 %\t\n")
	row := func(name string, y arena.Tally) {
		low, high := y.Interval(match.Level)
		fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%d\t%.3f\t%.3f to %.3f\t\n", name, y.Games(), y.Wins, y.Draws, y.Losses, y.WinRate(), low, high)
	}
	row("a", total)
	for seat, y := range arena.CountSeats(r.records, 0, 1) {
		row(fmt.Sprintf("in seat %d", seat+1), y)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	low, high := total.EloInterval(match.Level)
	fmt.Fprintf(w, "\nElo difference      %+.0f, 95 %% from %+.0f to %+.0f\n", total.Elo(), low, high)
	fmt.Fprintf(w, "sign test           p = %.3g, of decisive games a won %.3f\n", total.SignTest(), total.DecisiveRate())
	fmt.Fprintf(w, "superiority of a    %.4f likely\n", total.LOS())
	if v := r.verdict; v != nil {
		fmt.Fprintf(w, "sequential test     %s, log-likelihood ratio %.2f in (%.2f, %.2f)\n", v.Conclusion, v.LLR, v.Lower, v.Upper)
	}
	_, err := fmt.Fprintf(w, "\n%s\n", conclusion(total))
	return err
}

// conclusion says what the sign test says, which does not promise much after a few games.
func conclusion(t arena.Tally) string {
	switch told := t.SignTest() < 1-match.Level; {
	case told && t.Wins > t.Losses:
		return "a is stronger."
	case told && t.Wins < t.Losses:
		return "b is stronger."
	}
	return "So many games do not tell who is stronger."
}

func writeCrossTable(w io.Writer, o options, r result) error {
	cross := arena.CrossTable(r.records, len(o.players))
	ratings := arena.Ratings(cross)
	order := make([]int, len(o.players))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(ratings[j], ratings[i]) })
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "\trating\twin rate\t")
	for _, j := range order {
		fmt.Fprintf(t, "%s\t", match.Letter(j))
	}
	fmt.Fprintln(t)
	for _, i := range order {
		var all arena.Tally
		for _, y := range cross[i] {
			all = all.Add(y)
		}
		fmt.Fprintf(t, "%s\t%+.0f\t%.3f\t", match.Letter(i), ratings[i], all.WinRate())
		for _, j := range order {
			if i == j {
				fmt.Fprint(t, "-\t")
			} else {
				fmt.Fprintf(t, "%.3f\t", cross[i][j].WinRate())
			}
		}
		fmt.Fprintln(t)
	}
	return t.Flush()
}
