package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/internal/cpu"
	"github.com/banyan-go/banyan/research/internal/table"
)

// costs holds the seconds of one processor that a game of an experiment takes, by the name of the
// experiment. They are measured: whenever an experiment is played for its result, and by -cost.
type costs map[string]float64

// costFile is the name of the file of the costs, which lies next to the results.
const costFile = "cost.csv"

// readCosts reads the costs in a folder. There are none without a file.
func readCosts(folder string) (costs, error) {
	c, err := readNumbers(folder, costFile)
	if err != nil {
		return nil, err
	}
	for name, seconds := range c {
		if seconds <= 0 || seconds > maxCost {
			return nil, fmt.Errorf("%s: a game of %s takes %v s, want more than 0 and at most %v", costFile, name, seconds, maxCost)
		}
	}
	return c, nil
}

// number is a number that is measured of an experiment.
type number struct {
	Name  string
	Value float64
}

// readNumbers reads numbers from a file in a folder. There are none without a file.
func readNumbers(folder, file string) (map[string]float64, error) {
	rows, err := table.Read[number](filepath.Join(folder, file))
	numbers := map[string]float64{}
	for name, n := range rows {
		numbers[name] = n.Value
	}
	return numbers, err
}

// storeNumber writes a number with three digits to a file in a folder.
func storeNumber(folder, file, name string, value float64) error {
	value, _ = strconv.ParseFloat(strconv.FormatFloat(value, 'g', 3, 64), 64) // it is a number
	return table.Put(filepath.Join(folder, file), number{name, value})
}

// maxCost is the greatest cost, in seconds: a day.
const maxCost = 24 * 3600.0

// game returns the time of one processor that a game of the experiment takes. It is 0 if the cost
// is unknown.
func (c costs) game(e experiment) time.Duration {
	return time.Duration(c[e.name] * float64(time.Second))
}

// total returns the time that all games of the experiment take on two processors. It is 0 if the
// cost is unknown.
func (c costs) total(e experiment) time.Duration {
	return c.game(e) * time.Duration(e.games) / time.Duration(e.concurrent())
}

// sum returns the time that all games of the experiments take on two processors.
func (c costs) sum(list []experiment) (sum time.Duration) {
	for _, e := range list {
		sum += c.total(e)
	}
	return sum
}

// concurrent returns the number of games that two processors play at a time. Games on a budget of
// CPU time are played one after the other.
func (e experiment) concurrent() int {
	if e.time != "" {
		return 1
	}
	return 2
}

// store writes the cost of an experiment to the file in a folder.
func (c costs) store(folder, name string, seconds float64) error {
	c[name] = min(max(seconds, 1e-6), maxCost)
	return storeNumber(folder, costFile, name, c[name])
}

// meter measures the cost of a game while an experiment is played.
type meter struct {
	began   time.Duration // CPU time of the program
	resumed int           // games that the journal had before

	remote bool // whether other processes play the games
}

// newMeter returns a meter for an experiment that is about to be played. journal may be empty.
func newMeter(journal string) (meter, error) {
	m := meter{began: cpu.Time()}
	if journal == "" {
		return m, nil
	}
	text, err := os.ReadFile(journal)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return m, err
	}
	m.resumed = max(0, strings.Count(string(text), "\n")-1) // the first line is not of a game
	return m, nil
}

// cost returns the seconds of one processor that a game took. That is the CPU time of the program
// by the games that it has played. If nearly all games are from the journal, or others play them,
// the cost is not exact: the mean time of the players in the records, in which other programs may
// have had the processors, without what players do before a game and while others choose.
func (m meter) cost(records []arena.Record) (seconds float64, exact bool) {
	used, played := cpu.Time()-m.began, len(records)-m.resumed
	if cpu.Exact && !m.remote && played >= min(10, len(records)) && played > 0 {
		return used.Seconds() / float64(played), true
	}
	sum := 0.0
	for _, r := range records {
		for _, seconds := range r.Seconds {
			sum += seconds
		}
	}
	return sum / float64(max(1, len(records))), false
}

// storeMeasured writes the cost of an experiment to a folder, and the times of the players if the
// page tells them. A cost that is not exact replaces none.
func (p played) storeMeasured(folder string, e experiment) error {
	known, err := readCosts(folder)
	if err != nil {
		return err
	}
	if p.exact || known.game(e) == 0 {
		if err := known.store(folder, e.name, p.cost); err != nil {
			return err
		}
	}
	if timed(e.name) {
		return storeNumber(folder, timesFile, e.name, p.ratio)
	}
	return nil
}

// An experiment whose cost is unknown is played for this CPU time, for at least one pair of games.
const costTime = 2 * time.Second

