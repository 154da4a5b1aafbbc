package mcts_test

import (
	"fmt"
	"math"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// probe is UCT that shows every node to see first. Several workers may call it.
type probe struct {
	policy.UCT
	needs policy.Needs
	see   func(n *policy.Node)
}

func (p probe) Needs() policy.Needs { return p.needs | p.UCT.Needs() }

func (p probe) Select(n *policy.Node) int {
	p.see(n)
	if last := len(n.Children) - 1; n.Children[last].Visits == 0 {
		return last
	}
	return p.UCT.Select(n)
}

// labels is a script that numbers its actions from the last one.
type labels struct{ turns }

func newLabels(g *script) labels { return labels{newTurns(g)} }

func (g labels) NumActions() int { return 5 }

func (g labels) ActionIndex(a branch) int { return 4 - int(a) }

// A Selection sees the numbers of the children's actions, from the Indexer or, without one, numbers
// that are the same for the same action everywhere. It also sees the depth of the node.
func TestSelectionSeesNumbersAndDepth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		script := drawScript(t, 2, true)
		indexed := rapid.Bool().Draw(t, "indexed")
		var g mcts.Game[int, branch] = newTurns(script)
		if indexed {
			g = newLabels(script)
		}
		var s *mcts.Search[int, branch]
		parallel := rapid.SampledFrom([]mcts.Parallel{nil, mcts.LockStep{Workers: 1}}).Draw(t, "parallel")
		needs := rapid.SampledFrom([]policy.Needs{0, policy.NeedUntried}).Draw(t, "needs")
		atRoot := 0
		known := map[int32]branch{}
		see := func(n *policy.Node) {
			require.Len(t, n.Actions, len(n.Children))
			if n.Depth > 0 {
				for _, number := range n.Actions {
					require.Less(t, uint(number), uint(5))
				}
				return
			}
			atRoot++
			for i, child := range s.Root().Children()[:len(n.Children)] {
				require.EqualValues(t, n.Children[i].Visits, child.Visits())
				require.InDelta(t, n.Children[i].Mean, child.Mean(), 1e-6)
				if indexed {
					require.EqualValues(t, 4-child.Action(), n.Actions[i])
				}
				if a, ok := known[n.Actions[i]]; ok {
					require.Equal(t, a, child.Action())
				}
				known[n.Actions[i]] = child.Action()
			}
		}
		cfg := mcts.Config{Parallel: parallel, Selection: probe{needs: policy.NeedActions | needs, see: see}}
		var err error
		s, err = mcts.New(g, cfg)
		require.NoError(t, err)
		run(t, s, 0, 200)
		require.Positive(t, atRoot)
		for number, a := range known {
			for other, b := range known {
				require.Equal(t, number == other, a == b)
			}
		}
	})
}

// Depth counts the plies from the root, also after Advance and through outcomes of chance.
func TestSelectionSeesDepth(t *testing.T) {
	g := &script{players: 4}
	end := func() int { return g.node(3, g.leaf(0, 0, 0, 0), g.leaf(0, 0, 0, 1)) }
	dice := g.add(scriptNode{Player: mcts.Chance, Children: []int{end(), end()}, Probs: []float64{0.5, 0.5}})
	root := g.node(0, g.node(1, dice, g.leaf(0, 0, 0, 0)), g.leaf(0, 0, 0, 0))
	seen := map[[2]int]int{}
	see := func(n *policy.Node) { seen[[2]int{n.Player, n.Depth}]++ }
	s, _ := search[int](t, g, root, mcts.Config{Selection: probe{UCT: policy.UCT{C: 2}, see: see}}, 500)
	require.Len(t, seen, 3)
	require.Positive(t, seen[[2]int{0, 0}])
	require.Positive(t, seen[[2]int{1, 1}])
	require.Positive(t, seen[[2]int{3, 3}], "the outcome of chance is a ply")
	clear(seen)
	advance(t, s, 0)
	run(t, s, g.nodes[root].Children[0], 500)
	require.Len(t, seen, 2)
	require.Positive(t, seen[[2]int{1, 0}])
	require.Positive(t, seen[[2]int{3, 2}])
}

