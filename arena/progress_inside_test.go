package arena

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/internal/journal"
)

// recordOf returns a drawn game of a schedule.
func recordOf(s schedule, game int) Record {
	at := s.slot(game)
	seats := len(at.seats)
	return Record{
		Game: game, Pair: at.pair, Seed: at.seed, Seats: at.seats, Returns: make([]float64, seats), Winner: Draw,
		Simulations: make([]int, seats), Seconds: make([]float64, seats),
	}
}

// numbers returns the numbers of the games of records.
func numbers(records []Record) []int {
	games := []int{}
	for _, r := range records {
		games = append(games, r.Game)
	}
	return games
}

// A game that finishes after the end of the match is neither reported nor returned.
func TestGamesAfterTheStopDoNotCount(t *testing.T) {
	s := newSchedule(1, 2, 2, 5)
	var each, stops []int
	p, err := newProgress(s, nil, func(r Record) { each = append(each, r.Game) },
		func(pair []Record) bool { stops = append(stops, pair[0].Pair); return pair[0].Pair == 1 })
	require.NoError(t, err)
	for game := range 7 {
		next, ok := p.next()
		require.True(t, ok)
		require.Equal(t, game, next)
	}
	for _, step := range []struct {
		game    int
		stopped bool
	}{{4, false}, {0, false}, {3, false}, {2, false}, {1, true}, {5, true}, {6, true}} {
		stopped, err := p.add(recordOf(s, step.game))
		require.NoError(t, err)
		require.Equal(t, step.stopped, stopped, "game %d", step.game)
	}
	require.Equal(t, []int{0, 1}, stops)
	require.Equal(t, []int{4, 0, 3, 2, 1}, each, "game 4 finished before the end was known")
	records, missing := p.records()
	require.Equal(t, []int{0, 1, 2, 3}, numbers(records))
	require.Zero(t, missing)
	_, ok := p.next()
	require.False(t, ok)
}

// The games of a journal are passed to stop and reported, except for those after the stop.
func TestJournaledGamesAfterTheStopDoNotCount(t *testing.T) {
	s := newSchedule(1, 2, 2, 5)
	j := &Journal{}
	for _, game := range []int{5, 4, 1, 0, 3, 2, 99} {
		if game < s.games() {
			j.records = append(j.records, recordOf(s, game))
		} else {
			j.records = append(j.records, Record{Game: game})
		}
	}
	var each []int
	p, err := newProgress(s, j, func(r Record) { each = append(each, r.Game) },
		func(pair []Record) bool { return pair[0].Pair == 1 })
	require.NoError(t, err)
	require.Equal(t, []int{0, 1, 2, 3}, each)
	records, missing := p.records()
	require.Equal(t, []int{0, 1, 2, 3}, numbers(records))
	require.Zero(t, missing)
}

// After a failed write the journal must not continue, because the file may end with part of a line.
func TestJournalStaysBrokenAfterAFailedWrite(t *testing.T) {
	s, path := newSchedule(1, 2, 2, 5), filepath.Join(t.TempDir(), "match.jsonl")
	header := Header{Version: journalVersion, Game: "g"}
	j, err := OpenJournal(path, header)
	require.NoError(t, err)
	require.NoError(t, j.Append(recordOf(s, 0)))
	good := j.file
	readOnly, err := os.Open(path)
	require.NoError(t, err)
	j.file = journal.On(readOnly)
	failed := j.Append(recordOf(s, 1))
	require.Error(t, failed, "the file is not open for writing")
	require.ErrorContains(t, failed, "arena: journal, game 1: ")

	j.file = good
	p, err := newProgress(s, j, nil, nil)
	require.NoError(t, err)
	stopped, err := p.add(recordOf(s, 2))
	require.Equal(t, failed, err, "the error is sticky")
	require.False(t, stopped)
	records, _ := p.records()
	require.Equal(t, []int{0}, numbers(records), "a game that is not in the journal does not count")
	require.Equal(t, []int{0}, numbers(j.Records()))
	require.NoError(t, readOnly.Close())
	require.NoError(t, j.Close())
	again, err := OpenJournal(path, header)
	require.NoError(t, err)
	require.Equal(t, []int{0}, numbers(again.Records()))
	require.NoError(t, again.Close())
}

// The winner has the higher mean return over its seats, which with an odd number of seats differs
// from the higher sum.
func TestWinnerHasTheHigherMean(t *testing.T) {
	for _, c := range []struct {
		name    string
		seats   []int
		returns []float64
		winner  int
	}{
		{"two", []int{0, 1}, []float64{0.25, 0.75}, 1},
		{"two, first", []int{4, 2}, []float64{0.75, 0.25}, 4},
		{"draw", []int{0, 1}, []float64{0.5, 0.5}, Draw},
		{"negative", []int{0, 1}, []float64{-1, -2}, 0},
		{"sum 0.8 to 0.5, mean 0.4 to 0.5", []int{0, 1, 0}, []float64{0.4, 0.5, 0.4}, 1},
		{"the additional seat of the other side", []int{0, 1, 1}, []float64{0.5, 0.4, 0.4}, 0},
		{"draw of means", []int{3, 1, 3}, []float64{0.25, 0.5, 0.75}, Draw},
		{"four", []int{0, 1, 0, 1}, []float64{0, 0.25, 0.5, 0}, 0},
	} {
		t.Run(c.name, func(t *testing.T) { require.Equal(t, c.winner, winner(c.seats, c.returns)) })
	}
}