// measure measures the costs of those experiments that have none in the folder of the results, and
// stores each of them there.
func measure(ctx context.Context, o options, out io.Writer) error {
	known, err := readCosts(o.results)
	if err != nil {
		return err
	}
	r := &report{out: out}
	for _, e := range o.experiments {
		r.width = max(r.width, len(e.name))
	}
	r.printf("%-*s %5s %10s %9s\n", r.width, "experiment", "games", "s per game", "minutes")
	for _, e := range o.experiments {
		if known.game(e) > 0 {
			continue
		}
		if o.games > 0 {
			e = e.withGames(o.games)
		}
		seconds, games, err := e.measure(ctx)
		if err != nil {
			return fmt.Errorf("%s: %w", e.name, err)
		}
		if err := known.store(o.results, e.name, seconds); err != nil {
			return err
		}
		r.printf("%-*s %5d %10.3g %9s\n", r.width, e.name, games, seconds, minutes(known.total(e)))
	}
	return r.err
}

// measure plays a few games, one at a time. It returns the seconds of one processor that a game
// takes, and how many games were played.
func (e experiment) measure(ctx context.Context) (seconds float64, games int, err error) {
	c, err := e.contest()
	if err != nil {
		return 0, 0, err
	}
	m, err := newMeter("")
	if err != nil {
		return 0, 0, err
	}
	options := c.Options
	options.Workers = 1
	options.Stop = func([]arena.Record) bool { return cpu.Time()-m.began >= costTime }
	records, err := c.game.Match(ctx, options)
	seconds, _ = m.cost(records)
	return seconds, len(records), err
}

// minutes returns a time in minutes, or - if it is 0, which means unknown.
func minutes(d time.Duration) string {
	if d == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f", d.Minutes())
}

// runTime is a row of the table of run times: a match of a search and the basic search, and the
// processor time for a move that the paper on hidden information reports for the search, as a
// multiple of the time of the basic search.
type runTime struct {
	label, match string
	published    float64 // 0 if the paper reports none
	basicFirst   bool    // whether the basic search is the first player of the match
}

var runTimes = []runTime{
	{"one tree with 10,000", "magic-40x250-1x10000", 0.62 / 1.12, true},
	{"one card after the other", "magic-binary", 0.23 / 0.75, false},
	{"dominated sets pruned", "magic-dominated", 1.00 / 0.75, false},
	{"interesting determinizations at the root", "magic-interesting-root", 1.00 / 0.75, false},
	{"interesting determinizations at leaves", "magic-interesting-leaf", 9.81 / 0.75, false},
	{"playouts by the expert", "magic-playout-expert", 0, false},
}

// timed reports whether the page tells the run times of the players of a match.
func timed(match string) bool {
	return slices.ContainsFunc(runTimes, func(r runTime) bool { return r.match == match })
}

// timesFile is the name of the file of the times of those matches, which lies next to the results:
// the time of the first player for a simulation, as a multiple of the time of the second.
const timesFile = "runtimes.csv"

// timeRatio returns the time that player 0 took for a simulation, as a multiple of the time of
// player 1, or 0 if either took none or made no simulations. They take turns in the same games, so
// what else the processors do slows both down alike.
//
// It is also the ratio of their times for a move, because both have the same simulations for
// each, whereas one of them may have more moves to choose in a game.
func timeRatio(records []arena.Record) float64 {
	var seconds, simulations [2]float64
	for _, r := range records {
		for seat, player := range r.Seats {
			seconds[player] += r.Seconds[seat]
			simulations[player] += float64(r.Simulations[seat])
		}
	}
	if min(seconds[0], seconds[1], simulations[0], simulations[1]) <= 0 {
		return 0
	}
	return seconds[0] / simulations[0] / (seconds[1] / simulations[1])
}

// runtimes returns the table of run times. A time that is not known is "-".
func (p page) runtimes() string {
	lines := heading([]string{"search", "ours", "published"})
	for _, r := range runTimes {
		lines = append(lines, row(r.label, multiple(p.timeOf(r)), multiple(r.published)))
	}
	return strings.Join(lines, "\n")
}

// timeOf returns the time of the search for a move, as a multiple of the time of the basic search,
// or 0 if the match has no result or no times.
func (p page) timeOf(r runTime) float64 {
	ratio := p.times[r.match]
	if _, played := p.results[r.match]; !played || ratio <= 0 {
		return 0
	}
	if r.basicFirst {
		return 1 / ratio
	}
	return ratio
}

// multiple formats x with one decimal, or as "-" if it is 0, which means unknown.
func multiple(x float64) string {
	if x == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f", x)
}
