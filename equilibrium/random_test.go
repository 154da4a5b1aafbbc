package equilibrium_test

import (
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/equilibrium"
	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/rng"
)

// randomGame is a game given by its nodes, the first of which is the start.
type randomGame struct {
	players int
	nodes   []randomNode
}

type randomNode struct {
	mover    int
	children []int
	probs    []float64 // of the outcomes
	rewards  []float64 // of the ply that leads here
	returns  []float64
	known    []uint64 // of every player
}

func (g *randomGame) NumPlayers() int   { return g.players }
func (g *randomGame) ToMove(s *int) int { return g.nodes[*s].mover }
func (g *randomGame) Apply(s *int, a int) {
	*s = g.nodes[*s].children[a]
}
func (g *randomGame) Returns(s *int, out []float64)              { copy(out, g.nodes[*s].returns) }
func (g *randomGame) Rewards(s *int, out []float64)              { copy(out, g.nodes[*s].rewards) }
func (g *randomGame) InformationState(s *int, player int) uint64 { return g.nodes[*s].known[player] }

func (g *randomGame) AppendActions(dst []int, s *int) []int {
	for a := range g.nodes[*s].children {
		dst = append(dst, a)
	}
	return dst
}

func (g *randomGame) AppendOutcomes(dst []game.Outcome[int], s *int) []game.Outcome[int] {
	for a, p := range g.nodes[*s].probs {
		dst = append(dst, game.Outcome[int]{Action: a, Prob: p})
	}
	return dst
}

// randomGames draws games of at most 12 decisions and events of chance. A player knows all its own
// decisions, so it has perfect recall, and of the plies of others it sees a part.
func randomGames(t *rapid.T, players int, zeroSum bool) *randomGame {
	r := rng.New(rapid.Uint64().Draw(t, "game"))
	g := &randomGame{players: players, nodes: make([]randomNode, 1)}
	saw := [][]string{make([]string, players)} // by every player at every node
	depth, movers := []int{0}, make([]int, 20)
	for d := range movers {
		movers[d] = r.IntN(players+1) - 1
	}
	numbers := func() []float64 {
		v := make([]float64, players)
		for p := range v {
			v[p] = float64(r.IntN(9) - 4)
		}
		if zeroSum {
			v[1] = -v[0]
		}
		return v
	}
	for i, inner := 0, 12; i < len(g.nodes); i++ {
		n := randomNode{rewards: numbers(), returns: numbers()}
		actions := 0
		if inner > 0 && (i < 2 || r.IntN(4) > 0) {
			inner--
			n.mover, actions = movers[depth[i]], 2
			if r.IntN(4) == 0 {
				n.mover, actions = r.IntN(players+1)-1, 3
			}
		}
		for p := range players {
			turn := ""
			if p == n.mover && actions > 0 {
				turn = fmt.Sprintf("chooses one of %d", actions)
			}
			f := fnv.New64a()
			_, _ = fmt.Fprint(f, saw[i][p], turn)
			n.known = append(n.known, f.Sum64())
		}
		for a := range actions {
			below := slices.Clone(saw[i])
			for p := range below {
				if p == n.mover {
					below[p] += fmt.Sprintf("(%d of %d)", a, actions)
				} else {
					below[p] += []string{"", "", "", "x", "y"}[r.IntN(5)]
				}
			}
			n.children = append(n.children, len(g.nodes))
			g.nodes, saw, depth = append(g.nodes, randomNode{}), append(saw, below), append(depth, depth[i]+1)
			if n.mover == game.Chance {
				n.probs = append(n.probs, float64(a+1)/float64(actions*(actions+1)/2))
			}
		}
		g.nodes[i] = n
	}
	return g
}

