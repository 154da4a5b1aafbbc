package mcts_test

import (
	"context"
	"fmt"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// penalty is a penalty kick: the kicker, player 0, and the keeper, player 1, choose a side without
// seeing each other's choice.
type penalty struct{}

// shot is a state of the game: the chosen sides, or "" before the shot.
type shot struct{ kicker, keeper string }

func (penalty) NumPlayers() int { return 2 }

func (penalty) ToMove(s *shot) int {
	if s.kicker == "" {
		return mcts.Simultaneous
	}
	return 0
}

// AppendPlayerActions and ApplyJoint make the game an mcts.SimultaneousGame.
func (penalty) AppendPlayerActions(dst []string, _ *shot, _ int) []string {
	return append(dst, "left", "right")
}

func (penalty) ApplyJoint(s *shot, joint []string) { *s = shot{kicker: joint[0], keeper: joint[1]} }

// AppendActions appends nothing: the only other state is the end of the game.
func (penalty) AppendActions(dst []string, _ *shot) []string { return dst }

// Apply is never called, because no player moves alone.
func (penalty) Apply(*shot, string) {}

// Returns writes the probability of a goal for the kicker, and of none for the keeper.
func (penalty) Returns(s *shot, out []float64) {
	goal := 1.0
	switch {
	case s.kicker == s.keeper && s.kicker == "left":
		goal = 0.1
	case s.kicker == s.keeper:
		goal = 0.4 // The kicker is stronger on the right.
	}
	out[0], out[1] = goal, 1-goal
}

// At simultaneous moves the best play may be a mixed strategy. Here the kicker should choose right
// with probability 0.6. The normalized visits of RegretMatching approximate that; UCT's do not.
func ExampleSimultaneousGame() {
	const simulations = 100_000
	for _, selection := range []policy.Selection{policy.UCT{}, policy.RegretMatching{}} {
		search, err := mcts.New(penalty{}, mcts.Config{Selection: selection, Seed: 1})
		if err != nil {
			fmt.Println(err)
			return
		}
		kicker := mcts.Budget{Simulations: simulations, Player: 0}
		result, err := search.Run(context.Background(), &shot{}, kicker)
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, child := range result.Children {
			fmt.Printf("%T: %s %.1f\n", selection, child.Action, float64(child.Visits)/simulations)
		}
	}
	// Output:
	// policy.UCT: right 0.5
	// policy.UCT: left 0.5
	// policy.RegretMatching: right 0.6
	// policy.RegretMatching: left 0.4
}
