package mcts_test

import (
	"math"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// counted is a script whose returns are how many plies were played to the end, and how many turns.
type counted struct{ script *script }

type countedState struct{ node, plies int }

func (g counted) NumPlayers() int            { return g.script.players }
func (g counted) ToMove(s *countedState) int { return g.script.ToMove(&s.node) }
func (g counted) AppendActions(dst []branch, s *countedState) []branch {
	return g.script.AppendActions(dst, &s.node)
}

func (g counted) Apply(s *countedState, a branch) {
	g.script.Apply(&s.node, a)
	s.plies++
}

func (g counted) Returns(s *countedState, out []float64) {
	clear(out)
	out[0], out[1] = float64(s.plies), float64(s.plies/3)
}
func (g counted) Evaluate(s *countedState, out []float64) { g.Returns(s, out) }

func (g counted) AppendOutcomes(dst []mcts.Outcome[branch], s *countedState) []mcts.Outcome[branch] {
	return g.script.AppendOutcomes(dst, &s.node)
}

// countedJoint has simultaneous moves, and countedTurns has turns of three plies. Neither has
// hidden information.
type (
	countedJoint struct{ counted }
	countedTurns struct{ counted }
)

func (counted) Determinize(*countedState, int, *rng.Rand) {}

func (g countedJoint) AppendPlayerActions(dst []branch, s *countedState, player int) []branch {
	return g.script.AppendPlayerActions(dst, &s.node, player)
}

func (g countedJoint) ApplyJoint(s *countedState, joint []branch) {
	g.script.ApplyJoint(&s.node, joint)
	s.plies++
}

func (countedTurns) Turn(s *countedState) int { return s.plies / 3 }

// auditor is a backup that checks what it is told of a counted game.
type auditor struct {
	root  countedState
	turns bool
	wrong atomic.Int32
	calls atomic.Int32
}

func (*auditor) Needs() policy.Needs { return policy.NeedDepths }

func (a *auditor) Credit(t *policy.Trace, values []float64) {
	a.calls.Add(1)
	length := int(t.Returns[0]) - a.root.plies
	turns := length
	if a.turns {
		turns = int(t.Returns[1]) - a.root.plies/3
	}
	ok := t.Length == length && t.Turns == turns && len(t.Depths) == len(t.Movers)
	last := int32(0)
	for i, d := range t.Depths {
		ok = ok && (d == last+1 || d == last && t.Movers[i] > 0) && int(d) <= t.Length
		last = d
	}
	if !ok {
		a.wrong.Add(1)
	}
	policy.Average{}.Credit(t, values)
}

// Length, Turns and Depths are what was played, in every mode, also in a full tree and for a
// playout that is cut off.
func TestTraceOfPlies(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		hidden := map[string]mcts.HiddenInformation{"set": mcts.ISMCTS{}, "ensemble": mcts.Ensemble{Trees: 3}}
		name := rapid.SampledFrom([]string{"serial", "root", "leaf", "lock-step", "tree", "set", "ensemble"}).Draw(t, "mode")
		a := &auditor{root: countedState{plies: rapid.IntRange(0, 7).Draw(t, "before")}}
		cfg := mcts.Config{
			Parallel: modes[name], Hidden: hidden[name], Backup: a, Selection: policy.UCT{C: 5},
			MaxNodes: rapid.SampledFrom([]int{0, 1, 9}).Draw(t, "nodes"),
			MaxPlies: rapid.SampledFrom([]int{0, 1, 2}).Draw(t, "plies"),
		}
		if rapid.Bool().Draw(t, "policy") {
			cfg.Playout = playout{chooser(0)}
		}
		g := &script{players: rapid.IntRange(2, 3).Draw(t, "players"), joint: name != "tree" && name != "set" && rapid.Bool().Draw(t, "joint")}
		g.grow(rng.New(rapid.Uint64().Draw(t, "game")), 5, true)
		var game mcts.Game[countedState, branch] = counted{g}
		if g.joint {
			game = countedJoint{counted{g}}
		} else if a.turns = rapid.Bool().Draw(t, "turns"); a.turns {
			game = countedTurns{counted{g}}
		}
		n := rapid.IntRange(1, 100).Draw(t, "simulations")
		_, r := search(t, game, a.root, cfg, n)
		require.EqualValues(t, r.Simulations, a.calls.Load())
		require.Zero(t, a.wrong.Load())
	})
}