// values is what the players get after node i, by a recursion that looks probabilities up by what
// the mover knows.
func (g *randomGame) values(i int, probs map[int]map[uint64][]float64) []float64 {
	n := g.nodes[i]
	if len(n.children) == 0 {
		return n.returns
	}
	dist := n.probs
	if n.mover != game.Chance {
		dist = probs[n.mover][n.known[n.mover]]
	}
	sum := make([]float64, g.players)
	for a, c := range n.children {
		for p, v := range g.values(c, probs) {
			sum[p] += dist[a] * (g.nodes[c].rewards[p] + v)
		}
	}
	return sum
}

type randomTree = equilibrium.Tree[int, int]

// table is a strategy by player and by what it knows.
func table(tree *randomTree, strategy equilibrium.Strategy) map[int]map[uint64][]float64 {
	probs := map[int]map[uint64][]float64{}
	for i, set := range tree.Sets() {
		if probs[set.Player] == nil {
			probs[set.Player] = map[uint64][]float64{}
		}
		probs[set.Player][set.Known] = strategy[i]
	}
	return probs
}

// strategies draws a strategy with some actions that are never chosen.
func strategies(t *rapid.T, tree *randomTree) equilibrium.Strategy {
	strategy := tree.Uniform()
	for _, probs := range strategy {
		sum := 0.0
		for a := range probs {
			probs[a] = float64(rapid.IntRange(0, 3).Draw(t, "weight"))
			sum += probs[a]
		}
		if sum == 0 {
			probs[0], sum = 1, 1
		}
		for a := range probs {
			probs[a] /= sum
		}
	}
	return strategy
}

// best returns the most that player gets by any pure strategy: all of them are tried.
func (g *randomGame) best(tree *randomTree, strategy equilibrium.Strategy, player int) float64 {
	probs, own := table(tree, strategy), []uint64{}
	for known := range probs[player] {
		own = append(own, known)
	}
	most := math.Inf(-1)
	var try func(k int)
	try = func(k int) {
		if k == len(own) {
			most = max(most, g.values(0, probs)[player])
			return
		}
		n := len(probs[player][own[k]])
		for a := range n {
			probs[player][own[k]] = make([]float64, n)
			probs[player][own[k]][a] = 1
			try(k + 1)
		}
	}
	try(0)
	return most
}

func TestBestResponseIsTheBestPureStrategy(t *testing.T) {
	const rounding = 1e-9
	hidden := 0
	rapid.Check(t, func(t *rapid.T) {
		g := randomGames(t, rapid.IntRange(1, 3).Draw(t, "players"), false)
		tree := newTree(t, g, 0)
		for _, set := range tree.Sets() {
			if set.Size > 1 {
				hidden++
			}
		}
		strategy := strategies(t, tree)
		values := tree.Values(strategy)
		require.InDeltaSlice(t, g.values(0, table(tree, strategy)), values, rounding)
		gains := 0.0
		for player, v := range values {
			most, response := tree.BestResponse(strategy, player)
			require.InDelta(t, g.best(tree, strategy, player), most, rounding)
			require.InDelta(t, most, tree.Values(response)[player], rounding)
			require.GreaterOrEqual(t, most, v-rounding)
			gains += most - v
		}
		require.InDelta(t, gains, tree.NashConv(strategy), rounding)
		require.Equal(t, len(g.nodes), tree.Size())
	})
	require.Positive(t, hidden, "information sets of several states")
}

// Solve comes near to an equilibrium of every game with a constant sum, and finds the best strategy
// of a single player.
func TestSolveRandomGames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		players := rapid.IntRange(1, 2).Draw(t, "players")
		tree := newTree(t, randomGames(t, players, players == 2), 0)
		strategy, err := equilibrium.Solve(context.Background(), tree, 20_000, 1)
		require.NoError(t, err)
		require.Less(t, tree.NashConv(strategy), 0.5, "a game brings a player up to 4 for each ply and for its end")
	})
}

// With three players nothing is promised but a strategy.
func TestSolveForThree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tree := newTree(t, randomGames(t, 3, false), 0)
		strategy, err := equilibrium.Solve(context.Background(), tree, 50, 1)
		require.NoError(t, err)
		require.NoError(t, tree.Check(strategy))
	})
}
