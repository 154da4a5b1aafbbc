package net

import (
	"math/bits"

	"github.com/banyan-go/banyan/rng"
)

// Codes are the code of a network and of its restrictions to some values of the control bases,
// those that change in many steps: whose turn it is, for example. In a restriction most of what
// changes with them is constant.
type Codes struct {
	whole   *Code
	control []int   // the control bases
	parts   []*Code // by the values of the control bases, as bits; nil where whole is used
}

// Limits of what [NewCodes] measures and makes.
const (
	controlShare = 4 // a control base changes in at least one of so many steps
	maxControl   = 4
	sampleGames  = 20
	sampleSteps  = 5000
)

// NewCodes returns the codes of a network. It finds the control bases in random games from start.
func NewCodes(n *Network, start []uint64) *Codes {
	c := &Codes{whole: Compile(n)}
	states := c.sample(start)
	changes := make([]int, len(n.True))
	for _, s := range states[1:] {
		for _, i := range s.changed {
			changes[i]++
		}
	}
	for i, count := range changes {
		if count*controlShare >= len(states) && len(c.control) < maxControl {
			c.control = append(c.control, i)
		}
	}
	if len(c.control) == 0 {
		return c
	}
	c.parts = make([]*Code, 1<<len(c.control))
	for _, s := range states {
		if k := c.values(s.state); c.parts[k] == nil {
			known := map[int]bool{}
			for j, i := range c.control {
				known[i] = k>>j&1 == 1
			}
			c.parts[k] = Compile(n.Restrict(known))
		}
	}
	return c
}

// visited is a state of a random game, and the bases that have changed since the state before.
type visited struct {
	state   []uint64
	changed []int
}

// LegalWords returns where the legal moves of a role begin and end, in words, in a list of those of
// all roles.
func (c *Codes) LegalWords(role int) (first, end int) {
	return c.whole.legal[role] - c.whole.legal[0], c.whole.legal[role+1] - c.whole.legal[0]
}

// sample returns states of random games.
func (c *Codes) sample(start []uint64) []visited {
	r := rng.New(1)
	m := c.whole.NewMachine()
	m.Set(start)
	states := []visited{{state: append([]uint64(nil), start...)}}
	moves := make([]int32, len(c.whole.does))
	for range sampleGames {
		m.Set(start)
		for len(states) < sampleSteps && !m.Terminal() && m.Draw(moves, r) {
			m.Do(moves)
			s := visited{state: append([]uint64(nil), m.Next()...)}
			for w, x := range m.Next() {
				for diff := x ^ m.state[w]; diff != 0; diff &= diff - 1 {
					s.changed = append(s.changed, w*64+bits.TrailingZeros64(diff))
				}
			}
			states = append(states, s)
			m.Advance()
		}
	}
	return states
}

// values returns the values of the control bases.
func (c *Codes) values(state []uint64) int {
	k := 0
	for j, i := range c.control {
		k |= int(state[i/64]>>(i%64)&1) << j
	}
	return k
}

// Evaluator evaluates a network with the machines of its codes. It is for one goroutine.
type Evaluator struct {
	*Machine // the current one
	codes    *Codes
	whole    *Machine
	parts    []*Machine
}

// NewEvaluator returns an Evaluator in a state without true bases.
func (c *Codes) NewEvaluator() *Evaluator {
	e := &Evaluator{codes: c, parts: make([]*Machine, len(c.parts))}
	e.Set(make([]uint64, c.whole.words))
	return e
}

// Set makes state the current state. A base with number i is bit i%64 of word i/64.
func (e *Evaluator) Set(state []uint64) {
	e.Machine = e.machine(state)
	e.Machine.Set(state)
}

// machine returns the machine for a state.
func (e *Evaluator) machine(state []uint64) *Machine {
	c := e.codes
	if len(c.parts) > 0 {
		if k := c.values(state); c.parts[k] != nil {
			if e.parts[k] == nil {
				e.parts[k] = c.parts[k].NewMachine()
			}
			return e.parts[k]
		}
	}
	if e.whole == nil {
		e.whole = c.whole.NewMachine()
	}
	return e.whole
}

// Advance makes the next state the current one.
func (e *Evaluator) Advance() { e.Set(e.Next()) }

// Draw draws a legal move of each role, and reports whether each has one.
func (m *Machine) Draw(moves []int32, r *rng.Rand) bool {
	for role := range moves {
		legal := m.Legal(role)
		n := 0
		for _, x := range legal {
			n += bits.OnesCount64(x)
		}
		switch {
		case n == 0:
			return false
		case n > 1:
			n = r.IntN(n)
		default:
			n = 0
		}
		moves[role] = nth(legal, n)
	}
	return true
}

// nth returns the number of a bit that is set, counted from 0.
func nth(set []uint64, n int) int32 {
	for w, x := range set {
		if c := bits.OnesCount64(x); n >= c {
			n -= c
			continue
		}
		for ; n > 0; n-- {
			x &= x - 1
		}
		return int32(w*64 + bits.TrailingZeros64(x))
	}
	return -1
}