// With NeedUntried, a Selection sees exactly one untried child, the last one, as long as there is
// one and there is room in the tree. Without it, all children that it sees are tried.
func TestSelectionSeesOneUntriedChild(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawScript(t, 2, true)
		needs := rapid.SampledFrom([]policy.Needs{0, policy.NeedUntried}).Draw(t, "needs")
		nodes := rapid.SampledFrom([]int{0, 0, 2, 5}).Draw(t, "nodes")
		legal := len(g.nodes[0].Children)
		untried, all, full := 0, 0, 0
		see := func(n *policy.Node) {
			for i, c := range n.Children {
				if c.Visits == 0 {
					require.Equal(t, len(n.Children)-1, i)
					require.Zero(t, c.Mean)
					require.NotZero(t, needs, "nobody asked for it")
				}
			}
			last := n.Children[len(n.Children)-1]
			switch {
			case n.Depth > 0:
			case last.Visits == 0:
				require.Positive(t, len(n.Children)-1, "there is a tried child")
				untried++
			case len(n.Children) == legal:
				all++
			default:
				full++
			}
		}
		_, r := search[int](t, newTurns(g), 0, mcts.Config{MaxNodes: nodes, Selection: probe{UCT: policy.UCT{C: 2}, needs: needs, see: see}}, 100)
		if needs != 0 {
			require.Equal(t, legal-1, untried, "each trial but the first is chosen, since the root has room for all")
		} else {
			require.Zero(t, untried)
		}
		require.Equal(t, 100-legal, all)
		require.Zero(t, full)
		require.Equal(t, 100, r.Simulations)
	})
}

// At such a root it is also called along with PUCT, which has a shortcut to its choice.
func TestRootSelectionBesidePUCT(t *testing.T) {
	equal := weighing(func(_ *blottoState, _ []branch, weights []float32) {
		for i := range weights {
			weights[i] = 1
		}
	})
	asked := 0
	search[blottoState](t, blotto{players: 2, rounds: 2, choices: 3}, blottoState{}, mcts.Config{
		Root: probe{see: func(*policy.Node) { asked++ }}, Selection: policy.PUCT{}, Prediction: &mcts.Prediction{Source: equal, Playouts: 1},
	}, 300)
	require.Equal(t, 2*(300-3), asked)
}

// uniformly is a mixed strategy that needs nothing.
type uniformly struct{}

func (uniformly) Select(n *policy.Node) int { return n.Rand.IntN(len(n.Children)) }

func (u uniformly) Sample(n *policy.Node) (int, float64) {
	return u.Select(n), 1 / float64(len(n.Children))
}

// A mixed strategy of the root samples next to PUCT, whatever it needs.
func TestMixedRootBesidePUCT(t *testing.T) {
	g, err := breakthrough.New(5, 5)
	require.NoError(t, err)
	for _, parallel := range []mcts.Parallel{nil, mcts.LockStep{Workers: 2}, mcts.LockStep{Workers: 2, Batch: 8}} {
		_, r := search(t, g, g.Start(), mcts.Config{
			Root: uniformly{}, Selection: policy.PUCT{}, Prediction: &mcts.Prediction{Playouts: 1}, Parallel: parallel,
		}, 500)
		require.Equal(t, 500, r.Simulations)
	}
}

// Each of Config.Selection and Config.Root sees those untried actions that it needs, whatever the
// other one needs.
func TestUntriedActionsAreShownToThoseWhoNeedThem(t *testing.T) {
	all := []policy.Needs{0, policy.NeedUntried, policy.NeedAMAF}
	for _, parallel := range []mcts.Parallel{nil, mcts.TreeParallel{Workers: 2}} {
		for _, below := range all {
			for _, atRoot := range all {
				if parallel != nil && below|atRoot >= policy.NeedAMAF {
					continue
				}
				var most [2]atomic.Int64 // untried actions that the strategies see at a node
				see := func(most *atomic.Int64) func(n *policy.Node) {
					return func(n *policy.Node) {
						untried := int64(0)
						for _, c := range n.Children {
							if c.Visits == 0 {
								untried++
							}
						}
						for before := most.Load(); untried > before && !most.CompareAndSwap(before, untried); before = most.Load() {
						}
					}
				}
				search(t, connect4.Game{}, connect4.State{}, mcts.Config{
					Root:      probe{needs: atRoot, see: see(&most[0])},
					Selection: probe{needs: below, see: see(&most[1])},
					Parallel:  parallel,
				}, 500)
				for i, needs := range []policy.Needs{atRoot, below} {
					want := map[policy.Needs]int64{0: 0, policy.NeedUntried: 1, policy.NeedAMAF: 7}[needs]
					got := most[i].Load()
					require.LessOrEqual(t, got, want, "%v, %v, %T", below, atRoot, parallel)
					require.Equal(t, want > 0, got > 0)
				}
			}
		}
	}
}

