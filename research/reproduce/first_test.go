package main

import (
	"io"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/research/internal/table"
)

// The first games of every claim of strength must agree with the stored result. A change of the
// library that changes them changes the claims: play the experiments again, with -store, and write
// the pages.
func TestFirstGames(t *testing.T) {
	want, err := table.Read[firstGames](filepath.Join(stored, firstFile))
	require.NoError(t, err)
	for _, e := range all() {
		if !e.repeats() {
			require.NotContains(t, want, e.name)
			continue
		}
		t.Run(e.name, func(t *testing.T) {
			t.Parallel()
			p, err := e.withGames(1).play(t.Context(), "", 1, nil, io.Discard)
			require.NoError(t, err)
			require.Equal(t, want[e.name], p.first)
		})
	}
}

// The sum covers all actions of the games with the first opening.
func TestFirstSum(t *testing.T) {
	e, _, err := page{}.one("strength-mast-dots3")
	require.NoError(t, err)
	p, err := e.withGames(12).play(t.Context(), "", 1, nil, io.Discard)
	require.NoError(t, err)
	again, err := e.withGames(1).play(t.Context(), "", 1, nil, io.Discard)
	require.NoError(t, err)
	require.Equal(t, 6, p.first.Games(), "three players sit in six ways")
	require.Equal(t, p.first, again.first)
	e.seed = 2
	other, err := e.withGames(1).play(t.Context(), "", 1, nil, io.Discard)
	require.NoError(t, err)
	require.NotEqual(t, p.first.Sum, other.first.Sum)
}
