package banyan_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "copy examples/quickstart and its output into README.md")

// TestREADME compares the first Go block of the README with the tested example, and the first text
// block with what the example prints. It is in this module because go test caches a result without
// regard to files outside the module.
func TestREADME(t *testing.T) {
	source, err := os.ReadFile("examples/quickstart/main.go")
	require.NoError(t, err)
	blocks := map[string]string{"go": string(source), "text": output(t, "examples/quickstart/main_test.go")}
	for language, want := range blocks {
		t.Run(language, func(t *testing.T) {
			const path, fence = "README.md", "```"
			readme, err := os.ReadFile(path)
			require.NoError(t, err)
			before, rest, found := strings.Cut(string(readme), fence+language+"\n")
			require.True(t, found, "README.md has no such block")
			block, after, found := strings.Cut(rest, fence+"\n")
			require.True(t, found, "the block has no end")
			if *update {
				text := before + fence + language + "\n" + want + fence + "\n" + after
				require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
				return
			}
			require.Equal(t, want, block, "to copy the example: go test . -update")
		})
	}
}

// output returns the expected output of the example in a test file.
func output(t *testing.T, path string) string {
	t.Helper()
	source, err := os.ReadFile(path)
	require.NoError(t, err)
	_, rest, found := strings.Cut(string(source), "// Output:\n")
	require.True(t, found, "%s expects no output", path)
	var lines strings.Builder
	for line := range strings.Lines(rest) {
		line, found = strings.CutPrefix(strings.TrimSpace(line), "// ")
		if !found {
			break
		}
		lines.WriteString(line + "\n")
	}
	return lines.String()
}
