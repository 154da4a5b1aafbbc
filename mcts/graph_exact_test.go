package mcts_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/dots"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// limited is a domain that ends after some moves, and returns the value of its last position.
type limited[S, A comparable] struct {
	domain[S, A]
	worth func(s S) float64
}

type limitedState[S any] struct {
	at   S
	left int // moves
}

func (g limited[S, A]) ToMove(s *limitedState[S]) int { return g.domain.ToMove(&s.at) }

func (g limited[S, A]) AppendActions(dst []A, s *limitedState[S]) []A {
	if s.left == 0 {
		return dst
	}
	return g.domain.AppendActions(dst, &s.at)
}

func (g limited[S, A]) AppendOutcomes(dst []mcts.Outcome[A], s *limitedState[S]) []mcts.Outcome[A] {
	chance, _ := any(g.domain).(mcts.ChanceGame[S, A])
	return chance.AppendOutcomes(dst, &s.at)
}

func (g limited[S, A]) Apply(s *limitedState[S], a A) {
	if g.ToMove(s) != mcts.Chance {
		s.left--
	}
	g.domain.Apply(&s.at, a)
}

func (g limited[S, A]) Returns(s *limitedState[S], out []float64) { out[0] = g.worth(s.at) }

func (g limited[S, A]) Hash(s *limitedState[S]) uint64 {
	hasher, _ := any(g.domain).(mcts.Hasher[S])
	return rng.Mix(hasher.Hash(&s.at) + uint64(s.left))
}

func (g limited[S, A]) Supports(c game.Capability) bool {
	_, hasChance := any(g.domain).(mcts.ChanceGame[S, A])
	return c != game.HasChanceGame || hasChance
}

// worths are the values of all positions of a game for player 0, by enumeration.
type worths[S, A comparable] struct {
	game.Rules[S, A]
	of map[S]float64
}

func (w worths[S, A]) value(s S) float64 {
	if v, ok := w.of[s]; ok {
		return v
	}
	v := 0.0
	switch actions, player := w.actions(s); {
	case player == mcts.Chance:
		for _, o := range w.Chance.AppendOutcomes(nil, &s) {
			v += o.Prob * w.after(s, o.Action)
		}
	case len(actions) == 0:
		out := make([]float64, w.NumPlayers())
		w.Returns(&s, out)
		v = out[0]
	default:
		sign := float64(1 - 2*player)
		v = math.Inf(-1)
		for _, a := range actions {
			v = max(v, sign*w.after(s, a))
		}
		v *= sign
	}
	w.of[s] = v
	return v
}

func (w worths[S, A]) after(s S, a A) float64 {
	w.Apply(&s, a)
	return w.value(s)
}

func (w worths[S, A]) actions(s S) ([]A, int) {
	if player := w.ToMove(&s); player == mcts.Chance {
		return nil, player
	}
	return w.AppendActions(nil, &s), w.ToMove(&s)
}

// requireProofs requires that a search proves a position, and that whatever it has proven of any
// node is what enumeration says.
func requireProofs[S, A comparable](t *testing.T, g mcts.Game[S, A], cfg mcts.Config, root S) {
	cfg.Graph, cfg.Solver = &mcts.Graph{}, &mcts.Solver{}
	s, r := search(t, g, root, cfg, 3_000_000)
	require.True(t, r.Proven)
	w := worths[S, A]{rulesOf(t, g), map[S]float64{}}
	seen := map[int]bool{}
	var check func(n mcts.Node[A], at S)
	check = func(n mcts.Node[A], at S) {
		lower, upper := n.Bounds(0)
		require.LessOrEqual(t, lower, w.value(at)+within, "at %v", at)
		require.GreaterOrEqual(t, upper, w.value(at)-within, "at %v", at)
		if number, _ := n.Position(); seen[number] {
			return
		} else if number > 0 {
			seen[number] = true
		}
		for _, child := range n.Children() {
			next := at
			w.Apply(&next, child.Action())
			check(child, next)
		}
	}
	check(s.Root(), root)
	require.InDelta(t, w.value(root), w.after(root, r.Action), within)
	t.Logf("%d simulations, %d nodes, of %d positions", r.Simulations, r.Nodes, len(w.of))
}

