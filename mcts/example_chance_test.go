package mcts_test

import (
	"context"
	"fmt"

	"github.com/banyan-go/banyan/mcts"
)

// reroll is the rules: a player may roll a die again a few times, and gets the number that it shows
// at the end.
type reroll struct{}

// die is a state of the game.
type die struct {
	shows int // 0 while it rolls
	rolls int // that are left
}

// The actions of the player. The outcomes of chance are the numbers 1 to 6.
const (
	keep = 0
	roll = -1
)

func (reroll) NumPlayers() int { return 1 }

func (reroll) ToMove(s *die) int {
	if s.shows == 0 {
		return mcts.Chance
	}
	return 0
}

// AppendOutcomes makes the game a ChanceGame. It is called if ToMove returns Chance.
func (reroll) AppendOutcomes(dst []mcts.Outcome[int], _ *die) []mcts.Outcome[int] {
	for number := 1; number <= 6; number++ {
		dst = append(dst, mcts.Outcome[int]{Action: number, Prob: 1.0 / 6})
	}
	return dst
}

func (reroll) AppendActions(dst []int, s *die) []int {
	if s.rolls == 0 {
		return dst
	}
	return append(dst, keep, roll)
}

func (reroll) Apply(s *die, a int) {
	switch a {
	case keep:
		s.rolls = 0
	case roll:
		s.shows = 0
		s.rolls--
	default:
		s.shows = a
	}
}

// Returns writes the number in sixths, because the constants of the strategies suit returns from 0
// to 1.
func (reroll) Returns(s *die, out []float64) { out[0] = float64(s.shows) / 6 }

// A roll has a mean of 3.5. Two rolls have a value of 4.25, because the player makes the second one
// only after a 1, 2 or 3. With a 4, it should therefore keep the die if one roll is left, and roll
// if two are left.
func ExampleChanceGame() {
	search, err := mcts.New(reroll{}, mcts.Config{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	for rolls := 1; rolls <= 2; rolls++ {
		state := die{shows: 4, rolls: rolls}
		result, err := search.Run(context.Background(), &state, mcts.Budget{Simulations: 20_000})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("rolls left: %d, roll again: %t, mean: %.1f\n", rolls, result.Action == roll, 6*result.Children[0].Mean)
	}
	// Output:
	// rolls left: 1, roll again: false, mean: 4.0
	// rolls left: 2, roll again: true, mean: 4.2
}
