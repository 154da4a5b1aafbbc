package play

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

var (
	// parseError matches what precedes the reason in an error of a game's Parse: the package, the
	// function and the text.
	parseError = regexp.MustCompile(`^(?:[a-z0-9]+: )?Parse\(("(?:[^"\\]|\\.)*")\): `)

	// errorPrefix matches the package and the function that an error of the library starts with.
	errorPrefix = regexp.MustCompile(`^(?:[a-z0-9]+: )?(?:[A-Z]\w*\([^)]*\): )?`)
)

// Plain returns the text of an error of the library without the names of packages and functions.
func Plain(err error) string {
	text := err.Error()
	if m := parseError.FindStringSubmatch(text); m != nil {
		return fmt.Sprintf("%s is not a move: %s", m[1], text[len(m[0]):])
	}
	return text[len(errorPrefix.FindString(text)):]
}

// sentence returns text with a full stop, and with a capital letter unless it starts with a square.
func sentence(text string) string {
	first, _, _ := strings.Cut(text, " ")
	if notLetter := func(r rune) bool { return !unicode.IsLetter(r) }; first != "" && !strings.ContainsFunc(first, notLetter) {
		r, size := utf8.DecodeRuneInString(text)
		text = string(unicode.ToUpper(r)) + text[size:]
	}
	if strings.HasSuffix(text, ".") {
		return text
	}
	return text + "."
}
