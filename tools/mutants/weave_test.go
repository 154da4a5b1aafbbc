package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// sample is a package with an operator of every kind, in places where a function in its stead may
// not compile.
const sample = `package main

import "time"

type number interface{ ~int | ~float64 }

const limit = 3 * 2

func grow[T number](x T) T { return x*2 - 1 }

func text(a, b string) string { return a + b }

func main() {
	n := 0
	for i := 0; i < limit; i++ {
		if n++; -i >= -4 && i != 2 {
			n += grow(i)
		}
	}
	switch {
	case 2*time.Second > time.Duration(n)*time.Millisecond:
		print(n%7, text(":", ""), 1/(1+n))
	}
}
`

// Every mutant behaves as the changed source would, and without a choice the package is unchanged.
func TestWeave(t *testing.T) {
	folder := t.TempDir()
	write := func(folder, name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
	}
	const mod = "module sample\n\ngo 1.26\n"
	write(folder, "go.mod", mod)
	write(folder, "sample.go", sample)
	at := func(kind string, line, column int) *mutant {
		return &mutant{Type: kind, Line: line, Column: column, file: "sample.go"}
	}
	all := []*mutant{
		at("CONDITIONALS_BOUNDARY", 15, 16),
		at("CONDITIONALS_NEGATION", 15, 16),
		at("INCREMENT_DECREMENT", 16, 7),
		at("INVERT_NEGATIVES", 16, 11),
		at("CONDITIONALS_BOUNDARY", 16, 14),
		at("CONDITIONALS_NEGATION", 16, 14),
		at("CONDITIONALS_NEGATION", 16, 25),
		at("ARITHMETIC_BASE", 9, 38),
		at("ARITHMETIC_BASE", 9, 41),
		at("CONDITIONALS_NEGATION", 21, 21),
		at("ARITHMETIC_BASE", 22, 10),
		at("ARITHMETIC_BASE", 21, 39),
		at("ARITHMETIC_BASE", 22, 30),
		at("ARITHMETIC_BASE", 22, 33),

		at("INVERT_NEGATIVES", 16, 17), // a constant
		at("ARITHMETIC_BASE", 7, 17),
		at("ARITHMETIC_BASE", 21, 8),
		at("ARITHMETIC_BASE", 11, 42), // a text
	}
	files, err := weave(folder, all)
	require.NoError(t, err)
	require.Len(t, files, 2)
	for name, text := range files {
		require.NoError(t, os.WriteFile(name, text, 0o600))
	}
	woven := build(t, folder)
	require.Equal(t, "4:0", output(t, woven, -1))
	for n, m := range all {
		viable := n < 14
		require.Equal(t, viable, m.status == notCovered, "%v", m)
		if !viable {
			continue
		}
		lines := strings.SplitAfter(sample, "\n")
		before, after := lines[m.Line-1][:m.Column-1], lines[m.Line-1][m.Column-1:]
		changed := false
		for op, other := range operators[m.Type] {
			rest, ok := strings.CutPrefix(after, op.String())
			if ok && !strings.HasPrefix(rest, "=") {
				lines[m.Line-1], changed = before+other.String()+rest, true
			}
		}
		require.True(t, changed, "%v", m)
		naive := t.TempDir()
		write(naive, "go.mod", mod)
		write(naive, "sample.go", strings.Join(lines, ""))
		require.Equal(t, output(t, build(t, naive), -1), output(t, woven, n), "%v", m)
	}
}

// build returns the program of a folder.
func build(t *testing.T, folder string) string {
	program := filepath.Join(folder, "program")
	c := exec.Command("go", "build", "-o", program)
	c.Dir, c.Env = folder, append(os.Environ(), "GOWORK=off")
	said, err := c.CombinedOutput()
	require.NoError(t, err, "%s", said)
	return program
}

// output is what a program prints with a mutant.
func output(t *testing.T, program string, number int) string {
	c := exec.Command(program)
	c.Env = append(os.Environ(), variable+"="+strconv.Itoa(number))
	said, err := c.CombinedOutput()
	require.NoError(t, err)
	return string(said)
}
