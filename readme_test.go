package banyan_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "copy the example and its output into README.md")

// TestREADME compares the first Go block of the README with the example of this package, and the
// first text block with what the example prints. The README is written from its template.
func TestREADME(t *testing.T) {
	program, output := example(t)
	for language, want := range map[string]string{"go": program, "text": output} {
		t.Run(language, func(t *testing.T) {
			for _, path := range []string{"README.md", "research/reproduce/pages/README.md.tmpl"} {
				const fence = "```"
				readme, err := os.ReadFile(path)
				require.NoError(t, err)
				before, rest, found := strings.Cut(string(readme), fence+language+"\n")
				require.True(t, found, "%s has no such block", path)
				block, after, found := strings.Cut(rest, fence+"\n")
				require.True(t, found, "the block has no end")
				if *update {
					text := before + fence + language + "\n" + want + fence + "\n" + after
					require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
					continue
				}
				require.Equal(t, want, block, "to copy the example: go test . -update")
			}
		})
	}
}

// example returns the example of this package as a program, and what it prints.
func example(t *testing.T) (program, output string) {
	t.Helper()
	source, err := os.ReadFile("example_test.go")
	require.NoError(t, err)
	body, comment, found := strings.Cut(string(source), "\t// Output:\n")
	require.True(t, found, "the example expects no output")
	program = strings.NewReplacer("package banyan_test", "package main", "func Example()", "func main()").Replace(body) + "}\n"
	var lines strings.Builder
	for line := range strings.Lines(comment) {
		line, found = strings.CutPrefix(line, "\t// ")
		if !found {
			break
		}
		lines.WriteString(line)
	}
	return program, lines.String()
}
