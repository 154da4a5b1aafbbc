package prover

import (
	"maps"
	"slices"

	"github.com/banyan-go/banyan/gdl/internal/sheet"
)

// rule is a rule with numbered variables.
type rule struct {
	head      pattern
	body      []formula
	variables int
}

type formula struct {
	op    sheet.Op
	atom  pattern
	parts []formula
}

// compiler gives numbers to the variables of a rule.
type compiler struct {
	terms   *terms
	numbers map[string]int
}

func compile(t *terms, r sheet.Rule) *rule {
	c := compiler{t, map[string]int{}}
	made := &rule{body: c.conjunction(r.Body, map[int]bool{})}
	made.head = c.pattern(r.Head)
	made.variables = len(c.numbers)
	return made
}

// conjunction puts formulas into an order in which each not and distinct finds its variables with
// values, where bound are those that have one before.
func (c *compiler) conjunction(all []sheet.Formula, bound map[int]bool) []formula {
	rest := slices.Clone(all)
	var list []formula
	for len(rest) > 0 {
		i := slices.IndexFunc(rest, func(f sheet.Formula) bool { return c.ready(f, bound) })
		f := c.formula(rest[i], bound)
		maps.Copy(bound, c.bound(rest[i]))
		list = append(list, f)
		rest = slices.Delete(rest, i, i+1)
	}
	return list
}

// ready reports whether the variables of each not and distinct in f have values or get them in f.
func (c *compiler) ready(f sheet.Formula, bound map[int]bool) bool {
	switch f.Op {
	case sheet.Holds:
		return true
	case sheet.Distinct, sheet.Not:
		return c.all(f, bound)
	}
	inside := maps.Clone(bound)
	if f.Op == sheet.And {
		maps.Copy(inside, c.bound(f))
	}
	for _, p := range f.Parts {
		here := inside
		if f.Op == sheet.Or {
			here = maps.Clone(inside)
			maps.Copy(here, c.bound(p))
		}
		if !c.ready(p, here) {
			return false
		}
	}
	return true
}

// all reports whether all variables of f have values.
func (c *compiler) all(f sheet.Formula, bound map[int]bool) bool {
	return !slices.ContainsFunc(f.AppendVariables(nil), func(v string) bool { return !bound[c.number(v)] })
}

// bound returns the variables that get a value where f holds.
func (c *compiler) bound(f sheet.Formula) map[int]bool {
	set := map[int]bool{}
	for v := range f.Bound() {
		set[c.number(v)] = true
	}
	return set
}

func (c *compiler) formula(f sheet.Formula, bound map[int]bool) formula {
	made := formula{op: f.Op, atom: c.pattern(f.Atom)}
	switch f.Op {
	case sheet.And:
		made.parts = c.conjunction(f.Parts, maps.Clone(bound))
	case sheet.Or, sheet.Not:
		for _, p := range f.Parts {
			made.parts = append(made.parts, c.conjunction([]sheet.Formula{p}, maps.Clone(bound))...)
		}
	}
	return made
}

func (c *compiler) pattern(t sheet.Term) pattern {
	if t.IsVariable() {
		return pattern{variable: c.number(t.Name)}
	}
	p := pattern{variable: -1, name: t.Name}
	ground := true
	for _, a := range t.Args {
		p.args = append(p.args, c.pattern(a))
		ground = ground && p.args[len(p.args)-1].ground != nil
	}
	if ground {
		args := make([]*term, len(p.args))
		for i := range args {
			args[i] = p.args[i].ground
		}
		p.ground = c.terms.of(t.Name, args)
	}
	return p
}

func (c *compiler) number(v string) int {
	n, ok := c.numbers[v]
	if !ok {
		n = len(c.numbers)
		c.numbers[v] = n
	}
	return n
}
