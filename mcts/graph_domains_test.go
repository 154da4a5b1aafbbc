package mcts_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/dots"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// Three domains whose exact values are known. Many lines lead to each of their positions.

// slips is a grid of 12x12 cells with a goal in a corner, with return 1, and pits, with return -1.
// A step goes astray to either side with a probability of 0.1 each, and a wall stops it.
type slips struct {
	pits   map[int16]bool
	values [slipsSide * slipsSide]float64 // exact
}

const (
	slipsSide     = 12
	slipsDiscount = 0.97
)

// cell is where the player stands, and the direction it wants to step, 1 to 4, or 0.
type cell struct {
	at   int16
	step int8
}

func newSlips() *slips {
	g := &slips{pits: map[int16]bool{}}
	for _, at := range []int16{16, 31, 40, 41, 54, 66, 70, 87, 88, 113, 124, 129, 137, 142} {
		g.pits[at] = true
	}
	for range 500 {
		for at := range g.values {
			if g.reward(int16(at)) == 0 {
				g.values[at] = slices.Max(g.exact(cell{at: int16(at)}))
			}
		}
	}
	return g
}

// exact returns what is to come from every action on.
func (g *slips) exact(s cell) (values []float64) {
	for _, a := range g.AppendActions(nil, &s) {
		next, v := cell{s.at, a}, 0.0
		for _, o := range g.AppendOutcomes(nil, &next) {
			to := next
			g.Apply(&to, o.Action)
			v += o.Prob * (g.reward(to.at) + slipsDiscount*g.values[to.at])
		}
		values = append(values, v)
	}
	return values
}

func (g *slips) reward(at int16) float64 {
	switch {
	case at == slipsSide*slipsSide-1:
		return 1
	case g.pits[at]:
		return -1
	}
	return 0
}

func (*slips) NumPlayers() int { return 1 }

func (*slips) ToMove(s *cell) int {
	if s.step > 0 {
		return mcts.Chance
	}
	return 0
}

func (g *slips) AppendActions(dst []int8, s *cell) []int8 {
	if g.reward(s.at) != 0 {
		return dst
	}
	return append(dst, 1, 2, 3, 4)
}

func (g *slips) AppendOutcomes(dst []mcts.Outcome[int8], s *cell) []mcts.Outcome[int8] {
	for i, p := range []float64{0.8, 0.1, 0.1} {
		dst = append(dst, mcts.Outcome[int8]{Action: 1 + (s.step-1+[]int8{0, 1, 3}[i])%4, Prob: p})
	}
	return dst
}

func (*slips) Apply(s *cell, a int8) {
	if s.step == 0 {
		s.step = a
		return
	}
	x, y := s.at%slipsSide+[]int16{1, 0, -1, 0}[a-1], s.at/slipsSide+[]int16{0, 1, 0, -1}[a-1]
	if x >= 0 && y >= 0 && x < slipsSide && y < slipsSide {
		s.at = y*slipsSide + x
	}
	s.step = 0
}

func (g *slips) Rewards(s *cell, out []float64) {
	if out[0] = 0; s.step == 0 {
		out[0] = g.reward(s.at)
	}
}

func (*slips) Returns(_ *cell, out []float64)  { out[0] = 0 }
func (*slips) Evaluate(_ *cell, out []float64) { out[0] = 0 }

func (*slips) Hash(s *cell) uint64 { return rng.Mix(uint64(s.at)<<8 | uint64(s.step)) }

func (g *slips) start(r *rng.Rand) cell {
	for {
		if at := int16(r.IntN(slipsSide * slipsSide)); g.reward(at) == 0 {
			return cell{at: at}
		}
	}
}

// eight is the sliding puzzle of eight tiles, without a limit of plies. A step costs 1, and the
// value of a leaf is minus its Manhattan distance.
type eight struct{ steps map[tiles]int }

// tiles are four bits for each place, the first one being the highest.
type tiles uint64

