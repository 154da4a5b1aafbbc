package console_test

import (
	"encoding/json"
	"flag"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/console/bundled"
)

var update = flag.Bool("update", false, "write the golden files")

// times matches the time of an answer, which is another one in every run.
var times = regexp.MustCompile(`"seconds":[^,]*,`)

// TestAnalyzeGolden compares the answers to a fixed set of queries with those of a file, byte by
// byte but for the times. The file shows what clients in other languages read, so a change of it is
// a change of the protocol, or of the search. It is written by
//
//	go test . -run AnalyzeGolden -update
func TestAnalyzeGolden(t *testing.T) {
	queries, err := os.ReadFile("testdata/analyze/queries.jsonl")
	require.NoError(t, err)
	out, errs, status := run(t, bundled.Program("x"), string(queries), "analyze", "-workers", "1")
	require.Zero(t, status, errs)
	have := times.ReplaceAllString(out, "")
	const golden = "testdata/analyze/answers.jsonl"
	if *update {
		require.NoError(t, os.WriteFile(golden, []byte(have), 0o600))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	wanted, found := byID(t, string(want)), byID(t, have)
	require.ElementsMatch(t, slices.Collect(maps.Keys(wanted)), slices.Collect(maps.Keys(found)))
	for id, answers := range wanted {
		require.Equal(t, answers, found[id])
	}
}

// byID returns the answers by the id of their query: errors of the input come as soon as it is
// read, before the answers to earlier queries.
func byID(t *testing.T, lines string) map[string][]string {
	t.Helper()
	by := map[string][]string{}
	for line := range strings.Lines(lines) {
		var answer struct{ ID string }
		require.NoError(t, json.Unmarshal([]byte(line), &answer))
		by[answer.ID] = append(by[answer.ID], strings.TrimSuffix(line, "\n"))
	}
	return by
}
