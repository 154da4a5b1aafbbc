package infoset

import (
	"math/bits"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts/internal/playout"
	"github.com/banyan-go/banyan/mcts/internal/selection"
	"github.com/banyan-go/banyan/mcts/internal/tree"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// turns is a game of two players in which hidden coins decide who moves after the first action, and
// a hidden number which actions there are then. The greater the number, the rarer.
type turns struct{}

type turnsState struct{ plies, sum, coins, number int }

func (turns) NumPlayers() int          { return 2 }
func (turns) ToMove(s *turnsState) int { return (s.plies + s.coins>>s.plies) & 1 }

func (turns) AppendActions(dst []int, s *turnsState) []int {
	switch s.plies {
	case 0:
		return append(dst, 1, 2, 3)
	case 4:
		return dst
	}
	return append(dst, s.number+1, s.number+2, s.number+3)
}

func (turns) Apply(s *turnsState, a int) { s.plies, s.sum = s.plies+1, s.sum+a }

func (turns) Returns(s *turnsState, out []float64) {
	out[0], out[1] = float64(s.sum%2), float64(1-s.sum%2)
}

func (turns) Determinize(s *turnsState, _ int, r *rng.Rand) {
	s.coins = s.coins&1 | r.IntN(8)<<1
	s.number = bits.TrailingZeros64(r.Uint64() | 1<<10)
}

// forgetful is a game of turns whose players know nothing but that it is their turn.
type forgetful struct{ turns }

func (forgetful) Determinize(s *turnsState, _ int, r *rng.Rand) { s.coins = s.coins&1 | r.IntN(8)<<1 }

func (forgetful) InformationState(*turnsState, int) uint64 { return 0 }

// search is a Walker with what it needs for simulations.
type search struct {
	*Walker[turnsState, int]
	sim playout.Simulation[turnsState, int]
}

func newSearch(t *testing.T, g game.Game[turnsState, int], believes bool) *search {
	rules, err := game.NewRules(g)
	require.NoError(t, err)
	var play playout.Maker[turnsState, int]
	play.Init(rules)
	actions := tree.NewActions[int]()
	all := tree.New(2, actions)
	choose := selection.New(&all, policy.UCT{}, nil)
	s := &search{Walker: New(&play, &all, actions, &choose, believes)}
	all.Reset()
	s.sim.Returns, s.sim.Rand = make([]float64, 2), *rng.New(1)
	return s
}

// start begins a search for observer at a state.
func (s *search) start(t *testing.T, observer int, root turnsState) {
	s.Start(observer, &root)
	if s.tree.Below(tree.Root).First() == 0 {
		s.tree.Link(tree.Root, tree.Make(s.tree, int32(observer), s.play.AppendActions(nil, &root)))
	}
	require.NoError(t, s.Prepare(true))
}

// run makes simulations from a state.
func (s *search) run(t *testing.T, observer int, root turnsState, n int) {
	for range n {
		s.sim.State = root
		s.sim.Begin(0)
		s.Begin(&s.sim, observer)
		_, err := s.SelectLeaf(&s.sim)
		require.NoError(t, err)
		require.NoError(t, s.play.Evaluate(&s.sim))
		s.tree.AddReturns(&s.sim.Walk, s.sim.Returns)
	}
}

// The nodes behind an edge move with the edge, and no entry of the map stays behind.
func TestNodesMoveWithTheirEdges(t *testing.T) {
	s := newSearch(t, turns{}, false)
	s.start(t, 0, turnsState{})
	s.run(t, 0, turnsState{}, 20_000)

	edges, moved := map[uint64]bool{}, false
	var walk func(b tree.Block)
	walk = func(b tree.Block) {
		moved = moved || b.Tried() > 4 && b.Slot() != s.tree.Below(tree.Root).Slot()
		for k := range b.Tried() {
			slot := b.First() + k
			edges[uint64(slot)] = true
			if below := s.tree.Below(slot); below.First() > 0 {
				walk(below)
			}
			for player := range int32(2) {
				if at, ok := s.nodes[node{player, uint64(slot)}]; ok {
					require.Equal(t, player, s.tree.Block(at).Player)
					walk(s.tree.Block(at))
				}
			}
		}
	}
	walk(s.tree.Below(tree.Root))
	require.True(t, moved)
	require.NotEmpty(t, s.nodes)
	for at := range s.nodes {
		require.True(t, edges[at.known], "a node of player %d stayed behind slot %d", at.player, at.known)
	}
}

// What one player believes is no belief of the other, even if both know the same.
func TestBeliefsAreOfOneObserver(t *testing.T) {
	s := newSearch(t, forgetful{}, true)
	second := turnsState{coins: 1}
	require.Equal(t, 1, s.play.ToMove(&second))
	s.start(t, 0, turnsState{})
	require.Empty(t, s.beliefs.roots)
	s.run(t, 0, turnsState{}, 100)
	s.start(t, 0, turnsState{})
	require.NotEmpty(t, s.beliefs.roots)
	s.run(t, 0, turnsState{}, 100)
	s.start(t, 1, second)
	require.Empty(t, s.beliefs.roots)
	s.run(t, 1, second, 100)
	s.start(t, 1, second)
	require.NotEmpty(t, s.beliefs.roots)
}
