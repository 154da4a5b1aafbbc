package net

import (
	"math/bits"
	"slices"

	"github.com/banyan-go/banyan/gdl/internal/bitset"
	"github.com/banyan-go/banyan/rng"
)

// LaneCode is a network in the form in which [Lanes] run it. It does not change, and any number of
// Lanes may share it.
//
// Gates are numbered again: the inputs of the network come first, then the gates that do not depend
// on moves, then the others.
type LaneCode struct {
	Network          // without its Gates
	fed     int      // how many inputs of the network there are, with gate 0
	early   int      // the number of the first gate that depends on moves
	first   []int32  // of each gate after the inputs of the network: its first input; one more for the end
	inputs  []Signal // of these gates
}

// NewLaneCode returns the code of a network.
func NewLaneCode(n *Network) *LaneCode {
	const input, early, late = 0, 1, 2
	kind := make([]int, len(n.Gates))
	for _, list := range n.Does {
		for _, s := range list {
			if s > True {
				kind[s.gate()] = late
			}
		}
	}
	var order [3][]int
	for g, list := range n.Gates {
		if list == nil {
			order[input] = append(order[input], g)
			continue
		}
		kind[g] = early
		for _, s := range list {
			kind[g] = max(kind[g], kind[s.gate()])
		}
		order[kind[g]] = append(order[kind[g]], g)
	}
	all := slices.Concat(order[:]...)
	number := make([]Signal, len(n.Gates))
	for i, g := range all {
		number[g] = Signal(2 * i)
	}
	renumber := func(s Signal) Signal { return number[s.gate()] ^ s&1 }
	c := &LaneCode{Network: *n.mapped(renumber), fed: len(order[input]), early: len(order[input]) + len(order[early])}
	for _, g := range all[c.fed:] {
		c.first = append(c.first, int32(len(c.inputs)))
		for _, s := range n.Gates[g] {
			c.inputs = append(c.inputs, renumber(s))
		}
	}
	c.first = append(c.first, int32(len(c.inputs)))
	return c
}

// Lanes evaluate a network in 64 states at once: each bit of a word belongs to a state, its lane.
// They are for one goroutine.
type Lanes struct {
	code  *LaneCode
	value []uint64  // of each gate
	next  []uint64  // of each base
	moves [][]int32 // of each role: the move of each lane
	legal []uint64  // of each lane, the legal moves of a role
}

// NewLanes returns Lanes in states without true bases.
func (c *LaneCode) NewLanes() *Lanes {
	l := &Lanes{code: c, value: make([]uint64, c.fed+len(c.first)-1), next: make([]uint64, len(c.Next))}
	for range c.Does {
		l.moves = append(l.moves, make([]int32, 64))
	}
	return l
}

// of returns the value of a signal.
func (l *Lanes) of(s Signal) uint64 { return l.value[s>>1] ^ -uint64(s&1) }

// evaluate works out the gates from one number to another.
func (l *Lanes) evaluate(from, to int) {
	c, value := l.code, l.value
	for g := from; g < to; g++ {
		x := ^uint64(0)
		for _, s := range c.inputs[c.first[g-c.fed]:c.first[g-c.fed+1]] {
			x &= value[s>>1] ^ -uint64(s&1)
		}
		value[g] = x
	}
}

// Set makes a state the current state of some lanes.
func (l *Lanes) Set(lanes uint64, state []uint64) {
	for i, s := range l.code.True {
		if s > True {
			value := -(state[i/64] >> (i % 64) & 1)
			l.value[s>>1] = l.value[s>>1]&^lanes | value&lanes
		}
	}
}

// Look works out what holds in the current states, except what depends on moves.
func (l *Lanes) Look() { l.evaluate(l.code.fed, l.code.early) }

// Terminal returns the lanes in which the game is over, after Look.
func (l *Lanes) Terminal() uint64 { return l.of(l.code.Terminal) }

// Goal returns the lanes in which a role gets its goal number k, after Look.
func (l *Lanes) Goal(role, k int) uint64 { return l.of(l.code.Goal[role][k]) }

// Legal returns the lanes in which move number k of a role is legal, after Look.
func (l *Lanes) Legal(role, k int) uint64 { return l.of(l.code.Legal[role][k]) }

// Draw makes a random legal move the current one of a role in some lanes, after Look. If one of
// them has none, it returns this lane, otherwise -1.
func (l *Lanes) Draw(role int, lanes uint64, r *rng.Rand) (stuck int) {
	legal := l.code.Legal[role]
	words := (len(legal) + 63) / 64
	if len(l.legal) < 64*words {
		l.legal = make([]uint64, 64*words)
	}
	var block [64]uint64
	for w := range words {
		some := uint64(0)
		part := legal[w*64 : min(len(legal), w*64+64)]
		for k, s := range part {
			block[k] = l.of(s)
			some |= block[k]
		}
		clear(block[len(part):])
		if some&lanes != 0 {
			transpose(&block)
		} else {
			clear(block[:])
		}
		for lane, x := range block {
			l.legal[lane*words+w] = x
		}
	}
	for ; lanes != 0; lanes &= lanes - 1 {
		lane := bits.TrailingZeros64(lanes)
		set := l.legal[lane*words : lane*words+words]
		k := 0
		switch n := bitset.Count(set); n {
		case 0:
			return lane
		case 1:
		default:
			k = r.IntN(n)
		}
		l.Do(role, lane, int32(bitset.Nth(set, k)))
	}
	return -1
}

// Do makes a move the current one of a role in a lane.
func (l *Lanes) Do(role, lane int, move int32) {
	list := l.code.Does[role]
	if s := list[l.moves[role][lane]]; s > True {
		l.value[s>>1] &^= 1 << lane
	}
	if s := list[move]; s > True {
		l.value[s>>1] |= 1 << lane
	}
	l.moves[role][lane] = move
}

// Move returns the current move of a role in a lane.
func (l *Lanes) Move(role, lane int) int32 { return l.moves[role][lane] }

// Advance makes the states after the current moves the current ones.
func (l *Lanes) Advance() {
	c := l.code
	l.evaluate(c.early, len(l.value))
	for i, s := range c.Next {
		l.next[i] = l.of(s)
	}
	for i, s := range c.True {
		if s > True {
			l.value[s>>1] = l.next[i]
		}
	}
}

// State stores the bits of the current state of a lane.
func (l *Lanes) State(lane int, state []uint64) {
	clear(state)
	for i, s := range l.code.True {
		state[i/64] |= l.of(s) >> lane & 1 << (i % 64)
	}
}

// transpose turns rows into columns: bit j of word i becomes bit i of word j (H. Warren, "Hacker's
// Delight", 2nd edition, 2012, section 7-3).
func transpose(a *[64]uint64) {
	m := uint64(0x00000000FFFFFFFF)
	for j := 32; j != 0; j >>= 1 {
		for k := 0; k < 64; k = (k + j + 1) &^ j {
			t := (a[k]>>j ^ a[k+j]) & m
			a[k] ^= t << j
			a[k+j] ^= t
		}
		m ^= m << (j >> 1)
	}
}
