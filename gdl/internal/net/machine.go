package net

import (
	"iter"
	"math/bits"
	"slices"
)

// Code is a network in the form in which machines run it. It does not change, and any number of
// machines may share it.
type Code struct {
	words    int       // of the bits of a state
	counters []int32   // of each gate where all inputs of the network are false: how many of its inputs are false, or 1
	first    []int32   // of each gate: its first link; one more for the end
	links    []int32   // twice the target, plus 1 if the target wants the gate to be false
	outFirst []int32   // of each gate: its first output; one more for the end
	outs     []int32   // the bits that change with the gate
	out      []uint64  // the output bits where all inputs of the network are false
	truths   []int32   // of each base: its gate, or -1 if it is constant
	does     [][]int32 // of each role: the gates of its moves, or -1
	legal    []int     // of each role: its first word among the output bits; one more for the end
	goal     [][]int32 // of each role: the output bits of its goals
	terminal int32     // an output bit
}

// Compile returns the code of a network.
func Compile(n *Network) *Code {
	c := &Code{words: (len(n.True) + 63) / 64}
	var outputs []Signal
	pad := func() {
		for len(outputs)%64 != 0 {
			outputs = append(outputs, False)
		}
	}
	outputs = append(outputs, n.Next...)
	pad()
	for _, list := range n.Legal {
		c.legal = append(c.legal, len(outputs)/64)
		outputs = append(outputs, list...)
		pad()
	}
	c.legal = append(c.legal, len(outputs)/64)
	for _, list := range n.Goal {
		var places []int32
		for _, s := range list {
			places = append(places, int32(len(outputs)))
			outputs = append(outputs, s)
		}
		c.goal = append(c.goal, places)
	}
	c.terminal = int32(len(outputs))
	outputs = append(outputs, n.Terminal)
	pad()
	c.truths = places(n.True)
	for _, list := range n.Does {
		c.does = append(c.does, places(list))
	}
	value := c.link(n)
	c.output(outputs, value)
	return c
}

// places returns the gates of inputs of the network, or -1 for constants.
func places(list []Signal) []int32 {
	gates := make([]int32, len(list))
	for i, s := range list {
		gates[i] = s.gate()
		if s == True || s == False {
			gates[i] = -1
		}
	}
	return gates
}

// link fills in the links and counters, and returns the values of the gates.
func (c *Code) link(n *Network) []bool {
	value := make([]bool, len(n.Gates))
	c.counters = make([]int32, len(n.Gates))
	for g, inputs := range n.Gates {
		for _, s := range inputs {
			if value[s.gate()] == (s&1 == 1) {
				c.counters[g]++
			}
		}
		if inputs == nil {
			c.counters[g] = 1
		}
		value[g] = c.counters[g] == 0
	}
	c.first, c.links = grouped(len(n.Gates), func(yield func(g, link int32) bool) {
		for g, inputs := range n.Gates {
			for _, s := range inputs {
				if !yield(s.gate(), int32(2*g)|int32(s&1)) {
					return
				}
			}
		}
	})
	return value
}

// output fills in the outputs.
func (c *Code) output(outputs []Signal, value []bool) {
	c.out = make([]uint64, len(outputs)/64)
	for i, s := range outputs {
		if value[s.gate()] != (s&1 == 1) {
			c.out[i/64] |= 1 << (i % 64)
		}
	}
	c.outFirst, c.outs = grouped(len(value), func(yield func(g, out int32) bool) {
		for i, s := range outputs {
			if !yield(s.gate(), int32(i)) {
				return
			}
		}
	})
}

// grouped returns the second elements of pairs by gate, in one list: the part of gate g begins at
// first[g] and ends at first[g+1].
func grouped(gates int, pairs iter.Seq2[int32, int32]) (first, list []int32) {
	first = make([]int32, gates+1)
	for g := range pairs {
		first[g+1]++
	}
	for g := range gates {
		first[g+1] += first[g]
	}
	next := slices.Clone(first)
	list = make([]int32, first[gates])
	for g, item := range pairs {
		list[next[g]] = item
		next[g]++
	}
	return first, list
}

// Machine evaluates a network in one state after the other. It is for one goroutine.
type Machine struct {
	code     *Code
	counters []int32
	out      []uint64
	state    []uint64 // of the bases
	does     []int32  // of each role: the gate of its move, or -1
	changed  []uint64 // the gates whose change is not followed yet
	touched  []uint64 // the words of changed that may not be 0
}

