package ground

import (
	"math"
	"slices"

	"github.com/banyan-go/banyan/gdl/internal/sheet"
	"github.com/banyan-go/banyan/gdl/internal/table"
	"github.com/banyan-go/banyan/rng"
)

// id is the number of a term without variables. Equal terms have equal numbers. Atoms are terms,
// too.
type id = int32

// none is no term.
const none id = -1

// terms numbers terms.
type terms struct {
	symbols map[string]int32
	names   []string // of the symbols
	known   table.Table
	symbol  []int32 // of each term
	args    [][]id  // of each term
	size    []int32 // of each term: the number of its names, or the greatest int32
	kept    arena
}

func newTerms() *terms { return &terms{symbols: map[string]int32{}} }

// intern returns the number of a symbol.
func (t *terms) intern(name string) int32 {
	s, ok := t.symbols[name]
	if !ok {
		s = int32(len(t.names))
		t.symbols[name] = s
		t.names = append(t.names, name)
	}
	return s
}

// find returns the number of a term, if it has one.
func (t *terms) find(name string, args []id) (id, bool) {
	s, ok := t.symbols[name]
	if !ok {
		return 0, false
	}
	return t.known.Find(hash(s, args), t.isTerm(s, args))
}

// arena is memory for lists that are kept.
type arena []id

// copy returns a list that is kept.
func (r *arena) copy(list []id) []id {
	if len(list) > len(*r) {
		*r = make([]id, max(1<<14, len(list)))
	}
	kept := (*r)[:len(list):len(list)]
	copy(kept, list)
	*r = (*r)[len(list):]
	return kept
}

// isTerm returns a function that reports whether a number denotes the term.
func (t *terms) isTerm(symbol int32, args []id) func(id) bool {
	return func(n id) bool { return t.symbol[n] == symbol && slices.Equal(t.args[n], args) }
}

// hash returns the hash of a term.
func hash(symbol int32, args []id) uint64 { return table.Hash(rng.Mix(uint64(symbol)), args) }

// of returns the number of a term.
func (t *terms) of(symbol int32, args []id) id {
	h := hash(symbol, args)
	if n, ok := t.known.Find(h, t.isTerm(symbol, args)); ok {
		return n
	}
	n := id(len(t.symbol))
	t.known.Add(h, n)
	t.symbol = append(t.symbol, symbol)
	t.args = append(t.args, t.kept.copy(args))
	size := int64(1)
	for _, a := range args {
		size += int64(t.size[a])
	}
	t.size = append(t.size, int32(min(size, math.MaxInt32)))
	return n
}

// ground returns the number of a term without variables.
func (t *terms) ground(s sheet.Term) id {
	args := make([]id, len(s.Args))
	for i, a := range s.Args {
		args[i] = t.ground(a)
	}
	return t.of(t.intern(s.Name), args)
}

// term returns the term with a number.
func (t *terms) term(n id) sheet.Term {
	s := sheet.Term{Name: t.names[t.symbol[n]]}
	for _, a := range t.args[n] {
		s.Args = append(s.Args, t.term(a))
	}
	return s
}

// pattern is a term with variables, which have numbers within their clause.
type pattern struct {
	variable int // or -1
	ground   id  // the term if there is no variable in it, or none
	symbol   int32
	args     []pattern
}

// pattern returns s with the variables numbered.
func (t *terms) pattern(s sheet.Term, numbers map[string]int) pattern {
	if s.IsVariable() {
		n, ok := numbers[s.Name]
		if !ok {
			n = len(numbers)
			numbers[s.Name] = n
		}
		return pattern{variable: n, ground: none}
	}
	p := pattern{variable: -1, ground: none, symbol: t.intern(s.Name)}
	if s.IsGround() {
		p.ground = t.ground(s)
	}
	for _, a := range s.Args {
		p.args = append(p.args, t.pattern(a, numbers))
	}
	return p
}

// match reports whether a term has the form of p, and sets the variables that have no value.
// It lists those in set.
func (t *terms) match(p *pattern, n id, values []id, set []int) ([]int, bool) {
	switch {
	case p.ground != none:
		return set, p.ground == n
	case p.variable >= 0:
		if v := values[p.variable]; v != none {
			return set, v == n
		}
		values[p.variable] = n
		return append(set, p.variable), true
	case t.symbol[n] != p.symbol || len(t.args[n]) != len(p.args):
		return set, false
	}
	args := t.args[n]
	for i := range p.args {
		var ok bool
		if set, ok = t.match(&p.args[i], args[i], values, set); !ok {
			return set, false
		}
	}
	return set, true
}

// value returns the term that p stands for. All its variables have values.
func (t *terms) value(p *pattern, values []id) id {
	switch {
	case p.ground != none:
		return p.ground
	case p.variable >= 0:
		return values[p.variable]
	}
	var few [8]id
	args := few[:0]
	for i := range p.args {
		args = append(args, t.value(&p.args[i], values))
	}
	return t.of(p.symbol, args)
}

// variables appends the variables of p to dst, each once.
func (p *pattern) variables(dst []int) []int {
	if p.variable >= 0 {
		if slices.Contains(dst, p.variable) {
			return dst
		}
		return append(dst, p.variable)
	}
	for i := range p.args {
		dst = p.args[i].variables(dst)
	}
	return dst
}

// equal reports whether two patterns of a clause are the same.
func (p *pattern) equal(o *pattern) bool {
	return p.variable == o.variable && p.ground == o.ground && p.symbol == o.symbol &&
		slices.EqualFunc(p.args, o.args, func(a, b pattern) bool { return a.equal(&b) })
}
