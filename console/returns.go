package console

import (
	"fmt"
	"math"
	"strings"

	"github.com/banyan-go/banyan/internal/moments"
	"github.com/banyan-go/banyan/rng"
)

// How many random games tell what returns look like, and of how many plies at most.
const (
	tellingGames = 100
	tellingPlies = 200_000
)

// returns implements Game. A game that breaks its contract does not end the program.
func (g typedGame[S, A]) returns() (text string) {
	defer func() {
		if v := recover(); v != nil {
			text = fmt.Sprintf("A random game failed, so that nothing is known of the returns: %v", v)
		}
	}()
	var games [][]float64
	r := rng.New(1)
	for plies := 0; len(games) < tellingGames && plies < tellingPlies; {
		sum, n := g.randomGame(r, tellingPlies-plies)
		plies += n
		if sum != nil {
			games = append(games, sum)
		}
	}
	if len(games) == 0 {
		return fmt.Sprintf("No random game ended within %d plies, so that nothing is known of the returns.", tellingPlies)
	}
	return describeReturns(games)
}

// randomGame returns what a random game brings, or nil if it does not end within so many plies, and
// its length.
func (g typedGame[S, A]) randomGame(r *rng.Rand, most int) (sum []float64, plies int) {
	var s S
	g.rules.Copy(&s, &g.start)
	sum = make([]float64, g.Players())
	for ; plies < most; plies++ {
		drawn := g.rules.Draw(&s, r)
		if drawn == nil {
			g.rules.AddReturns(&s, sum)
			return sum, plies
		}
		if err := g.rules.Play(&s, drawn...); err != nil {
			panic(err)
		}
		g.rules.AddRewards(&s, sum)
	}
	return nil, plies
}

// describeReturns says what the returns of random games are, and which unit the constants of a
// search have: see mcts.Config.Unit.
func describeReturns(games [][]float64) string {
	chances, low, high := true, math.Inf(1), math.Inf(-1)
	for _, sum := range games {
		for _, v := range sum {
			low, high = min(low, v), max(high, v)
			chances = chances && v >= 0 && v <= 1
		}
	}
	text := fmt.Sprintf("The returns of %d random games are from %.4g to %.4g", len(games), low, high)
	if chances {
		return text + ": means are chances to win, and the unit of the constants is 1."
	}
	var units []string
	for player := range games[0] {
		var all moments.Sample
		for _, sum := range games {
			all.Add(sum[player])
		}
		units = append(units, short(2*all.Deviation()))
	}
	return text + ": means are points, and the unit of the constants, which follows the search, is about " + strings.Join(units, ", ") + "."
}

// short formats a number with three digits or more, and without an exponent for thousands.
func short(v float64) string {
	if v >= 100 && v < 1e9 {
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.3g", v)
}
