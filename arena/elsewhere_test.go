package arena_test

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/games/dots"
	"github.com/banyan-go/banyan/mcts"
)

// elsewhere plays the pairs of a match in reverse order by PlayPair.
func elsewhere(m match) func(context.Context, []int, func([]arena.Record) bool) error {
	return func(ctx context.Context, pairs []int, finished func([]arena.Record) bool) error {
		for _, pair := range slices.Backward(pairs) {
			games, err := m.PlayPair(ctx, pair)
			if err != nil || !finished(games) {
				return err
			}
		}
		return nil
	}
}

func withoutTimes(records []arena.Record) []arena.Record {
	records = slices.Clone(records)
	for i := range records {
		records[i].Seconds = nil
	}
	return records
}

func TestPlayPairIsPartOfRun(t *testing.T) {
	for _, m := range []match{
		tictactoes(4, random("a"), searcher("b", 20)),
		tictactoes(2, random("a"), searcher("b", 20), first("c")),
		func() match {
			m := tictactoes(2, random("a"), searcher("b", 20), first("c"))
			m.Gauntlet = true
			return m
		}(),
	} {
		whole := withoutTimes(run(t, m))
		var pairs []arena.Record
		for pair := range len(whole) / 2 {
			games, err := m.PlayPair(bg, pair)
			require.NoError(t, err)
			pairs = append(pairs, games...)
		}
		require.Equal(t, whole, withoutTimes(pairs))
		_, err := m.PlayPair(bg, len(whole)/2)
		require.ErrorContains(t, err, "want 0 to")
		_, err = m.PlayPair(bg, -1)
		require.ErrorContains(t, err, "arena: pair -1 of a match, want 0 to")

		m.Elsewhere = elsewhere(m)
		require.Equal(t, whole, withoutTimes(run(t, m)))
	}
}

// A pair of a game for three players has six games.
func TestPlayPairOfThree(t *testing.T) {
	g, err := dots.New(2, 2, 3)
	require.NoError(t, err)
	m := arena.Match[dots.State, dots.Edge]{Game: g, Start: g.Start(), Plan: arena.Plan{Pairs: 2}, Entrants: []arena.Entrant[dots.State, dots.Edge]{
		arena.Random("a", g), arena.Searcher("b", g, mcts.Config{}, mcts.Budget{Simulations: 5}),
	}}
	whole, err := m.Run(bg)
	require.NoError(t, err)
	games, err := m.PlayPair(bg, 1)
	require.NoError(t, err)
	require.Len(t, games, 6)
	require.Equal(t, withoutTimes(whole[6:]), withoutTimes(games))
}

// TestElsewhereResumes resumes from a journal that ends in the middle of a pair.
func TestElsewhereResumes(t *testing.T) {
	m := tictactoes(5, random("a"), searcher("b", 20))
	whole := run(t, m)
	journal, err := arena.OpenJournal(filepath.Join(t.TempDir(), "j"), m.Header())
	require.NoError(t, err)
	defer func() { _ = journal.Close() }()
	for _, game := range []int{0, 1, 3, 6} {
		require.NoError(t, journal.Append(whole[game]))
	}
	m.Journal = journal
	play := elsewhere(m)
	m.Elsewhere = func(ctx context.Context, pairs []int, finished func([]arena.Record) bool) error {
		require.Equal(t, []int{1, 2, 3, 4}, pairs)
		return play(ctx, pairs, finished)
	}
	require.Equal(t, withoutTimes(whole), withoutTimes(run(t, m)))
	require.Len(t, journal.Records(), 10, "no game is in the journal twice")
	m.Elsewhere = func(context.Context, []int, func([]arena.Record) bool) error {
		require.Fail(t, "all is played")
		return nil
	}
	require.Equal(t, withoutTimes(whole), withoutTimes(run(t, m)))
}

func TestElsewhereStops(t *testing.T) {
	m := tictactoes(5, random("a"), first("b"))
	m.Stop = func(pair []arena.Record) bool { return pair[0].Pair == 2 }
	whole := run(t, m)
	require.Len(t, whole, 6)
	m.Elsewhere = elsewhere(m)
	require.Equal(t, withoutTimes(whole), withoutTimes(run(t, m)))
}

func TestElsewhereErrors(t *testing.T) {
	m := tictactoes(3, random("a"), first("b"))
	m.Elsewhere = func(ctx context.Context, pairs []int, finished func([]arena.Record) bool) error {
		games, err := tictactoes(3, random("a"), first("b")).PlayPair(ctx, pairs[1])
		require.NoError(t, err)
		require.True(t, finished(games))
		return errors.New("no worker")
	}
	records, err := m.Run(bg)
	require.EqualError(t, err, "no worker")
	require.Len(t, records, 2)

	m.Elsewhere = func(context.Context, []int, func([]arena.Record) bool) error { return nil }
	_, err = m.Run(bg)
	require.ErrorContains(t, err, "all but 6 games and returned no error")

	other := tictactoes(3, random("a"), first("b"))
	other.Seed = 9
	m.Elsewhere = elsewhere(other)
	_, err = m.Run(bg)
	require.ErrorContains(t, err, "game 4 differs from this match in pair, seed or seats")

	other = tictactoes(9, random("a"), first("b"))
	m.Elsewhere = func(ctx context.Context, _ []int, finished func([]arena.Record) bool) error {
		return elsewhere(other)(ctx, []int{7}, finished)
	}
	_, err = m.Run(bg)
	require.ErrorContains(t, err, "game 14 of a match of 6")

	ctx, cancel := context.WithCancel(bg)
	m.Elsewhere = func(ctx context.Context, _ []int, _ func([]arena.Record) bool) error {
		cancel()
		<-ctx.Done()
		return ctx.Err()
	}
	_, err = m.Run(ctx)
	require.ErrorIs(t, err, context.Canceled)
	require.ErrorContains(t, err, "stopped after 0 of 6 games")
}
