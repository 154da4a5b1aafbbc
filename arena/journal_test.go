package arena_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/stats"
)

// journaled returns a small match whose records take some time to produce.
func journaled() match {
	m := tictactoes(6, searcher("a", 30), random("b"))
	m.Workers = 2
	return m
}

func open(t testing.TB, path string, h arena.Header) *arena.Journal {
	t.Helper()
	j, err := arena.OpenJournal(path, h)
	require.NoError(t, err)
	return j
}

// play runs a match with the journal at path.
func play(t *testing.T, m match, path string) ([]arena.Record, error) {
	t.Helper()
	m.Journal = open(t, path, m.Header())
	defer func() { require.NoError(t, m.Journal.Close()) }()
	return m.Run(bg)
}

func read(t *testing.T, path string) (arena.Header, []arena.Record) {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	h, records, sound, err := arena.ReadJournal(bytes.NewReader(data))
	require.NoError(t, err)
	require.EqualValues(t, len(data), sound)
	return h, records
}

func TestJournalHasEveryGame(t *testing.T) {
	m, path := journaled(), filepath.Join(t.TempDir(), "match.jsonl")
	records, err := play(t, m, path)
	require.NoError(t, err)
	h, lines := read(t, path)
	require.Equal(t, m.Header(), h)
	require.ElementsMatch(t, records, lines, "times too")
}

// A match that is interrupted anywhere in its journal is resumed with the same results.
func TestResume(t *testing.T) {
	m, dir := journaled(), t.TempDir()
	whole := filepath.Join(dir, "whole.jsonl")
	_, err := play(t, m, whole)
	require.NoError(t, err)
	data, err := os.ReadFile(whole)
	require.NoError(t, err)
	want := untimed(run(t, m))
	ends := append([]int{0, 1, 10, len(data) - 1, len(data)}, lineEnds(data)...)
	for _, end := range ends {
		path := filepath.Join(dir, "torn.jsonl")
		require.NoError(t, os.WriteFile(path, data[:end], 0o600))
		var each []int
		again := m
		again.Each = func(r arena.Record) { each = append(each, r.Game) }
		records, err := play(t, again, path)
		require.NoError(t, err)
		require.Equal(t, want, untimed(records), "torn at %d", end)
		require.ElementsMatch(t, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, each)
		_, lines := read(t, path)
		require.ElementsMatch(t, want, untimed(lines), "every game once")
		kept := bytes.LastIndexByte(data[:end], '\n') + 1
		got, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, string(data[:kept]), string(got[:kept]), "existing records keep their times")
	}
}

// Opening a journal removes an incomplete last line, even if no game is added.
func TestOpenJournalRemovesAnIncompleteLine(t *testing.T) {
	m, path := journaled(), filepath.Join(t.TempDir(), "match.jsonl")
	sound := header(t, m.Header()) + record(t, 0)
	require.NoError(t, os.WriteFile(path, []byte(sound+record(t, 1)[:30]), 0o600))
	require.NoError(t, open(t, path, m.Header()).Close())
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, sound, string(data))
}

// lineEnds returns offsets around the ends of lines.
func lineEnds(data []byte) (ends []int) {
	for i, c := range data {
		if c == '\n' && len(ends) < 12 {
			ends = append(ends, i, i+1, i+2)
		}
	}
	return ends
}

func TestCancelledMatchLeavesASoundJournal(t *testing.T) {
	m, path := journaled(), filepath.Join(t.TempDir(), "match.jsonl")
	want := untimed(run(t, m))
	for {
		ctx, cancel := context.WithCancel(bg)
		part := m
		part.Journal = open(t, path, m.Header())
		games := len(part.Journal.Records()) + 2
		part.Each = func(arena.Record) {
			if games--; games == 0 {
				cancel()
			}
		}
		records, err := part.Run(ctx)
		require.NoError(t, part.Journal.Close())
		_, lines := read(t, path)
		require.ElementsMatch(t, untimed(records), untimed(lines))
		cancel()
		if err == nil {
			require.Equal(t, want, untimed(records))
			return
		}
		require.ErrorIs(t, err, context.Canceled)
	}
}

