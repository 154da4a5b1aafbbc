package timing

import (
	"cmp"
	"fmt"
	"math"
	"time"
)

// Planner manages the time of a game: a plan for every move, and rules that deviate from it. It is
// an immutable value and several searches may use it at the same time. The zero value divides the
// clock by the expected number of moves.
type Planner struct {
	Plan  Plan   // if nil, Expected{} is used
	Rules []Rule // asked in this order

	// MaxShare is the largest share of [Clock.Left] that one move may take, including all
	// extensions. If MaxShare is 0, 1/2 is used. Time granted to the move by overtime, or by a
	// clock with a fixed time per move, may be used in full.
	MaxShare float64
}

// Validate returns an error that names the first invalid field of the Planner, its plan or its
// rules.
func (m Planner) Validate() error {
	if err := cmp.Or(within("Planner.MaxShare", m.MaxShare, 0, 1), validate(m.Plan)); err != nil {
		return err
	}
	for i, r := range m.Rules {
		if r == nil {
			return fmt.Errorf("timing: Planner.Rules[%d] is nil", i)
		}
		if err := validate(r); err != nil {
			return err
		}
	}
	return nil
}

// Interval returns the greatest number of simulations between two calls of [MoveTime.Check]: the
// least Interval() of the rules that have this method, or 50 if there are none. A search with fast
// simulations may treat it as a hint; one with slow simulations checks its clock more often.
func (m Planner) Interval() int {
	least := 0
	for _, r := range m.Rules {
		if r, ok := r.(interface{ Interval() int }); ok {
			least = min(cmp.Or(least, math.MaxInt), max(r.Interval(), 1))
		}
	}
	return cmp.Or(least, 50)
}

// Begin plans a move. It does not check its arguments; [Planner.Validate] and [Clock.Validate] do.
func (m Planner) Begin(s Situation) MoveTime {
	limit, saves := m.limit(s.Clock), s.Clock.Saves()
	wanted := planned(m.Plan, s)
	if saves {
		for _, r := range m.Rules {
			if r, ok := r.(Factorer); ok && r.Factor() > 1 {
				wanted = times(wanted, r.Factor())
			}
		}
	}
	regular := min(max(wanted, 0), limit)
	return MoveTime{
		rules: m.Rules, loops: make([]int, len(m.Rules)),
		regular: regular, planned: regular, limit: limit, saves: saves, cut: wanted > limit, reason: ReasonTime,
		ticks: s.Clock.Ticks, interval: m.Interval(),
	}
}

// limit returns the longest time that one move may take.
func (m Planner) limit(c Clock) time.Duration {
	left := c.Left()
	free := c.allowance() - clamp(c.Margin)
	return min(max(times(left, cmp.Or(m.MaxShare, 0.5)), free), left)
}

// MoveTime is the time of one move, returned by [Planner.Begin]. It belongs to one search; two
// goroutines must not call Check at the same time. The zero MoveTime stops at once.
type MoveTime struct {
	rules []Rule
	loops []int // extensions granted to each rule
	turn  int   // rules before this one are not asked again when the time is over

	regular, planned, limit time.Duration

	ticks    bool
	interval int

	saves  bool
	cut    bool   // the limit shortened the plan or an extension
	reason Reason // of the stop when the time is over
	end    Decision
	moment Moment // scratch, so that Check allocates nothing
}

// Ticks reports whether the clock counts simulations.
func (s *MoveTime) Ticks() bool { return s.ticks }

// Interval returns the greatest number of simulations between two calls of Check.
func (s *MoveTime) Interval() int { return s.interval }

// Regular returns the regular time of this move: the time of the plan multiplied by the factors of
// the rules, and at most Limit.
func (s *MoveTime) Regular() time.Duration { return s.regular }

// Planned returns the time that the move may take now: Regular and the extensions so far. The
// search calls Check when this time is spent, if not earlier.
func (s *MoveTime) Planned() time.Duration { return s.planned }

// Limit returns the longest time that the move may take. It is at most [Clock.Left].
func (s *MoveTime) Limit() time.Duration { return s.limit }

// Check decides whether the search continues. After Extend it does, and Planned has grown by
// Decision.By, but never beyond Limit. Stop is final. The reason of a Stop comes from the rule that
// stopped the search. If the time is over, it is ReasonClock if Limit shortened the plan or an
// extension, else the reason of the last extension, else ReasonTime.
func (s *MoveTime) Check(stats Stats) Decision {
	if s.end.Verdict == Stop {
		return s.end
	}
	s.moment = Moment{Stats: stats, Regular: s.regular, Planned: s.planned, Limit: s.limit, Saves: s.saves}
	d := s.ask()
	if d.Verdict == Continue && s.moment.Over() {
		if s.cut {
			s.reason = ReasonClock
		}
		d = Decision{Verdict: Stop, Reason: s.reason}
	}
	if d.Verdict == Stop {
		s.end = d
	}
	s.moment.Children = nil // the caller owns them
	return d
}

// ask returns the first decision of a rule that is not Continue.
func (s *MoveTime) ask() Decision {
	over := s.moment.Over()
	for i, r := range s.rules {
		if over && i < s.turn {
			continue
		}
		s.moment.Loops = s.loops[i]
		if d := s.granted(i, r.Check(&s.moment)); d.Verdict != Continue {
			return d
		}
		if over {
			s.turn = i + 1
		}
	}
	return Decision{}
}

// granted returns the part of a rule's decision that is granted: extensions end at the limit.
func (s *MoveTime) granted(rule int, d Decision) Decision {
	switch d.Verdict {
	case Stop:
		return Decision{Verdict: Stop, Reason: d.Reason}
	case Extend:
	default:
		return Decision{}
	}
	by := min(d.By, s.limit-s.planned)
	s.cut = s.cut || by < d.By
	if by <= 0 {
		return Decision{}
	}
	s.planned += by
	s.loops[rule]++
	s.reason = d.Reason
	return Decision{Verdict: Extend, By: by, Reason: d.Reason}
}
