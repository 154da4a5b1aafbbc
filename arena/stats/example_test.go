package stats_test

import (
	"fmt"

	"github.com/banyan-go/banyan/arena/stats"
)

func ExampleTally() {
	t := stats.Tally{Wins: 60, Draws: 10, Losses: 30}
	low, high := t.Interval(0.95)
	fmt.Printf("%.2f [%.2f, %.2f], %+.0f Elo\n", t.WinRate(), low, high, t.Elo())
	// Output:
	// 0.65 [0.55, 0.74], +108 Elo
}

// The entry in row i and column j has the results of i against j.
func ExampleRatings() {
	cross := [][]stats.Tally{
		{{}, {Wins: 7, Losses: 3}, {Wins: 9, Losses: 1}},
		{{Wins: 3, Losses: 7}, {}, {Wins: 6, Draws: 2, Losses: 2}},
		{{Wins: 1, Losses: 9}, {Wins: 2, Draws: 2, Losses: 6}, {}},
	}
	for _, rating := range stats.Ratings(cross) {
		fmt.Printf("%+.0f\n", rating)
	}
	// Output:
	// +147
	// +0
	// -147
}
