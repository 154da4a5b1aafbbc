package net

import (
	"cmp"
	"context"
	"math/bits"

	"github.com/banyan-go/banyan/gdl/internal/bitset"
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
	maxInputs    = 4 << 20 // of the gates of all restrictions, before they are restricted
	sampleGames  = 20
	sampleSteps  = 5000
)

// NewCodes returns the codes of a network. It finds the control bases in random games from start,
// and calls visit in each of their states, the last ones included. An error of visit ends it.
func NewCodes(ctx context.Context, n *Network, start []uint64, visit func(*Machine) error) (*Codes, error) {
	c := &Codes{whole: Compile(n)}
	states, err := c.sample(ctx, start, visit)
	if err != nil {
		return nil, err
	}
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
	for len(c.control) > 0 && n.inputs()<<len(c.control) > maxInputs {
		c.control = c.control[:len(c.control)-1]
	}
	if len(c.control) == 0 {
		return c, nil
	}
	c.parts = make([]*Code, 1<<len(c.control))
	for _, s := range states {
		if k := c.values(s.state); c.parts[k] == nil {
			if err := context.Cause(ctx); err != nil {
				return nil, err
			}
			known := map[int]bool{}
			for j, i := range c.control {
				known[i] = k>>j&1 == 1
			}
			c.parts[k] = Compile(n.Restrict(known))
		}
	}
	return c, nil
}

// visited is a state of a random game, and the bases that have changed since the state before.
type visited struct {
	state   []uint64
	changed []int
}

// LegalWords returns where the legal moves of a role begin and end, in words, in a list of the
// legal moves of all roles.
func (c *Codes) LegalWords(role int) (first, end int) {
	return c.whole.legal[role] - c.whole.legal[0], c.whole.legal[role+1] - c.whole.legal[0]
}

// sample returns states of random games.
func (c *Codes) sample(ctx context.Context, start []uint64, visit func(*Machine) error) ([]visited, error) {
	r := rng.New(1)
	m := c.whole.NewMachine()
	states := []visited{{state: append([]uint64(nil), start...)}}
	moves := make([]int32, len(c.whole.does))
	for range sampleGames {
		for m.Set(start); ; m.Advance() {
			if err := cmp.Or(context.Cause(ctx), visit(m)); err != nil {
				return nil, err
			}
			if len(states) == sampleSteps || m.Terminal() || !m.Draw(moves, r) {
				break
			}
			m.Do(moves)
			s := visited{state: append([]uint64(nil), m.Next()...)}
			for w, x := range m.Next() {
				for diff := x ^ m.state[w]; diff != 0; diff &= diff - 1 {
					s.changed = append(s.changed, w*64+bits.TrailingZeros64(diff))
				}
			}
			states = append(states, s)
		}
	}
	return states, nil
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
		k := 0
		switch n := bitset.Count(legal); n {
		case 0:
			return false
		case 1:
		default:
			k = r.IntN(n)
		}
		moves[role] = int32(bitset.Nth(legal, k))
	}
	return true
}
