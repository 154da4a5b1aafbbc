package mcts_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// decoupled is decoupled UCT as the papers have it, on a script: each player of a node has separate
// statistics. It draws random numbers in the order of mcts.
type decoupled struct {
	*script
	c     float64
	rand  *rng.Rand
	nodes map[int]*decoupledNode // by state, since a script is a tree
}

type decoupledNode struct {
	visits  int
	sums    []float64 // of the returns
	players []*bandit // all of them, or the one who chooses
}

type bandit struct {
	untried []branch
	arms    []*arm
}

type arm struct {
	action branch
	visits int
	sum    float64
}

func (d *decoupled) simulate(root int) {
	type choice struct {
		player int
		*arm
	}
	var path []choice
	var nodes []*decoupledNode
	state := root
	for {
		n := d.node(state)
		nodes = append(nodes, n)
		if len(d.script.nodes[state].Children) == 0 || n.visits == 0 && state != root {
			break
		}
		var joint []branch
		for p, b := range n.players {
			a := b.choose(d, n.visits)
			joint = append(joint, a.action)
			if d.script.nodes[state].Player >= 0 {
				p = d.script.nodes[state].Player
			}
			path = append(path, choice{p, a})
		}
		d.apply(&state, joint)
	}
	for len(d.script.nodes[state].Children) > 0 {
		var joint []branch
		for _, count := range d.counts(state) {
			joint = append(joint, branch(d.rand.IntN(count)))
		}
		d.apply(&state, joint)
	}
	returns := d.script.nodes[state].Returns
	for _, n := range nodes {
		n.visits++
		for p, v := range returns {
			n.sums[p] += v
		}
	}
	for _, c := range path {
		c.visits++
		c.sum += returns[c.player]
	}
}

func (d *decoupled) counts(state int) []int {
	if n := d.script.nodes[state]; n.Player != mcts.Simultaneous {
		return []int{len(n.Children)}
	}
	return d.script.nodes[state].Counts
}

func (d *decoupled) apply(state *int, joint []branch) {
	if d.script.nodes[*state].Player == mcts.Simultaneous {
		d.ApplyJoint(state, joint)
	} else {
		d.Apply(state, joint[0])
	}
}

func (d *decoupled) node(state int) *decoupledNode {
	n, ok := d.nodes[state]
	if !ok {
		n = &decoupledNode{sums: make([]float64, d.players)}
		for _, count := range d.counts(state) {
			b := &bandit{}
			for k := range count {
				b.untried = append(b.untried, branch(k))
			}
			n.players = append(n.players, b)
		}
		d.nodes[state] = n
	}
	return n
}

func (b *bandit) choose(d *decoupled, visits int) *arm {
	if len(b.untried) > 0 {
		k := d.rand.IntN(len(b.untried))
		a := &arm{action: b.untried[k]}
		b.untried[k] = b.untried[0]
		b.untried = b.untried[1:]
		b.arms = append(b.arms, a)
		return a
	}
	var best *arm
	greatest := float32(math.Inf(-1))
	for _, a := range b.arms {
		explore := float32(d.c) * float32(math.Sqrt(math.Log(float64(visits))))
		bound := float32(a.sum/float64(a.visits)) + float32(explore*float32(1/math.Sqrt(float64(a.visits))))
		if bound > greatest {
			best, greatest = a, bound
		}
	}
	return best
}

// The search agrees, visit for visit and at every node, with decoupled UCT written for clarity.
func TestAgreesWithNaiveDecoupledUCT(t *testing.T) {
	mcts.OneGoroutine(t)
	joints := 0
	for seed := range uint64(40) {
		g := &script{players: 1 + int(seed%3), joint: true}
		g.grow(rng.New(seed), 4, false)
		naive := &decoupled{script: g, c: 0.7, rand: rng.New(seed), nodes: map[int]*decoupledNode{}}
		for range 1000 {
			naive.simulate(0)
		}
		s, _ := search[int](t, g, 0, mcts.Config{Seed: seed, Selection: policy.UCT{C: 0.7}}, 1000)
		naive.compare(t, s.Root(), 0, &joints)
	}
	require.Greater(t, joints, 400, "nodes where all players choose")
}

// compare holds the node of a state against the naive one, and so everything below.
func (d *decoupled) compare(t *testing.T, n mcts.Node[branch], state int, joints *int) {
	player, known := n.Player()
	if !known {
		return
	}
	want := d.nodes[state]
	require.Equal(t, want.visits, n.Visits())
	for p, b := range want.players {
		if player != mcts.Simultaneous {
			p = player
		}
		choices := n.Choices(p)
		for k, a := range b.arms {
			require.Equal(t, a.action, choices[k].Action)
			require.Equal(t, a.visits, choices[k].Visits)
			require.InDelta(t, a.sum/float64(a.visits), choices[k].Mean, 1e-6)
		}
	}
	if player != mcts.Simultaneous {
		for _, child := range n.Children() {
			next := state
			d.Apply(&next, child.Action())
			d.compare(t, child, next, joints)
		}
		return
	}
	*joints++
	d.compareJoint(t, n, state, nil, joints)
}

// compareJoint compares the nodes below n, at which the given components of a joint action were
// played in a state, with the naive nodes. It returns the visits and the sums of the returns of the
// states below.
func (d *decoupled) compareJoint(t *testing.T, n mcts.Node[branch], state int, joint []branch, joints *int) (visits int, sums []float64) {
	if len(joint) == d.players {
		d.ApplyJoint(&state, joint)
		d.compare(t, n, state, joints)
		want := d.node(state)
		require.Equal(t, want.visits, n.Visits())
		return want.visits, want.sums
	}
	player := len(joint)
	sums = make([]float64, d.players)
	for _, child := range n.Children() {
		if next, known := child.Player(); player+1 < d.players && known {
			require.Equal(t, player+1, next, "whose part comes next")
		}
		v, s := d.compareJoint(t, child, state, append(slices.Clone(joint), child.Action()), joints)
		require.Equal(t, v, child.Visits())
		if v > 0 {
			require.InDelta(t, s[player]/float64(v), child.Mean(), 1e-6, "what the part was worth with those before it")
		}
		visits += v
		for p := range sums {
			sums[p] += s[p]
		}
	}
	return visits, sums
}
