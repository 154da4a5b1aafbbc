// Command lateness measures how late searches end: by how much they overrun a budget of time, and
// how long they take to return after their context is cancelled. It prints a table of all kinds of
// searches and four games: a fast one, one whose rules take a millisecond a call, one with a
// thousand actions at every state, and one with hidden information whose determinizations take a
// tenth of a millisecond.
//
//	go run ./research/lateness
//
// Every number is the median of some runs and, after it, the worst of them. Runs of the slow game
// are compared with what one simulation takes, of every worker.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

// state is a line of plies, at the end of which a hash of them determines the winner.
type state struct {
	ply  int
	line uint64
}

// game has so many plies and, at every state, so many actions.
type game struct {
	plies, actions          int
	slow, slowDeterminizing time.Duration // what a call takes
}

// take spends time as a computation does.
func take(d time.Duration) {
	for begin := time.Now(); time.Since(begin) < d; {
	}
}

func (game) NumPlayers() int     { return 2 }
func (game) ToMove(s *state) int { return s.ply % 2 }
func (g game) AppendActions(dst []int, s *state) []int {
	take(g.slow)
	for a := 0; a < g.actions && s.ply < g.plies; a++ {
		dst = append(dst, a)
	}
	return dst
}

func (g game) Apply(s *state, a int) {
	take(g.slow)
	s.ply, s.line = s.ply+1, rng.Mix(s.line+uint64(a)+1)
}

func (g game) Returns(s *state, out []float64) {
	take(g.slow)
	out[0] = float64(s.line & 1)
	out[1] = 1 - out[0]
}

func (g game) Determinize(*state, int, *rng.Rand) { take(g.slowDeterminizing) }

// games are the four of the table.
var games = []struct {
	name string
	game
}{
	{"fast", game{plies: 40, actions: 4}},
	{"1 ms a call", game{plies: 20, actions: 4, slow: time.Millisecond}},
	{"1,000 actions", game{plies: 20, actions: 1000}},
	{"0.1 ms a determinization", game{plies: 40, actions: 4, slowDeterminizing: 100 * time.Microsecond}},
}

// kinds are the kinds of searches.
var kinds = []struct {
	name string
	mcts.Config
}{
	{"serial", mcts.Config{}},
	{"RootParallel, 4 trees", mcts.Config{Parallel: mcts.RootParallel{Workers: 2, Trees: 4}}},
	{"LeafParallel", mcts.Config{Parallel: mcts.LeafParallel{Workers: 2}}},
	{"LockStep, batches of 16", mcts.Config{Parallel: mcts.LockStep{Workers: 2}}},
	{"TreeParallel", mcts.Config{Parallel: mcts.TreeParallel{Workers: 2}}},
	{"Ensemble of 40", mcts.Config{Hidden: mcts.Ensemble{}}},
	{"Ensemble of 400", mcts.Config{Hidden: mcts.Ensemble{Trees: 400}}},
	{"ISMCTS", mcts.Config{Hidden: mcts.ISMCTS{}}},
	{"Solver with Probe", mcts.Config{Solver: &mcts.Solver{Probe: true}}},
	{"DecisiveMoves, anti", mcts.Config{Playout: mcts.DecisiveMoves{Anti: true}}},
}

func main() {
	budget := flag.Duration("time", 20*time.Millisecond, "budget of a search, or when it is cancelled")
	runs := flag.Int("runs", 15, "runs of each kind in each game")
	flag.Parse()
	if err := table(*budget, *runs); err != nil {
		fmt.Fprintln(os.Stderr, "lateness:", err)
		os.Exit(1)
	}
}

// table prints the table.
func table(budget time.Duration, runs int) error {
	for _, part := range []struct {
		what    string
		measure func(search *mcts.Search[state, int], budget time.Duration) (time.Duration, error)
	}{{"after a budget of " + budget.String(), overrun}, {"after a cancel", cancelled}} {
		fmt.Printf("| %s, ms |", part.what)
		for _, g := range games {
			fmt.Printf(" %s |", g.name)
		}
		fmt.Println("\n|---|---|---|---|---|")
		for _, k := range kinds {
			fmt.Printf("| %s |", k.name)
			for _, g := range games {
				cfg := k.Config
				if cfg.Hidden == nil {
					cfg.Hidden = mcts.PerfectInformation{}
				}
				search, err := mcts.New(g.game, cfg)
				if err != nil {
					return err
				}
				late := make([]time.Duration, runs)
				for i := range late {
					if late[i], err = part.measure(search, budget); err != nil {
						return fmt.Errorf("%s, %s: %w", k.name, g.name, err)
					}
				}
				slices.Sort(late)
				fmt.Printf(" %.2f, %.2f |", milliseconds(late[runs/2]), milliseconds(late[runs-1]))
			}
			fmt.Println()
		}
		fmt.Println()
	}
	return nil
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// overrun returns by how much a search takes longer than its budget.
func overrun(search *mcts.Search[state, int], budget time.Duration) (time.Duration, error) {
	begin := time.Now()
	_, err := search.Run(context.Background(), &state{}, mcts.Budget{Time: budget})
	return time.Since(begin) - budget, err
}

// cancelled returns how long a search takes to return after its context is cancelled.
func cancelled(search *mcts.Search[state, int], after time.Duration) (time.Duration, error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var at time.Time
	timer := time.AfterFunc(after, func() {
		at = time.Now()
		cancel()
	})
	defer timer.Stop()
	_, err := search.Run(ctx, &state{}, mcts.Budget{})
	took := time.Now()
	if ctx.Err() == nil {
		return 0, err
	}
	return took.Sub(at), nil
}
