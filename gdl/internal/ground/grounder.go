// Package ground turns the rules of a sheet into rules without variables.
//
// Which atoms may ever hold is computed from the bottom, for all reachable states together: what is
// true in one of them is init or next in one, what a role does is legal in one, and the negation of
// what depends on the state may always hold. So base and input are not needed, and are not read.
// Relations that depend on neither the state nor moves are worked out at once and vanish from the
// rules.
//
// Each atom is derived once, and joined with those derived before it (semi-naive evaluation).
package ground

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/banyan-go/banyan/gdl/internal/patience"
	"github.com/banyan-go/banyan/gdl/internal/sheet"
	"github.com/banyan-go/banyan/gdl/kif"
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
	watch     *patience.Watch
	err       error
}

// Ground returns the program of a sheet. Its error is a [*sheet.Error], or the cause for which ctx
// is done.
func Ground(ctx context.Context, s *sheet.Sheet, limits Limits) (*Program, error) {
	clauses, err := normalize(s.Rules)
	if err != nil {
		return nil, err
	}
	g := &grounder{terms: newTerms(), relations: map[string]*relation{}, limits: limits, watch: patience.With(ctx), seen: map[uint64][]int32{}}
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
	if g.finish(); g.err != nil {
		return nil, g.err
	}
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
			g.fail("the goal %.80v is no whole number from 0 to 100", g.terms.term(head))
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

// Limits restrict how large a game may be, and how much work it is to ground it.
type Limits struct {
	Atoms    int // that may ever hold
	Literals int // in the bodies of all rules without variables
	Steps    int // of the search for atoms with which the conditions of rules hold
}

// Limits of the texts of atoms, in names.
const (
	maxNames  = 2000 // of an atom
	meanNames = 16   // of all atoms that Limits.Atoms allows
)

// pause counts a step of the search, and reports whether it may go on.
func (g *grounder) pause() bool {
	if g.err == nil {
		g.err = g.watch.Over()
	}
	if g.steps++; g.steps > g.limits.Steps {
		g.fail("the conditions of the rules are tried with more than %d combinations of atoms", g.limits.Steps)
	}
	return g.err == nil
}

// room reports whether there is room for another atom of a relation.
func (g *grounder) room(r *relation, a id) bool {
	size := int(g.terms.size[a])
	g.size += size
	switch {
	case int(g.count) >= g.limits.Atoms:
		most := g.largest()
		g.fail("more than %d atoms may hold, of which %d are of the relation %s; the last one is %.80v",
			g.limits.Atoms, len(most.atoms), most.name, g.terms.term(most.atoms[len(most.atoms)-1]))
	case size > maxNames:
		g.fail("an atom of the relation %s has more than %d names", r.name, maxNames)
	case g.size > meanNames*g.limits.Atoms:
		g.fail("the atoms that may hold have more than %d names, the last ones in the relation %s", meanNames*g.limits.Atoms, r.name)
	}
	return g.err == nil
}

// largest returns the relation with most atoms.
func (g *grounder) largest() *relation {
	most := &relation{}
	for _, name := range g.names() {
		if r := g.relations[name]; len(r.atoms) > len(most.atoms) {
			most = r
		}
	}
	return most
}

// fail ends the work with an error of the rule that is being joined, unless there is an error.
func (g *grounder) fail(format string, args ...any) {
	if g.err != nil {
		return
	}
	var at kif.Pos
	if g.join.plan != nil {
		at = g.join.plan.rule.source.Pos
	}
	g.err = &sheet.Error{Pos: at, Message: fmt.Sprintf(format, args...)}
}

// asSheet returns clauses as rules, from which a sheet tells what depends on what.
func asSheet(clauses []clause) *sheet.Sheet {
	s := &sheet.Sheet{}
	for _, c := range clauses {
		r := sheet.Rule{Head: c.head}
		for _, l := range c.body {
			f := sheet.Formula{Atom: l.atom}
			switch l.kind {
			case negative:
				f = sheet.Formula{Op: sheet.Not, Parts: []sheet.Formula{f}}
			case same, different:
				continue
			}
			r.Body = append(r.Body, f)
		}
		s.Rules = append(s.Rules, r)
	}
	return s
}

// dynamic returns the relations that depend on the state or on moves, or that only the ground atoms
// tell: those that depend on their own negation.
func dynamic(s *sheet.Sheet) map[string]bool {
	group := map[string]int{}
	for i, names := range s.Components() {
		for _, name := range names {
			group[name] = i
		}
	}
	from := []string{"true", "does", "next", "legal", "goal", "terminal"}
	for _, r := range s.Rules {
		for _, f := range r.Body {
			f.Negated(func(a sheet.Atom) {
				if g, ruled := group[a.Name]; ruled && g == group[r.Head.Name] {
					from = append(from, a.Name)
				}
			})
		}
	}
	return s.Dependent(from...)
}