// line adds so many plies of a single action, by players in turn from 0 on, that end with these
// returns.
func (g *script) line(plies int, returns ...float64) int {
	n := g.leaf(returns...)
	for p := plies - 1; p >= 0; p-- {
		n = g.node(p%g.players, n)
	}
	return n
}

// Two ways to win, or to lose: after three plies and after five.
func TestDiscountPrefers(t *testing.T) {
	for name, p := range parallels {
		t.Run(name, func(t *testing.T) {
			look := func(p mcts.Parallel, first, second []float64, d policy.Backup) (short, long mcts.Child[branch]) {
				g := &script{players: 2}
				root := g.node(0, g.line(2, first...), g.line(4, second...))
				_, r := search[int, branch](t, newTurns(g), root, mcts.Config{Backup: d, Parallel: p}, 2000)
				short, long = r.Children[0], r.Children[1]
				if short.Action == 1 {
					short, long = long, short
				}
				require.InDelta(t, first[0], r.Values[0], 1e-9, "values are returns")
				return short, long
			}
			win, loss := []float64{1, 0}, []float64{0, 1}
			short, long := look(p, win, win, policy.TurnDiscount{Lambda: 0.9})
			require.InDelta(t, 0.9*0.9*0.9, short.Mean, 1e-6)
			require.InDelta(t, 0.9*0.9*0.9*0.9*0.9, long.Mean, 1e-6)
			require.Greater(t, short.Visits, long.Visits+100, "a faster win is better")

			short, long = look(p, loss, loss, policy.TurnDiscount{Lambda: 0.9, Loss: -1})
			require.InDelta(t, -0.729, short.Mean, 1e-6)
			require.Greater(t, long.Visits, short.Visits+100, "a slower loss is better")

			short, long = look(p, win, win, policy.PlyDiscount{Gamma: 0.9})
			require.InDelta(t, 0.9*0.9, short.Mean, 1e-6)
			require.InDelta(t, 0.9*0.9*0.9*0.9, long.Mean, 1e-6)
			require.Greater(t, short.Visits, long.Visits+100)

			if isTree(p) {
				p = withWorkers(p, 1) // How evenly several workers visit depends on how they are scheduled.
			}
			short, long = look(p, loss, loss, policy.TurnDiscount{Lambda: 0.9})
			require.Zero(t, short.Mean)
			require.InDelta(t, short.Visits, long.Visits, 10, "a loss is a loss")
		})
	}
}

