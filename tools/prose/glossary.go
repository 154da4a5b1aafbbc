package main

import (
	"bufio"
	"fmt"
	"io"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// glossary is the list of words to avoid.
type glossary struct {
	terms      []term
	exceptions []exception
}

// term is a pattern to avoid.
type term struct {
	pattern *regexp.Regexp
	instead string
	files   *regexp.Regexp // where the pattern applies; nil: everywhere
	phrase  bool           // it applies to comments and Markdown only, not to code
}

// exception is a text that is right in some files.
type exception struct{ files, pattern *regexp.Regexp }

// readGlossary reads a glossary, whose format is described at the top of glossary.txt.
func readGlossary(r io.Reader) (g glossary, err error) {
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		line := lines.Text()
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.FieldsFunc(line, func(r rune) bool { return r == '\t' })
		var t term
		var x exception
		switch {
		case len(fields) == 3 && fields[0] == "except":
			x.files, err = regexp.Compile(fields[1])
			if err == nil {
				x.pattern, err = regexp.Compile("(?i)" + fields[2])
			}
			g.exceptions = append(g.exceptions, x)
		case len(fields) == 3 && fields[0] == "phrase":
			t.instead, t.phrase = fields[2], true
			t.pattern, err = regexp.Compile("(?i)" + fields[1])
			g.terms = append(g.terms, t)
		case fields[0] != "except" && fields[0] != "phrase" && (len(fields) == 2 || len(fields) == 3):
			t.instead = fields[1]
			t.pattern, err = regexp.Compile("(?i)" + fields[0])
			if err == nil && len(fields) == 3 {
				t.files, err = regexp.Compile(fields[2])
			}
			g.terms = append(g.terms, t)
		default:
			err = fmt.Errorf("want PATTERN, INSTEAD and perhaps FILES, or phrase, PATTERN and INSTEAD, or except, FILES and PATTERN, separated by tabs")
		}
		if err != nil {
			return g, fmt.Errorf("line %d: %w", n, err)
		}
	}
	return g, lines.Err()
}

// suffixes are the kinds of files that a glossary is applied to.
var suffixes = []string{".go", ".md", ".tmpl", ".yml", ".sh", ".mod", "Makefile", ".ci/run"}

// check finds the words to avoid in the name and the text of a file.
func (g glossary) check(name string, source []byte) (found []finding) {
	suited := slices.ContainsFunc(suffixes, func(suffix string) bool { return strings.HasSuffix(name, suffix) })
	if !suited || strings.Contains(name, "tools/prose/") {
		return nil
	}
	flat, starts := flatten(string(source))
	prose, _ := flatten(proseOf(name, string(source)))
	words := strings.Map(func(r rune) rune {
		if r == '_' || r == '.' {
			return ' '
		}
		return r
	}, path.Base(name))
	for _, x := range g.exceptions {
		if x.files.MatchString(name) {
			hide := func(s string) string { return strings.Repeat("~", len(s)) }
			flat, prose = x.pattern.ReplaceAllStringFunc(flat, hide), x.pattern.ReplaceAllStringFunc(prose, hide)
		}
	}
	for _, t := range g.terms {
		if t.files != nil && !t.files.MatchString(name) {
			continue
		}
		text := flat
		if t.phrase {
			text = prose
		} else if hit := t.pattern.FindString(split(words)); hit != "" {
			found = append(found, finding{name, 0, fmt.Sprintf("the file's name has %q; use: %s", hit, t.instead)})
		}
		for _, at := range t.pattern.FindAllStringIndex(text, -1) {
			line, _ := slices.BinarySearch(starts, at[0]+1)
			found = append(found, finding{name, line, fmt.Sprintf("%q; use: %s", strings.TrimSpace(text[at[0]:at[1]]), t.instead)})
		}
	}
	slices.SortStableFunc(found, func(a, b finding) int { return a.line - b.line })
	return found
}

// proseOf returns the text of a file with tildes for its code: all of Markdown is prose, and of
// other files the comments are.
func proseOf(name, source string) string {
	if strings.HasSuffix(name, ".md") || strings.HasSuffix(name, ".tmpl") {
		return source
	}
	var b strings.Builder
	for line := range strings.Lines(source) {
		at := comment.FindStringIndex(line)
		if at == nil {
			at = []int{len(line)}
		}
		b.WriteString(strings.Map(func(r rune) rune {
			if unicode.IsSpace(r) {
				return r
			}
			return '~'
		}, line[:at[0]]) + line[at[0]:])
	}
	return b.String()
}

var comment = regexp.MustCompile(`(^|\s)(//|#)\s.*`)

var marker = regexp.MustCompile(`^\s*(//|/\*|#+|[-*>] |\d+\. )?\s*`)

// flatten returns the text in one line, so that a phrase is found across the end of a line, and the
// index at which each line begins. Comment markers are left out, and identifiers are split into
// words.
func flatten(source string) (flat string, starts []int) {
	var b strings.Builder
	for line := range strings.Lines(source) {
		starts = append(starts, b.Len())
		b.WriteString(split(strings.TrimSpace(marker.ReplaceAllString(line, ""))))
		b.WriteByte(' ')
	}
	return b.String(), starts
}

// split puts a space between the words of identifiers in camel case.
func split(text string) string {
	var b strings.Builder
	runes := []rune(text)
	for i, r := range runes {
		if i > 0 && unicode.IsUpper(r) {
			afterLower := unicode.IsLower(runes[i-1]) || unicode.IsDigit(runes[i-1])
			lastOfMany := unicode.IsUpper(runes[i-1]) && i+1 < len(runes) && unicode.IsLower(runes[i+1])
			if afterLower || lastOfMany {
				b.WriteByte(' ')
			}
		}
		b.WriteRune(r)
	}
	return b.String()
}
