package ground

import (
	"slices"

	"github.com/banyan-go/banyan/gdl/internal/sheet"
)

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
