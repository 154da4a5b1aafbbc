package main

import (
	"fmt"
	"strings"
)

// runTimes holds the processor time for a move that the paper on hidden information reports, by the
// match in which a search with that option meets the basic one, or the expert.
var runTimes = []struct {
	label, match string
	expert       bool    // whether the opponent is the expert, which takes no time
	published    float64 // as a multiple of that of the basic search
}{
	{"one tree with 10,000", "magic-1-expert", true, 0.62 / 1.12},
	{"one card after the other", "magic-binary", false, 0.23 / 0.75},
	{"dominated sets pruned", "magic-dominated", false, 1.00 / 0.75},
	{"interesting determinizations at the root", "magic-interesting-root", false, 1.00 / 0.75},
	{"interesting determinizations at leaves", "magic-interesting-leaf", false, 9.81 / 0.75},
}

// basicSearch is a match of two searches that take as long as the basic one.
const basicSearch = "magic-loss"

// runtimes returns the table of run times. They follow from the costs of matches that have a
// result: those of two players, of which one is the basic search.
func (p page) runtimes() string {
	lines := heading([]string{"search", "ours", "published"})
	basic := 0.0
	if _, played := p.results[basicSearch]; played {
		basic = p.costs[basicSearch] / 2
	}
	for _, r := range runTimes {
		own, cell := p.costs[r.match], "-"
		if !r.expert {
			own -= basic
		}
		if _, played := p.results[r.match]; played && own > 0 && basic > 0 {
			cell = fmt.Sprintf("%.1f", own/basic)
		}
		lines = append(lines, row(r.label, cell, fmt.Sprintf("%.1f", r.published)))
	}
	return strings.Join(lines, "\n")
}
