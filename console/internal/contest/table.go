package contest

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/stats"
	"github.com/banyan-go/banyan/console/match"
	"github.com/banyan-go/banyan/timing"
)

func writeTable(w io.Writer, o Options, r result) error {
	fmt.Fprintf(w, "%s, %d games in pairs with %d random plies, seed %d, %.0f s\n", o.Game.Name(), len(r.records), o.OpeningPlies, o.Seed, r.seconds)
	for i, name := range o.Names {
		if i < len(o.SeesAll) && o.SeesAll[i] {
			name += " (sees all, what is hidden too)"
		}
		fmt.Fprintf(w, "  %s\n", name)
	}
	fmt.Fprintln(w)
	write := writeScore
	if len(o.Players) > 2 {
		write = writeCrossTable
	}
	if err := write(w, o, r); err != nil {
		return err
	}
	fmt.Fprintln(w)
	if err := writePairs(w, o, r); err != nil {
		return err
	}
	if err := writeReturns(w, o, r); err != nil {
		return err
	}
	fmt.Fprintln(w)
	if err := writeSpeeds(w, r.speeds); err != nil {
		return err
	}
	fmt.Fprintln(w)
	if len(o.Players) == 2 {
		fmt.Fprintln(w, conclusion(arena.Count(r.records, 0, 1), o.results(), basisOf(o.Players, o.Clock)))
	}
	_, err := fmt.Fprintln(w, endsNote(arena.CountEnds(r.records, len(o.Players)), len(r.records))+timeNote(o, r.speeds))
	return err
}

// endsNote reports how many games were cut short, and what that means for a claim about strength.
// It is empty if none were.
func endsNote(e arena.Ends, games int) (note string) {
	var late []string
	all := 0
	for player, n := range e.Late {
		if all += n; n > 0 {
			late = append(late, fmt.Sprintf("%s %d", match.Letter(player), n))
		}
	}
	if all > 0 {
		note += fmt.Sprintf("Lost on time: %s of %d games. They show who keeps the clock, not who plays better.\n", strings.Join(late, ", "), games)
	}
	if e.Cut > 0 {
		note += fmt.Sprintf("Cut off by the limit of plies: %d of %d games. They count as if nobody had won.\n", e.Cut, games)
	}
	return note
}

// writeFit writes the expected number of own moves left, by ply.
func writeFit(w io.Writer, o Options, r result) error {
	var lengths []int
	for _, r := range r.records {
		lengths = append(lengths, len(r.Opening)+len(r.Actions))
	}
	for _, moves := range timing.FitMoves(lengths, o.Game.Players()) {
		fmt.Fprintf(w, "%.1f, ", moves)
	}
	_, err := fmt.Fprintln(w)
	return err
}

// results names what is won: games, or pairs of them in games of one player.
func (o Options) results() string {
	if o.Game.Players() == 1 {
		return "pairs"
	}
	return "games"
}

func writeScore(w io.Writer, o Options, r result) error {
	total := arena.Count(r.records, 0, 1)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "\t%s\twins\tdraws\tlosses\twin rate\t95 %%\t\n", o.results())
	row := func(name string, y stats.Tally) {
		low, high := y.Interval(match.Level)
		fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%d\t%.3f\t%.3f to %.3f\t\n", name, y.Games(), y.Wins, y.Draws, y.Losses, y.WinRate(), low, high)
	}
	row("a", total)
	for seat, y := range arena.CountSeats(r.records, 0, 1) {
		if o.Game.Players() == 1 {
			break // All are in the same seat.
		}
		row(fmt.Sprintf("in seat %d", seat+1), y)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	low, high := total.EloInterval(match.Level)
	fmt.Fprintf(w, "\nElo difference      %+.0f, 95 %% from %+.0f to %+.0f\n", total.Elo(), low, high)
	fmt.Fprintf(w, "sign test           p = %.3g, a won %.3f of the decisive %s\n", total.SignTest(), total.DecisiveRate(), o.results())
	fmt.Fprintf(w, "a is better with    %.4f probability\n", total.LOS())
	if v := r.verdict; v != nil {
		fmt.Fprintf(w, "sequential test     %s, log-likelihood ratio %.2f in (%.2f, %.2f)\n", v.Conclusion, v.LLR, v.Lower, v.Upper)
	}
	return nil
}

// conclusion names the stronger player if the sign test is significant.
func conclusion(t stats.Tally, results string, b basis) string {
	switch significant := t.SignTest() < 1-match.Level; {
	case significant && t.Wins > t.Losses:
		return fmt.Sprintf("a is stronger %s.", b.phrase())
	case significant && t.Wins < t.Losses:
		return fmt.Sprintf("b is stronger %s.", b.phrase())
	}
	return fmt.Sprintf("%d %s do not show which player is stronger %s.", t.Games(), results, b.phrase())
}