// In a full tree, NeedUntried shows the tried children only.
func TestFullTreeShowsNoUntriedChild(t *testing.T) {
	untried, partial := 0, 0
	see := func(n *policy.Node) {
		if n.Depth == 0 {
			return
		}
		if n.Children[len(n.Children)-1].Visits == 0 {
			untried++
		} else if len(n.Children) < 7 {
			partial++
		}
	}
	_, r := search(t, connect4.Game{}, connect4.State{}, mcts.Config{MaxNodes: 20, Selection: probe{needs: policy.NeedUntried, see: see}}, 3000)
	require.True(t, r.Full)
	require.Equal(t, 20, r.Nodes)
	require.Positive(t, partial)
	require.Less(t, untried, 20, "an untried child is shown only while there is room")
}

// open is a script with nothing hidden.
type open struct{ turns }

func (open) Determinize(*int, int, *rng.Rand) {}

// Config.Root chooses at the root and nowhere else, and Config.Selection everywhere else.
func TestRootSelectionIsAskedAtTheRootOnly(t *testing.T) {
	script := &script{players: 2}
	child := func() int { return script.node(1, script.leaf(0, 1), script.leaf(1, 0)) }
	inner := func() int { return script.node(1, child(), child()) }
	root := script.node(0, inner(), inner(), inner())
	for name, cfg := range kinds {
		t.Run(name, func(t *testing.T) {
			var atRoot, below, wrong atomic.Int64
			count := func(n *atomic.Int64, fits func(n *policy.Node) bool) func(*policy.Node) {
				return func(node *policy.Node) {
					n.Add(1)
					if !fits(node) {
						wrong.Add(1)
					}
				}
			}
			cfg.Root = probe{UCT: policy.UCT{C: 1}, see: count(&atRoot, func(n *policy.Node) bool {
				return n.Depth == 0 && n.Player == 0 && len(n.Children) == 3
			})}
			cfg.Selection = probe{UCT: policy.UCT{C: 1}, see: count(&below, func(n *policy.Node) bool {
				return n.Depth > 0 && n.Player == 1
			})}
			_, r := search[int](t, open{newTurns(script)}, root, cfg, 600)
			require.Zero(t, wrong.Load())
			require.Positive(t, below.Load())
			require.Equal(t, 600, r.Simulations)
			require.Positive(t, atRoot.Load())
			if name == "serial" {
				require.EqualValues(t, 600-3, atRoot.Load(), "in every simulation but the first trials")
			}
		})
	}
}

// Below the root, a search with Config.Root takes the same short ways as one without: a strategy
// that has them gives the same tree as one that the search must ask everywhere, in a tree that is
// kept, too.
func TestShortWaysBelowTheRoot(t *testing.T) {
	g, err := breakthrough.New(5, 5)
	require.NoError(t, err)
	for name, plain := range map[string]mcts.Config{
		"UCT":        {Selection: policy.UCT{C: 0.3}},
		"PUCT":       {Selection: policy.PUCT{C: 1}, Prediction: &mcts.Prediction{Playouts: 1}},
		"UCT solved": {Selection: policy.UCT{C: 0.3}, Solver: &mcts.Solver{Probe: true}},
		"lock-step":  {Selection: policy.UCT{C: 0.3}, Parallel: mcts.LockStep{Workers: 2}},
		"one worker": {Selection: policy.PUCT{C: 1}, Prediction: &mcts.Prediction{Playouts: 1}, Parallel: mcts.TreeParallel{Workers: 1}},
	} {
		t.Run(name, func(t *testing.T) {
			asked := 0
			plain.Root, plain.Seed = probe{UCT: policy.UCT{C: 2}, needs: policy.NeedUntried, see: func(n *policy.Node) {
				asked++
				require.Zero(t, n.Depth)
			}}, 1
			slow := plain
			slow.Selection = unknown{plain.Selection}
			a, r := search(t, g, g.Start(), plain, 500)
			require.Positive(t, asked)
			b, want := search(t, g, g.Start(), slow, 500)
			require.Equal(t, want.Children, r.Children)

			next := g.Start()
			g.Apply(&next, r.Action)
			advance(t, a, r.Action)
			advance(t, b, r.Action)
			asked = 0
			r = run(t, a, next, 100)
			if plain.Solver == nil && plain.Parallel == nil {
				require.Equal(t, 100, asked, "in every simulation")
			}
			require.Equal(t, run(t, b, next, 100).Children, r.Children)
		})
	}
}

