package mcts_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// truth is all the values that a node may have for the players, however they break ties.
type truth [][]float64

const within = 1e-5

// of returns the least and the greatest value to a player.
func (v truth) of(player int) (least, most float64) {
	least, most = math.Inf(1), math.Inf(-1)
	for _, values := range v {
		least, most = min(least, values[player]), max(most, values[player])
	}
	return least, most
}

// enumerate returns the truth about a node.
func (g *script) enumerate(number int) truth { return g.enumerateBy(number, g.enumerate) }

// enumerateBy returns the truth about a node by that about its children.
func (g *script) enumerateBy(number int, of func(child int) truth) truth {
	n := g.nodes[number]
	if len(n.Children) == 0 {
		return truth{n.Returns}
	}
	all := truth{}
	if n.Player == mcts.Chance {
		all = truth{make([]float64, g.players)}
		for k, child := range n.Children {
			all = all.plus(of(child), n.Probs[k])
		}
		return all
	}
	certain := math.Inf(-1) // what the player can have in any case
	for _, child := range n.Children {
		least, _ := of(child).of(n.Player)
		certain = max(certain, least)
	}
	for _, child := range n.Children {
		for _, values := range of(child) {
			if values[n.Player] > certain-within {
				all = all.with(values)
			}
		}
	}
	return all
}

// with adds values to v, unless they are there.
func (v truth) with(values []float64) truth {
	for _, known := range v {
		if slices.EqualFunc(known, values, func(a, b float64) bool { return math.Abs(a-b) < within }) {
			return v
		}
	}
	return append(v, values)
}

// plus returns all sums of something in v and something in w, which has a weight.
func (v truth) plus(w truth, weight float64) truth {
	var sums truth
	for _, a := range v {
		for _, b := range w {
			sum := slices.Clone(a)
			for p := range sum {
				sum[p] += weight * b[p]
			}
			sums = sums.with(sum)
		}
	}
	return sums
}

// hull returns the bounds of a node that follow from the bounds of its children. They may be wider
// than the truth, because the values of several players depend on each other.
func (g *script) hull(number int) [][2]float64 {
	n := g.nodes[number]
	all := make([][2]float64, g.players)
	if len(n.Children) == 0 {
		for p, v := range n.Returns {
			all[p] = [2]float64{v, v}
		}
		return all
	}
	var below [][][2]float64
	best := [2]float64{math.Inf(-1), math.Inf(-1)}
	for _, child := range n.Children {
		v := g.hull(child)
		below = append(below, v)
		if n.Player >= 0 {
			best = [2]float64{max(best[0], v[n.Player][0]), max(best[1], v[n.Player][1])}
		}
	}
	for p := range all {
		if n.Player >= 0 {
			all[p] = [2]float64{math.Inf(1), math.Inf(-1)}
		}
		for k, v := range below {
			switch {
			case n.Player == mcts.Chance:
				all[p][0] += n.Probs[k] * v[p][0]
				all[p][1] += n.Probs[k] * v[p][1]
			case v[n.Player][1] > best[0]-within:
				all[p] = [2]float64{min(all[p][0], v[p][0]), max(all[p][1], v[p][1])}
			}
		}
	}
	if n.Player >= 0 {
		all[n.Player] = best
	}
	return all
}

// drawSolvable draws a game whose returns add up to 1, or one of a general sum.
func drawSolvable(t *rapid.T) (g *script, general bool) {
	g = &script{players: rapid.IntRange(1, 4).Draw(t, "players")}
	general = rapid.Bool().Draw(t, "general sum")
	r := rng.New(rapid.Uint64().Draw(t, "game"))
	g.grow(r, rapid.IntRange(1, 5).Draw(t, "plies"), rapid.Bool().Draw(t, "chance"))
	if !general && g.players > 1 {
		unit := rapid.SampledFrom([]float64{2, 4, 3}).Draw(t, "unit")
		for i := range g.nodes {
			left := unit
			for p := range g.nodes[i].Returns {
				share := float64(r.IntN(int(left) + 1))
				if p == g.players-1 {
					share = left
				}
				g.nodes[i].Returns[p] = share / unit
				left -= share
			}
		}
	}
	return g, general
}

