package main

import (
	"fmt"
	"slices"
	"strings"
)

// clockMeans returns a table of the mean win rate of all rules in a game, with the interval, beside
// the mean of the published rates. A game counts with the rules that have a result.
func (p page) clockMeans() string {
	lines := heading([]string{"game", "rules", "mean", "published"})
	played := slices.DeleteFunc(groupOf("clock-rules").experiments(), func(e experiment) bool {
		_, ok := p.results[e.name]
		return !ok
	})
	for len(played) > 0 {
		game, n, sum := played[0].game, 0, 0.0
		for ; n < len(played) && played[n].game == game; n++ {
			sum += played[n].published.low
		}
		lines = append(lines, row(titles[game], fmt.Sprint(n), p.meanOf(played[:n]).String(), three(sum/float64(n))))
		played = played[n:]
	}
	return strings.Join(lines, "\n")
}
