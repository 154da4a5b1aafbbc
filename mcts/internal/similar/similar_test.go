package similar_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/mcts/internal/pass"
	"github.com/banyan-go/banyan/mcts/internal/similar"
	"github.com/banyan-go/banyan/mcts/internal/tree"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/similarity"
)

// first is the signature by the first cell.
type first struct{}

func (first) New(*similarity.Sample, uint64) (similarity.Signature, error) { return first{}, nil }
func (first) Encode(cells []uint8) uint64                                  { return uint64(cells[0]) }

// twoCells is a sample of positions of two cells.
func twoCells(uint64) (similarity.Sample, bool, error) { return similarity.Sample{Cells: 2}, true, nil }

// A new node imports the mean of the returns of all simulations that have passed a position with
// its signature, and the selection sees them in addition to its own.
func TestImports(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := tree.New(2, tree.NewActions[int]())
		s := similar.New(&all, similar.Config{
			Encoder: first{}, Weights: []float64{1}, MaxSignatures: 100,
			Sample: twoCells,
		}, 1)
		all.Reset()
		require.NoError(t, s.Prepare(false))
		sums, counts := map[uint8]float64{}, map[uint8]int{} // of player 0, by signature
		look := func(cell uint8) { s.Observe(append(s.Cells(), cell, 0), 0) }
		all.Link(tree.Root, tree.Make(&all, 0, make([]int, 8)))
		for k := range uint32(rapid.IntRange(1, 8).Draw(t, "edges")) {
			tree.Try[int](&all, all.Below(tree.Root), k)
			all.AddNode()
			slot := all.Below(tree.Root).First() + k
			p := &pass.Pass{Walk: tree.Walk{Path: []tree.Step{{Slot: slot}}}}
			cells := rapid.SliceOfN(rapid.Uint8Range(0, 3), 3, 3).Draw(t, "cells") // of the root, the node and the playout
			s.Begin(p)
			look(cells[0])
			look(cells[1])
			require.NoError(t, s.Selected(p))
			require.Equal(t, counts[cells[1]], s.Imported(slot))
			mean, visits := sums[cells[1]], float64(counts[cells[1]])
			look(cells[2])
			value := float64(rapid.IntRange(0, 4).Draw(t, "return")) / 4
			p.Relative = []float64{value, 1 - value}
			all.AddReturns(&p.Walk, p.Relative)
			require.NoError(t, s.BackedUp(p))
			require.Empty(t, all.Check(s.Check))
			var n policy.Node
			s.Show(&n, p, all.Below(tree.Root).Edges(k+1))
			require.InDelta(t, (mean+value)/(visits+1), n.Children[k].Mean, 1e-6)
			slices.Sort(cells)
			for _, cell := range slices.Compact(cells) { // A simulation counts once.
				sums[cell] += value
				counts[cell]++
			}
		}
	})
}

// The root imports nothing: a simulation that goes no further has made no node.
func TestRootImportsNothing(t *testing.T) {
	all := tree.New(2, tree.NewActions[int]())
	s := similar.New(&all, similar.Config{Encoder: first{}, Weights: []float64{1}, MaxSignatures: 100, Sample: twoCells}, 1)
	all.Reset()
	require.NoError(t, s.Prepare(false))
	for range 2 {
		p := &pass.Pass{Relative: []float64{1, 0}}
		s.Begin(p)
		s.Observe(append(s.Cells(), 1, 2), 0)
		require.NoError(t, s.Selected(p))
		require.NoError(t, s.BackedUp(p))
		require.Zero(t, s.Imported(tree.Root))
	}
}

// nothing is an encoder that makes no signature.
type nothing struct{}

func (nothing) New(*similarity.Sample, uint64) (similarity.Signature, error) { return nil, nil }

// A signature is made once, or again if it was made in a hurry, or if the search was reset; what
// goes wrong is an error.
func TestSignatureIsMadeOnce(t *testing.T) {
	all := tree.New(2, tree.NewActions[int]())
	made, whole, sampleError := 0, false, error(nil)
	cfg := similar.Config{Encoder: first{}, Weights: []float64{1}, MaxSignatures: 100, Sample: func(uint64) (similarity.Sample, bool, error) {
		made++
		return similarity.Sample{Cells: 2}, whole, sampleError
	}}
	s := similar.New(&all, cfg, 1)
	require.NoError(t, s.Prepare(false))
	whole = true
	require.NoError(t, s.Prepare(false))
	require.NoError(t, s.Prepare(true))
	require.Equal(t, 2, made)
	require.False(t, s.NeedsPlayers())
	s.Reset(2)
	sampleError = errors.New("no sample")
	require.ErrorIs(t, s.Prepare(true), sampleError)
	sampleError = nil
	require.NoError(t, s.Prepare(true))
	require.Equal(t, 4, made)

	cfg.Encoder = nothing{}
	s = similar.New(&all, cfg, 1)
	require.EqualError(t, s.Prepare(false), "mcts: Config.Similarity.Encoder: New of similar_test.nothing returned nil")
	cfg.Encoder = similarity.Opponents{}
	cfg.Sample = func(uint64) (similarity.Sample, bool, error) {
		sample := similarity.Sample{Writes: make([][256]uint64, 2)}
		sample.Add([]uint8{1, 2})
		return sample, true, nil
	}
	s = similar.New(&all, cfg, 1)
	require.NoError(t, s.Prepare(false))
	require.True(t, s.NeedsPlayers())
}

// A game that appends a wrong number of cells is named.
func TestWrongNumberOfCells(t *testing.T) {
	all := tree.New(2, tree.NewActions[int]())
	s := similar.New(&all, similar.Config{Encoder: first{}, Weights: []float64{1}, Game: "a game", Sample: twoCells}, 1)
	require.NoError(t, s.Prepare(false))
	p := &pass.Pass{Relative: []float64{0, 1}}
	s.Begin(p)
	s.Observe(append(s.Cells(), 1, 2), 0)
	s.Observe(append(s.Cells(), 1), 0)
	require.PanicsWithValue(t, "mcts: AppendCells of string appended 3 cells for 2 positions, want 2 for each", func() { _ = s.BackedUp(p) })
}
