package timing_test

import (
	"fmt"
	"time"

	"github.com/banyan-go/banyan/timing"
)

// A search on a clock that counts simulations. Its first action leads from the start, so the search
// stops after little more than half of its time: the second action could not catch up.
func Example() {
	clock, err := timing.Parse("30000ticks")
	if err != nil {
		fmt.Println(err)
		return
	}
	planner := timing.Planner{Rules: []timing.Rule{timing.StopB(2)}}
	move := planner.Begin(timing.Situation{Clock: clock})
	fmt.Println("regular time:", int(move.Regular()), "of at most", int(move.Limit()))

	var stats timing.Stats
	decision := move.Check(stats)
	for ; decision.Verdict != timing.Stop; decision = move.Check(stats) {
		stats.Simulations += planner.Interval()
		stats.Spent += time.Duration(planner.Interval()) * timing.Tick
		stats.Children = []timing.Child{
			{Visits: stats.Simulations * 9 / 10, Mean: 0.7},
			{Visits: stats.Simulations / 10, Mean: 0.4},
		}
	}
	clock, ok := clock.After(stats.Spent)
	fmt.Println(decision.Reason, "after", stats.Simulations)
	fmt.Println(clock, ok)
	// Output:
	// regular time: 2000 of at most 15000
	// early stop after 1150
	// 28850ticks true
}

func ExampleParse() {
	for _, text := range []string{"40s", "5m+3s", "40/5m", "10m+byo=3x10s", "1s/move+lag=50ms", "1290000ticks"} {
		clock, err := timing.Parse(text)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(clock, "leaves", clock.Left())
	}
	_, err := timing.Parse("40")
	fmt.Println(err)
	// Output:
	// 40s leaves 40s
	// 5m+3s leaves 5m0s
	// 40/5m leaves 5m0s
	// 10m+byo=3x10s leaves 10m10s
	// 1s/move+lag=50ms leaves 950ms
	// 1290000ticks leaves 1.29ms
	// timing: Parse("40"): "40" is no time, want one like 40s, 1m30s or 1000ticks
}

func ExampleClock_After() {
	clock := timing.Clock{Main: 5 * time.Minute, Increment: 3 * time.Second}
	for _, used := range []time.Duration{10 * time.Second, 2 * time.Minute, 4 * time.Minute} {
		var ok bool
		clock, ok = clock.After(used)
		fmt.Println(clock, ok)
	}
	// Output:
	// 4m53s+3s true
	// 2m56s+3s true
	// 0s false
}

// A table of the remaining moves, made from three games.
func ExampleFitMoves() {
	table := timing.FitMoves([]int{7, 8, 9}, 2)
	fmt.Println(table[:3])

	plan := timing.Expected{Moves: timing.ByPly{Table: table}}
	clock := timing.Clock{Main: 13 * time.Second}
	fmt.Println(plan.Time(timing.Situation{Clock: clock, Ply: 0}))
	// Output:
	// [4.333333333333333 3.6666666666666665 3.3333333333333335]
	// 3s
}

// The time management of the Go program Erica (Huang, Coulom, Lin 2010) when the two best actions
// disagree.
func ExamplePlanner() {
	erica := timing.Planner{
		Plan:  timing.Enhanced{C: 80, MaxPly: 160},
		Rules: []timing.Rule{timing.Behind{Root: true, V: 0.4, F: 1}, timing.Unstable{F: 0.5}},
	}
	move := erica.Begin(timing.Situation{Clock: timing.Clock{Main: 40 * time.Second}, Ply: 160})
	stats := timing.Stats{
		Value:    0.52,
		Children: []timing.Child{{Visits: 900, Mean: 0.52}, {Visits: 400, Mean: 0.55}},
		Spent:    500 * time.Millisecond,
	}
	d := move.Check(stats)
	fmt.Println(d.Verdict, d.By, d.Reason)
	stats.Spent = move.Planned()
	fmt.Println(move.Check(stats).Verdict, "at", move.Planned())
	// Output:
	// extend 250ms unstable
	// stop at 750ms
}
