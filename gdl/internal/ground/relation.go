package ground

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/banyan-go/banyan/rng"
)

// relation has the atoms of a relation.
type relation struct {
	name     string
	dynamic  bool // it depends on the state or on moves
	late     bool // it is derived in the last phase
	expected int  // atoms
	atoms    []id // in the order of their derivation
	indexes  map[string]*index
}

// index finds atoms by the values of some variables of a pattern.
type index struct {
	pattern pattern
	key     []int // the variables by which it finds
	values  []id  // scratch memory
	set     []int // scratch memory
	buckets map[uint64][]id
	next    int // the atoms of the relation before it are in the buckets
}

// index returns an index for a pattern, of which the variables in bound have values.
func (r *relation) index(p *pattern, bound map[int]bool) (*index, []int) {
	variables := p.variables(nil)
	numbers := map[int]int{}
	var key, own []int
	var text strings.Builder
	for i, v := range variables {
		numbers[v] = i
		if bound[v] {
			key, own = append(key, v), append(own, i)
		}
	}
	renamed := p.rename(numbers)
	renamed.write(&text)
	fmt.Fprint(&text, own)
	x := r.indexes[text.String()]
	if x == nil {
		x = &index{pattern: renamed, key: own, values: slices.Repeat([]id{none}, len(variables)), buckets: map[uint64][]id{}}
		r.indexes[text.String()] = x
	}
	return x, key
}

func (p *pattern) rename(numbers map[int]int) pattern {
	made := *p
	if p.variable >= 0 {
		made.variable = numbers[p.variable]
	}
	made.args = nil
	for i := range p.args {
		made.args = append(made.args, p.args[i].rename(numbers))
	}
	return made
}

func (p *pattern) write(b *strings.Builder) {
	switch {
	case p.ground != none:
		fmt.Fprintf(b, "#%d ", p.ground)
	case p.variable >= 0:
		fmt.Fprintf(b, "?%d ", p.variable)
	default:
		fmt.Fprintf(b, "(%d ", p.symbol)
		for i := range p.args {
			p.args[i].write(b)
		}
		b.WriteString(") ")
	}
}

// find returns the atoms among which all are that match with these values of variables.
func (x *index) find(t *terms, r *relation, values []id, key []int) []id {
	for ; x.next < len(r.atoms); x.next++ {
		x.add(t, r.atoms[x.next])
	}
	return x.buckets[bucket(values, key)]
}

// bucket returns the hash of the values of some variables.
func bucket(values []id, key []int) uint64 {
	hash := uint64(len(key))
	for _, v := range key {
		hash = rng.Mix(hash ^ uint64(values[v]))
	}
	return hash
}

func (x *index) add(t *terms, atom id) {
	var ok bool
	x.set, ok = t.match(&x.pattern, atom, x.values, x.set[:0])
	if ok {
		b := bucket(x.values, x.key)
		x.buckets[b] = append(x.buckets[b], atom)
	}
	for _, v := range x.set {
		x.values[v] = none
	}
}

// fanOut estimates how many atoms match a pattern of which the variables in bound have values.
func (r *relation) fanOut(p *pattern, bound map[int]bool) float64 {
	size, free, all := float64(max(len(r.atoms), r.expected)), 0, 0
	if r.late {
		size = max(size, 1000) // It may grow.
	}
	for _, v := range p.variables(nil) {
		all++
		if !bound[v] {
			free++
		}
	}
	return math.Pow(max(1, size), float64(free)/float64(max(1, all)))
}
