// Package sheet reads rule sheets in the Game Description Language (M. Genesereth, N. Love and B.
// Pell, "General Game Playing: Overview of the AAAI Competition", AI Magazine 26(2), 2005; N. Love
// et al., "General Game Playing: Game Description Language Specification", Stanford Logic Group
// LG-2006-01) and checks what can be seen without working out what follows from the rules.
//
// A [Sheet] is a list of rules, which are facts if they have no body. Case does not tell names
// apart, and the first spelling of a name stands for all. Relations of the language have small
// letters:
//
//	(role r)      r is a player
//	(base f)      f is a proposition of the state; not needed
//	(input r m)   r may ever have the move m; not needed
//	(init f)      f is true in the first state
//	(true f)      f is true in the current state
//	(does r m)    r makes the move m
//	(next f)      f is true in the next state
//	(legal r m)   r may make the move m
//	(goal r v)    r gets v, from 0 to 100
//	(terminal)    the game is over
package sheet

import (
	"fmt"
	"slices"
	"strings"

	"github.com/banyan-go/banyan/gdl/kif"
)

// Sheet is a rule sheet.
type Sheet struct {
	Roles []string // the roles, in order
	Rules []Rule
}

// Rule says that its head holds if all formulas of its body hold.
type Rule struct {
	Head Atom
	Body []Formula
	Pos  kif.Pos
}

// String returns the text of r.
func (r Rule) String() string {
	if len(r.Body) == 0 {
		return r.Head.String()
	}
	return list("<= "+r.Head.String(), r.Body)
}

// list returns a list of the sheet as text.
func list[T fmt.Stringer](first string, rest []T) string {
	var b strings.Builder
	b.WriteString("(" + first)
	for _, part := range rest {
		b.WriteString(" " + part.String())
	}
	b.WriteByte(')')
	return b.String()
}

// Error describes what is wrong with a sheet, and where.
type Error struct {
	Pos     kif.Pos // zero if it is missing from the whole sheet
	Message string
}

// Error implements error.
func (e *Error) Error() string {
	if e.Pos == (kif.Pos{}) {
		return "gdl: " + e.Message
	}
	return fmt.Sprintf("gdl: line %d: %s", e.Pos.Line, e.Message)
}

// fail returns an [Error].
func fail(at kif.Pos, format string, args ...any) error {
	return &Error{at, fmt.Sprintf(format, args...)}
}

// Parse reads a sheet and checks it. Its error is an [*Error] or a [*kif.Error].
func Parse(text []byte) (*Sheet, error) {
	list, err := kif.Parse(text)
	if err != nil {
		return nil, err
	}
	return New(list)
}

// New returns the sheet with these rules, and checks it.
func New(rules []kif.Expr) (*Sheet, error) {
	s := &Sheet{}
	spelled := newSpelling()
	for _, e := range rules {
		r, err := readRule(e)
		if err != nil {
			return nil, err
		}
		spelled.rule(&r)
		s.Rules = append(s.Rules, r)
	}
	if err := s.check(); err != nil {
		return nil, err
	}
	for _, r := range s.Rules {
		if r.Head.Name == "role" && !slices.Contains(s.Roles, r.Head.Args[0].Name) {
			s.Roles = append(s.Roles, r.Head.Args[0].Name)
		}
	}
	return s, nil
}

// readRule reads a rule: a fact, or a list of <=, a head, and formulas.
func readRule(e kif.Expr) (Rule, error) {
	if !e.IsList() || len(e.List) == 0 || e.List[0].Name != "<=" {
		head, err := readAtom(e)
		return Rule{Head: head, Pos: e.Pos}, err
	}
	if len(e.List) < 2 {
		return Rule{}, fail(e.Pos, "a rule without a head")
	}
	head, err := readAtom(e.List[1])
	r := Rule{Head: head, Pos: e.Pos}
	for _, part := range e.List[2:] {
		if err != nil {
			break
		}
		var f Formula
		f, err = readFormula(part)
		r.Body = append(r.Body, f)
	}
	return r, err
}

// readFormula reads a condition.
func readFormula(e kif.Expr) (Formula, error) {
	if !e.IsList() || len(e.List) == 0 {
		a, err := readAtom(e)
		return Formula{Atom: a}, err
	}
	op, ok := map[string]Op{"not": Not, "and": And, "or": Or}[kif.Fold(e.List[0].Name)]
	if !ok {
		a, err := readAtom(e)
		if err == nil && a.Name == "distinct" {
			if len(a.Args) != 2 {
				return Formula{}, fail(e.Pos, "%v compares %d terms, want 2", a, len(a.Args))
			}
			return Formula{Op: Distinct, Atom: a}, nil
		}
		return Formula{Atom: a}, err
	}
	f := Formula{Op: op}
	for _, part := range e.List[1:] {
		p, err := readFormula(part)
		if err != nil {
			return f, err
		}
		f.Parts = append(f.Parts, p)
	}
	switch {
	case len(f.Parts) == 0:
		return f, fail(e.Pos, "%v has no parts", e)
	case op == Not && len(f.Parts) > 1:
		return f, fail(e.Pos, "%v has %d parts, want 1", e, len(f.Parts))
	}
	return f, nil
}

// readAtom reads a relation with its arguments.
func readAtom(e kif.Expr) (Atom, error) {
	a, err := ReadTerm(e)
	switch {
	case err != nil:
		return a, err
	case a.IsVariable():
		return a, fail(e.Pos, "the variable %v stands where a relation is expected", a)
	}
	if name := kif.Fold(a.Name); IsKeyword(name) {
		a.Name = name
	}
	switch kif.Fold(a.Name) {
	case "<=", "not", "and", "or":
		return a, fail(e.Pos, "%s stands where a relation is expected", a.Name)
	}
	return a, nil
}

// ReadTerm reads a term. A list of one name is that name.
func ReadTerm(e kif.Expr) (Term, error) {
	if !e.IsList() {
		return Term{Name: e.Name}, nil
	}
	if len(e.List) == 0 {
		return Term{}, fail(e.Pos, "() is no term")
	}
	first := e.List[0]
	if first.IsList() {
		return Term{}, fail(e.Pos, "the list %v begins with a list, want a name", short(e))
	}
	t := Term{Name: first.Name}
	if t.IsVariable() {
		return Term{}, fail(e.Pos, "the list %v begins with a variable, want a name", short(e))
	}
	for _, part := range e.List[1:] {
		a, err := ReadTerm(part)
		if err != nil {
			return t, err
		}
		t.Args = append(t.Args, a)
	}
	return t, nil
}

// short returns the beginning of the text of e.
func short(e kif.Expr) string {
	const most = 60
	text := []rune(e.String())
	if len(text) <= most {
		return string(text)
	}
	return string(text[:most]) + " ..."
}
