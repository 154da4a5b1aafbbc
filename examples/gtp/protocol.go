package main

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// errSyntax is what the protocol says of arguments that cannot be read.
var errSyntax = errors.New("syntax error")

// request is one line of the controller.
type request struct {
	id   string // digits, as they were written; empty if there is none
	name string // empty if the line is nothing but an id
	args []string
}

// parseRequest reads a line. There is no request in a line that is empty or a comment. Section 3.1 of the
// specification: control characters vanish, but for the tab, which is a space; then # begins a comment.
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

// printable removes control characters and makes spaces of tabs. The protocol is of bytes, not of UTF-8.
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

// isID reports whether a word is an int of the protocol: digits, up to 2^31 - 1.
func isID(word string) bool {
	_, err := parseInt(word)
	return err == nil
}

// parseInt reads an int of the protocol.
func parseInt(word string) (int, error) {
	n, err := strconv.ParseUint(word, 10, 31)
	if err != nil {
		return 0, fmt.Errorf("%w: %q is no whole number from 0 to %d", errSyntax, word, math.MaxInt32)
	}
	return int(n), nil
}

// parseFloat reads a float of the protocol.
func parseFloat(word string) (float64, error) {
	x, err := strconv.ParseFloat(word, 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
		return 0, fmt.Errorf("%w: %q is no number", errSyntax, word)
	}
	return x, nil
}

// colour is a colour of the protocol.
type colour int

const (
	black colour = iota
	white
)

func (c colour) String() string { return [...]string{"Black", "White"}[c] }

func parseColour(word string) (colour, error) {
	switch strings.ToLower(word) {
	case "b", "black":
		return black, nil
	case "w", "white":
		return white, nil
	}
	return 0, fmt.Errorf("%w: %q is no colour, want b, w, black or white", errSyntax, word)
}

// response writes the answer to r: the text, or what went wrong. Two newlines end a response, so that it has none.
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