const solved tiles = 0x123456780

func newEight() *eight {
	g := &eight{map[tiles]int{solved: 0}}
	for queue := []tiles{solved}; len(queue) > 0; queue = queue[1:] {
		for _, a := range g.slides(nil, queue[0]) {
			next := queue[0]
			if g.Apply(&next, a); next != solved && g.steps[next] == 0 {
				g.steps[next] = g.steps[queue[0]] + 1
				queue = append(queue, next)
			}
		}
	}
	return g
}

func (g *eight) exact(s tiles) (values []float64) {
	for _, a := range g.AppendActions(nil, &s) {
		next := s
		g.Apply(&next, a)
		values = append(values, -1-float64(g.steps[next]))
	}
	return values
}

func (s tiles) place(i int) int { return int(s >> (4 * (8 - i)) & 15) }

func (s tiles) blank() (i int) {
	for s.place(i) != 0 {
		i++
	}
	return i
}

func (*eight) slides(dst []int8, s tiles) []int8 {
	at := s.blank()
	for a, ok := range []bool{at%3 < 2, at < 6, at%3 > 0, at > 2} {
		if ok {
			dst = append(dst, int8(a))
		}
	}
	return dst
}

func (*eight) NumPlayers() int   { return 1 }
func (*eight) ToMove(*tiles) int { return 0 }

func (g *eight) AppendActions(dst []int8, s *tiles) []int8 {
	if *s == solved {
		return dst
	}
	return g.slides(dst, *s)
}

func (*eight) Apply(s *tiles, a int8) {
	at := s.blank()
	to := at + []int{1, 3, -1, -3}[a]
	tile := tiles(s.place(to))
	*s = *s&^(15<<(4*(8-to))) | tile<<(4*(8-at))
}

func (*eight) Rewards(_ *tiles, out []float64) { out[0] = -1 }
func (*eight) Returns(_ *tiles, out []float64) { out[0] = 0 }
func (*eight) Hash(s *tiles) uint64            { return rng.Mix(uint64(*s)) }

func (*eight) Evaluate(s *tiles, out []float64) {
	out[0] = 0
	for i := range 9 {
		if t := s.place(i); t > 0 {
			out[0] -= math.Abs(float64((t-1)%3-i%3)) + math.Abs(float64((t-1)/3-i/3))
		}
	}
}

func (g *eight) start(r *rng.Rand) tiles {
	for {
		s := solved
		for range 200 {
			slides := g.slides(nil, s)
			g.Apply(&s, slides[r.IntN(len(slides))])
		}
		if g.steps[s] >= 16 {
			return s
		}
	}
}

// boxes is Dots and Boxes for points with its exact values.
type boxes struct {
	dots.Points
	values map[dots.PointsState]float64 // what is to come, for player 0
}

func newBoxes(t require.TestingT, width, height int) boxes {
	g, err := dots.NewPoints(width, height)
	require.NoError(t, err)
	return boxes{g, map[dots.PointsState]float64{}}
}

// exact returns what is to come from every action on, for the player to move.
func (g boxes) exact(s dots.PointsState) (values []float64) {
	sign := float64(1 - 2*g.ToMove(&s))
	for _, a := range g.AppendActions(nil, &s) {
		next, out := s, make([]float64, 2)
		g.Apply(&next, a)
		g.Rewards(&next, out)
		values = append(values, sign*(out[0]+g.value(next)))
	}
	return values
}

func (g boxes) value(s dots.PointsState) float64 {
	v, ok := g.values[s]
	if !ok {
		if values := g.exact(s); len(values) > 0 {
			v = float64(1-2*g.ToMove(&s)) * slices.Max(values)
		}
		g.values[s] = v
	}
	return v
}

