package returns

import (
	"math"
	"slices"
	"sync"

	"github.com/banyan-go/banyan/internal/wire"
)

// First is the first return of a tree that several workers share: it says where the origins are.
type First struct {
	mu      sync.Mutex
	returns []float64
}

// of returns the first return, which these are if there is none yet.
func (f *First) of(returns []float64) []float64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.returns == nil {
		f.returns = slices.Clone(returns)
	}
	return f.returns
}

// Join copies the state of another worker of the same tree, which may be the worker itself. toCome
// is nil if the tree has returns.
func (s *Seen) Join(other *Seen, toCome *First) {
	s.measured, s.moved, s.plain = other.measured, other.moved, other.plain
	s.anchored, s.began, s.coins = other.isAnchored(), false, 0
	copy(s.units, other.units)
	copy(s.origins, other.origins)
	copy(s.players, other.players)
	s.joined = append(s.joined[:0], s.players...)
	if s.first = nil; toCome != nil && !s.measured && !s.declared {
		s.first = toCome
		s.look(true)
	}
}

// ask learns from the first return of a shared tree where the origins are. It returns how many
// simulations count as made before.
func (s *Seen) ask(returns []float64, before int) int {
	first := s.first.of(returns)
	s.first = nil
	if s.look(false); slices.ContainsFunc(first, isOutside) {
		s.begin(first, 0)
	}
	return max(before, 1)
}

// Merge adds what workers of the same tree have seen since they joined this one. Where several of
// them began to measure, they counted the same returns in [0,1], and the first one no others.
func (s *Seen) Merge(workers []*Seen) {
	began, coins := s.began, s.coins
	for _, w := range workers {
		if s.anchored = s.anchored || w.isAnchored(); !w.measured {
			continue
		}
		if !s.measured {
			s.measured, s.moved = true, w.moved
			copy(s.origins, w.origins)
			s.look(true)
			for p := range s.players {
				if s.first != nil { // This worker has seen nothing.
					s.players[p].low, s.players[p].high = w.players[p].low, w.players[p].high
				}
			}
		}
		if w.began && (!began || w.coins < coins) {
			began, coins = true, w.coins
		}
		for p := range s.players {
			a, b := &s.players[p], &w.players[p]
			a.low, a.high = min(a.low, b.low), max(a.high, b.high)
			a.n += b.n - w.joined[p].n
			a.sum1 += b.sum1 - w.joined[p].sum1
			a.square += b.square - w.joined[p].square
			s.addCoins(p, -w.coins)
		}
	}
	if s.measured {
		for p := range s.players {
			s.addCoins(p, coins-s.coins)
		}
		s.coins = coins
		s.measure()
	}
}

// Code codes everything but the sums of a Run.
func (s *Seen) Code(c *wire.Coder) {
	c.Bool(&s.measured)
	anchored := s.isAnchored()
	if c.Bool(&anchored); c.Reads() {
		s.anchored = anchored
	}
	for p := range s.players {
		a := &s.players[p]
		for _, v := range []*float64{&s.origins[p], &a.low, &a.high} {
			wire.Float(c, v, Max)
		}
		for _, v := range []*float64{&a.n, &a.sum1, &a.square} {
			wire.Float(c, v, math.MaxFloat64)
		}
		s.moved = s.moved || s.origins[p] != 0
		if !(a.low <= a.high) || s.measured && !(a.n >= 0 && a.square >= 0) {
			c.Fail("%v returns of player %d are from %v to %v, with squares of %v", a.n, p, a.low, a.high, a.square)
		}
	}
	if c.Reads() && s.measured {
		s.look(true)
		s.measure()
	}
}