func TestMatchIsExtended(t *testing.T) {
	m, path := journaled(), filepath.Join(t.TempDir(), "match.jsonl")
	_, err := play(t, m, path)
	require.NoError(t, err)
	m.Pairs = 9
	records, err := play(t, m, path)
	require.NoError(t, err)
	require.Equal(t, untimed(run(t, m)), untimed(records))
	m.Pairs = 2
	var each []int
	m.Each = func(r arena.Record) { each = append(each, r.Game) }
	records, err = play(t, m, path)
	require.NoError(t, err)
	require.Len(t, records, 4)
	require.ElementsMatch(t, []int{0, 1, 2, 3}, each)
	_, lines := read(t, path)
	require.Len(t, lines, 18, "a shorter match removes no record")
}

// Records from after the end of a stopped match remain in the journal but do not count, also when
// the match is resumed.
func TestResumeStops(t *testing.T) {
	m, path := journaled(), filepath.Join(t.TempDir(), "match.jsonl")
	m.Stop = func(pair []arena.Record) bool { return pair[0].Pair == 2 }
	want, err := play(t, m, path)
	require.NoError(t, err)
	require.Len(t, want, 6)
	_, before := read(t, path)
	again, err := play(t, m, path)
	require.NoError(t, err)
	require.Equal(t, want, again)
	_, after := read(t, path)
	require.Equal(t, before, after)
}

func TestJournalOfAnotherMatch(t *testing.T) {
	m, path := journaled(), filepath.Join(t.TempDir(), "match.jsonl")
	_, err := play(t, m, path)
	require.NoError(t, err)
	before, err := os.ReadFile(path)
	require.NoError(t, err)
	for want, change := range map[string]func(m *match){
		`game "tictactoe", want "nogo"`:      func(m *match) { m.GameName = "nogo" },
		`entrants ["a","b"], want ["a","c"]`: func(m *match) { m.Entrants = []entrant{random("a"), random("c")} },
		`seed 7, want 8`:                     func(m *match) { m.Seed = 8 },
		`opening_plies 2, want 3`:            func(m *match) { m.OpeningPlies = 3 },
		`max_plies 10000, want 50`:           func(m *match) { m.MaxPlies = 50 },
	} {
		t.Run(want, func(t *testing.T) {
			other := journaled()
			change(&other)
			_, err := arena.OpenJournal(path, other.Header())
			require.ErrorContains(t, err, path)
			require.ErrorContains(t, err, "the journal is of another match: "+want)
			other.Journal = open(t, path, m.Header())
			_, err = other.Run(bg)
			require.ErrorContains(t, err, "arena: Match.Journal: the journal is of another match: "+want)
			require.NoError(t, other.Journal.Close())
		})
	}
	after, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, before, after)
}

func TestJournalNeedsAName(t *testing.T) {
	m := journaled()
	m.GameName = ""
	_, err := play(t, m, filepath.Join(t.TempDir(), "match.jsonl"))
	require.ErrorContains(t, err, "arena: Match.GameName is empty")
}

// An invalid record would break the functions that count records.
func TestRecordsAreValidated(t *testing.T) {
	first := header(t, journaled().Header())
	for want, change := range map[string]func(r *arena.Record){
		"game -1 of pair 0, want numbers from 0":   func(r *arena.Record) { r.Game = -1 },
		"game 0 of pair -1, want numbers from 0":   func(r *arena.Record) { r.Pair = -1 },
		"0 seats, want at least 1":                 func(r *arena.Record) { r.Seats = nil },
		"an element per seat":                      func(r *arena.Record) { r.Returns = r.Returns[:1] },
		"must have an element per seat":            func(r *arena.Record) { r.Seconds = nil },
		"simulations and seconds must":             func(r *arena.Record) { r.Simulations = nil },
		"entrant -1, want numbers from 0":          func(r *arena.Record) { r.Seats = []int{-1, 0} },
		"winner 2, want an entrant in [0 1] or -1": func(r *arena.Record) { r.Winner = 2 },
	} {
		t.Run(want, func(t *testing.T) {
			r := arena.Record{Seats: []int{0, 1}, Returns: []float64{1, 0}, Simulations: []int{0, 0}, Seconds: []float64{0, 0}}
			change(&r)
			text, err := json.Marshal(r)
			require.NoError(t, err)
			_, _, _, err = arena.ReadJournal(strings.NewReader(first + string(text) + "\n"))
			require.ErrorContains(t, err, "line 2: ")
			require.ErrorContains(t, err, want)
		})
	}
}

