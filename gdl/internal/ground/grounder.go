// Package ground turns the rules of a sheet into rules without variables.
//
// Which atoms may ever hold is computed from the bottom, for all reachable states together: what is
// true in one of them is init or next in one, what a role does is legal in one, and the negation of
// what depends on the state may always hold. So base and input are not needed, and are not read.
// Relations that depend on neither the state nor moves are worked out at once and vanish from the
// rules.
//
// Each atom is derived once, and joined with those derived before it (semi-naive evaluation). Where
// that is too much work, rules are split and relations are derived only as far as others ask for
// them.
package ground

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/banyan-go/banyan/gdl/internal/patience"
	"github.com/banyan-go/banyan/gdl/internal/sheet"
	"github.com/banyan-go/banyan/gdl/internal/table"
	"github.com/banyan-go/banyan/gdl/kif"
)

// grounder has the state of the work.
type grounder struct {
	terms     *terms
	relations map[string]*relation
	first     [][]*rule   // by phase, for the phases in which nothing depends on the state
	last      []*rule     // all others
	lasting   map[id]bool // the atoms of true that hold in every state
	order     []int32     // of each atom, from 1 in the order of derivation; 0 if it does not hold
	queue     []id        // the atoms of the current phase, in that order
	count     int32       // of atoms
	join      join
	out       *Program
	emits     bool        // instances become rules
	seen      table.Table // of the rules in out
	literals  int         // of the rules in out
	pos, neg  []id        // scratch memory
	steps     int         // of the work so far
	work      []int       // of the work so far: the steps for each clause of the draft
	size      int         // of all atoms, in names
	limits    Limits
	limited   bool // a limit is reached
	watch     *patience.Watch
	err       error
}

// newGrounder returns a grounder of clauses, of which own have the meaning of the sheet, and the
// others ask for what these need. The sizes are the numbers of atoms that relations are expected to
// have.
func newGrounder(s *sheet.Sheet, own, all []clause, sizes map[string]int, limits Limits, w *patience.Watch) *grounder {
	g := &grounder{terms: newTerms(), relations: map[string]*relation{}, limits: limits, watch: w, work: make([]int, len(own)+1)}
	g.out = &Program{Roles: s.Roles, terms: g.terms, sheet: s}
	rewritten := asSheet(all)
	needed, dynamic, late := rewritten.Needed(), dynamic(asSheet(own)), dynamic(rewritten)
	for name := range needed {
		g.relations[name] = &relation{name: name, dynamic: dynamic[name], late: late[name], expected: sizes[name], indexes: map[string]*index{}}
	}
	rules := map[string][]*rule{}
	for _, c := range all {
		if needed[c.head.Name] {
			rules[c.head.Name] = append(rules[c.head.Name], g.rule(c))
		}
	}
	for _, group := range rewritten.Components() {
		var list []*rule
		for _, name := range group {
			list = append(list, rules[name]...)
		}
		switch {
		case !needed[group[0]]:
		case late[group[0]]:
			g.last = append(g.last, list...)
		default:
			g.first = append(g.first, list)
		}
	}
	return g
}

