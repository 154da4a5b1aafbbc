package banyan_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "copy examples/quickstart/main.go into README.md")

// TestREADME holds the first Go block of the README to be the tested example. It stands in this module because go
// test caches a result without regard to files outside the module.
func TestREADME(t *testing.T) {
	const path, fence = "README.md", "```"
	source, err := os.ReadFile("examples/quickstart/main.go")
	require.NoError(t, err)
	readme, err := os.ReadFile(path)
	require.NoError(t, err)

	before, rest, found := strings.Cut(string(readme), fence+"go\n")
	require.True(t, found, "README.md has no Go block")
	block, after, found := strings.Cut(rest, fence+"\n")
	require.True(t, found, "the Go block has no end")
	if *update {
		text := before + fence + "go\n" + string(source) + fence + "\n" + after
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
		return
	}
	require.Equal(t, string(source), block, "to copy the example: go test . -update")
}
