package mcts_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// hiddenGame is a game with chance and hidden information.
type hiddenGame[S any, A comparable] interface {
	mcts.Game[S, A]
	mcts.Determinizer[S]
	mcts.ChanceGame[S, A]
}

// naiveSets is the search of information sets as the paper has it, with nodes on the heap. It draws
// random numbers in the order of mcts. Nodes belong to what their movers know, if the game can
// tell, or to the edges that lead to them and their movers.
type naiveSets[S any, A comparable] struct {
	game  hiddenGame[S, A]
	knows mcts.Informer[S] // nil: it cannot tell
	c     float64
	rand  *rng.Rand
	nodes map[string]*setNode[A]
	edges int
}

type setNode[A comparable] struct{ children []*naiveSet[A] }

// naiveSet is an edge, with the first node that it has led to.
type naiveSet[A comparable] struct {
	setNode[A]
	action            A
	mover, number     int
	visits, available int
	sum               float64
}

func (n *naiveSets[S, A]) run(root S, simulations int) *naiveSet[A] {
	top := &naiveSet[A]{}
	n.nodes, n.edges = map[string]*setNode[A]{}, 0
	observer := n.game.ToMove(&root)
	n.game.Determinize(&root, observer, n.rand)
	for range simulations {
		s := root
		n.game.Determinize(&s, observer, n.rand)
		n.simulate(top, s)
	}
	return top
}

func (n *naiveSets[S, A]) simulate(top *naiveSet[A], s S) {
	path := []*naiveSet[A]{top}
	node := top
	for node == top || node.visits > 0 {
		mover := n.game.ToMove(&s)
		actions, outcome := n.actions(&s)
		if len(actions) == 0 {
			break
		}
		if mover == mcts.Chance {
			actions = actions[outcome : outcome+1]
		}
		node = n.child(n.below(node, &s, mover), mover, actions)
		n.game.Apply(&s, node.action)
		path = append(path, node)
	}
	for actions, k := n.actions(&s); len(actions) > 0; actions, k = n.actions(&s) {
		if n.game.ToMove(&s) != mcts.Chance {
			k = n.rand.IntN(len(actions))
		}
		n.game.Apply(&s, actions[k])
	}
	returns := make([]float64, n.game.NumPlayers())
	n.game.Returns(&s, returns)
	for _, v := range path {
		v.visits++
		v.sum += returns[max(0, v.mover)]
	}
}

// actions returns what may be played, and what chance does.
func (n *naiveSets[S, A]) actions(s *S) (actions []A, outcome int) {
	if n.game.ToMove(s) != mcts.Chance {
		return n.game.AppendActions(nil, s), 0
	}
	u := n.rand.Float64()
	for k, o := range n.game.AppendOutcomes(nil, s) {
		if actions = append(actions, o.Action); u >= 0 {
			outcome = k
			u -= o.Prob
		}
	}
	return actions, outcome
}

// below returns the node that an edge leads to at s.
func (n *naiveSets[S, A]) below(edge *naiveSet[A], s *S, mover int) *setNode[A] {
	key := fmt.Sprint(edge.number, " ", mover)
	if n.knows != nil && mover >= 0 && edge.number > 0 {
		key = fmt.Sprint("knows ", mover, " ", n.knows.InformationState(s, mover))
	}
	if n.nodes[key] == nil {
		if n.nodes[key] = new(setNode[A]); edge.children == nil {
			n.nodes[key] = &edge.setNode
		}
	}
	return n.nodes[key]
}

// child returns the child to walk to: one that is new, or the best of those with these actions.
func (n *naiveSets[S, A]) child(node *setNode[A], mover int, actions []A) *naiveSet[A] {
	var there []*naiveSet[A]
	var untried []A
	for _, a := range actions {
		k := slices.IndexFunc(node.children, func(c *naiveSet[A]) bool { return c.action == a })
		if k < 0 {
			untried = append(untried, a)
		} else {
			there = append(there, node.children[k])
		}
	}
	best := n.best(there)
	if len(untried) > 0 {
		a := untried[0]
		if mover != mcts.Chance {
			a = untried[n.rand.IntN(len(untried))]
		}
		n.edges++
		best = &naiveSet[A]{action: a, mover: mover, number: n.edges}
		node.children = append(node.children, best)
		there = append(there, best)
	}
	for _, c := range there {
		c.available++
	}
	return best
}

// best returns the first child with the greatest bound.
func (n *naiveSets[S, A]) best(children []*naiveSet[A]) (best *naiveSet[A]) {
	greatest := float32(math.Inf(-1))
	for _, c := range children {
		explore := float32(n.c) * float32(math.Sqrt(math.Log(float64(c.available))))
		bound := float32(c.sum/float64(c.visits)) + float32(explore*float32(1/math.Sqrt(float64(c.visits))))
		if bound > greatest {
			best, greatest = c, bound
		}
	}
	return best
}