func TestOtherFilesAreNotChanged(t *testing.T) {
	h := journaled().Header()
	for text, want := range map[string]string{
		"my diary":                          "no journal of a match",
		"my diary\n":                        "line 1: ",
		`{"a":1}` + "\n":                    "line 1: banyan_match is 0, want 1",
		`{"banyan_match":2}` + "\n":         "line 1: banyan_match is 2, want 1",
		header(t, h) + "{}\n":               "line 2: 0 seats, want at least 1",
		header(t, h) + "dear diary\n":       "line 2: ",
		header(t, h) + record(t, 0) + "{\n": "line 3: ",
	} {
		t.Run(text, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "match.jsonl")
			require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
			_, err := arena.OpenJournal(path, h)
			require.ErrorContains(t, err, want, "%q", text)
			after, err := os.ReadFile(path)
			require.NoError(t, err)
			require.Equal(t, text, string(after))
		})
	}
	_, err := arena.OpenJournal(os.DevNull, h)
	require.ErrorContains(t, err, "want a regular file")
	_, err = arena.OpenJournal(t.TempDir(), h)
	require.ErrorContains(t, err, "arena: journal: ")
}

func header(t *testing.T, h arena.Header) string {
	text, err := json.Marshal(h)
	require.NoError(t, err)
	return string(text) + "\n"
}

// record returns the line of one game of the match that journaled returns.
func record(t *testing.T, game int) string {
	text, err := json.Marshal(run(t, journaled())[game])
	require.NoError(t, err)
	return string(text) + "\n"
}

// A journaled game counts only if the schedule of the match has the same game.
func TestGamesOfAnotherSchedule(t *testing.T) {
	m := journaled()
	const differs = "arena: game 3 of the journal differs from this match in pair, seed or seats"
	for _, c := range []struct {
		name   string
		change func(r *arena.Record)
		want   string
	}{
		{"seats", func(r *arena.Record) { r.Seats[0], r.Seats[1] = r.Seats[1], r.Seats[0] }, differs},
		{"seed", func(r *arena.Record) { r.Seed++ }, differs},
		{"pair", func(r *arena.Record) { r.Pair++ }, differs},
		{"twice", func(r *arena.Record) { r.Game, r.Pair, r.Seats = 2, 1, []int{0, 1} }, "arena: the journal has game 2 twice"},
		{"none", func(*arena.Record) {}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var r arena.Record
			require.NoError(t, json.Unmarshal([]byte(record(t, 3)), &r))
			c.change(&r)
			text, err := json.Marshal(r)
			require.NoError(t, err)
			path := filepath.Join(t.TempDir(), "match.jsonl")
			lines := header(t, m.Header()) + record(t, 2) + string(text) + "\n"
			require.NoError(t, os.WriteFile(path, []byte(lines), 0o600))
			_, err = play(t, m, path)
			if c.want == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, c.want)
		})
	}
}

// After the first write that fails, no further game is played.
func TestFailedWriteStopsTheMatch(t *testing.T) {
	m := journaled()
	m.Workers = 1
	var players atomic.Int32
	m.Entrants[0] = watched(m.Entrants[0], &players, nil)
	m.Journal = open(t, filepath.Join(t.TempDir(), "match.jsonl"), m.Header())
	require.NoError(t, m.Journal.Close())
	_, err := m.Run(bg)
	require.ErrorIs(t, err, os.ErrClosed)
	require.EqualValues(t, 1, players.Load(), "one game, in which the entrant has one seat")
}

