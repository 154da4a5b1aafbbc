package ground

import (
	"context"
	"maps"
	"slices"
	"strconv"

	"github.com/banyan-go/banyan/gdl/internal/sheet"
)

// grounder has the state of the work.
type grounder struct {
	terms     *terms
	relations map[string]*relation
	order     []int32 // of each atom, from 1 in the order of derivation; 0 if it does not hold
	queue     []id    // the atoms of the current phase, in that order
	count     int32   // of atoms
	join      join
	out       *Program
	emits     bool // instances become rules
	seen      map[uint64][]int32
	literals  int // of the rules in out
	steps     int // of the work so far
	size      int // of all atoms, in names
	limits    Limits
	ctx       context.Context
	err       error
}

// Ground returns the program of a sheet. Its error is a [*sheet.Error], or the cause for which ctx
// is done.
func Ground(ctx context.Context, s *sheet.Sheet, limits Limits) (*Program, error) {
	clauses, err := normalize(s.Rules)
	if err != nil {
		return nil, err
	}
	g := &grounder{terms: newTerms(), relations: map[string]*relation{}, limits: limits, ctx: ctx, seen: map[uint64][]int32{}}
	g.out = &Program{Roles: s.Roles, terms: g.terms, sheet: s}
	rewritten := asSheet(clauses)
	needed, dynamic := rewritten.Needed(), dynamic(rewritten)
	rules := map[string][]*rule{}
	for name := range needed {
		g.relations[name] = &relation{name: name, dynamic: dynamic[name], indexes: map[string]*index{}}
	}
	for _, c := range clauses {
		if needed[c.head.Name] {
			rules[c.head.Name] = append(rules[c.head.Name], g.rule(c))
		}
	}
	var last []*rule
	for _, group := range rewritten.Components() {
		var list []*rule
		for _, name := range group {
			list = append(list, rules[name]...)
		}
		if !needed[group[0]] {
			continue
		}
		if dynamic[group[0]] {
			last = append(last, list...)
		} else {
			g.phase(list)
		}
	}
	g.emits = true
	g.phase(last)
	if g.err != nil {
		return nil, g.err
	}
	g.finish()
	return g.out, nil
}

// rule numbers the variables of a clause.
func (g *grounder) rule(c clause) *rule {
	numbers := map[string]int{}
	r := &rule{source: c.rule, headOf: g.relations[c.head.Name]}
	for _, l := range c.body {
		switch l.kind {
		case positive:
			r.positives = append(r.positives, atom{g.relations[l.atom.Name], g.terms.pattern(l.atom, numbers)})
		case negative:
			r.negatives = append(r.negatives, atom{g.relations[l.atom.Name], g.terms.pattern(l.atom, numbers)})
		default:
			r.compared = append(r.compared, comparison{l.kind == same, g.terms.pattern(l.atom.Args[0], numbers), g.terms.pattern(l.atom.Args[1], numbers)})
		}
	}
	r.head = g.terms.pattern(c.head, numbers)
	r.variables = len(numbers)
	return r
}

// phase derives all that follows by some rules, whose heads no rules of other phases have.
func (g *grounder) phase(rules []*rule) {
	growing := map[*relation]bool{}
	for _, r := range rules {
		growing[r.headOf] = true
	}
	if g.emits {
		growing[g.relations["true"]], growing[g.relations["does"]] = true, true
		for _, a := range g.atoms("init") {
			g.follow(a)
		}
	}
	grows := func(r *relation) bool { return growing[r] }
	plans := map[*relation][]*plan{}
	for _, r := range rules {
		given := false
		for i, a := range r.positives {
			if grows(a.of) {
				plans[a.of] = append(plans[a.of], r.plan(i, grows))
				given = true
			}
		}
		if !given {
			g.run(r.plan(-1, grows), none)
		}
	}
	for i := 0; i < len(g.queue) && g.err == nil; i++ {
		a := g.queue[i]
		for _, p := range plans[g.relationOf(a)] {
			g.run(p, a)
		}
	}
	g.queue = g.queue[:0]
}

func (g *grounder) relationOf(a id) *relation { return g.relations[g.terms.names[g.terms.symbol[a]]] }

// atoms returns the atoms of a relation.
func (g *grounder) atoms(name string) []id {
	if r := g.relations[name]; r != nil {
		return r.atoms
	}
	return nil
}

// holds reports whether an atom is derived.
func (g *grounder) holds(a id) bool { return int(a) < len(g.order) && g.order[a] > 0 }

// instance is called with the values of the variables of a rule with which its body holds.
func (g *grounder) instance(r *rule, j *join) {
	head := g.terms.value(&r.head, j.values)
	if g.emits {
		g.emit(r, head, j)
	}
	g.derive(r.headOf, head)
	if r.headOf.name == "goal" {
		if _, ok := g.goal(head); !ok {
			g.fail("the goal %.80v is no number from 0 to 100", g.terms.term(head))
		}
	}
}

// goal returns the value of a goal, and whether it is one.
func (g *grounder) goal(a id) (value int, ok bool) {
	value, err := strconv.Atoi(g.terms.term(g.terms.args[a][1]).String())
	return value, err == nil && value >= 0 && value <= 100
}

// derive adds an atom, and what follows from it in every game.
func (g *grounder) derive(r *relation, a id) {
	if g.holds(a) {
		return
	}
	if !g.room(r, a) {
		return
	}
	for len(g.order) <= int(a) {
		g.order = append(g.order, 0)
	}
	g.count++
	g.order[a] = g.count
	r.atoms = append(r.atoms, a)
	g.queue = append(g.queue, a)
	if g.emits {
		g.follow(a)
	}
}

// follow derives true and does.
func (g *grounder) follow(a id) {
	args := g.terms.args[a]
	switch g.terms.names[g.terms.symbol[a]] {
	case "next", "init":
		g.derive(g.relations["true"], g.terms.of(g.terms.intern("true"), args))
	case "legal":
		g.derive(g.relations["does"], g.terms.of(g.terms.intern("does"), args))
	}
}

// names returns the names of all relations in alphabetical order.
func (g *grounder) names() []string { return slices.Sorted(maps.Keys(g.relations)) }
