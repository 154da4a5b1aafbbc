package prover

import (
	"encoding/binary"
	"maps"

	"github.com/banyan-go/banyan/gdl/internal/sheet"
)

// term is a term without variables. Equal terms of a Prover are one pointer.
type term struct {
	name string
	args []*term
	text string
	id   uint32
}

// terms makes terms.
type terms struct{ all map[string]*term }

// of returns a term.
func (t *terms) of(name string, args []*term) *term {
	key := append([]byte(name), 0)
	for _, a := range args {
		key = binary.LittleEndian.AppendUint32(key, a.id)
	}
	if known := t.all[string(key)]; known != nil {
		return known
	}
	made := &term{name: name, args: append([]*term(nil), args...), id: uint32(len(t.all))}
	made.text = made.sheet().String()
	t.all[string(key)] = made
	return made
}

// sheet returns the term as package sheet provides it.
func (t *term) sheet() sheet.Term {
	s := sheet.Term{Name: t.name}
	for _, a := range t.args {
		s.Args = append(s.Args, a.sheet())
	}
	return s
}

// pattern is a term with variables, which have numbers within their rule.
type pattern struct {
	variable int // or -1
	name     string
	args     []pattern
	ground   *term // if there is no variable in it
}

// match reports whether a term has the form of the pattern, and gives variables their values. It
// returns the variables that had none before, which the caller resets.
func (p *pattern) match(t *term, values []*term, set []int) ([]int, bool) {
	switch {
	case p.ground != nil:
		return set, p.ground == t
	case p.variable >= 0:
		if v := values[p.variable]; v != nil {
			return set, v == t
		}
		values[p.variable] = t
		return append(set, p.variable), true
	case p.name != t.name || len(p.args) != len(t.args):
		return set, false
	}
	for i := range p.args {
		var ok bool
		if set, ok = p.args[i].match(t.args[i], values, set); !ok {
			return set, false
		}
	}
	return set, true
}

// value returns the term that the pattern stands for, or nil if a variable has no value.
func (p *pattern) value(t *terms, values []*term) *term {
	switch {
	case p.ground != nil:
		return p.ground
	case p.variable >= 0:
		return values[p.variable]
	}
	args := make([]*term, len(p.args))
	for i := range p.args {
		if args[i] = p.args[i].value(t, values); args[i] == nil {
			return nil
		}
	}
	return t.of(p.name, args)
}

// facts are atoms that hold.
type facts struct {
	set     map[*term]bool
	lists   map[place][]*term
	letters int // of all atoms together
}

// place is an argument of a relation, or an argument of that argument, and the term that stands
// there. Without a term it is the relation itself.
type place struct {
	relation   string
	arg, inner int // from 1; or 0
	term       *term
}

func newFacts() *facts { return &facts{set: map[*term]bool{}, lists: map[place][]*term{}} }

// add adds an atom, and reports whether it is new.
func (f *facts) add(a *term) bool {
	if f.set[a] {
		return false
	}
	f.set[a] = true
	f.letters += len(a.text)
	f.list(place{relation: a.name}, a)
	for i, arg := range a.args {
		f.list(place{a.name, i + 1, 0, arg}, a)
		for j, inner := range arg.args {
			f.list(place{a.name, i + 1, j + 1, inner}, a)
		}
	}
	return true
}

func (f *facts) list(p place, a *term) { f.lists[p] = append(f.lists[p], a) }

// candidates returns atoms among which all are that the pattern matches.
func (f *facts) candidates(p *pattern, t *terms, values []*term) []*term {
	best := f.lists[place{relation: p.name}]
	for i := range p.args {
		arg := &p.args[i]
		if v := arg.value(t, values); v != nil {
			best = shorter(best, f.lists[place{p.name, i + 1, 0, v}])
			continue
		}
		for j := range arg.args {
			if v := arg.args[j].value(t, values); v != nil {
				best = shorter(best, f.lists[place{p.name, i + 1, j + 1, v}])
			}
		}
	}
	return best
}

func shorter(a, b []*term) []*term {
	if len(b) < len(a) {
		return b
	}
	return a
}

// clone returns a copy to which atoms can be added.
func (f *facts) clone() *facts {
	c := &facts{maps.Clone(f.set), make(map[place][]*term, len(f.lists)), f.letters}
	for p, list := range f.lists {
		c.lists[p] = list[:len(list):len(list)]
	}
	return c
}
