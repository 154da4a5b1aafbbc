package ground

import (
	"slices"

	"github.com/banyan-go/banyan/gdl/internal/sheet"
)

// split returns clauses with the meaning of c, each of which has fewer variables, or c alone.
//
// A rule has an instance for each combination of the values of its variables. Conditions on
// variables that occur in no others become a separate relation: in
//
//	(<= (next (cell ?x ?c)) (true (cell ?x ?c)) (does ?r (move ?u ?v)) (distinct ?x ?u))
//
// the relation of the ?u from which a role moves, so that there are as many instances as
// combinations of ?x, ?c and ?u, and not of ?r and ?v. Which variables go first is decided as in
// bucket elimination. (Bichler, Morak and Woltran, "lpopt: A Rule Optimization Tool for Answer Set
// Programming", 2016, split the rules of other programs so.)
func (d *draft) split(c clause) []clause {
	var parts []clause
	for {
		group := c.narrowest()
		if group == nil {
			return append(parts, c)
		}
		part := clause{head: sheet.Atom{Name: made("part", d.parts)}, rule: c.rule}
		d.parts++
		rest := clause{head: c.head, rule: c.rule}
		for i, l := range c.body {
			if slices.Contains(group, i) {
				part.body = append(part.body, l)
			} else {
				rest.body = append(rest.body, l)
			}
		}
		outside := rest.variables()
		for _, v := range part.variables() {
			if slices.Contains(outside, v) {
				part.head.Args = append(part.head.Args, sheet.Term{Name: v})
			}
		}
		rest.body = append(rest.body, literal{atom: part.head})
		parts = append(parts, d.split(part)...)
		c = rest
	}
}

// narrowest returns the numbers of the conditions with one variable that the head lacks, the one
// for which they have the fewest variables, and fewer than c; or nil if there is none.
func (c clause) narrowest() []int {
	all := c.variables()
	var best []int
	least := len(all)
	head := c.head.AppendVariables(nil)
	for _, v := range all {
		if slices.Contains(head, v) {
			continue
		}
		var group []int
		var inside clause
		for i, l := range c.body {
			if slices.Contains(l.atom.AppendVariables(nil), v) {
				group = append(group, i)
				inside.body = append(inside.body, l)
			}
		}
		if n := len(inside.variables()); n < least && len(inside.free()) == 0 {
			best, least = group, n
		}
	}
	return best
}

// variables returns the variables of c, each once.
func (c clause) variables() []string {
	all := c.head.AppendVariables(nil)
	for _, l := range c.body {
		all = l.atom.AppendVariables(all)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// free returns the variables to which no condition gives a value.
func (c clause) free() []string {
	bound := map[string]bool{}
	for _, l := range c.body {
		if l.kind == positive {
			know(bound, l.atom)
		}
	}
	return slices.DeleteFunc(c.variables(), func(v string) bool { return bound[v] })
}
