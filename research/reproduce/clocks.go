package main

import (
	"fmt"
	"strings"
)

// clockRules plays the plans and rules of the paper on its clocks, in three of its games.
var clockRules = group{
	key: "clock-rules",
	experiment: experiment{
		topic: clocks,
		paper: baier,
		claim: "Rules that stop or extend a search are stronger than dividing the clock by the expected number of moves.",
		b:     "selection=ucb1tuned,time=expected",
		games: 400,
	},
	rows: clockRows(),
}

// clockGames holds the games, the clocks in simulations, and the published win rates with the
// parameters that were best for the game.
var clockGames = []struct {
	short, game, clock string
	ticks              string // of the clock, as the page writes them
	games              int
	rules              []clockRule
}{
	{"c4", "connect4", "1290000ticks", "1,290,000", 400, []clockRule{
		{"opening", "opening,f=2.25", 0.558},
		{"middle", "middle,height=2.5,ply=30,width=20", 0.570},
		{"behind", "behind,f=1.5,v=0.6", 0.558},
		{"behind-loop", "behind,f=0.75,v=0.6,loops=3", 0.570},
		{"unstable", "unstable,f=0.75", 0.549},
		{"unstable-loop", "unstable,f=1,loops=2", 0.558},
		{"close", "close,f=1.5,d=0.8", 0.587},
		{"close-loop", "close,f=0.75,d=0.8,loops=3", 0.597},
		{"stopa", "stopa", 0.508},
		{"stopb", "stopb,f=5", 0.630},
		{"stop", "stop,f=5,p=0.9", 0.650},
	}},
	{"bt6", "breakthrough 6x6", "496000ticks", "496,000", 400, []clockRule{
		{"opening", "opening,f=1", 0.506},
		{"middle", "middle,height=1.5,ply=50,width=20", 0.497},
		{"behind", "behind,f=1,v=0.5", 0.502},
		{"behind-loop", "behind,f=0.25,v=0.5,loops=3", 0.509},
		{"unstable", "unstable,f=0.75", 0.542},
		{"unstable-loop", "unstable,f=1,loops=3", 0.552},
		{"close", "close,f=0.5,d=0.3", 0.531},
		{"close-loop", "close,f=0.5,d=0.3,loops=2", 0.539},
		{"stopa", "stopa", 0.545},
		{"stopb", "stopb,f=1.25", 0.569},
		{"stop", "stop,f=1.67,p=0.3", 0.582},
	}},
	{"othello", "othello", "132000ticks", "132,000", 200, []clockRule{
		{"opening", "opening,f=1", 0.501},
		{"middle", "middle,height=2.5,ply=50,width=10", 0.532},
		{"behind", "behind,f=0.5,v=0.5", 0.492},
		{"behind-loop", "behind,f=0.5,v=0.4,loops=4", 0.513},
		{"unstable", "unstable,f=0.5", 0.531},
		{"unstable-loop", "unstable,f=0.5,loops=4", 0.522},
		{"close", "close,f=1,d=0.2", 0.500},
		{"close-loop", "close,f=0.25,d=0.5,loops=4", 0.514},
		{"stopa", "stopa", 0.529},
		{"stopb", "stopb,f=1.25", 0.542},
		{"stop", "stop,f=1.25,p=0.9", 0.548},
	}},
}

// clockRule is a plan or a rule with its parameters, and the published win rate.
type clockRule struct {
	name, time string
	published  float64
}

// clockRows returns a row for every game and rule. In Connect Four games begin at the start
// position, because two random plies decide many of them.
func clockRows() (rows []experiment) {
	for _, g := range clockGames {
		for _, r := range g.rules {
			rows = append(rows, experiment{
				name: fmt.Sprintf("time-%s-%s", g.short, r.name), label: fmt.Sprintf("%s | %s, %s", r.name, titles[g.game], g.ticks), game: g.game,
				a: "selection=ucb1tuned,time=" + r.time, clock: g.clock, start: g.short == "c4",
				games: g.games, published: rate(r.published),
			})
		}
	}
	return rows
}

