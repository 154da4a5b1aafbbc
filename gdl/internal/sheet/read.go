package sheet

import "github.com/banyan-go/banyan/gdl/kif"

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
	op, ok := map[string]Op{"not": Not, "and": And, "or": Or}[e.List[0].Name]
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
	case a.Name == "<=" || a.Name == "not" || a.Name == "and" || a.Name == "or":
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