// A journal that cannot be written ends the match.
func TestJournalThatFails(t *testing.T) {
	m := journaled()
	m.Journal = open(t, filepath.Join(t.TempDir(), "match.jsonl"), m.Header())
	require.NoError(t, m.Journal.Close())
	records, err := m.Run(bg)
	require.ErrorIs(t, err, os.ErrClosed)
	require.ErrorContains(t, err, "arena: journal, game ")
	require.Empty(t, records)
	require.ErrorIs(t, m.Journal.Append(arena.Record{}), os.ErrClosed)
}

func TestRecordsSurviveJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := arena.Record{
			Game: rapid.IntRange(0, 1e9).Draw(t, "game"), Pair: rapid.IntRange(0, 1e9).Draw(t, "pair"),
			Seed: rapid.Uint64().Draw(t, "seed"), Seats: []int{0, 1}, Winner: rapid.IntRange(-1, 1).Draw(t, "winner"),
			Opening: rapid.SliceOf(rapid.String()).Draw(t, "opening"), Actions: rapid.SliceOf(rapid.String()).Draw(t, "actions"),
			Returns:     rapid.SliceOfN(rapid.Float64Range(-1e30, 1e30), 2, 2).Draw(t, "returns"),
			Simulations: []int{3, 0}, Seconds: rapid.SliceOfN(rapid.Float64Range(0, 1e9), 2, 2).Draw(t, "seconds"),
			Cut: rapid.Bool().Draw(t, "cut"),
		}
		h, err := json.Marshal(arena.Header{Version: 1})
		require.NoError(t, err)
		text, err := json.Marshal(r)
		require.NoError(t, err)
		_, records, _, err := arena.ReadJournal(bytes.NewReader(append(append(append(h, '\n'), text...), '\n')))
		require.NoError(t, err)
		require.Equal(t, []arena.Record{r}, records)
	})
}

func FuzzJournal(f *testing.F) {
	h := `{"banyan_match":1,"game":"g","entrants":["a","b"],"seed":1,"opening_plies":2,"max_plies":9}` + "\n"
	r := `{"game":0,"pair":0,"seed":1,"seats":[0,1],"opening":[],"actions":["a1"],"returns":[1,0],"winner":0,"simulations":[1,2],"seconds":[0,0.5]}` + "\n"
	for _, seed := range []string{"", "\n", h, h[:9], h + r, h + r + r[:20], h + r + "{}\n", h + "null\n", "null\n", r} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		h, records, sound, err := arena.ReadJournal(bytes.NewReader(data))
		if err != nil {
			require.Empty(t, records)
			return
		}
		require.LessOrEqual(t, sound, int64(len(data)))
		again, same, all, err := arena.ReadJournal(bytes.NewReader(data[:sound]))
		require.NoError(t, err)
		require.Equal(t, h, again)
		require.Equal(t, records, same)
		require.Equal(t, sound, all)
		// The counting functions accept every record that was read.
		for a := range 3 {
			arena.CountSeats(records, a, 1)
			arena.CountPairs(records, a, 1)
		}
		stats.Ratings(arena.CrossTable(records, 3))
	})
}

// Two writers would destroy each other's lines.
func TestJournalIsLocked(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("this system has no file locks")
	}
	path := filepath.Join(t.TempDir(), "journal")
	header := tictactoes(1, random("a"), random("b")).Header()
	j, err := arena.OpenJournal(path, header)
	require.NoError(t, err)
	_, err = arena.OpenJournal(path, header)
	require.ErrorContains(t, err, "another program has it open")
	require.NoError(t, j.Close())
	again, err := arena.OpenJournal(path, header)
	require.NoError(t, err)
	require.NoError(t, again.Close())
}
