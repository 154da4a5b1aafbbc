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
	return list(t.Name, t.Args)
}

// Atom is a relation with its arguments. It is a term in which the relation replaces the
// function.
type Atom = Term

// Op is the kind of a [Formula].
type Op uint8

// The kinds of formulas.
const (
	Holds    Op = iota // Atom holds
	Distinct           // the two arguments of Atom are different terms
	Not                // the only one of Parts does not hold
	And                // all of Parts hold
	Or                 // one of Parts holds
)

// Formula is a condition of a rule.
type Formula struct {
	Op    Op
	Atom  Atom // of Holds and Distinct
	Parts []Formula
}

// String returns the text of f.
func (f Formula) String() string {
	if f.Op == Holds || f.Op == Distinct {
		return f.Atom.String()
	}
	return list(map[Op]string{Not: "not", And: "and", Or: "or"}[f.Op], f.Parts)
}

// Atoms calls yield with every atom of f that holds or must not hold.
func (f Formula) Atoms(yield func(Atom)) {
	if f.Op == Holds {
		yield(f.Atom)
	}
	for _, p := range f.Parts {
		p.Atoms(yield)
	}
}

// AppendVariables appends the variables of f to dst, each at every place where it stands.
func (f Formula) AppendVariables(dst []string) []string {
	dst = f.Atom.AppendVariables(dst)
	for _, p := range f.Parts {
		dst = p.AppendVariables(dst)
	}
	return dst
}

// Negated calls yield with every atom of f that stands below a not.
func (f Formula) Negated(yield func(Atom)) {
	for _, p := range f.Parts {
		if f.Op == Not {
			p.Atoms(yield)
		} else {
			p.Negated(yield)
		}
	}
}