// The values of parent and child, by hand: a line of one player with wins after two, three and four
// plies.
func TestDiscountDownTheTree(t *testing.T) {
	g := &script{players: 1}
	root := g.node(0, g.node(0, g.leaf(1), g.node(0, g.leaf(1), g.node(0, g.leaf(0.5)))), g.leaf(0))
	at := func(b policy.Backup, path ...branch) float64 {
		s, _ := search[int](t, g, root, mcts.Config{Backup: b, Selection: policy.UCT{C: 2}}, 500)
		n := s.Root()
		for _, a := range path {
			for _, child := range n.Children() {
				if child.Action() == a {
					n = child
					break
				}
			}
		}
		// The value of a node is the mean of the values below it, by visits, and its own playout.
		sum, visits := 0.0, 0
		for _, child := range n.Children() {
			sum += child.Mean() * float64(child.Visits())
			visits += child.Visits()
		}
		if _, plies := b.(policy.PlyDiscount); !plies && visits > 0 {
			own := n.Mean()*float64(n.Visits()) - sum
			require.True(t, own > -1e-3 && own < 1+1e-3, "%v", own)
		}
		return n.Mean()
	}
	d := policy.TurnDiscount{Lambda: 0.5, Loss: -1}
	require.InDelta(t, 0.25, at(d, 0, 0), 1e-7)
	require.InDelta(t, 0.125, at(d, 0, 1, 0), 1e-7)
	require.InDelta(t, 0, at(d, 0, 1, 1), 1e-7, "a draw is worth (1 - 1)/2")
	require.InDelta(t, -0.5, at(d, 1), 1e-7)
	at(d, 0)
	at(d, 0, 1)
	require.InDelta(t, 0.5*math.Pow(0.5, 4), at(policy.TurnDiscount{Lambda: 0.5}, 0, 1, 1, 0), 1e-7)

	p := policy.PlyDiscount{Gamma: 0.5}
	require.InDelta(t, 1, at(p, 0, 0), 1e-7)
	require.InDelta(t, 0.5*0.5, at(p, 0, 1, 1), 1e-7)
	require.InDelta(t, 0.5, at(p, 0, 1, 1, 0), 1e-7)
}

// The whole playout of a game in one call tells no plies.
func TestDiscountTakesNoPlayouter(t *testing.T) {
	g := &script{players: 2}
	root := g.node(0, g.line(2, 1, 0), g.line(4, 1, 0))
	_, r := search[int, branch](t, oneCall{g}, root, mcts.Config{Backup: policy.PlyDiscount{}}, 100)
	require.NotEqual(t, r.Children[1].Mean, r.Children[0].Mean)
}

type oneCall struct{ *script }

func (oneCall) Playout(*int, *rng.Rand, []float64) { panic("nobody asked for it") }

// stairs is a game of one player who takes one step or two until the twelfth is behind. The result
// is the number of plies.
type stairs struct{ playouts *atomic.Int32 }

type stairsState struct{ steps, plies int }

func (stairs) NumPlayers() int                       { return 1 }
func (stairs) ToMove(*stairsState) int               { return 0 }
func (stairs) Turn(s *stairsState) int               { return s.plies }
func (stairs) Apply(s *stairsState, a int)           { s.steps, s.plies = s.steps+a, s.plies+1 }
func (stairs) Returns(s *stairsState, out []float64) { out[0] = float64(s.plies) }
func (stairs) AppendActions(dst []int, s *stairsState) []int {
	if s.steps >= 12 {
		return dst
	}
	return append(dst, 1, 2)
}

func (g stairs) Playout(s *stairsState, r *rng.Rand, out []float64) {
	g.playouts.Add(1)
	for s.steps < 12 {
		g.Apply(s, 1+r.IntN(2))
	}
	g.Returns(s, out)
}

// turnAuditor checks Trace.Turns in stairs.
type turnAuditor struct {
	policy.TurnDiscount
	before int
	wrong  atomic.Int32
}

func (a *turnAuditor) Credit(t *policy.Trace, values []float64) {
	if t.Turns != int(t.Returns[0])-a.before {
		a.wrong.Add(1)
	}
	a.TurnDiscount.Credit(t, values)
}

// A policy that reads turns alone leaves the playouts to the game.
func TestTurnsOfPlayouter(t *testing.T) {
	for name, p := range modes {
		t.Run(name, func(t *testing.T) {
			g, a := stairs{new(atomic.Int32)}, &turnAuditor{before: 3}
			search[stairsState, int](t, g, stairsState{3, 3}, mcts.Config{Backup: a, Parallel: p, Final: policy.RobustChild{}}, 300)
			require.Zero(t, a.wrong.Load())
			require.NotZero(t, g.playouts.Load())
		})
	}
	g := stairs{new(atomic.Int32)}
	search[stairsState, int](t, g, stairsState{}, mcts.Config{Backup: policy.PlyDiscount{}}, 300)
	require.Zero(t, g.playouts.Load(), "plies are counted one by one")
}