// requireSame checks that a node of the tree is the naive one.
func requireSame[A comparable](t require.TestingT, want *naiveSet[A], got mcts.Node[A]) {
	require.Equal(t, want.visits, got.Visits())
	children := slices.DeleteFunc(got.Children(), func(n mcts.Node[A]) bool { return n.Visits() == 0 })
	require.Len(t, children, len(want.children))
	for i, c := range want.children {
		require.Equal(t, c.action, children[i].Action())
		require.InDelta(t, c.sum/float64(c.visits), children[i].Mean(), 1e-6)
		requireSame(t, c, children[i])
	}
}

// The tree equals the tree of the paper, node by node.
func TestInformationSetIsThePapers(t *testing.T) {
	cfg := mcts.Config{Hidden: mcts.ISMCTS{}, Selection: policy.UCT{C: 0.75}}
	rapid.Check(t, func(t *rapid.T) {
		cfg.Seed = rapid.Uint64().Draw(t, "seed")
		n := rapid.IntRange(1, 1000).Draw(t, "simulations")
		if rapid.Bool().Draw(t, "wide") {
			g := wide(rapid.IntRange(1, 60).Draw(t, "cards"))
			samePaper[wideState, int](t, g, wideState{}, cfg, n)
			return
		}
		g := imperfect{seed: rapid.Uint64().Draw(t, "game"), chance: rapid.Bool().Draw(t, "chance")}
		root, _ := g.draw(rng.New(rapid.Uint64().Draw(t, "state")))
		samePaper[imperfectState, uint8](t, g, root, cfg, n)
	})
}

func samePaper[S any, A comparable](t *rapid.T, g hiddenGame[S, A], root S, cfg mcts.Config, n int) {
	s, _ := search[S, A](t, g, root, cfg, n)
	if len(s.Root().Children()) == 1 {
		n = min(n, 100) // enough where there is nothing to choose
	}
	naive := naiveSets[S, A]{game: g, c: 0.75, rand: rng.New(mcts.HiddenSeed(cfg.Seed))}
	requireSame(t, naive.run(root, n), s.Root())
}

// Nodes of what movers know are the nodes of the paper's trees of several observers, and a hidden
// card may decide who is to move. The edges of the root account for all that is below.
func TestInformationSetIsThatOfTheMover(t *testing.T) {
	cfg := mcts.Config{Hidden: mcts.ISMCTS{}, Selection: policy.UCT{C: 0.75}}
	rapid.Check(t, func(t *rapid.T) {
		cfg.Seed = rapid.Uint64().Draw(t, "seed")
		n := rapid.IntRange(1, 1000).Draw(t, "simulations")
		if rapid.Bool().Draw(t, "undecided") {
			g := undecided{wide(rapid.IntRange(1, 60).Draw(t, "cards"))}
			sameEdges[wideState, int](t, g, nil, wideState{}, cfg, n)
			return
		}
		g := knowing{imperfect{seed: rapid.Uint64().Draw(t, "game"), chance: rapid.Bool().Draw(t, "chance")}, rapid.Bool().Draw(t, "face down")}
		root, _ := g.draw(rng.New(rapid.Uint64().Draw(t, "state")))
		sameEdges[imperfectState, uint8](t, g, g, root, cfg, n)
	})
}

func sameEdges[S any, A comparable](t *rapid.T, g hiddenGame[S, A], knows mcts.Informer[S], root S, cfg mcts.Config, n int) {
	s, _ := search[S, A](t, g, root, cfg, n)
	require.NoError(t, s.Check())
	if len(s.Root().Children()) == 1 {
		n = min(n, 100)
	}
	naive := naiveSets[S, A]{game: g, knows: knows, c: 0.75, rand: rng.New(mcts.HiddenSeed(cfg.Seed))}
	want := naive.run(root, n)
	for _, e := range want.children {
		e.children = nil
	}
	got := s.Root().Children()
	for i, e := range want.children {
		require.Equal(t, e.action, got[i].Action())
		require.Equal(t, e.visits, got[i].Visits())
		require.InDelta(t, e.sum/float64(e.visits), got[i].Mean(), 1e-6)
	}
}

// knowing is a random game whose players know their cards, and the moves of the other one unless
// these are face down.
type knowing struct {
	imperfect
	faceDown bool
}

func (g knowing) InformationState(s *imperfectState, player int) uint64 {
	h := rng.Mix(uint64(s.cards[player])*8 + uint64(s.plies))
	for i, a := range s.moves[:s.plies] {
		if i%2 == player || !g.faceDown || a >= 8 {
			h = rng.Mix(h ^ uint64(a) + 1)
		}
	}
	return h
}

// wide is a game with so many hidden cards, in which the second player may play its card, or
// another action for it, or end the game, and the first may guess.
type wide int

