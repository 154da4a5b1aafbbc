// Duel is a playout policy that learns, written outside the library: it draws two actions at random
// and plays the one that has won more often.
//
//	go run ./examples/duel
package main

import (
	"context"
	"fmt"
	"log"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// Duel is the spec.
type Duel struct {
	Epsilon float64 // probability of a random action; if 0, 0.25 is used
}

// Validate implements policy.Validator.
func (d Duel) Validate() error {
	if !(d.Epsilon >= 0 && d.Epsilon <= 1) {
		return fmt.Errorf("Duel.Epsilon is %v, want 0..1", d.Epsilon)
	}
	return nil
}

// New implements policy.Playout.
func (d Duel) New(info policy.Info) (policy.Chooser, error) {
	if d.Epsilon == 0 {
		d.Epsilon = 0.25
	}
	return &duel{epsilon: d.Epsilon, records: make([][]record, info.Players)}, nil
}

// duel is the live policy.
type duel struct {
	epsilon float64
	records [][]record // by player and action
}

type record struct{ plays, wins float64 }

// rate returns the share of wins, with one win added, so that an unplayed action has the rate 1.
func (r record) rate() float64 { return (r.wins + 1) / (r.plays + 1) }

func (d *duel) of(player int, action int32) *record {
	for int(action) >= len(d.records[player]) {
		d.records[player] = append(d.records[player], record{})
	}
	return &d.records[player][action]
}

// ExploreProbability and Exploit implement policy.Explorer.
func (d *duel) ExploreProbability() float64 { return d.epsilon }

func (d *duel) Exploit(c *policy.Choice) int {
	i, j := c.Rand.IntN(len(c.Actions)), c.Rand.IntN(len(c.Actions))
	if d.of(c.Player, c.Actions[i]).rate() >= d.of(c.Player, c.Actions[j]).rate() {
		return i
	}
	return j
}

// Choose implements policy.Chooser.
func (d *duel) Choose(c *policy.Choice) int {
	if c.Rand.Float64() < d.epsilon {
		return c.Rand.IntN(len(c.Actions))
	}
	return d.Exploit(c)
}

// Learn implements policy.Learner.
func (d *duel) Learn(t *policy.Trace) {
	for _, ply := range t.Plies[t.Root:] {
		r := d.of(int(ply.Player), ply.Action)
		r.plays++
		r.wins += t.Returns[ply.Player]
	}
}

// Decay implements policy.Decayer.
func (d *duel) Decay(int) {
	for _, records := range d.records {
		for i := range records {
			records[i].plays /= 2
			records[i].wins /= 2
		}
	}
}

// The compiler reports a misspelled method; the search would not call it.
var (
	_ policy.Learner  = (*duel)(nil)
	_ policy.Decayer  = (*duel)(nil)
	_ policy.Explorer = (*duel)(nil)
)

func main() {
	game := connect4.Game{}
	search, err := mcts.New(game, mcts.Config{Playout: Duel{}, Seed: 1})
	if err != nil {
		log.Fatal(err)
	}
	state := game.Start()
	result, err := search.Run(context.Background(), &state, mcts.Budget{Simulations: 20_000})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("best:", result.Action)
}
