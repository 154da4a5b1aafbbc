package analyze

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"math"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"

	"github.com/stretchr/testify/require"
)

// analyzerFunc is an Analyzer that is a function.
type analyzerFunc func(q Query, report func(Answer)) (Answer, error)

func (f analyzerFunc) Analyze(_ context.Context, q Query, report func(Answer)) (Answer, error) {
	return f(q, report)
}

// answers runs an engine with one worker and returns its answers in their order.
func answers(t *testing.T, f analyzerFunc, lines ...string) (all []Answer) {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, Engine{Analyzer: f}.Run(t.Context(), strings.NewReader(strings.Join(lines, "\n")), &out))
	for line := range strings.Lines(out.String()) {
		var a Answer
		require.NoError(t, json.Unmarshal([]byte(line), &a), line)
		require.Equal(t, Version, a.Version)
		all = append(all, a)
	}
	return all
}

// Interim answers come before the final one, and both have the id of their query.
func TestInterimAnswers(t *testing.T) {
	simulations := func(n int) Answer { return Answer{Result: &Result{Simulations: n}} }
	all := answers(t, func(_ Query, report func(Answer)) (Answer, error) {
		report(simulations(1))
		report(simulations(2))
		return simulations(3), nil
	}, `{"id": "a", "simulations": 3}`)
	require.Len(t, all, 3)
	for i, a := range all {
		require.Equal(t, "a", a.ID)
		require.Equal(t, i+1, a.Simulations)
		require.Equal(t, i == 2, a.Final)
	}
}

// Whatever goes wrong in a search is an error of its query, and the engine answers the next one.
func TestSearchErrors(t *testing.T) {
	all := answers(t, func(q Query, _ func(Answer)) (Answer, error) {
		switch q.Game {
		case "panic":
			panic("no board")
		case "error":
			return Answer{}, errors.New("no rules")
		case "field":
			return Answer{}, &Error{Field: "size", Value: q.Size, Message: "too small"}
		case "infinite":
			return Answer{Result: &Result{Values: []float64{math.Inf(1)}}}, nil
		}
		return Answer{Result: &Result{Action: "d"}}, nil
	},
		`{"id": "1", "game": "panic", "simulations": 1}`,
		`{"id": "2", "game": "error", "simulations": 1}`,
		`{"id": "3", "game": "field", "size": "1x1", "simulations": 1}`,
		`{"id": "\u0007", "game": "infinite", "simulations": 1}`,
		`{"id": "5", "simulations": 1}`,
	)
	require.Equal(t, []Answer{
		{ID: "1", Version: Version, Final: true, Error: &Error{Message: "panic: no board"}},
		{ID: "2", Version: Version, Final: true, Error: &Error{Message: "no rules"}},
		{ID: "3", Version: Version, Final: true, Error: &Error{Field: "size", Value: "1x1", Message: "too small"}},
		{ID: "\a", Version: Version, Final: true, Error: &Error{Message: "json: unsupported value: +Inf"}},
		{ID: "5", Version: Version, Final: true, Result: &Result{Action: "d"}},
	}, all)
}

// Waiting queries are searched in the order of their priorities, and equal priorities in the order
// of arrival.
func TestPriority(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in, lines := io.Pipe()
		var order []string
		first := make(chan struct{})
		run := make(chan error)
		go func() {
			run <- Engine{Analyzer: analyzerFunc(func(q Query, _ func(Answer)) (Answer, error) {
				if order = append(order, q.ID); q.ID == "first" {
					<-first
				}
				return Answer{}, nil
			})}.Run(t.Context(), in, io.Discard)
		}()
		for _, line := range []string{
			`{"id": "first", "simulations": 1}`, `{"id": "a", "simulations": 1}`, `{"id": "low", "simulations": 1, "priority": -1}`,
			`{"id": "high", "simulations": 1, "priority": 1}`, `{"id": "b", "simulations": 1}`,
		} {
			_, err := io.WriteString(lines, line+"\n")
			require.NoError(t, err)
			synctest.Wait()
		}
		require.NoError(t, lines.Close())
		synctest.Wait()
		close(first)
		require.NoError(t, <-run)
		require.Equal(t, []string{"first", "high", "a", "b", "low"}, order)
	})
}

// Run returns the errors of its input and output. The input is answered as far as it could be read.
func TestBrokenPipes(t *testing.T) {
	searched := 0
	engine := Engine{Analyzer: analyzerFunc(func(Query, func(Answer)) (Answer, error) {
		searched++
		return Answer{}, nil
	})}
	unplugged := errors.New("unplugged")
	in := io.MultiReader(strings.NewReader(`{"id": "a", "simulations": 1}`+"\n"), iotest.ErrReader(unplugged))
	require.ErrorIs(t, engine.Run(t.Context(), in, io.Discard), unplugged)
	require.Equal(t, 1, searched)

	_, closed := io.Pipe()
	require.NoError(t, closed.Close())
	err := engine.Run(t.Context(), strings.NewReader(`{"id": "a", "simulations": 1}`), closed)
	require.ErrorIs(t, err, io.ErrClosedPipe)
}

// The end of the context does not end a Read. What it returns later is not answered: the output
// belongs to the caller again.
func TestNoAnswerAfterRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		in, lines := io.Pipe()
		var out bytes.Buffer
		run := make(chan error)
		go func() { run <- Engine{}.Run(ctx, in, &out) }()
		_, err := io.WriteString(lines, "one\n")
		require.NoError(t, err)
		synctest.Wait()
		require.Equal(t, 1, strings.Count(out.String(), "\n"))
		cancel()
		require.NoError(t, <-run)
		_, err = io.WriteString(lines, "two\n")
		require.NoError(t, err)
		synctest.Wait()
		require.Equal(t, 1, strings.Count(out.String(), "\n"))
	})
}
