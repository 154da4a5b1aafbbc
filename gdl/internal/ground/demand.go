package ground

import (
	"maps"
	"slices"

	"github.com/banyan-go/banyan/gdl/internal/sheet"
)

// demand returns clauses in which some relations are derived only as far as others ask for them.
//
// A relation is demanded with the arguments that are known wherever it is a condition: constants,
// and variables to which other conditions give a value, or to which the demand for the head gives
// one. A separate relation has the arguments with which it is demanded, and is a condition of all
// its rules ("magic sets": Beeri and Ramakrishnan, "On the Power of Magic", 1991, section 4). Where
// the known arguments come from conditions that have no variable in common, each of these groups
// has such a relation, since these may have very many combinations.
func (d *draft) demand() []clause {
	asked := knownArguments(d.clauses, d.asked)
	var made []clause
	for _, c := range d.clauses {
		before := questions(c.head, asked[c.head.Name])
		made = append(made, clause{c.head, slices.Concat(before, c.body), c.rule, c.number})
		conditions, wanted := c.inOrder(asked)
		before = append(before, conditions...)
		for _, l := range wanted {
			for _, q := range questions(l.atom, asked[l.atom.Name]) {
				if !slices.ContainsFunc(before, func(p literal) bool { return p.kind == positive && p.atom.String() == q.atom.String() }) {
					asks := clause{head: q.atom, body: slices.Clone(before), rule: c.rule}
					made = append(made, d.split(asks.toThePoint())...)
				}
			}
			before = append(before, l)
		}
	}
	return made
}

// questions returns the conditions that demand an atom, each by some of its arguments.
func questions(a sheet.Atom, places [][]int) []literal {
	var list []literal
	for k, group := range places {
		q := sheet.Atom{Name: made("asked", k) + ";" + a.Name}
		for _, i := range group {
			q.Args = append(q.Args, a.Args[i])
		}
		list = append(list, literal{atom: q})
	}
	return list
}

// knownArguments returns which arguments of some relations are known wherever they are conditions,
// in groups that conditions connect. A relation of which none is known has no entry.
func knownArguments(clauses []clause, names map[string]bool) map[string][][]int {
	asked := map[string][][]int{}
	for _, c := range clauses {
		if name := c.head.Name; names[name] && len(c.head.Args) > 0 {
			all := make([]int, len(c.head.Args))
			for i := range all {
				all[i] = i
			}
			asked[name] = [][]int{all}
		}
	}
	for changed := true; changed; {
		changed = false
		for _, c := range clauses {
			given := c.given(asked)
			_, wanted := c.inOrder(asked)
			for _, l := range wanted {
				places := asked[l.atom.Name]
				known := given.known(l.atom, places)
				asked[l.atom.Name] = known
				changed = changed || !slices.EqualFunc(known, places, slices.Equal)
				given.add(l)
			}
		}
		relations := len(asked)
		maps.DeleteFunc(asked, func(_ string, places [][]int) bool { return len(places) == 0 })
		changed = changed || len(asked) < relations
	}
	return asked
}

// inOrder returns the conditions of c on relations that are derived anyway, and on relations that
// are demanded, in the order of the questions: first the one of which the fewest arguments are
// unknown, and negations last.
func (c clause) inOrder(asked map[string][][]int) (conditions, wanted []literal) {
	var left []literal
	for _, l := range c.body {
		if l.kind <= negative && asked[l.atom.Name] != nil {
			left = append(left, l)
		} else {
			conditions = append(conditions, l)
		}
	}
	given := c.given(asked)
	for len(left) > 0 {
		best, least := 0, 0
		for i, l := range left {
			n := 1000*int(l.kind) + len(l.atom.Args)
			for _, group := range given.known(l.atom, asked[l.atom.Name]) {
				n -= len(group)
			}
			if i == 0 || n < least {
				best, least = i, n
			}
		}
		given.add(left[best])
		wanted = append(wanted, left[best])
		left = slices.Delete(left, best, best+1)
	}
	return conditions, wanted
}

// given returns the values that the variables of c have before any relation is demanded.
func (c clause) given(asked map[string][][]int) values {
	v := values{}
	for _, l := range slices.Concat(questions(c.head, asked[c.head.Name]), c.body) {
		if asked[l.atom.Name] == nil {
			v.add(l)
		}
	}
	return v
}

// values maps each variable that has a value to its group: the variables that conditions connect,
// named after one of them.
type values map[string]string

// add gives the variables of a condition values.
func (v values) add(l literal) {
	own := l.atom.AppendVariables(nil)
	if l.kind != positive || len(own) == 0 {
		return
	}
	for _, name := range own {
		old := v[name]
		for other, group := range v {
			if group == old {
				v[other] = own[0]
			}
		}
		v[name] = own[0]
	}
}

// known returns which of some arguments of an atom are known: constants, and variables with values.
// A group is divided where its variables belong to different groups of v. Functions of variables
// are not asked for, since a question for one could lead to one for a function of it, without end.
func (v values) known(a sheet.Atom, places [][]int) [][]int {
	var list [][]int
	for _, group := range places {
		var order []string // of the groups of v here
		parts := map[string][]int{}
		var constants []int
		for _, i := range group {
			t := a.Args[i]
			of := v[t.Name]
			switch {
			case t.IsGround():
				constants = append(constants, i)
			case t.IsVariable() && of != "":
				if parts[of] == nil {
					order = append(order, of)
				}
				parts[of] = append(parts[of], i)
			}
		}
		if len(order) == 0 && len(constants) > 0 {
			order = []string{""}
		}
		for k, of := range order {
			part := parts[of]
			if k == 0 { // Constants go with any group.
				part = slices.Sorted(slices.Values(append(part, constants...)))
			}
			list = append(list, part)
		}
	}
	return list
}

// toThePoint returns c without the conditions that have no variable in common with the head, not
// even by way of others.
func (c clause) toThePoint() clause {
	near := map[string]bool{}
	know(near, c.head)
	for range c.body {
		for _, l := range c.body {
			if slices.ContainsFunc(l.atom.AppendVariables(nil), func(v string) bool { return near[v] }) && l.kind == positive {
				know(near, l.atom)
			}
		}
	}
	return clause{head: c.head, body: slices.DeleteFunc(c.body, func(l literal) bool { return unknown(l.atom, near) }), rule: c.rule}
}

// unknown reports whether a variable of t has no value.
func unknown(t sheet.Term, bound map[string]bool) bool {
	return slices.ContainsFunc(t.AppendVariables(nil), func(v string) bool { return !bound[v] })
}

// know notes that the variables of t have values.
func know(bound map[string]bool, t sheet.Term) {
	for _, v := range t.AppendVariables(nil) {
		bound[v] = true
	}
}
