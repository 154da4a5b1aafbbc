package mcts

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write docs/COMPATIBLE.md")

// docs/COMPATIBLE.md shows the table of exclusions.
func TestCompatibleIsDocumented(t *testing.T) {
	const file = "../docs/COMPATIBLE.md"
	var b strings.Builder
	b.WriteString("# What does not go together\n\n`mcts.New` refuses a `Config` in which the things of one row meet, or its game, with an error that says so.\n" +
		"This page is written by `go test ./mcts -run CompatibleIsDocumented -update` from the table in\n[mcts/compatible.go](../mcts/compatible.go).\n\n" +
		"| this | and | because |\n|---|---|---|\n")
	for _, e := range exclusions {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", e.a, e.b, e.why)
	}
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(b.String()), 0o644))
	}
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, b.String(), string(data), "go test ./mcts -run CompatibleIsDocumented -update")
}
