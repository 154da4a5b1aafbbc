package sheet

import (
	"slices"
	"strings"
)

// Term is a variable, a name, or a function with arguments.
type Term struct {
	Name string // begins with a question mark if it is a variable
	Args []Term // of a function
}

// IsVariable reports whether t is a variable.
func (t Term) IsVariable() bool { return strings.HasPrefix(t.Name, "?") }

// IsGround reports whether there is no variable in t.
func (t Term) IsGround() bool {
	return !t.IsVariable() && !slices.ContainsFunc(t.Args, func(a Term) bool { return !a.IsGround() })
}

// AppendVariables appends the variables of t to dst, each at every place where it stands.
func (t Term) AppendVariables(dst []string) []string {
	if t.IsVariable() {
		return append(dst, t.Name)
	}
	for _, a := range t.Args {
		dst = a.AppendVariables(dst)
	}
	return dst
}

// String returns the text of t.
func (t Term) String() string {
	if len(t.Args) == 0 {
		return t.Name
	}
	var b strings.Builder
	b.WriteString("(" + t.Name)
	for _, a := range t.Args {
		b.WriteString(" " + a.String())
	}
	b.WriteByte(')')
	return b.String()
}

// Atom is a relation with its arguments. It is a term in which the relation takes the place of the
// function.
type Atom = Term