// clockMeans returns a table of the mean win rate of all rules in a game, with the interval, beside
// the mean of the published rates. A game counts with the rules that have a result.
func (p page) clockMeans() string {
	lines := heading([]string{"game", "rules", "mean", "published"})
	list := clockRules.experiments()
	for _, g := range clockGames {
		var played []experiment
		sum := 0.0
		for _, e := range list {
			if _, ok := p.results[e.name]; ok && e.game == g.game {
				played = append(played, e)
				sum += e.published.low
			}
		}
		if n := len(played); n > 0 {
			lines = append(lines, row(titles[g.game], fmt.Sprint(n), p.meanOf(played).String(), three(sum/float64(n))))
		}
	}
	return strings.Join(lines, "\n")
}

// clockFactor finds the best factor of STOP by budget.
var clockFactor = group{
	key: "clock-factor",
	experiment: experiment{
		topic: clocks,
		claim: "The best factor of STOP depends on the clock.",
		game:  "connect4",
		b:     "selection=ucb1tuned,time=expected",
		games: 400, start: true,
	},
	rows: clockFactors(),
}

func clockFactors() (rows []experiment) {
	for _, clock := range []struct{ ticks, label string }{{"40000", "40,000"}, {"150000", "150,000"}} {
		for _, f := range []string{"1", "1.5", "2.5", "5"} {
			rows = append(rows, experiment{
				name: "time-c4-" + clock.ticks + "-f" + f, label: clock.label + " | f = " + f, a: "selection=ucb1tuned,time=stop,f=" + f + ",p=0.9",
				clock: clock.ticks + "ticks",
			})
		}
	}
	return rows
}

// clockNoGo plays every combination of EARLY and UNSTABLE against the same time for every move, for
// a serial search and for four trees that vote, with as many simulations for each tree.
var clockNoGo = group{
	key: "clock-nogo",
	experiment: experiment{
		topic: clocks,
		paper: nogoReport,
		claim: "At equal total time, searches that stop early and continue while the best action is unstable beat searches of constant length.",
		game:  "nogo",
		both:  "c=0.25",
		b:     "time=fixed,each=2000",
		clock: "72000ticks",
		games: 400,
	},
	rows: clockNoGoRows(),
}

// The best rules, and four trees that vote.
const (
	earlyUnstable = "expected+stop+unstable,stop.f=1.5,stop.p=0.7,unstable.f=0.5"
	voting        = "parallel=root,trees=4,workers=1,merge=majority"
)

func clockNoGoRows() (rows []experiment) {
	for _, r := range []struct {
		name, label, time string
		published         published
		control           int // games against the plan without rules
	}{
		{"expected", "expected moves", "expected", published{}, 0},
		{"early", "EARLY", "expected+stop,f=1.5,p=0.7", better, 400},
		{"unstable", "UNSTABLE", "expected+unstable,f=0.5", better, 400},
		{"unstable-loop", "UNSTABLE, up to twice", "expected+unstable,f=0.5,loops=2", better, 0},
		{"time", "EARLY and UNSTABLE", earlyUnstable, better, 1600},
	} {
		rows = append(rows,
			experiment{name: "nogo-" + r.name, label: r.label + " | serial", a: "time=" + r.time, published: r.published},
			experiment{
				name: "nogo-" + r.name + "-root", label: r.label + " | four trees that vote", a: "time=" + r.time,
				b: "time=fixed,each=8000", both: "c=0.25," + voting,
				clock: "288000ticks", published: r.published,
			})
		if r.control > 0 { // Searches of constant length leave a part of the clock, which has to last for the longest game.
			rows = append(rows, experiment{
				name: "nogo-" + r.name + "-plan", label: r.label + " | against expected moves", a: "time=" + r.time, b: "time=expected",
				games: r.control, published: better,
			})
		}
	}
	rows = append(rows, experiment{ // It spends as much time on average, and none is left for the end of long games.
		name: "nogo-time-2300", label: "EARLY and UNSTABLE | against 2,300", a: "time=" + earlyUnstable, b: "time=fixed,each=2300", games: 1200, published: better,
	})
	for _, r := range []struct{ name, label, time string }{
		{"nogo-voting", "four trees that vote | against serial", "fixed,each=8000"},
		{"nogo-voting-time", "four trees that vote, EARLY and UNSTABLE | against serial", earlyUnstable},
	} { // Each tree takes the time of the serial search.
		rows = append(rows, experiment{
			name: r.name, label: r.label, a: voting + ",time=" + r.time, clock: "288000ticks",
		})
	}
	return rows
}
