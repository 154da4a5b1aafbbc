package prover

import "maps"

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