type wideState struct {
	card, plies, played int
	over                bool
}

func (wide) NumPlayers() int         { return 2 }
func (wide) ToMove(s *wideState) int { return s.plies % 2 }
func (wide) AppendActions(dst []int, s *wideState) []int {
	switch {
	case s.over || s.plies == 4:
		return dst
	case s.plies%2 == 0:
		return append(dst, 0, 1)
	}
	return append(dst, 2*s.card, 2*s.card+1, -1)
}

func (wide) AppendOutcomes(dst []mcts.Outcome[int], _ *wideState) []mcts.Outcome[int] { return dst }

func (wide) Apply(s *wideState, a int) {
	s.over = a == -1 || s.plies == 1 && s.card%7 == 3
	s.played = s.played*5 + a + 1
	s.plies++
}

func (wide) Returns(s *wideState, out []float64) {
	out[0] = float64(rng.Mix(uint64(s.played))%3) / 2
	out[1] = 1 - out[0]
}

func (g wide) Determinize(s *wideState, observer int, r *rng.Rand) {
	if observer == 0 {
		s.card = r.IntN(int(g))
	}
}

// A full tree stays sound, and the search continues.
func TestInformationSetInLittleRoom(t *testing.T) {
	mcts.OneGoroutine(t)
	for i, cfg := range []mcts.Config{{MaxNodes: 1}, {MaxNodes: 50}, {MaxBytes: 500_000}} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			cfg.Hidden = mcts.ISMCTS{}
			n := 5_000
			if cfg.MaxBytes > 0 {
				n = 50_000
			}
			_, r := search[wideState, int](t, wide(5000), wideState{}, cfg, n)
			require.Equal(t, n, r.Simulations)
			require.True(t, r.Full)
			if cfg.MaxNodes > 0 {
				require.LessOrEqual(t, r.Nodes, max(cfg.MaxNodes, 3))
			} else {
				require.LessOrEqual(t, r.Bytes, cfg.MaxBytes)
			}
		})
	}
	for i, cfg := range []mcts.Config{{MaxNodes: 1}, {MaxNodes: 9}} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			cfg.Hidden = mcts.ISMCTS{}
			search[imperfectState, uint8](t, imperfect{chance: true, seed: 2}, imperfectState{cards: [2]uint8{0, 1}}, cfg, 500)
		})
	}
}

// The same player need not be to move after the same actions.
func TestInformationSetOfTwoPlayers(t *testing.T) {
	for seed := range uint64(1000) {
		search[wideState, int](t, undecided{5}, wideState{}, mcts.Config{Seed: seed, Hidden: mcts.ISMCTS{}}, 50)
	}
}

// Legal actions that depend on more than the mover knows are an error.
func TestInformationSetWithOtherActions(t *testing.T) {
	s, err := mcts.New(mcts.Game[wideState, int](ignorant{5}), mcts.Config{Hidden: mcts.ISMCTS{}})
	require.NoError(t, err)
	_, err = s.Run(bg, &wideState{}, mcts.Budget{Simulations: 1000})
	require.ErrorContains(t, err, "InformationState says that player 1 cannot tell two states apart in which it has different legal actions, [")
}

// ignorant is a game whose second player does not know its card.
type ignorant struct{ wide }

func (ignorant) InformationState(s *wideState, _ int) uint64 { return uint64(s.plies) }

// undecided is a game in which a hidden card decides who is to move, again and again, and how many
// actions there are.
type undecided struct{ wide }

func (undecided) ToMove(s *wideState) int {
	if s.plies == 0 {
		return 0
	}
	return s.card >> s.plies % 2
}

func (undecided) AppendActions(dst []int, s *wideState) []int {
	switch {
	case s.over || s.plies == 4:
		return dst
	case s.plies == 0:
		return append(dst, 0, 1)
	}
	for a := range 1 + s.card%12 {
		dst = append(dst, a)
	}
	return dst
}

// The selection is called with what is available.
func TestInformationSetAsksTheSelection(t *testing.T) {
	s, err := mcts.New(mcts.Game[wideState, int](wide(9)), mcts.Config{Hidden: mcts.ISMCTS{}, Selection: outOfRange{}})
	require.NoError(t, err)
	_, err = s.Run(bg, &wideState{}, mcts.Budget{Simulations: 1000})
	require.ErrorContains(t, err, "Selection mcts_test.outOfRange chose child 3 of ")
}

// outOfRange reads availability, and chooses out of range where there is less of it than visits of
// the node.
type outOfRange struct{}

func (outOfRange) Needs() policy.Needs { return policy.NeedAvailable }
func (outOfRange) Select(n *policy.Node) int {
	for i, available := range n.Available {
		if available > n.Visits || available < n.Children[i].Visits {
			return -1
		}
		if available+10 < n.Visits {
			return len(n.Children)
		}
	}
	return 0
}
