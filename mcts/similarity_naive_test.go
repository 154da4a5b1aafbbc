package mcts_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/similarity"
)

// naiveSimilar is UCT with position similarity as the paper describes it. It scans a map of all
// signatures for each lookup. It draws random numbers in the same order as package mcts and rounds
// in the same way, so that both build the same tree.
type naiveSimilar struct {
	naive[connect4.State, connect4.Drop]
	board
	cfg   mcts.Similarity
	known map[uint64][3]float64 // visits, and the returns of both
	taken map[*naiveNode[connect4.Drop]][2]float64
}

func (n *naiveSimilar) code(s *connect4.State) uint64 { return twoBits(n.AppendCells(nil, s)) }

func (n *naiveSimilar) simulate(top *naiveNode[connect4.Drop], s connect4.State) {
	path, codes := []*naiveNode[connect4.Drop]{top}, map[uint64]bool{}
	node := top
	for node == top || node.visits > 0 {
		next := n.step(node, &s, n.best)
		if next == nil {
			break
		}
		node = next
		codes[n.code(&s)] = true
		path = append(path, node)
	}
	fresh, leaf := node != top && node.visits == 0, n.code(&s)
	if fresh && !n.cfg.Research.StoreFirst {
		n.taken[node] = n.within(leaf, node.mover)
	}
	for actions := n.game.AppendActions(nil, &s); len(actions) > 0; actions = n.game.AppendActions(nil, &s) {
		n.game.Apply(&s, actions[n.rand.IntN(len(actions))])
		if !n.cfg.Research.TreeOnly {
			codes[n.code(&s)] = true
		}
	}
	returns := make([]float64, 2)
	n.game.Returns(&s, returns)
	for _, v := range path {
		v.visits++
		v.sum += returns[v.mover]
	}
	for code := range codes {
		k := n.known[code]
		n.known[code] = [3]float64{k[0] + 1, k[1] + returns[0], k[2] + returns[1]}
	}
	if fresh && n.cfg.Research.StoreFirst {
		n.taken[node] = n.within(leaf, node.mover)
	}
}

// within returns the visits and the mean for a player of the entries near a signature.
func (n *naiveSimilar) within(code uint64, player int) [2]float64 {
	visits, sum := 0.0, 0.0
	for other, k := range n.known {
		if d := similarity.Hamming(code, other); d <= n.cfg.Distance {
			w := 1.0
			if n.cfg.Weight != nil {
				w = n.cfg.Weight.Weight(d)
			}
			visits += w * k[0]
			sum += w * k[1+player]
		}
	}
	if visits == 0 {
		return [2]float64{}
	}
	mean := sum / visits
	if n.cfg.Cap > 0 {
		visits = min(visits, n.cfg.Cap)
	}
	return [2]float64{math.Round(visits), float64(float32(mean))}
}

func (n *naiveSimilar) best(node *naiveNode[connect4.Drop]) *naiveNode[connect4.Drop] {
	var best *naiveNode[connect4.Drop]
	greatest := float32(math.Inf(-1))
	parent := float64(node.visits)
	switch n.cfg.Research.Parent {
	case similarity.OwnImports:
		parent += n.taken[node][0]
	case similarity.ChildImports:
		parent = 1
		for _, child := range node.children {
			parent += float64(child.visits) + n.taken[child][0]
		}
	}
	explore := float32(n.c) * float32(math.Sqrt(math.Log(parent)))
	for _, child := range node.children {
		own, taken := float64(float32(child.sum/float64(child.visits))), n.taken[child]
		visits := float64(child.visits) + taken[0]
		share := taken[0] / visits
		mean := float32(own + float64(share*(taken[1]-own)))
		bound := mean + float32(explore*float32(1/math.Sqrt(visits)))
		if bound > greatest {
			best, greatest = child, bound
		}
	}
	return best
}

// The search builds the tree that the textbook does, under every reading of the paper.
func TestSimilarityNaive(t *testing.T) {
	mcts.OneGoroutine(t)
	g := newBoard(t, 5, 4)
	for name, cfg := range map[string]mcts.Similarity{
		"distance 0":   {},
		"distance 1":   {Distance: 1},
		"distance 2":   {Distance: 2},
		"distance 3":   {Distance: 3},
		"weight":       {Distance: 2, Weight: similarity.Falling{}},
		"cap":          {Distance: 2, Cap: 5},
		"tree only":    {Distance: 2, Research: similarity.Readings{TreeOnly: true}},
		"store first":  {Distance: 2, Research: similarity.Readings{StoreFirst: true}},
		"own imports":  {Distance: 2, Research: similarity.Readings{Parent: similarity.OwnImports}},
		"all imports":  {Distance: 2, Research: similarity.Readings{Parent: similarity.ChildImports}},
		"few per code": {Distance: 1, Cap: 1},
	} {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(testkit.Few(1, 2)) {
				cfg.Encoder = twoBits
				s, err := mcts.New[connect4.State, connect4.Drop](g, mcts.Config{Seed: seed, Similarity: &cfg})
				require.NoError(t, err)
				r, err := s.Run(bg, &connect4.State{}, mcts.Budget{Simulations: 1000})
				require.NoError(t, err)
				require.NoError(t, s.Check())

				want := naiveSimilar{board: g, cfg: cfg, known: map[uint64][3]float64{}, taken: map[*naiveNode[connect4.Drop]][2]float64{}}
				want.naive = *newNaive[connect4.State, connect4.Drop](g, policy.DefaultC, seed)
				top := &naiveNode[connect4.Drop]{}
				for range 1000 {
					want.simulate(top, connect4.State{})
				}
				for _, child := range top.children {
					got := childOf(t, r, child.action)
					require.Equal(t, child.visits, got.Visits)
					require.EqualValues(t, want.taken[child][0], got.ImportedVisits)
					require.InDelta(t, child.sum/float64(child.visits), got.Mean, 1e-6)
				}
			}
		})
	}
}
