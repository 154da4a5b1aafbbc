package mcts

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/mcts/internal/amaf"
	"github.com/banyan-go/banyan/policy"
)

// The pool frees the tables that are not in use, and counts in Result.Bytes and in MaxBytes.
func TestAMAFTables(t *testing.T) {
	g := maze{2}
	start := cave{seed: 1}
	run := func(cfg Config) (*Search[cave, int], Result[int]) {
		s, err := New(g, cfg)
		require.NoError(t, err)
		r, err := s.Run(t.Context(), &start, Budget{Simulations: 2000})
		require.NoError(t, err)
		require.NoError(t, s.Check())
		return s, r
	}
	s, r := run(Config{Selection: policy.RAVE{}})
	chunk := s.w.tree.ChunkBytes()
	n, _ := s.w.known.AMAF.Pool()
	bytes := chunk + int64(n*len(s.w.known.AMAF.Table(rootTable)))*8
	require.Equal(t, bytes, r.Bytes, "a chunk and the tables")
	_, r = run(Config{Selection: policy.RAVE{}, MaxBytes: 2 * chunk})
	require.Equal(t, bytes, r.Bytes, "there is room for the tables")
	s, r = run(Config{Selection: policy.RAVE{}, MaxBytes: 2*chunk - 1})
	require.Equal(t, chunk, r.Bytes)
	require.True(t, r.Full)
	all, _ := s.w.known.AMAF.Pool()
	require.Zero(t, all)

	s, _ = run(Config{Selection: policy.GRAVE{Ref: 5}})
	a := s.w.known.AMAF
	all, free := a.Pool()
	require.Greater(t, all-len(free), 2)
	s.Reset(1)
	_, err := s.Run(t.Context(), &start, Budget{Simulations: 1})
	require.NoError(t, err)
	_, free = a.Pool()
	require.Len(t, free, all, "all tables but that of the root are free")
}

// Check finds AMAF statistics that cannot be, and numbers of other actions.
func TestAMAFCheck(t *testing.T) {
	broken := func(corrupt func(a *amaf.AMAF, table []policy.Stats, first uint32)) error {
		s, err := New(maze{2}, Config{Selection: policy.GRAVE{Ref: 5}})
		require.NoError(t, err)
		_, err = s.Run(t.Context(), &cave{seed: 1}, Budget{Simulations: 100})
		require.NoError(t, err)
		require.NoError(t, s.Check())
		a := s.w.known.AMAF
		for _, child := range s.Root().Children() {
			if b := child.block(); b.Count() > 0 && *a.Cell(b.Slot()) != 0 {
				corrupt(a, a.Table(*a.Cell(b.Slot())), b.First())
				return s.Check()
			}
		}
		t.Fatal("no child of the root has a table")
		return nil
	}
	require.ErrorContains(t, broken(func(_ *amaf.AMAF, table []policy.Stats, _ uint32) { table[0].Visits = 101 }),
		"visits, its AMAF statistics have 101 simulations")
	require.ErrorContains(t, broken(func(_ *amaf.AMAF, table []policy.Stats, _ uint32) { table[2].Visits = 101 }),
		"AMAF cell 2 has 101 of")
	require.ErrorContains(t, broken(func(a *amaf.AMAF, _ []policy.Stats, first uint32) { *a.Cell(first) ^= 3 }),
		"AMAF statistics take")
}
