package ground

import (
	"fmt"
	"slices"
	"strings"

	"github.com/banyan-go/banyan/gdl/internal/sheet"
)

// clause is a rule whose body has no And and Or, and Not only around atoms.
type clause struct {
	head sheet.Atom
	body []literal
	rule *sheet.Rule // from which it comes

	number int // in the draft, from 1, or 0
}

// literal is a condition of a clause.
type literal struct {
	kind kind
	atom sheet.Atom // the two arguments of which are compared by same and different
}

type kind uint8

const (
	positive kind = iota
	negative
	same
	different
)

// maxClauses limits what the parts of disjunctions may multiply to.
const maxClauses = 20_000

// normalizer makes clauses of rules.
type normalizer struct {
	clauses []clause
	extra   int // relations that stand for disjunctions
}

// normalize returns clauses with the meaning of the rules.
func normalize(rules []sheet.Rule) ([]clause, error) {
	var n normalizer
	for i := range rules {
		r := &rules[i]
		body := make([]sheet.Formula, len(r.Body))
		for j, f := range r.Body {
			body[j] = inward(f, false)
		}
		if err := n.add(r, r.Head, body); err != nil {
			return nil, err
		}
	}
	return n.clauses, nil
}

// made returns the name of an additional relation. No sheet has it, because a semicolon begins a
// comment there.
func made(kind string, number int) string { return fmt.Sprintf("%s;%d", kind, number) }

// isMade reports whether a name is one of ours.
func isMade(name string) bool { return strings.Contains(name, ";") }

// inward moves negations to the atoms.
func inward(f sheet.Formula, negated bool) sheet.Formula {
	if f.Op == sheet.Not {
		return inward(f.Parts[0], !negated)
	}
	if f.Op == sheet.Holds || f.Op == sheet.Distinct {
		if negated {
			return sheet.Formula{Op: sheet.Not, Parts: []sheet.Formula{f}}
		}
		return f
	}
	made := sheet.Formula{Op: f.Op}
	if negated {
		made.Op = sheet.And + sheet.Or - f.Op
	}
	for _, p := range f.Parts {
		made.Parts = append(made.Parts, inward(p, negated))
	}
	return made
}

// add adds the clauses of a rule. A disjunction becomes a separate relation if that is safe, and
// otherwise a rule for each of its parts.
func (n *normalizer) add(r *sheet.Rule, head sheet.Atom, body []sheet.Formula) error {
	body = flat(body)
	i := slices.IndexFunc(body, func(f sheet.Formula) bool { return f.Op == sheet.Or })
	if i < 0 {
		if len(n.clauses) == maxClauses {
			return &sheet.Error{Pos: r.Pos, Message: fmt.Sprintf("the disjunctions of the rules make more than %d rules", maxClauses)}
		}
		n.clauses = append(n.clauses, clause{head: head, body: literals(body), rule: r})
		return nil
	}
	or := body[i]
	rest := slices.Delete(slices.Clone(body), i, i+1)
	if shared, ok := separate(or, head, rest); ok {
		atom := sheet.Atom{Name: made("or", n.extra)}
		n.extra++
		for _, v := range shared {
			atom.Args = append(atom.Args, sheet.Term{Name: v})
		}
		for _, p := range or.Parts {
			if err := n.add(r, atom, []sheet.Formula{p}); err != nil {
				return err
			}
		}
		return n.add(r, head, append(rest, sheet.Formula{Atom: atom}))
	}
	for _, p := range or.Parts {
		if err := n.add(r, head, append(slices.Clone(rest), p)); err != nil {
			return err
		}
	}
	return nil
}

// separate returns the variables that a disjunction shares with the rest of its rule, and whether
// each of its parts gives all its variables, and these, their values.
func separate(or sheet.Formula, head sheet.Atom, rest []sheet.Formula) (shared []string, ok bool) {
	outside := head.AppendVariables(nil)
	for _, f := range rest {
		outside = f.AppendVariables(outside)
	}
	shared = slices.DeleteFunc(variables(or), func(v string) bool { return !slices.Contains(outside, v) })
	for _, p := range or.Parts {
		bound := p.Bound()
		if slices.ContainsFunc(slices.Concat(variables(p), shared), func(v string) bool { return !bound[v] }) {
			return nil, false
		}
	}
	return shared, true
}

// variables returns the variables of f, each once.
func variables(f sheet.Formula) []string {
	all := f.AppendVariables(nil)
	slices.Sort(all)
	return slices.Compact(all)
}

// flat replaces conjunctions by their parts.
func flat(body []sheet.Formula) []sheet.Formula {
	var list []sheet.Formula
	for _, f := range body {
		if f.Op == sheet.And {
			list = append(list, flat(f.Parts)...)
		} else {
			list = append(list, f)
		}
	}
	return list
}

// literals returns formulas without And and Or as literals, each once.
func literals(body []sheet.Formula) []literal {
	var list []literal
	seen := map[string]bool{}
	for _, f := range body {
		if text := f.String(); seen[text] {
			continue
		} else {
			seen[text] = true
		}
		l := literal{atom: f.Atom}
		switch {
		case f.Op == sheet.Distinct:
			l.kind = different
		case f.Op == sheet.Not && f.Parts[0].Op == sheet.Distinct:
			l = literal{same, f.Parts[0].Atom}
		case f.Op == sheet.Not:
			l = literal{negative, f.Parts[0].Atom}
		}
		list = append(list, l)
	}
	return list
}