func (g boxes) start(r *rng.Rand) dots.PointsState {
	for {
		s := g.Start()
		for range g.NumActions() / 4 {
			actions := g.AppendActions(nil, &s)
			g.Apply(&s, actions[r.IntN(len(actions))])
		}
		if values := g.exact(s); slices.Max(values) > slices.Min(values) {
			return s
		}
	}
}

// domain is a game with exact values.
type domain[S any, A comparable] interface {
	mcts.Game[S, A]
	start(r *rng.Rand) S
	exact(s S) []float64
}

// measured is how well searches choose in a domain.
type measured struct{ right, regret, nodes float64 }

func measure[S any, A comparable](t require.TestingT, g domain[S, A], cfg mcts.Config, simulations, runs int) (m measured) {
	for run := range runs {
		s := g.start(rng.New(uint64(run)))
		cfg.Seed = uint64(run)
		search, err := mcts.New(g, cfg)
		require.NoError(t, err)
		r, err := search.Run(context.Background(), &s, mcts.Budget{Simulations: simulations})
		require.NoError(t, err)
		require.NoError(t, search.Check())
		values := g.exact(s)
		regret := slices.Max(values) - values[slices.Index(g.AppendActions(nil, &s), r.Action)]
		m.regret += regret / float64(runs)
		if regret < 1e-9 {
			m.right += 1 / float64(runs)
		}
		m.nodes += float64(r.Nodes) / float64(simulations) / float64(runs)
	}
	return m
}

// inBoth measures a search in a graph and in a tree.
func inBoth[S any, A comparable](t *testing.T, name string, g domain[S, A], cfg mcts.Config, simulations int) (graph, tree measured) {
	const runs = 60
	tree = measure(t, g, cfg, simulations, runs)
	cfg.Graph = &mcts.Graph{}
	graph = measure(t, g, cfg, simulations, runs)
	t.Logf("%s, a graph: %+.3f, a tree: %+.3f", name, graph, tree)
	return graph, tree
}

// A graph chooses right more often than a tree, and has a fraction of its nodes.
func TestGraphDomains(t *testing.T) {
	mcts.OneGoroutine(t)
	testkit.Long(t)
	cfg := mcts.Config{Selection: policy.UCT{C: 0.7}, Final: policy.RobustChild{}, Unit: 4}
	graph, tree := inBoth(t, "dots 2x2", newBoxes(t, 2, 2), cfg, 5000)
	require.GreaterOrEqual(t, graph.right, 0.9)
	require.LessOrEqual(t, graph.nodes, 0.15)
	require.Less(t, tree.right, graph.right)

	cfg.Unit, cfg.Discount, cfg.MaxPlies = 1, slipsDiscount, 120
	graph, tree = inBoth(t, "grid", newSlips(), cfg, 5000)
	require.LessOrEqual(t, graph.regret, tree.regret/2)

	cfg = mcts.Config{Selection: policy.UCT{C: 0.2}, Final: policy.RobustChild{}, Unit: 20, Prediction: &mcts.Prediction{}}
	graph, tree = inBoth(t, "8-puzzle", newEight(), cfg, 20_000)
	require.GreaterOrEqual(t, graph.right, 0.8)
	require.LessOrEqual(t, graph.nodes, 0.25)
	require.Less(t, tree.right, graph.right)
}

// There are no more nodes than positions, however long a search is.
func TestGraphHasNoMoreNodesThanPositions(t *testing.T) {
	mcts.OneGoroutine(t)
	testkit.Long(t)
	g := newEight()
	require.Len(t, g.steps, 181_440)
	cfg := mcts.Config{Graph: &mcts.Graph{}, Selection: policy.UCT{C: 5}, Final: policy.RobustChild{}, Unit: 20, Prediction: &mcts.Prediction{}}
	_, r := search(t, mcts.Game[tiles, int8](g), g.start(rng.New(1)), cfg, 2_000_000)
	require.LessOrEqual(t, r.Nodes, len(g.steps))
	require.Greater(t, r.Nodes, 30_000)
}
