package mcts_test

import (
	"context"
	"fmt"

	"github.com/banyan-go/banyan/mcts"
)

// nim is the rules: two players in turn take one, two or three stones from a heap, and the player
// that takes the last stone wins.
type nim struct{}

// heap is a state of the game.
type heap struct {
	stones int
	player int // to move
}

func (nim) NumPlayers() int    { return 2 }
func (nim) ToMove(s *heap) int { return s.player }

func (nim) AppendActions(dst []int, s *heap) []int {
	for take := 1; take <= min(3, s.stones); take++ {
		dst = append(dst, take)
	}
	return dst
}

func (nim) Apply(s *heap, take int) {
	s.stones -= take
	s.player = 1 - s.player
}

// Returns is called when no stones are left. The player to move has lost.
func (nim) Returns(s *heap, out []float64) {
	out[s.player] = 0
	out[1-s.player] = 1
}

// Five methods state the rules of a game, and New makes a search for it. The best action leaves a
// multiple of four stones, whatever the opponent takes.
func Example() {
	search, err := mcts.New(nim{}, mcts.Config{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	state := heap{stones: 10}
	result, err := search.Run(context.Background(), &state, mcts.Budget{Simulations: 10_000})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("best action: take", result.Action)
	for _, child := range result.Children {
		fmt.Printf("take %d: %4d visits, mean %.2f\n", child.Action, child.Visits, child.Mean)
	}
	// Output:
	// best action: take 2
	// take 2: 9996 visits, mean 1.00
	// take 3:    2 visits, mean 0.00
	// take 1:    2 visits, mean 0.00
}
