// Works runs one of the searches whose instructions tools/instructions.sh and tools/cost.sh count:
//
//	works NAME SIMULATIONS [levels]
//
// With levels it prints how many levels of the tree a simulation walks on average. Without
// arguments it prints the names.
package main

import (
	"context"
	"fmt"
	"log"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/gomoku"
	"github.com/banyan-go/banyan/games/goofspiel"
	"github.com/banyan-go/banyan/games/nogo"
	"github.com/banyan-go/banyan/games/othello"
	"github.com/banyan-go/banyan/games/whist"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// more are searches that are not listed.
var more = map[string]func(simulations int) error{
	"connect4-wide":      work(connect4.Game{}, connect4.Game{}.Start(), mcts.Config{Selection: policy.UCT{C: math.Sqrt2}}),
	"connect4-five-wide": work[connect4.State, connect4.Drop](five{}, connect4.Game{}.Start(), mcts.Config{Selection: policy.UCT{C: math.Sqrt2}}),
}

// works returns a dozen searches that together run most of package mcts.
func works() map[string]func(simulations int) error {
	return map[string]func(simulations int) error{
		"connect4-all":          work(connect4.Game{}, connect4.Game{}.Start(), mcts.Config{}),
		"connect4-five":         work(five{}, connect4.Game{}.Start(), mcts.Config{}),
		"breakthrough-uct":      work(breakthrough.Game{}, breakthrough.Game{}.Start(), mcts.Config{}),
		"breakthrough-mast":     work(breakthrough.Game{}, breakthrough.Game{}.Start(), mcts.Config{Playout: policy.MAST{}}),
		"breakthrough-nst":      work(breakthrough.Game{}, breakthrough.Game{}.Start(), mcts.Config{Playout: policy.NST{}}),
		"breakthrough-puct":     work(breakthrough.Game{}, breakthrough.Game{}.Start(), mcts.Config{Selection: policy.PUCT{}, Prediction: &mcts.Prediction{Playouts: 1}}),
		"nogo-grave":            work(nogo.Hollow9, nogo.Hollow9.Start(), mcts.Config{Selection: policy.GRAVE{}}),
		"othello-implicit":      made(othello.New(6))(mcts.Config{Selection: policy.ImplicitMinimax{}}),
		"connect4-solver":       work(connect4.Game{}, connect4.Game{}.Start(), mcts.Config{Solver: &mcts.Solver{}}),
		"connect5-solver":       made(gomoku.New(8, 8, 5))(mcts.Config{Solver: &mcts.Solver{Probe: true}}),
		"whist-ismcts":          work(paths{}, hand(), mcts.Config{Hidden: mcts.ISMCTS{}}),
		"whist-sets":            work(whist.Game{}, hand(), mcts.Config{Hidden: mcts.ISMCTS{}}),
		"goofspiel-regretmatch": made(goofspiel.New(2, 6, goofspiel.Descending))(mcts.Config{Selection: policy.RegretMatching{}}),
	}
}

func main() {
	log.SetFlags(0)
	if len(os.Args) < 3 {
		for _, name := range slices.Sorted(maps.Keys(works())) {
			fmt.Println(name)
		}
		return
	}
	n, err := strconv.Atoi(os.Args[2])
	all := works()
	maps.Copy(all, more)
	if run := all[os.Args[1]]; err == nil && run == nil {
		err = fmt.Errorf("works: there is no work %q", os.Args[1])
	} else if err == nil {
		err = run(n)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// work returns a function that searches from root with cfg.
func work[S any, A comparable](game mcts.Game[S, A], root S, cfg mcts.Config) func(int) error {
	return func(simulations int) error {
		cfg.Seed = 1
		search, err := mcts.New(game, cfg)
		if err != nil {
			return err
		}
		_, err = search.Run(context.Background(), &root, mcts.Budget{Simulations: simulations})
		if len(os.Args) > 3 {
			fmt.Printf("%.1f\n", float64(below(search.Root()))/float64(simulations))
		}
		return err
	}
}

// below returns the sum of the visits of all nodes below one.
func below[A any](n mcts.Node[A]) (sum int) {
	for _, child := range n.Children() {
		if child.Visits() > 0 {
			sum += child.Visits() + below(child)
		}
	}
	return sum
}

// made is work for the result of a constructor.
func made[S any, A comparable, G interface {
	mcts.Game[S, A]
	Start() S
}](game G, err error) func(mcts.Config) func(int) error {
	if err != nil {
		log.Fatal(err)
	}
	return func(cfg mcts.Config) func(int) error { return work[S, A](game, game.Start(), cfg) }
}

// paths is whist without a word on what players know, so that nodes belong to actions.
type paths struct{ whist.Game }

// Supports implements game.Supporter. Older versions of the library have no name for the interface.
func (paths) Supports(c game.Capability) bool { return c != "Informer" }

// hand returns a state of whist after the cards are given out.
func hand() whist.State {
	game, r := whist.Game{}, rng.New(1)
	state := game.Start()
	for game.ToMove(&state) == mcts.Chance {
		outcomes := game.AppendOutcomes(nil, &state)
		game.Apply(&state, outcomes[r.IntN(len(outcomes))].Action)
	}
	return state
}

// five is Connect Four with the five methods of [mcts.Game] alone.
type five struct{ game connect4.Game }

func (f five) NumPlayers() int                          { return f.game.NumPlayers() }
func (f five) ToMove(s *connect4.State) int             { return f.game.ToMove(s) }
func (f five) Apply(s *connect4.State, a connect4.Drop) { f.game.Apply(s, a) }
func (f five) Returns(s *connect4.State, out []float64) { f.game.Returns(s, out) }
func (f five) AppendActions(dst []connect4.Drop, s *connect4.State) []connect4.Drop {
	return f.game.AppendActions(dst, s)
}
