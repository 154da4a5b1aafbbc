package main

import (
	"fmt"
	"go/scanner"
	"go/token"
	"regexp"
	"strings"
	"unicode/utf8"
)

const (
	goWidth           = 100 // of a comment line in Go, with its indentation
	preformattedWidth = 120 // of code and tables in such a comment
	mdWidth           = 120 // of a line of Markdown
	tabWidth          = 4
)

// checkWidth finds comment lines and lines of Markdown that are too wide.
func checkWidth(path string, source []byte) []finding {
	switch {
	case strings.HasSuffix(path, ".go") && !generated(source):
		return goWidths(path, source)
	case strings.HasSuffix(path, ".md"):
		return markdownWidths(path, string(source))
	}
	return nil
}

// goWidths finds the lines that hold nothing but a comment and are too wide. Directives, web
// addresses, commands and the expected output of examples cannot be wrapped and are exempt.
func goWidths(path string, source []byte) (found []finding) {
	files := token.NewFileSet()
	file := files.AddFile(path, -1, len(source))
	var s scanner.Scanner
	s.Init(file, source, nil, scanner.ScanComments)
	lines := strings.Split(string(source), "\n")
	output := -1 // the last line of the expected output of an example
	for {
		pos, tok, text := s.Scan()
		if tok == token.EOF {
			return found
		}
		if tok != token.COMMENT {
			continue
		}
		start := file.Position(pos)
		if strings.TrimSpace(lines[start.Line-1][:start.Column-1]) != "" {
			continue // behind code
		}
		if expected.MatchString(text) || output == start.Line-1 {
			output = start.Line
			continue
		}
		for i := range strings.Count(text, "\n") + 1 {
			line := lines[start.Line-1+i]
			most := goWidth
			if strings.Contains(line, "//\t") {
				most = preformattedWidth
			}
			if w := columns(line); w > most && !exempt(line) {
				found = append(found, finding{path, start.Line + i, fmt.Sprintf("a comment of %d columns, want %d at most", w, most)})
			}
		}
	}
}

var (
	expected = regexp.MustCompile(`^// *(Unordered )?(?i:output):`)
	command  = regexp.MustCompile(`^\s*//\t(\$ )?([A-Z]+=\S+ )*(go (run|test|tool) |bash )`)
)

func exempt(line string) bool {
	return strings.HasPrefix(strings.TrimSpace(line), "//go:") || strings.Contains(line, "://") || command.MatchString(line)
}

// columns returns the width of a line, in which a tab leads to the next multiple of tabWidth.
func columns(line string) (n int) {
	for _, r := range strings.TrimRight(line, " \t\r") {
		if r == '\t' {
			n += tabWidth - n%tabWidth
		} else {
			n++
		}
	}
	return n
}

var (
	fence   = regexp.MustCompile("^\\s*(```|~~~)")
	target  = regexp.MustCompile(`\]\([^)]*\)|^\[[^\]]+\]: .*$|https?://\S+`)
	heading = regexp.MustCompile(`^#+ `)
)

// markdownWidths finds lines that are too wide, outside code blocks, tables, headings and the
// targets of links.
func markdownWidths(path, source string) (found []finding) {
	inFence, blank, inCode := false, true, false
	number := 0
	for line := range strings.Lines(source) {
		number++
		line = strings.TrimRight(line, "\r\n")
		if fence.MatchString(line) {
			inFence = !inFence
			continue
		}
		inCode = strings.HasPrefix(line, "    ") && (inCode || blank) // an indented block begins after a blank line
		blank = strings.TrimSpace(line) == ""
		table := strings.HasPrefix(strings.TrimSpace(line), "|")
		if inFence || inCode || table || heading.MatchString(line) {
			continue
		}
		if w := utf8.RuneCountInString(target.ReplaceAllString(line, "]")); w > mdWidth {
			found = append(found, finding{path, number, fmt.Sprintf("a line of %d columns, want %d at most", w, mdWidth)})
		}
	}
	return found
}
