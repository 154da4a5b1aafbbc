package mcts_test

import (
	"context"
	"fmt"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

// toss is a game about a hidden coin that shows heads three times in four. Player 0 calls it, or
// takes a safe half.
type toss struct{}

type tossState struct {
	heads  bool
	called string
}

func (toss) NumPlayers() int       { return 1 }
func (toss) ToMove(*tossState) int { return 0 }

func (toss) AppendActions(dst []string, s *tossState) []string {
	if s.called != "" {
		return dst
	}
	return append(dst, "heads", "tails", "safe")
}

func (toss) Apply(s *tossState, a string) { s.called = a }

func (toss) Returns(s *tossState, out []float64) {
	out[0] = 0
	switch {
	case s.called == "safe":
		out[0] = 0.5
	case s.heads == (s.called == "heads"):
		out[0] = 1
	}
}

func (toss) Determinize(s *tossState, _ int, r *rng.Rand) { s.heads = r.IntN(4) > 0 }

// A search that sees the coin names its side; the others do not see it.
func ExampleHiddenInformation() {
	state := tossState{heads: false}
	for _, hidden := range []mcts.HiddenInformation{mcts.PerfectInformation{}, mcts.Ensemble{Trees: 20}, mcts.ISMCTS{}} {
		search, err := mcts.New(toss{}, mcts.Config{Hidden: hidden, Seed: 1})
		if err != nil {
			fmt.Println(err)
			return
		}
		result, err := search.Run(context.Background(), &state, mcts.Budget{Simulations: 4000})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%T: %s\n", hidden, result.Action)
	}
	// Output:
	// mcts.PerfectInformation: tails
	// mcts.Ensemble: heads
	// mcts.ISMCTS: heads
}
