package main

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// pageWidth is the greatest width of a line of text in the page.
const pageWidth = 120

// wrap breaks the lines of paragraphs and list items, since figures change their width. Tables,
// headings, code, pictures and lines of HTML stay as they are.
func wrap(text string) string {
	var out []string
	var words []string // of the paragraph that is being collected
	indent := ""       // of its later lines
	flush := func() {
		out = append(out, fill(words, indent)...)
		words, indent = nil, ""
	}
	fenced := false
	for line := range strings.SplitSeq(text, "\n") {
		if strings.HasPrefix(line, "```") {
			fenced = !fenced
		}
		item := listItem.FindString(line)
		switch {
		case fenced || line == "" || verbatim.MatchString(line):
			flush()
			out = append(out, line)
			continue
		case item != "":
			flush()
			indent = strings.Repeat(" ", len(item))
		}
		words = append(words, strings.Fields(line)...)
	}
	flush()
	return strings.Join(out, "\n")
}

var (
	listItem = regexp.MustCompile(`^(-|\d+\.) `)
	verbatim = regexp.MustCompile("^(\\||#|!|<|```|    )")
)

// fill returns the lines of a paragraph. All but the first are indented.
func fill(words []string, indent string) (lines []string) {
	line := ""
	for i, word := range words {
		switch {
		case i == 0:
			line = word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) <= pageWidth:
			line += " " + word
		default:
			lines = append(lines, line)
			line = indent + word
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}
