package main

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"unicode"
)

// links checks the relative links of Markdown: the file must be there, and so must the heading that
// a link to a part of a page names.
type links struct{ root string }

var (
	fenced      = regexp.MustCompile("(?ms)^ *```.*?^ *```$")
	link        = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	linkText    = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)
	headingLine = regexp.MustCompile(`(?m)^#+ +(.*)$`)
)

// check finds the links of a file that lead nowhere.
func (l links) check(name string, source []byte) (found []finding) {
	if !strings.HasSuffix(name, ".md") {
		return nil
	}
	text := fenced.ReplaceAllStringFunc(string(source), func(block string) string { return strings.Repeat("\n", strings.Count(block, "\n")) })
	for _, at := range link.FindAllStringSubmatchIndex(text, -1) {
		target := text[at[2]:at[3]]
		if strings.Contains(target, ":") {
			continue // a web address
		}
		if problem := l.problem(name, target); problem != "" {
			found = append(found, finding{name, 1 + strings.Count(text[:at[0]], "\n"), problem})
		}
	}
	return found
}

// problem returns why a link of a file leads nowhere, or nothing.
func (l links) problem(name, target string) string {
	file, part, named := strings.Cut(target, "#")
	if file == "" {
		file = name
	} else {
		file = path.Join(path.Dir(name), file)
	}
	at := filepath.Join(l.root, filepath.FromSlash(file))
	if _, err := os.Stat(at); err != nil {
		return fmt.Sprintf("the link %s leads nowhere: there is no %s", target, file)
	}
	if !named {
		return ""
	}
	page, err := os.ReadFile(at)
	if err != nil {
		return err.Error()
	}
	for _, h := range headingLine.FindAllStringSubmatch(fenced.ReplaceAllString(string(page), ""), -1) {
		if anchor(h[1]) == part {
			return ""
		}
	}
	return fmt.Sprintf("the link %s leads nowhere: %s has no such heading", target, file)
}

// anchor returns the name by which links know a heading.
func anchor(text string) string {
	text = linkText.ReplaceAllString(text, "$1")
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
			return unicode.ToLower(r)
		}
		return -1
	}, strings.TrimSpace(text))
}
