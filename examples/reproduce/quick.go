package main

import (
	"math"
	"regexp"
	"strconv"
	"time"

	"github.com/banyan-go/banyan/timing"
)

// A quick experiment plays as many games as go into quickTime, within these bounds. Where even the least are too long,
// budgets are shortened.
const (
	quickTime      = 2 * time.Second
	quickGames     = 10
	quickGamesMost = 40
)

// quick returns the experiment at reduced size.
func (e experiment) quick() experiment {
	each := e.duration() / time.Duration(e.games)
	games := quickGamesMost
	if each > 0 {
		games = max(quickGames, min(games, int(quickTime/each)&^1))
	}
	e.games = min(e.games, games)
	share := float64(quickTime) / float64(each*time.Duration(e.games))
	if share < 1 {
		e = e.shortened(share)
	}
	return e
}

// budgets finds the budgets in the text form of players.
var budgets = regexp.MustCompile(`\b(sims|each)=(\d+)`)

// shortened returns the experiment with a share of its budgets.
func (e experiment) shortened(share float64) experiment {
	shorten := func(text string) string {
		return budgets.ReplaceAllStringFunc(text, func(s string) string {
			parts := budgets.FindStringSubmatch(s)
			n, err := strconv.Atoi(parts[2])
			if err != nil {
				return s // more digits than a number has; whoever reads the player says so
			}
			return parts[1] + "=" + strconv.Itoa(portion(n, share))
		})
	}
	e.a, e.b, e.both = shorten(e.a), shorten(e.b), shorten(e.both)
	if e.sims > 0 {
		e.sims = portion(e.sims, share)
	}
	if c, err := timing.Parse(e.clock); err == nil {
		c.Main = time.Duration(portion(int(c.Main), share))
		e.clock = c.String()
	}
	return e
}

// portion returns about that share of n, in two digits, and not less than 2.
func portion(n int, share float64) int {
	x := float64(n) * share
	unit := math.Pow(10, max(0, math.Floor(math.Log10(x))-1))
	return max(2, int(math.Round(x/unit)*unit))
}