func writeCrossTable(w io.Writer, o Options, r result) error {
	cross := arena.CrossTable(r.records, len(o.Players))
	ratings := stats.Ratings(cross)
	order := make([]int, len(o.Players))
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
		var all stats.Tally
		for _, y := range cross[i] {
			all = all.Add(y)
		}
		fmt.Fprintf(t, "%s\t%+.0f\t%.3f\t", match.Letter(i), ratings[i], all.WinRate())
		for _, j := range order {
			if cross[i][j].Games() == 0 {
				fmt.Fprint(t, "-\t")
			} else {
				fmt.Fprintf(t, "%.3f\t", cross[i][j].WinRate())
			}
		}
		fmt.Fprintln(t)
	}
	return t.Flush()
}

// summary is what -json prints for a match of two. Wins, rates and the time ratio are from the
// point of view of a.
type summary struct {
	match.Summary
	SeesAll   []bool     `json:"sees_all,omitempty"` // by player: it looks at what is hidden from it; missing if none does
	Ends      arena.Ends `json:"ends"`
	Pairs     pairing    `json:"pairs"`
	Budgets   basis      `json:"budgets"`
	Speed     []speed    `json:"speed"`      // of a and of b
	TimeRatio float64    `json:"time_ratio"` // seconds per action of a, divided by b's; 0 if unknown
}

// roundRobin is what -json prints for more than two players. A row of the cross table holds the
// results of the player of that index.
type roundRobin struct {
	Game    string          `json:"game"`
	Games   int             `json:"games"` // of all pairings together
	Players []string        `json:"players"`
	SeesAll []bool          `json:"sees_all,omitempty"` // by player: it looks at what is hidden from it; missing if none does
	Ratings []float64       `json:"ratings"`            // Elo, with mean 0
	Cross   [][]stats.Tally `json:"cross"`
	Ends    arena.Ends      `json:"ends"`
	Pairs   []pairing       `json:"pairs"` // of every two players that meet
	Budgets basis           `json:"budgets"`
	Speed   []speed         `json:"speed"`
	Seed    uint64          `json:"seed"`
	Seconds float64         `json:"seconds"`
}

func writeJSON(w io.Writer, o Options, r result) error {
	budgets, ends := basisOf(o.Players, o.Clock), arena.CountEnds(r.records, len(o.Players))
	if len(o.Players) > 2 {
		rr := roundRobin{
			Game: o.Game.Name(), Games: len(r.records), Seed: o.Seed, Seconds: r.seconds,
			Pairs: newPairings(o, r), Budgets: budgets, Speed: r.speeds, SeesAll: o.seesAll(), Ends: ends,
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
		Summary: s, SeesAll: o.seesAll(), Ends: ends, Pairs: newPairing(o, r, 0, 1), Budgets: budgets, Speed: r.speeds,
		TimeRatio: ratio(r.speeds[0].SecondsPerAction, r.speeds[1].SecondsPerAction),
	})
}

// seesAll returns SeesAll if there is such a player, and else nil.
func (o Options) seesAll() []bool {
	if !slices.Contains(o.SeesAll, true) {
		return nil
	}
	return o.SeesAll
}

// pairing is the result of the pairs of games of two players, as -json writes it. Counts and rates
// are from the point of view of player A.
type pairing struct {
	A string `json:"a"` // letters, as in the tables
	B string `json:"b"`

	// Counts are the pairs with 0, 1/2, 1, 3/2 and 2 points; null if a pair does not have two games
	// that are won.
	Counts *stats.Pentanomial `json:"counts"`

	Pairs         int        `json:"pairs"`
	WinRate       float64    `json:"win_rate"`
	StandardError *float64   `json:"standard_error"` // null without pairs
	WinRateCI95   [2]float64 `json:"win_rate_ci95"`
	EloCI95       [2]float64 `json:"elo_ci95"`

	// Returns are the mean returns of games of one player or for points; missing in other games.
	Returns *match.Means `json:"returns,omitempty"`
}

// newMeans returns the mean returns of two players, or nil if these say nothing that wins do not.
func newMeans(o Options, r result, a, b int) *match.Means {
	sum := arena.CountReturns(r.records, a, b)
	unusual := slices.ContainsFunc(r.records, func(r arena.Record) bool { return slices.Min(r.Returns) < 0 || slices.Max(r.Returns) > 1 })
	if sum.Count == 0 || o.Game.Players() > 1 && !unusual {
		return nil
	}
	return match.NewMeans(sum)
}

// newPairing counts the complete pairs of two players.
func newPairing(o Options, r result, a, b int) pairing {
	p := arena.CountPairs(r.records, a, b)
	made := pairing{A: match.Letter(a), B: match.Letter(b), Pairs: p.Count, WinRate: p.Mean(), Returns: newMeans(o, r, a, b)}
	if o.Game.Players() > 1 && len(arena.Seatings(o.Game.Players())) == 2 {
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

// writeReturns writes the mean returns of every two players that meet, where they say something.
func writeReturns(w io.Writer, o Options, r result) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	found := false
	for _, p := range newPairings(o, r) {
		m := p.Returns
		if m == nil {
			continue
		}
		if !found {
			fmt.Fprint(t, "\nmean returns\tof the first\tof the second\tdifference\t95 % by pairs\t\n")
			found = true
		}
		fmt.Fprintf(t, "%s against %s\t%s\t%s\t%s\t%s\t\n", p.A, p.B, m.Text(m.A), m.Text(m.B), m.Gain(), m.Interval())
	}
	return t.Flush()
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
