package ground

import (
	"slices"

	"github.com/banyan-go/banyan/gdl/internal/sheet"
)

// rule is a clause with numbered variables.
type rule struct {
	head      pattern
	headOf    *relation
	positives []atom
	negatives []atom
	compared  []comparison
	variables int
	source    *sheet.Rule
	number    int // of its clause in the draft, or 0
}

// atom is a relation with a pattern for its atoms.
type atom struct {
	of      *relation
	pattern pattern
}

// comparison asks whether two terms are the same.
type comparison struct {
	same bool
	a, b pattern
}

// plan is an order in which the literals of a rule are tried.
type plan struct {
	rule  *rule
	delta int // the positive literal that is given, or -1
	steps []step
}

// step joins with a positive literal, if it has an index, or is a test.
type step struct {
	index    *index
	key      []int
	positive int  // the number of the literal
	limited  bool // its relation still grows
	before   bool // its atom is older than the given one

	negative int // the number of a negative literal that is never met while its atom always holds, or -1
	compared int // the number of a comparison, or -1
}

// plan returns the order for a given literal.
func (r *rule) plan(delta int, grows func(*relation) bool) *plan {
	p := &plan{rule: r, delta: delta}
	bound := map[int]bool{}
	left := map[int]bool{}
	for i := range r.positives {
		left[i] = true
	}
	if delta >= 0 {
		delete(left, delta)
		bind(bound, &r.positives[delta].pattern)
	}
	tests := r.tests()
	for {
		rest := tests[:0:0]
		for _, s := range tests {
			if r.ready(s, bound) {
				p.steps = append(p.steps, s)
			} else {
				rest = append(rest, s)
			}
		}
		tests = rest
		if len(left) == 0 {
			return p
		}
		best, least := -1, 0.0
		for i := range r.positives {
			if cost := r.positives[i].of.fanOut(&r.positives[i].pattern, bound); left[i] && (best < 0 || cost < least) {
				best, least = i, cost
			}
		}
		delete(left, best)
		a := &r.positives[best]
		x, key := a.of.index(&a.pattern, bound)
		p.steps = append(p.steps, step{index: x, key: key, positive: best, limited: grows(a.of), before: best < delta, negative: -1, compared: -1})
		bind(bound, &a.pattern)
	}
}

// tests returns the steps that join with nothing.
func (r *rule) tests() []step {
	var list []step
	for i := range r.compared {
		list = append(list, step{negative: -1, compared: i})
	}
	for i := range r.negatives {
		if of := r.negatives[i].of; !of.dynamic || of.name == "true" {
			list = append(list, step{negative: i, compared: -1})
		}
	}
	return list
}

// ready reports whether the variables of a test have values.
func (r *rule) ready(s step, bound map[int]bool) bool {
	var all []int
	if s.compared >= 0 {
		c := &r.compared[s.compared]
		all = c.b.variables(c.a.variables(nil))
	} else {
		all = r.negatives[s.negative].pattern.variables(nil)
	}
	return !slices.ContainsFunc(all, func(v int) bool { return !bound[v] })
}

func bind(bound map[int]bool, p *pattern) {
	for _, v := range p.variables(nil) {
		bound[v] = true
	}
}

// join finds the instances of a rule.
type join struct {
	g      *grounder
	plan   *plan
	values []id
	set    []int
	chosen []id  // the atoms of the positive literals
	order  int32 // of the given atom
}

// run finds all instances of the rule of a plan in which the atom of the given literal is given.
func (g *grounder) run(p *plan, given id) {
	r := p.rule
	j := &g.join
	j.g, j.plan = g, p
	for len(j.values) < r.variables {
		j.values = append(j.values, none)
	}
	for len(j.chosen) < len(r.positives) {
		j.chosen = append(j.chosen, none)
	}
	j.set = j.set[:0]
	ok := true
	if p.delta >= 0 {
		j.order = g.order[given]
		j.chosen[p.delta] = given
		j.set, ok = g.terms.match(&r.positives[p.delta].pattern, given, j.values, j.set)
	}
	if ok {
		j.step(0)
	}
	j.reset(0)
}

// reset takes their values from the variables that were set after the first n.
func (j *join) reset(n int) {
	for _, v := range j.set[n:] {
		j.values[v] = none
	}
	j.set = j.set[:n]
}

func (j *join) step(n int) {
	g, r := j.g, j.plan.rule
	if !g.pause() {
		return
	}
	if n == len(j.plan.steps) {
		g.instance(r, j)
		return
	}
	switch s := &j.plan.steps[n]; {
	case s.index != nil:
		j.join(n, s)
	case s.compared >= 0:
		c := &r.compared[s.compared]
		if c.same == (g.terms.value(&c.a, j.values) == g.terms.value(&c.b, j.values)) {
			j.step(n + 1)
		}
	default:
		if !g.always(r.negatives[s.negative].of, g.terms.value(&r.negatives[s.negative].pattern, j.values)) {
			j.step(n + 1)
		}
	}
}

// join goes through the atoms of a positive literal.
func (j *join) join(n int, s *step) {
	g := j.g
	a := &j.plan.rule.positives[s.positive]
	for _, candidate := range s.index.find(g.terms, a.of, j.values, s.key) {
		if order := g.order[candidate]; s.limited && (order > j.order || s.before && order == j.order) {
			return // They come in order.
		}
		mark := len(j.set)
		var ok bool
		if j.set, ok = g.terms.match(&a.pattern, candidate, j.values, j.set); ok {
			j.chosen[s.positive] = candidate
			j.step(n + 1)
		}
		j.reset(mark)
	}
}
