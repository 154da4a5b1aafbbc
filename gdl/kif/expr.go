package kif

import (
	"fmt"
	"strings"
)

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

// Equal reports whether two expressions are the same, wherever they stand.
func (e Expr) Equal(other Expr) bool {
	if e.Name != other.Name || len(e.List) != len(other.List) {
		return false
	}
	for i := range e.List {
		if !e.List[i].Equal(other.List[i]) {
			return false
		}
	}
	return true
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
