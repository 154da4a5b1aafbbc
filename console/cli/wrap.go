package cli

import (
	"io"
	"os"
	"strconv"
	"strings"

	"golang.org/x/term"
)

// Width returns the number of columns of the terminal that w is. The environment variable COLUMNS
// takes precedence. If the width is not known, or w is not a terminal, Width returns 0.
func Width(w io.Writer) int {
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		return n
	}
	if f, ok := w.(*os.File); ok {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil {
			return width
		}
	}
	return 0
}

// IsTerminal reports whether v, a reader or a writer, is a terminal.
func IsTerminal(v any) bool {
	f, ok := v.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Wrap breaks the lines of text that have more than width columns, at spaces. The rest of a line is
// indented like the line itself or, if at least two spaces separate two columns of the line, like
// the second column. Indentations of more than half the width shrink. If width is 0, Wrap returns
// text. A word that is too long stays whole.
func Wrap(text string, width int) string {
	if width <= 0 {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = wrapLine(line, width)
	}
	return strings.Join(lines, "\n")
}

func wrapLine(line string, width int) string {
	line = strings.ReplaceAll(line, "    \t", "        ") // package flag writes this
	if start := indentation(line); start > width/2 && len(line) > width {
		line = strings.Repeat(" ", min(smallIndent, width/2)) + line[start:]
	}
	indent := strings.Repeat(" ", hanging(line, width))
	var b strings.Builder
	for rest := []rune(line); ; {
		cut, next := breakAt(rest, width)
		b.WriteString(string(rest[:cut]))
		if next == len(rest) {
			return b.String()
		}
		b.WriteByte('\n')
		rest = append([]rune(indent), rest[next:]...)
	}
}

// hanging returns how far the second and later parts of a line are indented.
func hanging(line string, width int) int {
	start := indentation(line)
	column := start
	if first := strings.Index(line[start:], "  "); first > 0 {
		column = start + first + indentation(line[start+first:])
	}
	if column <= width/2 {
		return column
	}
	return min(smallIndent, width/2)
}

// smallIndent replaces an indentation that is too large for the width.
const smallIndent = 4

// indentation returns the number of spaces at the start of a line.
func indentation(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// breakAt returns where to end the first part of a line and where its second part starts. Spaces at
// the break belong to neither part.
func breakAt(line []rune, width int) (end, next int) {
	if len(line) <= width {
		return len(line), len(line)
	}
	start := 0
	for start < len(line) && line[start] == ' ' {
		start++
	}
	end = -1
	for i := start; i < len(line); i++ {
		if line[i] == ' ' && (i <= width || end < 0) {
			end = i
		}
	}
	if end < 0 {
		return len(line), len(line)
	}
	next = end
	for next < len(line) && line[next] == ' ' {
		next++
	}
	for end > start && line[end-1] == ' ' {
		end--
	}
	return end, next
}
