package mcts_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

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

type scriptNode struct {
	player   int
	children []int
	probs    []float64 // of a chance node
	counts   []int     // actions of each player at a simultaneous-move node; the last player varies fastest
	returns  []float64 // of a leaf
}

type branch uint16

func (g *script) NumPlayers() int   { return g.players }
func (g *script) ToMove(s *int) int { return g.nodes[*s].player }

func (g *script) AppendActions(dst []branch, s *int) []branch {
	if g.nodes[*s].player == mcts.Simultaneous {
		return dst
	}
	for k := range g.nodes[*s].children {
		dst = append(dst, branch(k))
	}
	return dst
}

func (g *script) Apply(s *int, a branch) {
	if g.nodes[*s].player == mcts.Simultaneous {
		panic("a single action at a simultaneous-move node")
	}
	*s = g.nodes[*s].children[a]
}
func (g *script) Returns(s *int, out []float64)  { copy(out, g.nodes[*s].returns) }
func (g *script) Evaluate(s *int, out []float64) { copy(out, g.nodes[*s].returns) }
func (g *script) add(n scriptNode) (number int) {
	g.nodes = append(g.nodes, n)
	return len(g.nodes) - 1
}
func (g *script) set(number int, n scriptNode)    { g.nodes[number] = n }
func (g *script) leaf(returns ...float64) (n int) { return g.add(scriptNode{returns: returns}) }

// node adds an inner node. Its children must exist, so that the root is the last node added.
func (g *script) node(player int, children ...int) int {
	return g.add(scriptNode{player: player, children: children})
}

func (g *script) AppendOutcomes(dst []mcts.Outcome[branch], s *int) []mcts.Outcome[branch] {
	for k, p := range g.nodes[*s].probs {
		dst = append(dst, mcts.Outcome[branch]{Action: branch(k), Prob: p})
	}
	return dst
}

func (g *script) AppendPlayerActions(dst []branch, s *int, player int) []branch {
	for k := range g.nodes[*s].counts[player] {
		dst = append(dst, branch(k))
	}
	return dst
}

func (g *script) ApplyJoint(s *int, joint []branch) {
	*s = g.nodes[*s].children[g.nodes[*s].child(joint)]
}

// child returns the index of the child that a joint action leads to.
func (n scriptNode) child(joint []branch) int {
	k := 0
	for p, count := range n.counts {
		k = k*count + int(joint[p])
	}
	return k
}

// drawScript draws a game of up to 4 plies. Its root, node 0, is not a chance node and has at least
// two actions.
func drawScript(t *rapid.T, players int, chance bool) *script {
	g := &script{players: players}
	r := rng.New(rapid.Uint64().Draw(t, "game"))
	g.grow(r, 4, chance)
	return g
}

// grow adds a random node with at most the given number of plies below it.
func (g *script) grow(r *rng.Rand, plies int, chance bool) int {
	number := g.add(scriptNode{})
	if number > 0 && (plies == 0 || r.IntN(6) == 0) {
		n := scriptNode{}
		for range g.players {
			n.returns = append(n.returns, float64(r.IntN(5))/4)
		}
		g.set(number, n)
		return number
	}
	n := scriptNode{player: r.IntN(g.players), returns: make([]float64, g.players)}
	if g.joint && r.IntN(2) == 0 {
		g.growJoint(number, r, plies, chance)
		return number
	}
	count := 1 + r.IntN(4)
	if number == 0 {
		count++
	}
	for range count {
		n.children = append(n.children, g.grow(r, plies-1, chance))
	}
	if chance && number > 0 && r.IntN(4) == 0 {
		n.player = mcts.Chance
		for range count {
			n.probs = append(n.probs, 1/float64(count))
		}
	}
	g.set(number, n)
	return number
}

// growJoint makes a simultaneous-move node at which each player has one to three actions.
func (g *script) growJoint(number int, r *rng.Rand, plies int, chance bool) {
	n := scriptNode{player: mcts.Simultaneous, returns: make([]float64, g.players)}
	joints := 1
	for p := range g.players {
		n.counts = append(n.counts, 1+r.IntN(3))
		if number == 0 {
			n.counts[p]++
		}
		joints *= n.counts[p]
	}
	for range joints {
		n.children = append(n.children, g.grow(r, plies-1, chance))
	}
	g.set(number, n)
}

// solve returns the value of a node for every player when each player maximises its own value. The
// first of equally good children decides.
func (g *script) solve(number int) []float64 {
	n := g.nodes[number]
	if len(n.children) == 0 {
		return n.returns
	}
	var best []float64
	for k, child := range n.children {
		v := g.solve(child)
		switch {
		case n.player == mcts.Chance:
			if best == nil {
				best = make([]float64, g.players)
			}
			for p := range best {
				best[p] += n.probs[k] * v[p]
			}
		case best == nil || v[n.player] > best[n.player]:
			best = v
		}
	}
	return best
}

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
func search[S any, A comparable](t require.TestingT, g mcts.Game[S, A], root S, cfg mcts.Config, n int) (*mcts.Search[S, A], mcts.Result[A]) {
	s, err := mcts.New(g, cfg)
	require.NoError(t, err)
	return s, run(t, s, root, n)
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
