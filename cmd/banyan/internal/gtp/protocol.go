package gtp

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// errSyntax is the error of the protocol for malformed arguments.
var errSyntax = errors.New("syntax error")

// request is one line of the controller.
type request struct {
	id   string // digits, as they were written; empty without an id
	name string // empty if the line has only an id
	args []string
}

// parseRequest parses a line. It returns false for a line that is empty or a comment. By section
// 3.1 of the specification, control characters are removed, a tab becomes a space, and # starts a
// comment.
func parseRequest(line string) (request, bool) {
	line = printable(line)
	line, _, _ = strings.Cut(line, "#")
	words := strings.Fields(line)
	if len(words) == 0 {
		return request{}, false
	}
	var r request
	if isID(words[0]) {
		r.id, words = words[0], words[1:]
	}
	if len(words) > 0 {
		r.name, r.args = words[0], words[1:]
	}
	return r, true
}

// printable removes control characters and replaces tabs by spaces. The protocol is defined on
// bytes, not on UTF-8.
func printable(line string) string {
	var b strings.Builder
	for i := range len(line) {
		switch c := line[i]; {
		case c == '\t':
			b.WriteByte(' ')
		case c >= ' ' && c != 0x7f:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// isID reports whether a word is an int of the protocol: digits for a number up to 2^31 - 1.
func isID(word string) bool {
	_, err := parseInt(word)
	return err == nil
}

// parseInt parses an int of the protocol.
func parseInt(word string) (int, error) {
	n, err := strconv.ParseUint(word, 10, 31)
	if err != nil {
		return 0, fmt.Errorf("%w: %q is not a whole number from 0 to %d", errSyntax, word, math.MaxInt32)
	}
	return int(n), nil
}

// parsePositive parses an int of the protocol that must not be 0.
func parsePositive(word string) (int, error) {
	n, err := parseInt(word)
	if err == nil && n == 0 {
		err = fmt.Errorf("%w: the number is 0, want 1 or more", errSyntax)
	}
	return n, err
}

// parseFloat parses a float of the protocol.
func parseFloat(word string) (float64, error) {
	x, err := strconv.ParseFloat(word, 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
		return 0, fmt.Errorf("%w: %q is not a number", errSyntax, word)
	}
	return x, nil
}

// color is a color of the protocol.
type color int

const (
	black color = iota
	white
)

func (c color) String() string { return [...]string{"Black", "White"}[c] }

func parseColor(word string) (color, error) {
	switch strings.ToLower(word) {
	case "b", "black":
		return black, nil
	case "w", "white":
		return white, nil
	}
	return 0, fmt.Errorf("%w: %q is not a color, want b, w, black or white", errSyntax, word)
}

// response returns the response to r: the text, or the error. A response ends with an empty line,
// so the text must not contain one.
func (r request) response(text string, err error) string {
	mark := "="
	if err != nil {
		mark, text = "?", strings.TrimSpace(err.Error())
	}
	text = strings.TrimRight(text, "\n")
	for strings.Contains(text, "\n\n") {
		text = strings.ReplaceAll(text, "\n\n", "\n")
	}
	return mark + r.id + " " + text + "\n\n"
}
