package mcts_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/goofspiel"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/similarity"
)

// board is Connect Four with the five methods and its cells.
type board struct {
	bare[connect4.State, connect4.Drop]
	cells connect4.Game
}

func (b board) AppendCells(dst []uint8, s *connect4.State) []uint8 {
	return b.cells.AppendCells(dst, s)
}

func newBoard(t *testing.T, width, height int) board {
	g, err := connect4.New(width, height)
	require.NoError(t, err)
	return board{bare[connect4.State, connect4.Drop]{g}, g}
}

// twoBits is a code of two bits per cell, folded: exact on boards of up to 32 cells.
var twoBits = similarity.Func(func(cells []uint8) (code uint64) {
	for i, c := range cells {
		code ^= uint64(c) << (2 * i % 64)
	}
	return code
})

func childOf[A comparable](t require.TestingT, r mcts.Result[A], a A) mcts.Child[A] {
	for _, c := range r.Children {
		if c.Action == a {
			return c
		}
	}
	require.Fail(t, "no such child")
	return mcts.Child[A]{}
}

// Nodes keep their imported statistics from move to move, Reset leads to the same game, and
// parallel trees equal the trees of one worker.
func TestSimilarityGame(t *testing.T) {
	g, err := breakthrough.New(5, 5)
	require.NoError(t, err)
	for i, cfg := range []mcts.Config{
		{Similarity: &mcts.Similarity{Distance: 2}},
		{Similarity: &mcts.Similarity{Distance: 2, Encoder: similarity.Huffman{}, Research: similarity.Readings{Forget: true}}},
		{Similarity: &mcts.Similarity{Distance: 1, Encoder: similarity.Random{}, MaxSignatures: 1000, Research: similarity.Readings{Keep: 0.5}}},
		{Similarity: &mcts.Similarity{Research: similarity.Readings{TreeOnly: true, StoreFirst: true}}, Playout: policy.MAST{}},
		{Similarity: &mcts.Similarity{Distance: 2, KeepTree: true}},
		{Similarity: &mcts.Similarity{Encoder: similarity.Opponents{}}},
		{Similarity: &mcts.Similarity{Distance: 2}, Parallel: mcts.RootParallel{Trees: 3, Workers: 2}},
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			s, err := mcts.New(g, cfg)
			require.NoError(t, err)
			first := playSimilar(t, g, s)
			s.Reset(0)
			require.Equal(t, first, playSimilar(t, g, s))
		})
	}
}

func playSimilar(t *testing.T, g breakthrough.Game, s *mcts.Search[breakthrough.State, breakthrough.Move]) (moves []breakthrough.Move) {
	imported := false
	for state := g.Start(); len(g.AppendActions(nil, &state)) > 0; {
		r, err := s.Run(bg, &state, mcts.Budget{Simulations: 300})
		require.NoError(t, err)
		require.NoError(t, s.Check())
		for _, c := range r.Children {
			imported = imported || c.ImportedVisits > 0
		}
		g.Apply(&state, r.Action)
		advance(t, s, r.Action)
		require.NoError(t, s.Check())
		moves = append(moves, r.Action)
	}
	require.True(t, imported)
	return moves
}

// Nodes keep their imported statistics when Advance moves them to the front of the tree.
func TestSimilarityAdvance(t *testing.T) {
	g := connect4.Game{}
	s, err := mcts.New(g, mcts.Config{Similarity: &mcts.Similarity{Distance: 2, KeepTree: true}})
	require.NoError(t, err)
	r, err := s.Run(bg, &connect4.State{}, mcts.Budget{Simulations: 5000})
	require.NoError(t, err)
	want := map[connect4.Drop]int{}
	sum := 0
	for _, n := range s.Root().Children() {
		if n.Action() != r.Action {
			continue
		}
		for _, child := range n.Children() {
			want[child.Action()] = child.ImportedVisits()
			sum += child.ImportedVisits()
		}
	}
	require.Positive(t, sum)
	requireAdvance(t, true, s, r.Action)
	for _, child := range s.Root().Children() {
		require.Equal(t, want[child.Action()], child.ImportedVisits())
	}
}

// Without KeepTree a new root has a new tree, whose nodes import the statistics collected so far.
func TestSimilarityNewTree(t *testing.T) {
	g, state := connect4.Game{}, connect4.State{}
	s, err := mcts.New(g, mcts.Config{Similarity: &mcts.Similarity{}})
	require.NoError(t, err)
	r, err := s.Run(bg, &state, mcts.Budget{Simulations: 5000})
	require.NoError(t, err)
	requireAdvance(t, false, s, r.Action)
	require.NoError(t, s.Check())
	g.Apply(&state, r.Action)
	r, err = s.Run(bg, &state, mcts.Budget{Simulations: 100})
	require.NoError(t, err)
	require.Equal(t, 100, s.Root().Visits())
	require.Greater(t, r.Children[0].ImportedVisits, 100, "a board that was seen before")
}

