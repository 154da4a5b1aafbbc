package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/banyan-go/banyan/arena"
)

// runTime is a row of the table of run times: a match of a search and the basic search, and the
// processor time for a move that the paper on hidden information reports for the search, as a
// multiple of that of the basic search.
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

// timesFile is the name of the file of the times of those matches, which lies beside the results:
// the time of the first player for a simulation, as a multiple of that of the second.
const timesFile = "runtimes.csv"

// timeRatio returns the time that player 0 took for a simulation, as a multiple of that of
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

// timeOf returns the time of the search for a move, as a multiple of that of the basic search, or
// 0 if the match has no result or no times.
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
