package main

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/banyan-go/banyan/timing"
)

// A quick experiment plays the number of games that fit into its share of quickTotal, the time of
// one processor for all experiments, within these bounds. If even the fewest games take longer,
// budgets are shortened.
const (
	quickTotal     = 6 * time.Minute
	quickGames     = 10
	quickGamesMost = 40
)

// quickTime returns the share of each experiment in quickTotal.
func quickTime() time.Duration { return quickTotal / time.Duration(len(all())) }

// quick returns a short version of the experiment. A game takes that time of one processor; if it
// is 0, which means unknown, the experiment has the most games and its own budgets.
func (e experiment) quick(each time.Duration) experiment {
	quickTime, games := quickTime(), quickGamesMost
	if each > 0 {
		games = max(quickGames, min(games, int(quickTime/each)&^1))
	}
	e.games = min(e.games, e.withGames(games).games)
	share := float64(quickTime) / float64(each*time.Duration(e.games))
	if share < 1 {
		e = e.shortened(share)
	}
	return e
}

// budgets matches the budgets in player specs, and trees the number of trees.
var (
	budgets = regexp.MustCompile(`\b(sims|each|trials)=(\d+)`)
	trees   = regexp.MustCompile(`\b(trees)=(\d+)`)
)

// shortened returns the experiment with its budgets multiplied by share. Where a tree would have
// fewer simulations than the least, there are fewer trees instead.
func (e experiment) shortened(share float64) experiment {
	shorten := func(text string) string {
		if strings.Contains(text, "similarity=auto") && !strings.Contains(text, "trials=") {
			text += ",trials=250" // the default
		}
		left := 1.0 // the share of trees
		text = scaled(text, budgets, func(key string, n int) int {
			if key == "sims" {
				left = min(1, share*float64(n)/leastBudget)
			}
			return portion(n, share)
		})
		return scaled(text, trees, func(_ string, n int) int { return min(n, portion(n, left)) })
	}
	e.a, e.b, e.both = shorten(e.a), shorten(e.b), shorten(e.both)
	if e.sims > 0 {
		e.sims = portion(e.sims, share)
	}
	if d, err := time.ParseDuration(e.time); err == nil {
		e.time = max(time.Millisecond, time.Duration(share*float64(d)).Round(time.Millisecond)).String()
	}
	if c, err := timing.Parse(e.clock); err == nil {
		c.Main = time.Duration(portion(int(c.Main), share))
		e.clock = c.String()
	}
	return e
}

// scaled replaces the numbers in a text. The pattern matches a key and a number, and scale returns
// the number in its place.
func scaled(text string, pattern *regexp.Regexp, scale func(key string, n int) int) string {
	return pattern.ReplaceAllStringFunc(text, func(s string) string {
		parts := pattern.FindStringSubmatch(s)
		n, err := strconv.Atoi(parts[2])
		if err != nil {
			return s // out of range; the parser of players reports it
		}
		return parts[1] + "=" + strconv.Itoa(scale(parts[1], n))
	})
}

// leastBudget is the least budget of a quick experiment.
const leastBudget = 2

// portion returns share times n, rounded to two digits, but at least leastBudget.
func portion(n int, share float64) int {
	x := float64(n) * share
	unit := math.Pow(10, max(0, math.Floor(math.Log10(x))-1))
	return max(leastBudget, int(math.Round(x/unit)*unit))
}
