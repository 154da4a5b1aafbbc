// Package returns is the one place that determines the scale of returns in a search: which unit the
// constants of strategies are multiples of, and relative to which origin means are kept.
//
//	returns.go  what a search has seen, and what it needs to know in every simulation
//	share.go    several workers of one tree, and saved searches
//
// The unit is 1 as long as all returns are in [0,1], whatever the game declares. From the first
// return outside on, the unit of a player is twice the standard deviation of its returns: 1 for a
// fair coin of 0 and 1. It is not the range of the returns, which a single playout may stretch
// without any effect on the others; nor the declared one, which may be used rarely. At a new root,
// what was seen before counts as a few returns, so that the unit follows the game.
//
// The origin of a player is 0. If the game declares a range that is not within [0,1], it is the
// least return of that range, and if it declares none and the first returns of all are not in
// [0,1], the first return of the player. It stays until the search is reset, so no statistics are
// ever rewritten. Values relative to it are no larger than the range, so the 24 bits of a mean in
// the tree are spent on differences and not on what all returns have in common.
//
// All of this commutes with a multiplication by a power of two and an addition, as far as these are
// exact: sums, products and square roots then round alike.
package returns

import (
	"math"
	"slices"
)

// Max bounds the magnitude of returns, so that a float32 holds a mean and a float64 its square.
const Max = 1e30

const (
	// memory is how many returns everything before a new root counts as.
	memory = 32

	// slack is by how much rounding may carry a return out of [0,1] or, in its units, out of the
	// declared range.
	slack = 1e-9
)

// Seen is what the returns of one tree look like. Several workers of a tree have one each.
type Seen struct {
	sums  []float64 // of the returns of this Run, by player
	plain bool      // Returns in [0,1] need no look.

	players  []player
	units    []float64 // by player
	origins  []float64
	scratch  [2][]float64
	fixed    float64 // the unit, if the user has set it; 0: measured
	declared bool    // The game has declared a range.
	measured bool    // A return was outside [0,1].
	moved    bool    // An origin is not 0.
	anchored bool    // The origins are known before the first return.

	began  bool     // The measure began in this worker, since Join,
	coins  float64  // after so many returns in [0,1].
	joined []player // what Join has copied
	first  *First   // to be asked at the next return; nil: there has been one
}

// player is what the returns of one player look like.
type player struct {
	low, high    float64 // the declared range, or the least and the greatest return
	n            float64 // how many returns the next two sums are of
	sum1, square float64 // of the returns relative to the origin, and of their squares
}

// New returns a Seen of so many players. unit is the one that the user has set, or 0. The game
// declares that returns are from low to high, or nothing if the two are equal.
func New(players int, unit, low, high float64) Seen {
	const apart = 16 // Workers write to theirs all the time, and not into one cache line.
	s := Seen{
		sums:    make([]float64, apart+players+apart)[apart : apart+players],
		players: make([]player, players),
		units:   make([]float64, players), origins: make([]float64, players),
		scratch: [2][]float64{make([]float64, players), make([]float64, players)},
		fixed:   unit, declared: low != high,
	}
	for p := range s.players {
		s.players[p].low, s.players[p].high = low, high
	}
	s.Reset()
	return s
}

// Reset forgets everything but what the game has declared.
func (s *Seen) Reset() {
	s.measured, s.anchored, s.moved, s.first = false, false, false, nil
	clear(s.sums) // They would tell that there were returns.
	for p := range s.players {
		a := player{high: 1}
		s.origins[p], s.units[p] = 0, 1
		if s.fixed > 0 {
			s.units[p] = s.fixed
		}
		if s.declared {
			a.low, a.high = s.players[p].low, s.players[p].high
			if a.low < 0 || a.high > 1 {
				s.origins[p] = a.low
			}
		}
		s.moved = s.moved || s.origins[p] != 0
		s.players[p] = a
	}
	s.look(false)
}

// look decides whether every return needs a look, as it does if the declared range is less than
// [0,1], or only one that is not in [0,1].
func (s *Seen) look(always bool) {
	s.plain = !always && !s.moved
	for _, a := range s.players {
		s.plain = s.plain && a.low <= 0 && a.high >= 1
	}
}

// BeginRun forgets the sums of the last Run. If there were returns, the origins stay.
func (s *Seen) BeginRun() {
	s.anchored = s.isAnchored()
	clear(s.sums)
}

