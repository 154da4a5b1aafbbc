// Package kif reads and writes the lists of names in which rules of the Game Description Language
// and messages between game servers and players are written, a part of the Knowledge Interchange
// Format (M. R. Genesereth and R. E. Fikes, "Knowledge Interchange Format, Version 3.0 Reference
// Manual", 1992).
//
//	list, err := kif.Parse([]byte("(<= (open ?door) ; a comment\n (closed ?door))"))
//	...
//	fmt.Println(list[0].List[1]) // (open ?door)
//
// An [Expr] is a name or a list of expressions. Names are separated by white space and parentheses,
// and a semicolon begins a comment that ends with its line. Names keep their spelling, but case
// does not distinguish them: names with the same [Fold] are one name. Lines end with LF, CR or CR
// LF. A text that is no UTF-8 is read as Latin-1.
//
// The package has no state, and its functions may be called from several goroutines.
package kif

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Limits of [Parse].
const (
	MaxBytes = 16 << 20 // of a text
	MaxDepth = 200      // of lists in lists
)

// Error describes what is wrong with a text, and where.
type Error struct {
	Pos     Pos
	Message string // what is wrong, and what is wanted
}

// Error implements error.
func (e *Error) Error() string { return fmt.Sprintf("kif: %v: %s", e.Pos, e.Message) }

// Parse returns the expressions of a text. Its error is an [*Error].
func Parse(text []byte) ([]Expr, error) {
	if len(text) > MaxBytes {
		return nil, &Error{Pos{1, 1}, fmt.Sprintf("the text has %d bytes, want at most %d", len(text), MaxBytes)}
	}
	p := parser{text: decode(text), pos: Pos{1, 1}}
	return p.parse()
}

// decode returns a text in UTF-8, without the byte order mark with which some editors begin it.
func decode(text []byte) string {
	if utf8.Valid(text) {
		return strings.TrimPrefix(string(text), "\ufeff")
	}
	runes := make([]rune, len(text))
	for i, b := range text {
		runes[i] = rune(b)
	}
	return string(runes)
}

type parser struct {
	text string // what is left
	pos  Pos    // where it begins
	open []Expr // the lists that are not closed yet, the innermost last
	done []Expr // the expressions outside of lists
}

func (p *parser) parse() ([]Expr, error) {
	for {
		p.skip()
		if p.text == "" {
			break
		}
		if err := p.next(); err != nil {
			return nil, err
		}
	}
	if len(p.open) > 0 {
		return nil, &Error{p.open[len(p.open)-1].Pos, "a list is not closed, want )"}
	}
	return p.done, nil
}

// next reads a parenthesis or a name.
func (p *parser) next() error {
	at := p.pos
	switch p.text[0] {
	case '(':
		if len(p.open) == MaxDepth {
			return &Error{at, fmt.Sprintf("more than %d lists in one another", MaxDepth)}
		}
		p.open = append(p.open, Expr{Pos: at})
		p.advance(1)
	case ')':
		last := len(p.open) - 1
		if last < 0 {
			return &Error{at, ") without ("}
		}
		list := p.open[last]
		p.open = p.open[:last]
		p.add(list)
		p.advance(1)
	default:
		n := strings.IndexAny(p.text, special)
		if n < 0 {
			n = len(p.text)
		}
		p.add(Expr{Name: p.text[:n], Pos: at})
		p.advance(n)
	}
	return nil
}

// special are the characters that end a name.
const special = "(); \t\r\n\v\f"

// add appends an expression to the innermost list.
func (p *parser) add(e Expr) {
	if last := len(p.open) - 1; last >= 0 {
		p.open[last].List = append(p.open[last].List, e)
		return
	}
	p.done = append(p.done, e)
}

// skip passes white space and comments.
func (p *parser) skip() {
	for p.text != "" {
		switch p.text[0] {
		case ' ', '\t', '\v', '\f':
			p.advance(1)
		case '\r', '\n':
			n := 1
			if strings.HasPrefix(p.text, "\r\n") {
				n = 2
			}
			p.text = p.text[n:]
			p.pos = Pos{p.pos.Line + 1, 1}
		case ';':
			n := strings.IndexAny(p.text, "\r\n")
			if n < 0 {
				n = len(p.text)
			}
			p.advance(n)
		default:
			return
		}
	}
}

// advance passes n bytes of one line.
func (p *parser) advance(n int) {
	p.pos.Column += utf8.RuneCountInString(p.text[:n])
	p.text = p.text[n:]
}

// Fold returns what all spellings of a text have in common: it makes ASCII letters small.
func Fold(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}

// Expr is a name or a list.
type Expr struct {
	Name string // empty for a list
	List []Expr // of a list
	Pos  Pos    // where it begins; zero if it was not read
}

// Pos is a place in a text.
type Pos struct {
	Line, Column int // from 1; columns count characters
}

// String returns the place in words.
func (p Pos) String() string { return fmt.Sprintf("line %d, column %d", p.Line, p.Column) }

// Name returns an Expr that is a name.
func Name(name string) Expr { return Expr{Name: name} }

// List returns an Expr that is a list.
func List(list ...Expr) Expr { return Expr{List: list} }

// IsList reports whether e is a list, perhaps an empty one.
func (e Expr) IsList() bool { return e.Name == "" }

// Equal reports whether two expressions are the same, wherever they stand and however their names
// are spelled.
func (e Expr) Equal(other Expr) bool {
	return Fold(e.Name) == Fold(other.Name) && slices.EqualFunc(e.List, other.List, Expr.Equal)
}

// String returns the text of e, which [Parse] reads again.
func (e Expr) String() string {
	var b strings.Builder
	e.write(&b)
	return b.String()
}

func (e Expr) write(b *strings.Builder) {
	if !e.IsList() {
		b.WriteString(e.Name)
		return
	}
	b.WriteByte('(')
	for i, part := range e.List {
		if i > 0 {
			b.WriteByte(' ')
		}
		part.write(b)
	}
	b.WriteByte(')')
}
