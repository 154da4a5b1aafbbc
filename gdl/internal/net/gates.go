package net

import (
	"slices"

	"github.com/banyan-go/banyan/gdl/internal/table"
)

// Signal is a gate or its negation: twice its number, plus 1 if it is negated.
type Signal int32

// False is the signal of a gate that is never true. Gate 0 has no other use.
const (
	False Signal = 0
	True  Signal = 1
)

func (s Signal) not() Signal { return s ^ 1 }
func (s Signal) gate() int32 { return int32(s >> 1) }

// gates makes gates, equal ones once.
type gates struct {
	inputs [][]Signal // of each gate; nil for gate 0 and for inputs of the network
	size   int        // the number of all inputs
	known  table.Table
	role   []int32    // of each gate: the role of which it is a move, from 1, or 0
	denies []bool     // of each gate: there is nothing in it but negations of moves
	moves  [][]Signal // of each role: what it may do

	opened []int32 // of each gate: the round in which it was opened last
	round  int32
	left   int // inputs to look at in the round
}

func newGates() *gates {
	return &gates{inputs: make([][]Signal, 1), role: make([]int32, 1), denies: make([]bool, 1), opened: make([]int32, 1)}
}

// input adds an input of the network.
func (g *gates) input(role int) Signal {
	g.inputs = append(g.inputs, nil)
	g.role = append(g.role, int32(role))
	g.denies = append(g.denies, false)
	g.opened = append(g.opened, 0)
	return Signal(2 * (len(g.inputs) - 1))
}

// or returns a signal that is true if one of the inputs is. It changes the list.
func (g *gates) or(list []Signal) Signal {
	for i := range list {
		list[i] = list[i].not()
	}
	return g.and(list).not()
}

// and returns a signal that is true if all inputs are. It changes the list.
func (g *gates) and(list []Signal) Signal {
	list, ok := reduced(list)
	if !ok {
		return False
	}
	list = g.others(list)
	switch len(list) {
	case 0:
		return True
	case 1:
		return list[0]
	}
	hash := table.Hash(0, list)
	if k, ok := g.known.Find(hash, func(k int32) bool { return slices.Equal(g.inputs[k], list) }); ok {
		return Signal(2 * k)
	}
	g.known.Add(hash, int32(len(g.inputs)))
	g.inputs = append(g.inputs, slices.Clone(list))
	g.size += len(list)
	g.role = append(g.role, 0)
	g.denies = append(g.denies, !slices.ContainsFunc(list, func(s Signal) bool { return !g.denial(s) }))
	g.opened = append(g.opened, 0)
	return Signal(2 * (len(g.inputs) - 1))
}

// reduced returns the inputs of a conjunction in order, each once and without constants, or false
// if it is never true. It changes the list.
func reduced(list product) (product, bool) {
	slices.Sort(list)
	list = slices.Compact(list)
	if len(list) > 0 && list[0] == False {
		return nil, false
	}
	if len(list) > 0 && list[0] == True {
		list = list[1:]
	}
	for i := 1; i < len(list); i++ {
		if list[i] == list[i-1].not() {
			return nil, false
		}
	}
	return list, true
}

// denial reports whether there is nothing in a signal but negations of moves.
func (g *gates) denial(s Signal) bool {
	if s&1 == 1 {
		return g.role[s.gate()] > 0
	}
	return g.denies[s.gate()]
}

// open appends the negated moves of which a denial consists, no gate's moves twice in a round.
func (g *gates) open(dst []Signal, s Signal) []Signal {
	if s&1 == 1 {
		return append(dst, s)
	}
	if g.opened[s.gate()] == g.round {
		return dst
	}
	g.opened[s.gate()] = g.round
	for _, input := range g.inputs[s.gate()] {
		if g.left--; g.left < 0 {
			break
		}
		dst = g.open(dst, input)
	}
	return dst
}

// others replaces the negations of most moves of a role by a disjunction of its other moves, since
// a role makes exactly one move. Where that makes the list no longer, the negations are taken out
// of the gates in which they stand. It changes the list.
func (g *gates) others(list []Signal) []Signal {
	list = g.replaced(list)
	if !slices.ContainsFunc(list, func(s Signal) bool { return s&1 == 0 && g.denial(s) }) {
		return list
	}
	g.round++
	g.left = 0
	for _, moves := range g.moves {
		g.left += 4 * len(moves) // There is little to gain where it is longer.
	}
	var moves []Signal
	for _, s := range list {
		if g.denial(s) {
			moves = g.open(moves, s)
		} else {
			moves = append(moves, s)
		}
	}
	if g.left < 0 {
		return list
	}
	moves, ok := reduced(moves)
	if !ok {
		return []Signal{False}
	}
	if moves = g.replaced(moves); len(moves) <= len(list) {
		return moves
	}
	return list
}

// replaced is others for the negations that stand in the list itself.
func (g *gates) replaced(list []Signal) []Signal {
	for role, moves := range g.moves {
		negated := func(s Signal) bool { return s&1 == 1 && g.role[s.gate()] == int32(role+1) }
		count := 0
		for _, s := range list {
			if negated(s) {
				count++
			}
		}
		if count < 2 || 2*count <= len(moves) {
			continue
		}
		var left []Signal
		for _, m := range moves {
			if _, excluded := slices.BinarySearch(list, m.not()); !excluded {
				left = append(left, m)
			}
		}
		list = append(slices.DeleteFunc(list, negated), g.or(left))
		slices.Sort(list)
		list = slices.Compact(list)
		if list[0] == False {
			return list[:1]
		}
	}
	return list
}

// product is a conjunction of signals in ascending order.
type product []Signal

// sum returns a signal that is true if one of the products is. What several products have in common
// becomes a separate gate.
func (g *gates) sum(products []product) Signal {
	var terms []Signal
	for len(products) > 0 {
		common, count := mostCommon(products)
		if count < 2 {
			for _, p := range products {
				terms = append(terms, g.and(slices.Clone(p)))
			}
			break
		}
		var with, without []product
		for _, p := range products {
			if i, ok := slices.BinarySearch(p, common); ok {
				with = append(with, slices.Concat(p[:i], p[i+1:]))
			} else {
				without = append(without, p)
			}
		}
		terms = append(terms, g.and([]Signal{common, g.sum(with)}))
		products = without
	}
	return g.or(terms)
}

// mostCommon returns the signal that is in most products of more than one, the first of several,
// and in how many.
func mostCommon(products []product) (Signal, int) {
	count := map[Signal]int{}
	for _, p := range products {
		if len(p) > 1 {
			for _, s := range p {
				count[s]++
			}
		}
	}
	best, most := False, 0
	for s, n := range count {
		if n > most || n == most && s < best {
			best, most = s, n
		}
	}
	return best, most
}