// requireSound requires that the bounds of a node and of all below it hold the truth.
func requireSound(t require.TestingT, g *script, n mcts.Node[branch], number int) {
	v := g.enumerate(number)
	for p := range g.players {
		lower, upper := n.Bounds(p)
		least, most := v.of(p)
		require.LessOrEqual(t, lower, least+within, "player %d at node %d", p, number)
		require.GreaterOrEqual(t, upper, most-within, "player %d at node %d", p, number)
	}
	for _, child := range n.Children() {
		requireSound(t, g, child, g.nodes[number].Children[child.Action()])
	}
}

// turnwise is a script without simultaneous moves.
type turnwise struct{ *script }

func (turnwise) Supports(c game.Capability) bool { return c != game.HasSimultaneousGame }

// winner is a script that names a winning action.
type winner struct{ turnwise }

func (g winner) WinningAction(s *int) (branch, bool) {
	n := g.nodes[*s]
	for k, child := range n.Children {
		if c := g.nodes[child]; len(c.Children) == 0 && c.Returns[n.Player] == 1 {
			return branch(k), true
		}
	}
	return 0, false
}

// solverKinds are the ways in which a search with a Solver may run.
var solverKinds = map[string]mcts.Parallel{
	"serial":   nil,
	"root":     mcts.RootParallel{Trees: 2, Workers: 2},
	"vote":     mcts.RootParallel{Trees: 3, Workers: 2, Merge: mcts.MergeVote},
	"lockstep": mcts.LockStep{Workers: 2, Batch: 5},
	"leaf":     mcts.LeafParallel{Workers: 2, Playouts: 3},
	"tree":     mcts.TreeParallel{Workers: 3},
	"alone":    mcts.TreeParallel{Workers: 1},
}

// seeing is UCT that is called through the interface.
type seeing struct{ policy.UCT }

// withoutSums replaces a selection that the workers of a shared tree cannot use.
func withoutSums(cfg *mcts.Config) {
	if _, sums := cfg.Selection.(policy.UCB1Tuned); sums && isTree(cfg.Parallel) {
		cfg.Selection = policy.UCT{C: 0.4}
	}
}

// In games of up to four players, with chance, general sums and any order of the players, the
// bounds of all nodes hold the enumerated value, a proven action is at least as good as every
// other, and a root that has a value is proven.
func TestBoundsHoldTheValue(t *testing.T) {
	mcts.OneGoroutine(t)
	for name, parallel := range solverKinds {
		t.Run(name, testkit.MakeCheck(func(t *rapid.T) {
			g, general := drawSolvable(t)
			cfg := mcts.Config{
				Solver:    &mcts.Solver{GeneralSum: general, Probe: rapid.Bool().Draw(t, "probe")},
				Selection: rapid.SampledFrom([]policy.Selection{nil, exploring, policy.UCB1Tuned{}, seeing{}}).Draw(t, "selection"),
				Parallel:  parallel,
				Seed:      rapid.Uint64().Draw(t, "seed"),
			}
			withoutSums(&cfg)
			var game mcts.Game[int, branch] = turnwise{g}
			if rapid.Bool().Draw(t, "Winner") {
				game = winner{turnwise{g}}
			}
			s, r := search(t, game, 0, cfg, 4000)
			for _, root := range s.Roots() {
				requireSound(t, g, root, 0)
			}
			if r.Proven && parallel == nil && r.Stop != mcts.StopForced && r.Stop != mcts.StopProven {
				require.Equal(t, 4000, r.Simulations, "the run went on with %+v", r.Children)
			}
			mover := g.nodes[0].Player
			if v := g.hull(0)[mover]; v[1]-v[0] < within {
				if !r.Proven { // A proof waits for the rarest outcome of chance.
					r = run(t, s, 0, 100_000)
				}
				require.True(t, r.Proven, "the root is worth %v, and the children are %+v", v, r.Children)
			}
			requireBest(t, g, 0, r)
		}))
	}
}