// Proofs are what enumeration says, of the position at the root and of every node.
func TestGraphProofsAreExact(t *testing.T) {
	mcts.OneGoroutine(t)
	t.Run("tic-tac-toe", func(t *testing.T) {
		requireProofs(t, mcts.Game[tictactoe.State, tictactoe.Cell](tictactoe.Game{}), mcts.Config{}, tictactoe.State{})
	})
	for _, height := range []int{2, 3} {
		t.Run(fmt.Sprintf("dots 2x%d", height), func(t *testing.T) {
			if height > 2 {
				testkit.Long(t)
			}
			g, err := dots.New(2, height, 2)
			require.NoError(t, err)
			requireProofs(t, mcts.Game[dots.State, dots.Edge](g), mcts.Config{}, g.Start())
		})
	}
	t.Run("8-puzzle", func(t *testing.T) {
		eight := newEight()
		g := limited[tiles, int8]{eight, func(s tiles) float64 {
			if s == solved {
				return 1
			}
			return 0
		}}
		for seed := range uint64(4) {
			s := eight.start(rng.New(seed))
			for eight.steps[s] > 10+int(seed) {
				eight.Apply(&s, eight.AppendActions(nil, &s)[slices.Index(eight.exact(s), -float64(eight.steps[s]))])
			}
			requireProofs(t, mcts.Game[limitedState[tiles], int8](g), mcts.Config{}, limitedState[tiles]{s, 11})
		}
	})
	t.Run("grid", func(t *testing.T) {
		slips := newSlips()
		g := limited[cell, int8]{slips, func(s cell) float64 { return slips.reward(s.at)/2 + 0.5 }}
		for seed := range uint64(4) {
			requireProofs(t, mcts.Game[limitedState[cell], int8](g), mcts.Config{}, limitedState[cell]{slips.start(rng.New(seed)), 5})
		}
	})
}

// requireValue requires that the value of a position is within 0.02 of what enumeration says after
// so many simulations, as a share of the range of all values.
func requireValue[S any, A comparable](t *testing.T, g mcts.Game[S, A], cfg mcts.Config, root S, simulations int, exact, scope float64) {
	cfg.Graph, cfg.Final = &mcts.Graph{}, policy.RobustChild{}
	_, r := search(t, g, root, cfg, simulations)
	require.InDelta(t, exact, r.Children[0].Mean, 0.02*scope)
}

// Values tend to what enumeration says.
func TestGraphValuesOfDomains(t *testing.T) {
	mcts.OneGoroutine(t)
	testkit.Long(t)
	eight, slips := newEight(), newSlips()
	for seed := range uint64(3) {
		cfg := mcts.Config{Seed: seed, Unit: 4, Selection: policy.UCT{C: 0.4}}
		boxes := newBoxes(t, 2, 2)
		s := boxes.start(rng.New(seed))
		requireValue(t, mcts.Game[dots.PointsState, dots.Edge](boxes), cfg, s, 200_000, slices.Max(boxes.exact(s)), 8)
		cfg.Selection, boxes = policy.UCT{C: 0.7}, newBoxes(t, 3, 2)
		s = boxes.start(rng.New(seed))
		requireValue(t, mcts.Game[dots.PointsState, dots.Edge](boxes), cfg, s, 1_000_000, slices.Max(boxes.exact(s)), 12)

		cfg = mcts.Config{Seed: seed, Unit: 20, Selection: policy.UCT{C: 0.1}, Prediction: &mcts.Prediction{}}
		puzzle := eight.start(rng.New(seed))
		requireValue(t, mcts.Game[tiles, int8](eight), cfg, puzzle, 200_000, slices.Max(eight.exact(puzzle)), 31)

		g := limited[cell, int8]{slips, func(s cell) float64 { return slips.reward(s.at)/2 + 0.5 }}
		at := limitedState[cell]{slips.start(rng.New(seed)), 8}
		w := worths[limitedState[cell], int8]{rulesOf(t, mcts.Game[limitedState[cell], int8](g)), map[limitedState[cell]]float64{}}
		requireValue(t, mcts.Game[limitedState[cell], int8](g), mcts.Config{Seed: seed}, at, 200_000, w.value(at), 1)
	}
}
