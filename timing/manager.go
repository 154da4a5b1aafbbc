package timing

import (
	"cmp"
	"fmt"
	"time"
)

// Manager is a way to manage time, as data: a plan for every move, and rules that deviate from it. It does not change,
// and may serve several searches at once. The zero value divides the clock by the expected moves.
type Manager struct {
	Plan  Plan   // if nil, Expected{}
	Rules []Rule // asked in this order

	// Most is the share of Clock.Left that a single move may take at most, with all extensions; if 0, 1/2. What
	// overtime grants to the move may be taken whole, and so may the time of a clock that is fixed per move.
	Most float64
}

// Validate names the first field of Manager, plan or rules that makes no sense.
func (m Manager) Validate() error {
	if err := within("Manager.Most", m.Most, 0, 1); err != nil {
		return err
	}
	if err := validate(m.Plan); err != nil {
		return err
	}
	for i, r := range m.Rules {
		if r == nil {
			return fmt.Errorf("timing: Manager.Rules[%d] is nil", i)
		}
		if err := validate(r); err != nil {
			return err
		}
	}
	return nil
}

// Interval returns after how many simulations, at most, a search should call Session.Check again: the least
// Interval() of the rules that have that method, else 50. A search whose simulations are cheap may take that as
// a hint; one whose simulations are slow looks at its clock more often.
func (m Manager) Interval() int {
	least := 0
	for _, r := range m.Rules {
		if r, ok := r.(interface{ Interval() int }); ok && (least == 0 || r.Interval() < least) {
			least = max(r.Interval(), 1)
		}
	}
	if least == 0 {
		return 50
	}
	return least
}

// Begin plans a move.
func (m Manager) Begin(s Situation) Session {
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
	return Session{
		rules: m.Rules, loops: make([]int, len(m.Rules)),
		regular: regular, planned: regular, limit: limit, saves: saves, cut: wanted > limit, reason: ReasonTime,
		ticks: s.Clock.Ticks, interval: m.Interval(),
	}
}

// limit returns what one move may take.
func (m Manager) limit(c Clock) time.Duration {
	left := c.Left()
	free := c.allowance() - clamp(c.Margin)
	return min(max(times(left, cmp.Or(m.Most, 0.5)), free), left)
}

// Session is the time of one move. It belongs to one search, and Check is not for several goroutines at once. A Session
// that no Manager began stops at once.
type Session struct {
	rules []Rule
	loops []int // extensions granted to each rule
	turn  int   // rules before this one have declined when the time was over

	regular, planned, limit time.Duration

	ticks    bool
	interval int

	saves  bool
	cut    bool   // the limit cut the plan or an extension
	reason Reason // of the end of the time
	end    Decision
	moment Moment // a place for it, so that Check allocates nothing
}

// Ticks reports whether the clock counts simulations.
func (s *Session) Ticks() bool { return s.ticks }

// Interval returns after how many simulations, at most, to call Check again.
func (s *Session) Interval() int { return s.interval }

// Regular returns what the plan gives to this move: its time times the factors of the rules, at most Limit.
func (s *Session) Regular() time.Duration { return s.regular }

// Planned returns what the move may take now: Regular and the extensions so far. The search calls Check when it is
// spent, if not before.
func (s *Session) Planned() time.Duration { return s.planned }

// Limit returns what the move may take at most. It is at most Clock.Left.
func (s *Session) Limit() time.Duration { return s.limit }

// Check says whether the search goes on. After Extend it goes on, and Planned is later by Decision.By, which is never
// beyond Limit. Stop is final. Its reason is the rule that stopped the search; or, when the time is over, ReasonClock
// where Limit cut the plan or an extension, else the rule that extended last, else ReasonTime.
func (s *Session) Check(stats Stats) Decision {
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
	s.moment.Children = nil // they are the caller's
	return d
}

// ask returns what the first rule says that does not say Continue.
func (s *Session) ask() Decision {
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

// granted returns what a rule gets of what it wants: an extension as far as the clock allows.
func (s *Session) granted(rule int, d Decision) Decision {
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
