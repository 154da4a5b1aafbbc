package main

import (
	"fmt"
	"math"
	"strings"

	"github.com/banyan-go/banyan/arena/stats"
	"github.com/banyan-go/banyan/console/match"
)

// onlineChoice tells for a game how far the policy that chooses online is from the better of its
// candidates.
type onlineChoice struct {
	game             string
	nst, adaptive    float64 // against uniform playouts
	difference, half float64 // of the adaptive policy and the better of NST and uniform playouts
	adaptiveNST      string  // the adaptive policy against NST
}

// onlineChoices returns the games for which there are results.
func (p page) onlineChoices() (list []onlineChoice) {
	others, duels := groupOf("other-uniform").experiments(), groupOf("adaptive-nst").experiments()
	for i, e := range groupOf("adaptive-uniform").experiments() {
		adaptive, nst := p.results[e.name], p.results[others[i].name]
		if adaptive.Games == 0 || nst.Games == 0 {
			continue
		}
		best, squared := 0.5, squaredError(adaptive.Tally) // uniform playouts against themselves
		if nst.WinRate > best {
			best = nst.WinRate
			squared += squaredError(nst.Tally)
		}
		list = append(list, onlineChoice{
			titles[e.game], nst.WinRate, adaptive.WinRate, adaptive.WinRate - best, stats.Quantile(match.Level) * math.Sqrt(squared), p.judged(duels[i]),
		})
	}
	return list
}

// choosing returns a table of what choosing playouts online gains, game by game.
func (p page) choosing() string {
	lines := heading([]string{"game", "NST", "adaptive", "difference", "95 %", "adaptive against NST"})
	for _, c := range p.onlineChoices() {
		lines = append(lines, row(c.game, three(c.nst), three(c.adaptive), fmt.Sprintf("%+.3f", c.difference),
			fmt.Sprintf("%+.3f to %+.3f", c.difference-c.half, c.difference+c.half), c.adaptiveNST))
	}
	return strings.Join(lines, "\n")
}

// behind returns the names of the games in which the policy that chooses playouts online is more
// than that number of points behind the better of its candidates.
func (p page) behind(points float64) string {
	return p.choicesWith(func(c onlineChoice) bool { return c.difference < -points/100 })
}

// surelyBehind returns the names of the games in which the interval shows that it is behind.
func (p page) surelyBehind() string {
	return p.choicesWith(func(c onlineChoice) bool { return c.difference+c.half < 0 })
}

// surelyWithin returns the names of the games in which the interval shows that it is less than that
// number of points behind.
func (p page) surelyWithin(points float64) string {
	return p.choicesWith(func(c onlineChoice) bool { return c.difference-c.half > -points/100 })
}

// choicesWith returns the names of the games with a property.
func (p page) choicesWith(holds func(onlineChoice) bool) string {
	var games []string
	for _, c := range p.onlineChoices() {
		if holds(c) {
			games = append(games, c.game)
		}
	}
	return enumeration(games)
}

// enumeration joins names as a sentence does, or returns none.
func enumeration(names []string) string {
	switch n := len(names); n {
	case 0:
		return "none"
	case 1:
		return names[0]
	default:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
}
