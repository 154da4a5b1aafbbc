package ground

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/banyan-go/banyan/gdl/internal/sheet"
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
	known   map[string]id
	symbol  []int32 // of each term
	args    [][]id  // of each term
	size    []int32 // of each term: the number of its names, or the greatest int32
	key     []byte  // scratch memory
	room    []id    // for args
}

func newTerms() *terms { return &terms{symbols: map[string]int32{}, known: map[string]id{}} }

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
		return none, false
	}
	return t.lookUp(s, args)
}

// lookUp returns the number of a term, if it has one.
func (t *terms) lookUp(symbol int32, args []id) (id, bool) {
	t.key = binary.LittleEndian.AppendUint32(t.key[:0], uint32(symbol))
	for _, a := range args {
		t.key = binary.LittleEndian.AppendUint32(t.key, uint32(a))
	}
	n, ok := t.known[string(t.key)]
	return n, ok
}

// of returns the number of a term.
func (t *terms) of(symbol int32, args []id) id {
	if n, ok := t.lookUp(symbol, args); ok {
		return n
	}
	n := id(len(t.symbol))
	t.known[string(t.key)] = n
	t.symbol = append(t.symbol, symbol)
	if len(args) > len(t.room) {
		t.room = make([]id, max(1<<16, len(args)))
	}
	copy(t.room, args)
	t.args = append(t.args, t.room[:len(args):len(args)])
	size := int64(1)
	for _, a := range args {
		size += int64(t.size[a])
	}
	t.size = append(t.size, int32(min(size, math.MaxInt32)))
	t.room = t.room[len(args):]
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
