package analyze

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestParse(t *testing.T) {
	q, err := parse([]byte(`{"id": "a", "game": "nogo", "size": "6x6", "actions": ["a1", "b2"], "seat": 1, "player": "c=0.4",
		"simulations": 1000, "time": "500ms", "seed": 18446744073709551615, "priority": -2, "reportEvery": "1s"}`))
	require.Nil(t, err)
	require.Equal(t, Query{
		ID: "a", Game: "nogo", Size: "6x6", Actions: []string{"a1", "b2"}, Seat: 1, Player: "c=0.4",
		Simulations: 1000, Time: Duration(500 * time.Millisecond), Seed: 1<<64 - 1, Priority: -2, ReportEvery: Duration(time.Second),
	}, q)
	for _, line := range []string{
		`{"id": "a", "cancel": "b"}`,
		`{"id": "a", "simulations": 1}`,
		`{"id": "a", "time": "1ns"}`,
		`{"id": "a", "player": "sims=5"}`,
		`{"id": "a", "player": "c=1,time=5ms"}`,
	} {
		q, err := parse([]byte(line))
		require.Nil(t, err, line)
		require.Equal(t, "a", q.ID)
	}
}

// An error names the field and its value as far as they are known, and the query keeps its id.
func TestParseErrors(t *testing.T) {
	const aTime = `want a time like "500ms", not `
	for _, c := range []struct {
		line, id string
		want     Error
	}{
		{`{"simulations": 5}`, "", Error{Field: "id", Message: "the query has no id"}},
		{`null`, "", Error{Field: "id", Message: "the query has no id"}},
		{`{"cancel": "a"}`, "", Error{Field: "id", Message: "the query has no id"}},
		{`{"id": "a"}`, "a", Error{Field: "simulations", Value: "0", Message: "want a limit: simulations, time or both"}},
		{`{"id": "a", "simulations": -5}`, "a", Error{Field: "simulations", Value: "-5", Message: "want 0 or more"}},
		{`{"id": "a", "seat": "one"}`, "a", Error{Field: "seat", Value: "string", Message: "want a int"}},
		{`{"seat": "one", "id": "a"}`, "a", Error{Field: "seat", Value: "string", Message: "want a int"}},
		{`{"id": 7, "simulations": 5}`, "", Error{Field: "id", Value: "number", Message: "want a string"}},
		{`{"id": "a", "seed": -1}`, "a", Error{Field: "seed", Value: "number -1", Message: "want a uint64"}},
		{`{"id": "a", "moves": []}`, "a", Error{Message: `unknown field "moves"`}},
		{`{"id": "a", "time": 5}`, "a", Error{Message: aTime + `5`}},
		{`{"time": 5, "id": "a"}`, "a", Error{Message: aTime + `5`}},
		{`{"id": "a", "time": "-5s"}`, "a", Error{Message: aTime + `"-5s"`}},
		{`{"id": "a", "simulations": 5, "reportEvery": "often"}`, "a", Error{Message: aTime + `"often"`}},
		{`{"id": "a", "simulations": 5} {"id": "b"}`, "a", Error{Message: "there is more text after the query"}},
		{`{"id": "a", "simulations": 5`, "", Error{Message: "unexpected EOF"}},
		{``, "", Error{Message: "EOF"}},
	} {
		q, err := parse([]byte(c.line))
		require.NotNil(t, err, c.line)
		require.Equal(t, c.want, *err, c.line)
		require.Equal(t, c.id, q.ID, c.line)
	}
}

func TestErrorText(t *testing.T) {
	require.EqualError(t, &Error{Message: "panic: no board", Line: 3}, "panic: no board")
	require.EqualError(t, &Error{Field: "size", Value: "6", Message: "want width x height"}, `size "6": want width x height`)
}

// FuzzParse looks for a line that parse accepts although a search could not begin, that it does not
// read as it is written, or whose error would say nothing.
func FuzzParse(f *testing.F) {
	for _, line := range []string{
		`{"id": "1", "actions": ["d", "d"], "player": "c=0.4", "simulations": 1000}`,
		`{"id": "2", "game": "nogo", "size": "6x6", "seat": 1, "time": "500ms", "seed": 3, "priority": 2, "reportEvery": "10ms"}`,
		`{"id": "3", "cancel": "1"}`, `{"id": "4", "simulations": -5}`, `{"id": "5", "time": "-5ms", "seed": -1}`,
		`{"id": "6"} {}`, `["id"]`, `{"ID": "\u0000", "Simulations": 1e3, "actions": null}`,
	} {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		q, problem := parse(line)
		if problem != nil {
			require.NotEmpty(t, problem.Message)
			require.False(t, strings.HasPrefix(problem.Message, "json: "), problem.Message)
			var named struct{ ID string }
			if json.Unmarshal(line, &named) == nil {
				require.Equal(t, named.ID, q.ID)
			}
			return
		}
		require.NotEmpty(t, q.ID)
		require.False(t, q.Simulations < 0 || q.Time < 0 || q.ReportEvery < 0)
		if q.Cancel == "" && q.Simulations == 0 && q.Time == 0 {
			require.Regexp(t, "(sims|time)=", q.Player)
		}
		written, err := json.Marshal(map[string]any{
			"id": q.ID, "cancel": q.Cancel, "game": q.Game, "size": q.Size, "actions": q.Actions, "seat": q.Seat, "player": q.Player,
			"simulations": q.Simulations, "time": time.Duration(q.Time).String(), "seed": q.Seed, "priority": q.Priority,
			"reportEvery": time.Duration(q.ReportEvery).String(),
		})
		require.NoError(t, err)
		again, problem := parse(written)
		require.Nil(t, problem, string(written))
		require.Equal(t, q, again)
	})
}