// FreshTree and KeepTree contradict each other.
func TestSimilarityFreshTree(t *testing.T) {
	_, err := mcts.New(connect4.Game{}, mcts.Config{FreshTree: true, Similarity: &mcts.Similarity{KeepTree: true}})
	require.EqualError(t, err, "mcts: Config.Similarity.KeepTree and Config.FreshTree are set; want one of them")
	_, err = mcts.New(connect4.Game{}, mcts.Config{FreshTree: true, Similarity: &mcts.Similarity{}})
	require.NoError(t, err)
}

// A simulation with position similarity allocates no memory once the tables are large enough.
func TestSimilarityAllocates(t *testing.T) {
	mcts.OneGoroutine(t)
	for _, e := range []similarity.Encoder{similarity.Appearance{}, similarity.Huffman{}, similarity.Random{}, similarity.Opponents{}} {
		few, many := allocations(t, connect4.Game{}, mcts.Config{Similarity: &mcts.Similarity{Distance: 2, Encoder: e}}, 100, 2000)
		require.InDelta(t, few, many, 10, "%T", e)
	}
}

// With codes that no two boards share, the tree equals plain UCT: the games that codes are made
// from take no numbers from the stream of the simulations.
func TestSimilarityOfNothing(t *testing.T) {
	n := uint64(0)
	unique := similarity.Func(func([]uint8) uint64 { n++; return n })
	plain, err := mcts.New[connect4.State, connect4.Drop](newBoard(t, 7, 6), mcts.Config{Seed: 3})
	require.NoError(t, err)
	s, err := mcts.New[connect4.State, connect4.Drop](newBoard(t, 7, 6), mcts.Config{Seed: 3, Similarity: &mcts.Similarity{Encoder: unique}})
	require.NoError(t, err)
	want, err := plain.Run(bg, &connect4.State{}, mcts.Budget{Simulations: 3000})
	require.NoError(t, err)
	got, err := s.Run(bg, &connect4.State{}, mcts.Budget{Simulations: 3000})
	require.NoError(t, err)
	require.Equal(t, want.Children, got.Children)
	require.Equal(t, want.PV, got.PV)
}

func TestSimilarityErrors(t *testing.T) {
	for want, cfg := range map[string]mcts.Config{
		"mcts: Config.Similarity.Distance is 4, want 0..3":                                                       {Similarity: &mcts.Similarity{Distance: 4}},
		"mcts: Config.Similarity.Distance is -5, want 0..3":                                                      {Similarity: &mcts.Similarity{Distance: -5}},
		"mcts: Config.Similarity.Cap is -1, want >= 0":                                                           {Similarity: &mcts.Similarity{Cap: -1}},
		"mcts: Config.Similarity.Research.Keep is 2, want 0..1":                                                  {Similarity: &mcts.Similarity{Research: similarity.Readings{Keep: 2}}},
		"mcts: Config.Similarity.MaxSignatures is -1, want 0..16777215":                                          {Similarity: &mcts.Similarity{MaxSignatures: -1}},
		"mcts: Config.Similarity.Research.Parent is 3, want OwnVisits, OwnImports or ChildImports":               {Similarity: &mcts.Similarity{Research: similarity.Readings{Parent: 3}}},
		"similarity: Random.Bits is 65, want 0..64":                                                              {Similarity: &mcts.Similarity{Encoder: similarity.Random{Bits: 65}}},
		"similarity: Weight of mcts_test.negative is -1 at distance 0, want 0..1e6":                              {Similarity: &mcts.Similarity{Weight: negative{}}},
		"and Config.Parallel is a mcts.TreeParallel, whose workers do not share":                                 {Similarity: &mcts.Similarity{}, Parallel: mcts.TreeParallel{}},
		"and policy.UCB1Tuned reads statistics beside means and visits, which are not kept for positions":        {Similarity: &mcts.Similarity{}, Selection: policy.UCB1Tuned{}},
		"Config.Similarity is set, and Config.Parallel is a mcts.LeafParallel":                                   {Similarity: &mcts.Similarity{}, Parallel: mcts.LeafParallel{}},
		"Config.Similarity is set, and policy.Exp3 reads statistics beside means and visits, which are not kept": {Similarity: &mcts.Similarity{}, Selection: policy.Exp3{}},
		"Config.Backup is a TurnDiscount with Loss -1":                                                           {Similarity: &mcts.Similarity{}, Backup: policy.TurnDiscount{Loss: -1}},
	} {
		t.Run(want, func(t *testing.T) {
			_, err := mcts.New(connect4.Game{}, cfg)
			require.ErrorContains(t, err, want)
		})
	}
	_, err := mcts.New[connect4.State, connect4.Drop](openGame{}, mcts.Config{Similarity: &mcts.Similarity{}, Hidden: mcts.ISMCTS{}})
	require.ErrorContains(t, err, "mcts: Config.Hidden is set, and so is Config.Similarity: cells do not show what is hidden")
	_, err = mcts.New(goofspiel.Game{}, mcts.Config{Similarity: &mcts.Similarity{}})
	require.ErrorContains(t, err, "mcts: Config.Similarity needs cells, and goofspiel.Game has no AppendCells")

	s, err := mcts.New(connect4.Game{}, mcts.Config{Similarity: &mcts.Similarity{Encoder: noCode{}}})
	require.NoError(t, err)
	_, err = s.Run(bg, &connect4.State{}, mcts.Budget{Simulations: 1})
	require.EqualError(t, err, "mcts: Config.Similarity.Encoder: New of mcts_test.noCode returned nil")
}