// isAnchored reports whether the origins stay, as they do once there were returns.
func (s *Seen) isAnchored() bool {
	return s.anchored || slices.ContainsFunc(s.sums, func(sum float64) bool { return sum != 0 })
}

// NewRoot makes all that was seen count as a few returns, and forgets the least and the greatest
// one if they are far from the mean. The origins stay.
func (s *Seen) NewRoot() {
	const far = 4 // units
	for p := range s.players {
		if a := &s.players[p]; s.measured && !s.declared && a.n > 0 {
			mean := s.origins[p] + a.sum1/a.n
			a.low, a.high = max(a.low, mean-far*s.units[p]), min(a.high, mean+far*s.units[p])
			a.low, a.high = min(a.low, a.high), max(a.low, a.high)
		}
		if a := &s.players[p]; a.n > memory {
			a.sum1, a.square, a.n = a.sum1/a.n*memory, a.square/a.n*memory, memory
		}
	}
}

// Advance takes notice of a ply that was played for real: what it brought is not to come any more,
// and what is to come counts more by the discount. Returns at the new root are compared with those
// before as if these had begun there.
func (s *Seen) Advance(rewards []float64, discount float64) {
	for p, r := range rewards {
		a, origin := &s.players[p], s.origins[p]
		if !s.declared && s.measured {
			a.low, a.high = (a.low-r)/discount, (a.high-r)/discount
		}
		shift := (origin-r)/discount - origin
		a.square = a.square/discount/discount + 2*shift*a.sum1/discount + a.n*shift*shift
		a.sum1 = a.sum1/discount + a.n*shift
	}
}

// Sum returns the sum of the returns of a player in this Run.
func (s *Seen) Sum(player int) float64 { return s.sums[player] }

// Add adds the returns of a simulation to their sums. It reports whether nothing else is to be done
// with them, as with all in [0,1].
func (s *Seen) Add(returns []float64) bool {
	const one = 0x3ff0000000000000 // The bits of 1. The bits of other numbers in [0,1] are fewer.
	sums, plain := s.sums[:len(returns)], s.plain
	for p, v := range returns {
		if sums[p] += v; math.Float64bits(v) > one {
			plain = false
		}
	}
	return plain
}

// Fault is what is wrong with a return.
type Fault int

// The faults.
const (
	None        Fault = iota
	NoNumber          // It is NaN, or too large.
	BeyondRange       // It is not in the range that the game declares.
	OutsideUnit       // It is the first one outside [0,1].
)

// isOutside reports whether a return is not in [0,1].
func isOutside(v float64) bool { return !(v >= -slack && v <= 1+slack) }

// isBeyond reports whether a return is not in the declared range.
func (a *player) isBeyond(v float64) bool {
	d := slack * (a.high - a.low)
	return !(v >= a.low-d && v <= a.high+d)
}

// Fault returns the first return of which something is wrong, and what. If there is no other fault,
// it is the first return outside [0,1], unless there have been any before.
func (s *Seen) Fault(returns []float64) (player int, f Fault) {
	for p, v := range returns {
		if !(math.Abs(v) <= Max) {
			return p, NoNumber
		}
	}
	for p, v := range returns {
		switch a := &s.players[p]; {
		case s.declared && a.isBeyond(v):
			return p, BeyondRange
		case f == None && !s.measured && isOutside(v):
			player, f = p, OutsideUnit
		}
	}
	return player, f
}

// Measure takes notice of returns that need a look and have no fault. before is the number of
// simulations of the tree before them, whose returns were in [0,1] unless there is a measure
// already.
func (s *Seen) Measure(returns []float64, before int) {
	if s.first != nil {
		before = s.ask(returns, before)
	}
	if !s.measured && !s.isBroad() && !slices.ContainsFunc(returns, isOutside) {
		return
	}
	if !s.measured {
		s.begin(returns, float64(before))
	}
	for p, v := range returns {
		a := &s.players[p]
		if !s.declared {
			a.low, a.high = min(a.low, v), max(a.high, v)
		}
		d := v - s.origins[p]
		a.n++
		a.sum1 += d
		a.square += float64(d * d)
	}
	s.measure()
}

// isBroad reports whether the game declares returns outside [0,1], so that one inside says nothing
// about the unit.
func (s *Seen) isBroad() bool {
	return s.declared && slices.ContainsFunc(s.players, func(a player) bool { return a.low < 0 || a.high > 1 })
}