// ground returns the program.
func (g *grounder) ground() (*Program, error) {
	for _, list := range g.first {
		g.phase(list)
	}
	g.findLasting()
	g.emits = true
	g.phase(g.last)
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
	r := &rule{source: c.rule, number: c.number, headOf: g.relations[c.head.Name]}
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

// always reports whether an atom holds in every state.
func (g *grounder) always(r *relation, a id) bool {
	if r.dynamic {
		return g.lasting[a]
	}
	return g.holds(a)
}

// findLasting finds what is true in every state: what is true in the first one, and stays so by a
// rule like (<= (next (wall ?x)) (true (wall ?x))).
func (g *grounder) findLasting() {
	g.lasting = map[id]bool{}
	for _, r := range g.last {
		if r.headOf.name != "next" || len(r.positives) != 1 || len(r.negatives)+len(r.compared) > 0 || r.positives[0].of.name != "true" {
			continue
		}
		kept, values := &r.head.args[0], slices.Repeat([]id{none}, r.variables)
		if !kept.equal(&r.positives[0].pattern.args[0]) {
			continue
		}
		for _, a := range g.atoms("init") {
			set, ok := g.terms.match(kept, g.terms.args[a][0], values, nil)
			if ok {
				g.lasting[g.terms.of(g.terms.intern("true"), g.terms.args[a])] = true
			}
			for _, v := range set {
				values[v] = none
			}
		}
	}
}

// instance is called with the values of the variables of a rule with which its body holds.
func (g *grounder) instance(r *rule, j *join) {
	head := g.terms.value(&r.head, j.values)
	if r.headOf.dynamic {
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
	Bytes    int // of all terms, atoms and rules without variables, by estimate
}

// What things take in bytes, besides the conditions of rules, with the tables in which they are
// found.
const (
	bytesOfTerm = 64
	bytesOfAtom = 64
	bytesOfRule = 96
)

// Limits of the texts of atoms, in names.
const (
	maxNames  = 2000 // of an atom
	meanNames = 16   // of all atoms that Limits.Atoms allows
)

// pause counts a step of the search, and reports whether it may continue.
func (g *grounder) pause() bool {
	if g.err == nil {
		g.err = g.watch.Over()
	}
	g.work[g.join.plan.rule.number]++
	if g.steps++; g.steps > g.limits.Steps {
		g.overflow("the conditions of the rules are tried with more than %d combinations of atoms", g.limits.Steps)
	}
	return g.err == nil
}

// room reports whether there is room for another atom of a relation.
func (g *grounder) room(r *relation, a id) bool {
	size := int(g.terms.size[a])
	g.size += size
	switch {
	case int(g.count) >= g.limits.Atoms:
		g.overflow("more than %d atoms may hold, %s", g.limits.Atoms, g.largest())
	case size > maxNames:
		g.overflow("an atom of the relation %s has more than %d names", r.name, maxNames)
	case g.bytes() > g.limits.Bytes:
		g.overflow("the rules without variables take more than %d bytes, with %d atoms, %s", g.limits.Bytes, g.count, g.largest())
	case g.size > meanNames*g.limits.Atoms:
		g.overflow("the atoms that may hold have more than %d names, the last ones in the relation %s", meanNames*g.limits.Atoms, r.name)
	}
	return g.err == nil
}

// bytes returns about how much memory is used.
func (g *grounder) bytes() int {
	return bytesOfTerm*len(g.terms.symbol) + bytesOfAtom*int(g.count) + bytesOfRule*len(g.out.Rules) + 4*g.literals
}

// largest returns the relation of the sheet with the most atoms.
func (g *grounder) largest() string {
	most := &relation{}
	for _, name := range g.names() {
		if r := g.relations[name]; len(r.atoms) > len(most.atoms) && !isMade(name) {
			most = r
		}
	}
	if len(most.atoms) == 0 {
		return "none of them of a relation of the sheet"
	}
	return fmt.Sprintf("%d of them of the relation %s; the last one is %.80v",
		len(most.atoms), most.name, g.terms.term(most.atoms[len(most.atoms)-1]))
}

// overflow ends the work because a limit is reached.
func (g *grounder) overflow(format string, args ...any) {
	g.limited = g.limited || g.err == nil
	g.fail(format, args...)
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

// asSheet returns clauses as rules, from which a sheet determines dependencies.
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
	return s.Dependent(append(unstratified(s), "true", "does", "next", "legal", "goal", "terminal")...)
}

// unstratified returns the relations that depend on their own negation.
func unstratified(s *sheet.Sheet) []string {
	group := map[string]int{}
	groups := s.Components()
	for i, names := range groups {
		for _, name := range names {
			group[name] = i
		}
	}
	var list []string
	for _, r := range s.Rules {
		for _, f := range r.Body {
			f.Negated(func(a sheet.Atom) {
				if g, ruled := group[a.Name]; ruled && g == group[r.Head.Name] {
					list = append(list, groups[g]...)
				}
			})
		}
	}
	return list
}
