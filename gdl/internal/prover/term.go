package prover

import (
	"encoding/binary"

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

// sheet returns the term as package sheet has it.
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