type negative struct{}

func (negative) Weight(int) float64 { return -1 }

type noCode struct{}

func (noCode) New(*similarity.Sample, uint64) (similarity.Signature, error) { return nil, nil }

// Codes are made from ten games.
func TestSimilaritySample(t *testing.T) {
	seen := 0
	e := encoder(func(s *similarity.Sample) { seen = s.Positions })
	g := connect4.Game{}
	s, err := mcts.New(g, mcts.Config{Similarity: &mcts.Similarity{Encoder: e}})
	require.NoError(t, err)
	_, err = s.Run(bg, &connect4.State{}, mcts.Budget{Simulations: 10})
	require.NoError(t, err)
	require.Greater(t, seen, 10*8, "ten games, from the start on")
}

type encoder func(*similarity.Sample)

func (e encoder) New(s *similarity.Sample, seed uint64) (similarity.Signature, error) {
	e(s)
	return similarity.Appearance{}.New(s, seed)
}

// When a move is played, the signature table keeps all its entries, a share of their weight, or
// nothing. If all positions have one signature, a new node imports as many visits as there were
// simulations.
func TestSimilarityLifetime(t *testing.T) {
	one := similarity.Func(func([]uint8) uint64 { return 1 })
	for _, c := range []struct {
		cfg  mcts.Similarity
		want int
	}{
		{mcts.Similarity{}, 100},
		{mcts.Similarity{Research: similarity.Readings{Keep: 0.25}}, 25},
		{mcts.Similarity{Research: similarity.Readings{Forget: true}}, 0},
		{mcts.Similarity{Cap: 10}, 10},
		{mcts.Similarity{Distance: 2, Weight: similarity.Falling{F: 0.5}}, 100},
	} {
		c.cfg.Encoder = one
		s, err := mcts.New(connect4.Game{}, mcts.Config{Similarity: &c.cfg})
		require.NoError(t, err)
		state := connect4.State{}
		_, err = s.Run(bg, &state, mcts.Budget{Simulations: 100})
		require.NoError(t, err)
		connect4.Game{}.Apply(&state, 3)
		r, err := s.Run(bg, &state, mcts.Budget{Simulations: 1})
		require.NoError(t, err)
		require.Equal(t, c.want, r.Children[0].ImportedVisits)
	}
}

// turning is a board with a turn for every ply.
type turning struct{ board }

func (g turning) Turn(s *connect4.State) (n int) {
	for _, cell := range g.AppendCells(nil, s) {
		if cell != 0 {
			n++
		}
	}
	return n
}

// turnCount is a Backup that counts the simulations that were as many turns long as plies.
type turnCount struct{ right, wrong *int }

func (turnCount) Needs() policy.Needs { return policy.NeedDepths }

func (c turnCount) Credit(t *policy.Trace, values []float64) {
	policy.Average{}.Credit(t, values)
	if t.Turns == t.Length {
		*c.right++
	} else {
		*c.wrong++
	}
}

// A backup that reads turns gets them with position similarity too.
func TestSimilarityTurns(t *testing.T) {
	c := turnCount{new(int), new(int)}
	s, err := mcts.New(turning{newBoard(t, 5, 4)}, mcts.Config{Similarity: &mcts.Similarity{}, Backup: c})
	require.NoError(t, err)
	_, err = s.Run(bg, &connect4.State{}, mcts.Budget{Simulations: 500})
	require.NoError(t, err)
	require.Equal(t, 500, *c.right)
	require.Zero(t, *c.wrong)
}

// With Research.Forget a Run forgets the statistics of positions if its root differs from the root
// of the Run before. A Run that continues from the same root remembers them.
func TestSimilarityRemembersAtTheSameRoot(t *testing.T) {
	cfg := mcts.Similarity{
		Encoder:  similarity.Func(func([]uint8) uint64 { return 1 }),
		Research: similarity.Readings{Forget: true},
	}
	s, err := mcts.New(connect4.Game{}, mcts.Config{Similarity: &cfg})
	require.NoError(t, err)
	state := connect4.State{}
	for range 2 {
		for n := range 3 { // Each simulation tries another action.
			r := run(t, s, state, 1)
			require.Equal(t, n, r.Children[n].ImportedVisits)
		}
		connect4.Game{}.Apply(&state, 3)
	}
}
