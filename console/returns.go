package console

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/banyan-go/banyan/internal/moments"
	"github.com/banyan-go/banyan/rng"
)

// Random games show what returns look like: so many, of at most so many plies in total.
const (
	tellingGames, tellingPlies = 100, 200_000 // to people who ask
	fewGames, fewPlies         = 20, 10_000   // to a program that begins
)

// returns implements Game. A game that breaks its contract does not end the program.
func (g typedGame[S, A]) returns() (text string) {
	defer func() {
		if v := recover(); v != nil {
			text = fmt.Sprintf("A random game failed, so that nothing is known of the returns: %v", v)
		}
	}()
	games := g.randomGames(tellingGames, tellingPlies)
	if len(games) == 0 {
		return fmt.Sprintf("No random game ended within %d plies, so that nothing is known of the returns.", tellingPlies)
	}
	return describeReturns(games)
}

// countPoints reports whether returns are points, so that no mean is a chance to win, even one of a
// search that has seen none outside [0,1].
func (g typedGame[S, A]) countPoints() (points bool) {
	if g.rules.Rewarder != nil || g.rules.Range != nil {
		low, high := g.rules.Bounds()
		return g.rules.Rewarder != nil || low < 0 || high > 1
	}
	defer func() { _ = recover() }() // The search will report what is wrong with the game.
	return !areChances(g.randomGames(fewGames, fewPlies))
}

// randomGames returns what so many random games bring, or those that end within so many plies.
func (g typedGame[S, A]) randomGames(most, mostPlies int) (games [][]float64) {
	r := rng.New(1)
	for plies := 0; len(games) < most && plies < mostPlies; {
		sum, n := g.randomGame(r, mostPlies-plies)
		plies += n
		if sum != nil {
			games = append(games, sum)
		}
	}
	return games
}

// areChances reports whether all returns are in [0,1].
func areChances(games [][]float64) bool {
	return !slices.ContainsFunc(games, func(sum []float64) bool { return slices.Min(sum) < 0 || slices.Max(sum) > 1 })
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

// describeReturns describes the returns of random games, and the unit of the constants of a search:
// see mcts.Config.Unit.
func describeReturns(games [][]float64) string {
	low, high := math.Inf(1), math.Inf(-1)
	for _, sum := range games {
		low, high = min(low, slices.Min(sum)), max(high, slices.Max(sum))
	}
	text := fmt.Sprintf("The returns of %d random games are from %.4g to %.4g", len(games), low, high)
	if areChances(games) {
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
