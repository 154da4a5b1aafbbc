// Package brake ends simulations in the middle, when the context of a Run is done, and tells long
// ones that the time is up.
//
// A simulation of a fast game takes some microseconds, and the workers look at the clock and the
// context between simulations. One of a slow game may take seconds. So the walk through the tree
// and the playout see when they begin whether the brake is on, which costs one load from memory,
// and ask it at every ply if it is: where simulations are slow, or the context is done.
package brake

import (
	"errors"
	"sync/atomic"
)

// ErrPulled ends a simulation in the middle.
var ErrPulled = errors.New("mcts: the context is done")

const (
	off    = iota
	slow   // Look every time.
	pulled // The context is done.
)

// Brake belongs to one Run. The zero value never ends anything.
type Brake struct {
	state   atomic.Int32
	expired func() bool // The context is done.
	late    func() bool // The time is up, or the context is done.
}

// New returns a brake that looks every time until SetSlow says otherwise. The functions may be
// called by several goroutines.
func New(expired, late func() bool) *Brake {
	b := &Brake{expired: expired, late: late}
	b.state.Store(slow)
	return b
}

// Pull makes Pulled and Late true from now on.
func (b *Brake) Pull() { b.state.Store(pulled) }

// SetSlow sets whether simulations are so slow that every ply may look at the clock.
func (b *Brake) SetSlow(isSlow bool) {
	before, after := int32(slow), int32(off)
	if isSlow {
		before, after = after, before
	}
	b.state.CompareAndSwap(before, after)
}

// On reports whether Pulled may be true soon.
func (b *Brake) On() bool { return b.state.Load() != off }

// Pulled reports whether the simulation has to end.
func (b *Brake) Pulled() bool { return b.On() && b.look() }

func (b *Brake) look() bool {
	if b.state.Load() == slow && b.expired() {
		b.Pull()
	}
	return b.state.Load() == pulled
}

// Late reports whether the time is up, so that a simulation should do no more than it must.
func (b *Brake) Late() bool { return b.On() && (b.look() || b.late()) }
