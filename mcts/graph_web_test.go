package mcts_test

import (
	"math"
	"slices"

	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

// web is a game of up to four players and with chance, in which many lines lead to a position. With
// circles, a line may come back to one. It may give rewards, which belong to a line and not to a
// position.
type web struct {
	players int
	nodes   []scriptNode
	pays    bool
	circles bool
}

// place is a position of a web, and where the last ply began, which its hash leaves out.
type place struct{ at, from int }

func drawWeb(t *rapid.T, circles, mayPay bool) *web {
	g := &web{players: rapid.IntRange(1, 4).Draw(t, "players"), circles: circles}
	g.pays = mayPay && rapid.Bool().Draw(t, "pays")
	chance := rapid.Bool().Draw(t, "chance")
	r := rng.New(rapid.Uint64().Draw(t, "game"))
	const ends, inner, step = 4, 14, 5
	for i := range inner {
		n := scriptNode{Player: r.IntN(g.players), Returns: g.someReturns(r)}
		children := 1 + r.IntN(4)
		if i == 0 {
			children = max(children, 2)
		}
		if chance && i > 0 && r.IntN(4) == 0 {
			n.Player, children = mcts.Chance, 2
			n.Probs = []float64{0.25, 0.75}
		}
		first, others := i+1, min(step, inner+ends-i-1)
		if circles {
			first, others = 0, inner+ends
		}
		for len(n.Children) < min(children, others) {
			if k := first + r.IntN(others); !slices.Contains(n.Children, k) {
				n.Children = append(n.Children, k)
			}
		}
		if len(n.Children) == 1 {
			n.Player, n.Probs = max(0, n.Player), nil
		}
		g.nodes = append(g.nodes, n)
	}
	for range ends {
		g.nodes = append(g.nodes, scriptNode{Returns: g.someReturns(r)})
	}
	return g
}

// someReturns returns such returns that they are in [0,1] with all rewards. They are multiples of
// 1/8, so that expectations are equal or clearly different.
func (g *web) someReturns(r *rng.Rand) (returns []float64) {
	for range g.players {
		returns = append(returns, float64(r.IntN(5))/8)
	}
	return returns
}

func (g *web) NumPlayers() int     { return g.players }
func (g *web) ToMove(s *place) int { return g.nodes[s.at].Player }

func (g *web) AppendActions(dst []branch, s *place) []branch {
	for k := range g.nodes[s.at].Children {
		dst = append(dst, branch(k))
	}
	return dst
}

func (g *web) AppendOutcomes(dst []mcts.Outcome[branch], s *place) []mcts.Outcome[branch] {
	for k, p := range g.nodes[s.at].Probs {
		dst = append(dst, mcts.Outcome[branch]{Action: branch(k), Prob: p})
	}
	return dst
}

func (g *web) Apply(s *place, a branch)         { s.at, s.from = g.nodes[s.at].Children[a], s.at }
func (g *web) Returns(s *place, out []float64)  { copy(out, g.nodes[s.at].Returns) }
func (g *web) Evaluate(s *place, out []float64) { copy(out, g.nodes[s.at].Returns) }
func (g *web) Hash(s *place) uint64             { return rng.Mix(uint64(s.at)) }
func (g *web) Supports(c game.Capability) bool  { return c != game.HasRewarder || g.pays }
func (g *web) Rewards(s *place, out []float64)  { copy(out, g.rewards(s.from, s.at)) }
func (g *web) rewards(from, to int) []float64 {
	out := make([]float64, g.players)
	for p := range out {
		if g.pays {
			out[p] = float64(rng.Mix(uint64(from*64+to*8+p))%8) / 256
		}
	}
	return out
}

// naiveGraph is a search in a graph with maps, nodes on the heap, and values that are computed from
// scratch. It draws random numbers in the order of mcts.
type naiveGraph struct {
	*web
	c, discount float64
	evaluates   bool // leaves get the value of Evaluate, not of a playout
	mean        bool // the value of a node is the mean of its simulations
	rand        *rng.Rand
	nodes       map[int]*position
}

// position is a node.
type position struct {
	visits, evaluations int
	own                 []float64 // the mean of its evaluations
	brought             []float64 // the sum of what its simulations have brought
	value               []float64
	expanded            bool
	untried             []branch
	edges               []*naiveEdge // tried ones, in the order of their trial; all outcomes of chance
}

type naiveEdge struct {
	action branch
	visits int
	to     int // -1: no simulation has come there
}

func (g *naiveGraph) at(s place) *position {
	if g.nodes[s.at] == nil {
		n := &position{}
		for _, values := range []*[]float64{&n.own, &n.brought, &n.value} {
			*values = make([]float64, g.players)
		}
		g.nodes[s.at] = n
	}
	return g.nodes[s.at]
}

func (g *naiveGraph) simulate(root int) {
	s := place{root, root}
	var nodes []*position
	var edges []*naiveEdge
	var places []int
	var brought []float64
	for {
		n := g.at(s)
		if n.visits == 0 && len(nodes) > 0 || len(g.web.nodes[s.at].Children) == 0 {
			brought = g.evaluate(n, s)
			break
		}
		if slices.Contains(nodes, n) {
			brought = slices.Clone(n.value)
			break
		}
		e := g.choose(n, s)
		nodes, edges, places = append(nodes, n), append(edges, e), append(places, s.at)
		g.Apply(&s, e.action)
		e.to = s.at
	}
	for i := len(nodes) - 1; i >= 0; i-- {
		if n := nodes[i]; g.web.nodes[places[i]].Player == mcts.Chance {
			if n.evaluations > 0 {
				clear(n.brought)
			}
			n.visits, n.evaluations = n.visits-n.evaluations, 0 // Outcomes replace the playout.
		}
		edges[i].visits++
		nodes[i].visits++
		for p, reward := range g.rewards(places[i], edges[i].to) {
			brought[p] = reward + float64(g.factor(places[i])*brought[p])
			nodes[i].brought[p] += brought[p]
		}
		g.update(nodes[i], places[i])
	}
}

func (g *naiveGraph) evaluate(n *position, s place) (value []float64) {
	value = make([]float64, g.players)
	line := []int{s.at}
	for at := s; !g.evaluates && len(g.web.nodes[at.at].Children) > 0; line = append(line, at.at) {
		if m := g.web.nodes[at.at]; m.Player == mcts.Chance {
			g.Apply(&at, g.draw(m.Probs))
		} else {
			g.Apply(&at, branch(g.rand.IntN(len(m.Children))))
		}
	}
	copy(value, g.web.nodes[line[len(line)-1]].Returns)
	for i := len(line) - 1; i > 0; i-- {
		for p, reward := range g.rewards(line[i-1], line[i]) {
			value[p] = reward + float64(g.factor(line[i-1])*value[p])
		}
	}
	n.visits++
	n.evaluations++
	for p, v := range value {
		n.own[p] += (v - n.own[p]) / float64(n.evaluations)
		n.brought[p] += v
	}
	g.update(n, s.at)
	return value
}

func (g *naiveGraph) factor(from int) float64 {
	if g.web.nodes[from].Player == mcts.Chance {
		return 1
	}
	return g.discount
}

func (g *naiveGraph) draw(probs []float64) branch {
	outcomes := make([]mcts.Outcome[branch], len(probs))
	for k, p := range probs {
		outcomes[k] = mcts.Outcome[branch]{Action: branch(k), Prob: p}
	}
	return branch(game.DrawOutcome(outcomes, g.rand))
}

// worth is what an edge brings a player.
func (g *naiveGraph) worth(from int, e *naiveEdge, player int) float64 {
	return float64(g.factor(from)*g.nodes[e.to].value[player]) + g.rewards(from, e.to)[player]
}

// update derives the value of a node, and then of the chance nodes before it.
func (g *naiveGraph) update(n *position, at int) {
	n.value = g.worthOf(n, at)
	before := map[*position][]float64{}
	for from, m := range g.nodes {
		for _, e := range m.edges {
			if g.web.nodes[from].Player == mcts.Chance && e.to == at && e.visits > 0 {
				before[m] = g.worthOf(m, from)
			}
		}
	}
	for m, value := range before {
		m.value = value
	}
}

func (g *naiveGraph) worthOf(n *position, at int) []float64 {
	value := make([]float64, g.players)
	for p := range value {
		sum := float64(float64(n.evaluations) * n.own[p])
		for _, e := range n.edges {
			if e.to >= 0 {
				sum += float64(float64(e.visits) * g.worth(at, e, p))
			}
		}
		if value[p] = sum / float64(n.visits); g.mean {
			value[p] = n.brought[p] / float64(n.visits)
		}
	}
	return value
}

func (g *naiveGraph) choose(n *position, s place) *naiveEdge {
	if m := g.web.nodes[s.at]; !n.expanded {
		n.expanded = true
		for k := range m.Children {
			n.untried = append(n.untried, branch(k))
			if m.Player == mcts.Chance {
				n.edges = append(n.edges, &naiveEdge{branch(k), 0, -1})
			}
		}
	}
	if m := g.web.nodes[s.at]; m.Player == mcts.Chance {
		return n.edges[g.draw(m.Probs)]
	}
	if len(n.untried) > 0 {
		k := g.rand.IntN(len(n.untried))
		e := &naiveEdge{n.untried[k], 0, -1}
		n.untried[k] = n.untried[0]
		n.untried, n.edges = n.untried[1:], append(n.edges, e)
		return e
	}
	var best *naiveEdge
	greatest := float32(math.Inf(-1))
	for _, e := range n.edges {
		explore := float32(g.c) * float32(math.Sqrt(math.Log(float64(n.visits))))
		bound := float32(g.worth(s.at, e, g.ToMove(&s))) + float32(explore*float32(1/math.Sqrt(float64(e.visits))))
		if bound > greatest {
			best, greatest = e, bound
		}
	}
	return best
}