// unknown is a strategy under a type that the search does not know.
type unknown struct{ policy.Selection }

func (u unknown) Needs() policy.Needs { return policy.NeedsOf(u.Selection) }

// At a simultaneous-move root, Config.Root chooses for every player.
func TestRootSelectionAtSimultaneousMoves(t *testing.T) {
	for name, parallel := range map[string]mcts.Parallel{
		"serial": nil, "root": mcts.RootParallel{Workers: 2, Trees: 2}, "lock-step": mcts.LockStep{Workers: 2},
	} {
		t.Run(name, func(t *testing.T) {
			var mu sync.Mutex
			atRoot, below := map[int]int{}, map[int]int{}
			see := func(seen map[int]int, root bool) func(n *policy.Node) {
				return func(n *policy.Node) {
					mu.Lock()
					defer mu.Unlock()
					if root == (n.Depth == 0) {
						seen[n.Player]++
					} else {
						seen[-1]++
					}
				}
			}
			search[blottoState](t, blotto{players: 3, rounds: 2, choices: 2}, blottoState{}, mcts.Config{
				Parallel: parallel, Root: probe{see: see(atRoot, true)}, Selection: probe{see: see(below, false)},
			}, 500)
			for _, seen := range []map[int]int{atRoot, below} {
				require.Zero(t, seen[-1])
				for p := range 3 {
					require.Positive(t, seen[p])
				}
			}
			if name == "serial" {
				require.Equal(t, map[int]int{0: 498, 1: 498, 2: 498}, atRoot)
			}
		})
	}
}

// spread is a MixedSelection that samples all children with equal probability.
type spread struct{ asked *atomic.Int64 }

func (s spread) Needs() policy.Needs { return policy.NeedWeighted }

func (s spread) Select(*policy.Node) int { panic("Select of a MixedSelection") }

func (s spread) Sample(n *policy.Node) (int, float64) {
	s.asked.Add(1)
	if n.Depth != 0 || len(n.Weighted) != len(n.Children) {
		panic(fmt.Sprintf("depth %d, %d sums for %d children", n.Depth, len(n.Weighted), len(n.Children)))
	}
	k := len(n.Children)
	for i, c := range n.Children { // All returns are equal, and so each sum is the visits times k.
		if want := float64(c.Visits) * float64(k) * 0.5; math.Abs(n.Weighted[i]-want) > 1e-6 {
			panic(fmt.Sprintf("the sum is %v, want %v", n.Weighted[i], want))
		}
	}
	return n.Rand.IntN(k), 1 / float64(k)
}

// A MixedSelection may choose at the root alone.
func TestMixedSelectionAtTheRoot(t *testing.T) {
	g := &script{players: 2}
	child := func() int { return g.node(1, g.leaf(0.5, 0.5), g.leaf(0.5, 0.5)) }
	root := g.node(0, child(), child(), child(), child())
	for name, parallel := range map[string]mcts.Parallel{"serial": nil, "root": mcts.RootParallel{Workers: 2, Trees: 2}} {
		t.Run(name, func(t *testing.T) {
			var asked atomic.Int64
			_, r := search[int](t, g, root, mcts.Config{Root: spread{&asked}, Parallel: parallel}, 4000)
			for _, c := range r.Children {
				require.InDelta(t, 1000, c.Visits, 150)
			}
			require.GreaterOrEqual(t, asked.Load(), int64(3992))
		})
	}
}
