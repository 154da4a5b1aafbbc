package main

import (
	"cmp"
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/internal/testkit"
)

// times matches the time of an answer, which is another one in every run.
var times = regexp.MustCompile(`"seconds":[^,]*,`)

// TestAnalyzeGolden compares the answers to a fixed set of queries with a file, byte by byte except
// for the times. The file shows what clients in other languages read, so a change of it is a change
// of the protocol, or of the search. It is written by
//
//	go test . -run AnalyzeGolden -update
func TestAnalyzeGolden(t *testing.T) {
	queries, err := os.ReadFile("testdata/analyze/queries.jsonl")
	require.NoError(t, err)
	out, errs, status := run(t, program("x"), string(queries), "analyze", "-workers", "1")
	require.Zero(t, status, errs)
	testkit.Golden(t, "testdata/analyze/answers.jsonl", byID(t, times.ReplaceAllString(out, "")))
}

// byID returns the answers in the order of the ids of their queries: errors of the input come as
// soon as it is read, before the answers to earlier queries.
func byID(t *testing.T, text string) string {
	t.Helper()
	id := func(line string) string {
		var answer struct{ ID string }
		require.NoError(t, json.Unmarshal([]byte(line), &answer))
		return answer.ID
	}
	lines := slices.Collect(strings.Lines(text))
	slices.SortStableFunc(lines, func(a, b string) int { return cmp.Compare(id(a), id(b)) })
	return strings.Join(lines, "")
}
