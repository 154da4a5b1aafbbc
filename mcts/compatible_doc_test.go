package mcts

import (
	"fmt"
	"strings"
	"testing"

	"github.com/banyan-go/banyan/internal/testkit"
)

// docs/combinations.md shows the table of exclusions.
func TestCompatibleIsDocumented(t *testing.T) {
	var b strings.Builder
	b.WriteString("# What does not go together\n\n`mcts.New` refuses a `Config` in which the things of one row meet, or its game, with an error that says so.\n" +
		"This page is written by `go test ./mcts -run CompatibleIsDocumented -update` from the table in\n[mcts/compatible.go](../mcts/compatible.go).\n\n" +
		"| this | and | because |\n|---|---|---|\n")
	for _, e := range exclusions {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", e.a, e.b, e.why)
	}
	testkit.Golden(t, "../docs/combinations.md", b.String())
}
