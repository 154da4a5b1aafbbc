package prover

import (
	"errors"
	"fmt"
	"slices"

	"github.com/banyan-go/banyan/gdl/internal/sheet"
)

// group is a set of relations that depend on each other, or a single one, with their rules.
type group struct {
	relations map[string]bool
	rules     []*rule
	negation  bool // a relation depends on the negation of another one of the group
}

// solver adds what follows from rules.
type solver struct {
	*Prover
	group *group
	facts *facts  // what holds
	other *facts  // what is taken to hold where a negation asks for a relation of the group
	value []*term // of the variables of the rule
	set   []int   // the variables with a value, in the order in which they got it
}

// add adds to the facts what follows by the rules of the group.
func (p *Prover) add(g *group, f *facts) error {
	if !g.negation {
		return p.close(g, f, f)
	}
	under := f.clone()
	for {
		over, next := f.clone(), f.clone()
		if err := errors.Join(p.close(g, over, under), p.close(g, next, over)); err != nil {
			return err
		}
		if len(next.set) > len(under.set) {
			under = next
			continue
		}
		for a := range over.set {
			if !next.set[a] {
				return fmt.Errorf("gdl: %s depends on its own negation", a.text)
			}
		}
		*f = *next
		return nil
	}
}

// close adds to f what follows until nothing is new, where negations of the group are decided by
// other.
func (p *Prover) close(g *group, f, other *facts) error {
	for changed := true; changed && p.err == nil; {
		changed = false
		for _, r := range g.rules {
			s := solver{Prover: p, group: g, facts: f, other: other, value: make([]*term, r.variables)}
			s.all(r.body, false, func() { changed = f.add(r.head.value(&p.terms, s.value)) || changed })
		}
	}
	return p.err
}

// pause calls the check of the Prover from time to time, and reports whether the work may continue.
func (s *solver) pause() bool {
	const often = 1 << 10
	if s.steps++; s.steps%often == 0 && s.check != nil && s.err == nil {
		s.err = s.check(s.facts.letters)
	}
	return s.err == nil
}

// all calls found for all values with which the formulas hold. If negated is true, the atoms among
// them stand below a not.
func (s *solver) all(list []formula, negated bool, found func()) {
	if !s.pause() {
		return
	}
	if len(list) == 0 {
		found()
		return
	}
	f, rest := &list[0], list[1:]
	more := func() { s.all(rest, negated, found) }
	switch f.op {
	case sheet.Holds:
		s.atom(&f.atom, negated, more)
	case sheet.Distinct:
		if f.atom.args[0].value(&s.terms, s.value) != f.atom.args[1].value(&s.terms, s.value) {
			more()
		}
	case sheet.Not:
		holds := false
		s.all(f.parts, !negated, func() { holds = true })
		if !holds {
			more()
		}
	case sheet.And:
		s.all(slices.Concat(f.parts, rest), negated, found)
	case sheet.Or:
		for i := range f.parts {
			s.all(f.parts[i:i+1], negated, more)
		}
	}
}

// atom calls found for all values with which an atom holds.
func (s *solver) atom(p *pattern, negated bool, found func()) {
	facts := s.facts
	if negated && s.group.relations[p.name] {
		facts = s.other
	}
	if a := p.value(&s.terms, s.value); a != nil {
		if facts.set[a] {
			found()
		}
		return
	}
	for _, a := range facts.candidates(p, &s.terms, s.value) {
		mark := len(s.set)
		var ok bool
		if s.set, ok = p.match(a, s.value, s.set); ok {
			found()
		}
		for _, v := range s.set[mark:] {
			s.value[v] = nil
		}
		s.set = s.set[:mark]
	}
}