// begin begins to measure, after so many returns in [0,1], which count as returns of a fair coin.
func (s *Seen) begin(returns []float64, before float64) {
	s.measured = true
	for p := range s.players {
		a := &s.players[p]
		if before == 0 && !s.declared && !s.anchored {
			a.low, a.high, s.origins[p] = returns[p], returns[p], returns[p]
			s.moved = s.moved || returns[p] != 0
			continue
		}
		a.n, a.sum1, a.square = 0, 0, 0
		s.addCoins(p, before)
	}
	s.began, s.coins = true, before
	s.look(true)
}

// addCoins adds so many returns of a fair coin of 0 and 1 to the returns of a player.
func (s *Seen) addCoins(player int, n float64) {
	a, mean := &s.players[player], 0.5-s.origins[player]
	a.n += n
	a.sum1 += n * mean
	a.square += n * (float64(mean*mean) + 0.25)
}

// measure computes the units.
func (s *Seen) measure() {
	for p := range s.players {
		if a := &s.players[p]; s.fixed == 0 && a.n > 0 {
			s.units[p] = a.unit()
		}
	}
}

// unit returns twice the standard deviation of the returns, or 1 if they are all equal.
func (a *player) unit() float64 {
	mean := a.sum1 / a.n
	if variance := a.square/a.n - float64(mean*mean); variance > 0 {
		return 2 * math.Sqrt(variance)
	}
	return 1
}

// Anchor lets values of positions, which are no returns, say where the origins are, if they come
// before the first return.
func (s *Seen) Anchor(values []float64) {
	if !s.measured && !s.anchored && !s.declared && slices.ContainsFunc(values, isOutside) {
		s.begin(values, 0)
	}
	s.anchored = true
}

// Units returns the units by player, or nil if all are 1 as long as all returns are in [0,1]. They
// change in place.
func (s *Seen) Units() []float64 {
	if !s.measured && (s.fixed == 0 || s.fixed == 1) {
		return nil
	}
	return s.units
}

// Relative returns the returns relative to the origins. The result is good until the next call, and
// may be the argument.
func (s *Seen) Relative(returns []float64) []float64 {
	if !s.moved {
		return returns
	}
	relative := s.scratch[0]
	for p, v := range returns {
		relative[p] = v - s.origins[p]
	}
	return relative
}

// MakeRelative makes the values of some players relative to the origins.
func (s *Seen) MakeRelative(values []float64, players []int32) {
	if s.moved {
		for i, p := range players {
			values[i] -= s.origins[p]
		}
	}
}

// Gains returns the returns on a scale on which constants for returns in [0,1] make sense: a unit
// has the length 1 there, and 1 is the greatest return, or two units above the mean if that is
// less: a single return moves the mean by little. The result is good until the next call, and is
// the argument as long as all returns are in [0,1] and the unit is 1.
func (s *Seen) Gains(returns []float64) []float64 {
	if s.Units() == nil {
		return returns
	}
	gains := s.scratch[1]
	for p, v := range returns {
		a, unit := &s.players[p], s.units[p]
		top := a.high - s.origins[p]
		if !s.declared && a.n > 0 {
			top = min(top, a.sum1/a.n+2*unit)
		}
		gains[p] = 1 - (top-(v-s.origins[p]))/unit
	}
	return gains
}

// Neutral returns an estimate of an unknown return: the mean of the returns seen, or the middle of
// the range.
func (s *Seen) Neutral(player int) float64 {
	if a := &s.players[player]; s.measured && a.n > 0 {
		return s.origins[player] + a.sum1/a.n
	}
	return s.players[player].low/2 + s.players[player].high/2
}

// Origin returns the origin of a player.
func (s *Seen) Origin(player int) float64 { return s.origins[player] }

// Low returns the least return of a player, relative to its origin; see [Scale].
func (s *Seen) Low(player int) float64 { return s.players[player].low - s.origins[player] }

// Scale is what the returns of a player look like.
type Scale struct {
	Low, High float64 // as declared, or 0 and 1 while all are in [0,1], or as they were
	Unit      float64
}

// Scale returns what the returns of a player look like.
func (s *Seen) Scale(player int) Scale {
	return Scale{s.players[player].low, s.players[player].high, s.units[player]}
}
