package mcts_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/games/gametree"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// A script is a game written out as a tree, for searches with known values. It may have any number
// of players, consecutive moves of one player, chance nodes, simultaneous moves and any returns.
// Its state is the index of a node, and action k leads to the k-th child.
type script struct {
	players int
	nodes   []scriptNode
	joint   bool // grow also makes simultaneous-move nodes
}

type scriptNode = gametree.Node

// branch is an action of a script.
type branch = gametree.Action

func (g *script) NumPlayers() int   { return g.players }
func (g *script) ToMove(s *int) int { return g.nodes[*s].Player }

func (g *script) AppendActions(dst []branch, s *int) []branch { return g.tree().AppendActions(dst, s) }

func (g *script) Apply(s *int, a branch) {
	if g.nodes[*s].Player == mcts.Simultaneous {
		panic("a single action at a simultaneous-move node")
	}
	*s = g.nodes[*s].Children[a]
}
func (g *script) Returns(s *int, out []float64)  { copy(out, g.nodes[*s].Returns) }
func (g *script) Evaluate(s *int, out []float64) { copy(out, g.nodes[*s].Returns) }
func (g *script) add(n scriptNode) (number int) {
	g.nodes = append(g.nodes, n)
	return len(g.nodes) - 1
}
func (g *script) set(number int, n scriptNode)    { g.nodes[number] = n }
func (g *script) leaf(returns ...float64) (n int) { return g.add(scriptNode{Returns: returns}) }

// node adds an inner node. Its children must exist, so that the root is the last node added.
func (g *script) node(player int, children ...int) int {
	return g.add(scriptNode{Player: player, Children: children})
}

func (g *script) AppendOutcomes(dst []mcts.Outcome[branch], s *int) []mcts.Outcome[branch] {
	return g.tree().AppendOutcomes(dst, s)
}

func (g *script) AppendPlayerActions(dst []branch, s *int, player int) []branch {
	return g.tree().AppendPlayerActions(dst, s, player)
}

func (g *script) ApplyJoint(s *int, joint []branch) { g.tree().ApplyJoint(s, joint) }

// drawScript draws a game of up to 4 plies. Its root, node 0, is not a chance node and has at least
// two actions.
func drawScript(t *rapid.T, players int, chance bool) *script {
	g := &script{players: players}
	r := rng.New(rapid.Uint64().Draw(t, "game"))
	g.grow(r, 4, chance)
	return g
}

// grow adds a random tree with at most the given number of plies and returns the number of its
// root. Its inner nodes have returns of 0, for Evaluate.
func (g *script) grow(r *rng.Rand, plies int, chance bool) int {
	shape := gametree.Shape{Players: g.players, Plies: plies, Chance: chance, Simultaneous: g.joint}
	if g.joint {
		shape.Actions = 3
	}
	root := len(g.nodes)
	for _, n := range gametree.New(shape, r.IntN).Nodes {
		for k := range n.Children {
			n.Children[k] += root
		}
		if n.Returns == nil {
			n.Returns = make([]float64, g.players)
		}
		g.add(n)
	}
	return root
}

func (g *script) tree() gametree.Game { return gametree.Game{Players: g.players, Nodes: g.nodes} }

// solve returns the value of a node for every player when each player maximizes its own value. The
// first of equally good children decides.
func (g *script) solve(number int) []float64 { return g.tree().Value(number) }

// bare hides the optional interfaces of a game.
type bare[S any, A comparable] struct{ g mcts.Game[S, A] }

func (b bare[S, A]) NumPlayers() int                 { return b.g.NumPlayers() }
func (b bare[S, A]) ToMove(s *S) int                 { return b.g.ToMove(s) }
func (b bare[S, A]) AppendActions(dst []A, s *S) []A { return b.g.AppendActions(dst, s) }
func (b bare[S, A]) Apply(s *S, a A)                 { b.g.Apply(s, a) }
func (b bare[S, A]) Returns(s *S, out []float64)     { b.g.Returns(s, out) }

// wrapped is a wrapper with an Unwrap method.
type wrapped[S any, A comparable] struct{ bare[S, A] }

func (w wrapped[S, A]) Unwrap() mcts.Game[S, A] { return w.g }

// search runs a new search of n simulations from root and checks its tree.
// search runs a new search. Without a word about hidden information it looks at everything.
func search[S any, A comparable](t require.TestingT, g mcts.Game[S, A], root S, cfg mcts.Config, n int) (*mcts.Search[S, A], mcts.Result[A]) {
	s, err := mcts.New(g, openly[S](g, cfg))
	require.NoError(t, err)
	return s, run(t, s, root, n)
}

func openly[S any](g any, cfg mcts.Config) mcts.Config {
	if _, hides := g.(mcts.Determinizer[S]); hides && cfg.Hidden == nil {
		cfg.Hidden = mcts.PerfectInformation{}
	}
	return cfg
}

func run[S any, A comparable](t require.TestingT, s *mcts.Search[S, A], root S, n int) mcts.Result[A] {
	r, err := s.Run(bg, &root, mcts.Budget{Simulations: n})
	require.NoError(t, err)
	require.NoError(t, s.Check())
	return r
}

func TestScriptSolves(t *testing.T) {
	g := &script{players: 2}
	root := g.node(0, g.node(1, g.leaf(1, 0), g.leaf(0, 1)), g.node(1, g.leaf(0.5, 0.5)))
	require.Equal(t, []float64{0.5, 0.5}, g.solve(root))
}

func sorted(names []string) []string {
	slices.Sort(names)
	return names
}

// advance plays actions at the root of s and requires that there is no error.
func advance[S any, A comparable](t require.TestingT, s *mcts.Search[S, A], actions ...A) {
	_, err := s.Advance(actions...)
	require.NoError(t, err)
}

// requireAdvance plays actions at the root of s and checks whether a part of the tree is kept.
func requireAdvance[S any, A comparable](t require.TestingT, kept bool, s *mcts.Search[S, A], actions ...A) {
	got, err := s.Advance(actions...)
	require.NoError(t, err)
	require.Equal(t, kept, got)
}

// searchAs is search for the action of a player at a simultaneous-move root.
func searchAs[S any, A comparable](t require.TestingT, g mcts.Game[S, A], root S, cfg mcts.Config, player, n int) (*mcts.Search[S, A], mcts.Result[A]) {
	s, err := mcts.New(g, cfg)
	require.NoError(t, err)
	r, err := s.Run(bg, &root, mcts.Budget{Simulations: n, Player: player})
	require.NoError(t, err)
	require.NoError(t, s.Check())
	return s, r
}

// exploring is UCT with the constant of the theory, for tests that need every action to be tried
// often.
var exploring = policy.UCT{C: math.Sqrt2}