// NewMachine returns a Machine in a state without true bases.
func (c *Code) NewMachine() *Machine {
	m := &Machine{
		code: c, counters: slices.Clone(c.counters), out: slices.Clone(c.out),
		state: make([]uint64, c.words), does: make([]int32, len(c.does)),
		changed: make([]uint64, len(c.counters)>>6+1), touched: make([]uint64, len(c.counters)>>12+1),
	}
	for role := range m.does {
		m.does[role] = -1
	}
	return m
}

// Words returns the number of words of a state.
func (c *Code) Words() int { return c.words }

// Set makes state the current state. A base with number i is bit i%64 of word i/64.
func (m *Machine) Set(state []uint64) {
	for w, want := range state {
		for diff := m.state[w] ^ want; diff != 0; diff &= diff - 1 {
			i := w*64 + bits.TrailingZeros64(diff)
			if g := m.code.truths[i]; g >= 0 {
				m.input(g, want&diff&-diff != 0)
			}
		}
		m.state[w] = want
	}
	m.settle()
}

// Do makes a move of each role current.
func (m *Machine) Do(moves []int32) {
	for role, k := range moves {
		g := m.code.does[role][k]
		if old := m.does[role]; old != g {
			if old >= 0 {
				m.input(old, false)
			}
			if g >= 0 {
				m.input(g, true)
			}
			m.does[role] = g
		}
	}
	m.settle()
}

// Next returns the state after the current moves, which is valid until the next call of a method.
func (m *Machine) Next() []uint64 { return m.out[:m.code.words] }

// Advance makes the next state the current one.
func (m *Machine) Advance() { m.Set(m.Next()) }

// Terminal reports whether the game is over in the current state.
func (m *Machine) Terminal() bool { return m.bit(m.code.terminal) }

// Legal returns the bits of the legal moves of a role, valid until the next call of a method.
func (m *Machine) Legal(role int) []uint64 {
	return m.out[m.code.legal[role]:m.code.legal[role+1]]
}

// Goal reports whether a role gets its goal number k.
func (m *Machine) Goal(role, k int) bool { return m.bit(m.code.goal[role][k]) }

func (m *Machine) bit(i int32) bool { return m.out[i/64]>>(i%64)&1 == 1 }

// input changes an input of the network.
func (m *Machine) input(g int32, value bool) {
	if value {
		m.counters[g] = 0
	} else {
		m.counters[g] = 1
	}
	m.toggle(g)
}

// toggle notes that the value of a gate changes, or that after all it does not.
func (m *Machine) toggle(g int32) {
	w := g >> 6
	m.changed[w] ^= 1 << (g & 63)
	m.touched[w>>6] |= 1 << (w & 63)
}

// settle follows all changes. Gates come after their inputs, and are visited in their order, so
// that each changes at most once.
func (m *Machine) settle() {
	for t := range m.touched {
		for m.touched[t] != 0 {
			w := t<<6 | bits.TrailingZeros64(m.touched[t])
			m.touched[t] &= m.touched[t] - 1
			for m.changed[w] != 0 {
				g := int32(w<<6 | bits.TrailingZeros64(m.changed[w]))
				m.changed[w] &= m.changed[w] - 1
				m.follow(g)
			}
		}
	}
}

// follow tells the outputs and gates that depend on a gate that its value has changed.
func (m *Machine) follow(g int32) {
	c := m.code
	for _, i := range c.outs[c.outFirst[g]:c.outFirst[g+1]] {
		m.out[i/64] ^= 1 << (i % 64)
	}
	value := int32(0)
	if m.counters[g] == 0 {
		value = 1
	}
	for _, link := range c.links[c.first[g]:c.first[g+1]] {
		target := link >> 1
		if n := m.counters[target]; (link^value)&1 == 1 { // The target has a true input more.
			m.counters[target] = n - 1
			if n == 1 {
				m.toggle(target)
			}
		} else {
			m.counters[target] = n + 1
			if n == 0 {
				m.toggle(target)
			}
		}
	}
}

// State returns the bits of the current state, valid until the next call of a method.
func (m *Machine) State() []uint64 { return m.state }
