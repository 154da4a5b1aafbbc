package timing

import (
	"cmp"
	"fmt"
	"math"
	"time"
)

// Situation is what a Plan knows of a move.
type Situation struct {
	Clock Clock
	Ply   int // actions of the game so far, of all players

	// Playout is the mean number of plies from this position to the end of a simulation, of this search or the one
	// before; 0 if it is not known.
	Playout float64
}

// Plan says how long a move may take regularly. Time returns an amount that is not negative; the Manager sees to it
// that it is not over the clock. It depends on s alone.
//
// Plans take shares of the clock by Clock.Share, so that the formulas of the papers, which are for sudden death,
// hold on every clock: "remaining/m" stands for Share(m).
type Plan interface {
	Time(s Situation) time.Duration
}

// Fixed gives the same to every move.
type Fixed struct {
	Each time.Duration // if 0, all that the clock allows at this move (on a clock that is fixed per move, just that)
}

// Time implements Plan.
func (p Fixed) Time(s Situation) time.Duration {
	if p.Each == 0 {
		return s.Clock.Left()
	}
	return p.Each
}

// Validate names the field that makes no sense.
func (p Fixed) Validate() error {
	if p.Each < 0 || p.Each > MaxAmount {
		return fmt.Errorf("timing: Fixed.Each is %d, want 0..%d", p.Each, MaxAmount)
	}
	return nil
}

// Basic takes a constant share: remaining/C (Huang, Coulom, Lin 2010, basic formula).
type Basic struct {
	C float64 // if 0, 80, the best on 19x19 Go; on 13x13 it is 30 (Baier, Winands 2016)
}

// Time implements Plan.
func (p Basic) Time(s Situation) time.Duration { return s.Clock.Share(cmp.Or(p.C, 80)) }

// Validate names the field that makes no sense.
func (p Basic) Validate() error { return within("Basic.C", p.C, 1, math.MaxFloat64) }

// Enhanced takes less in the opening: remaining / (C + max(MaxPly-Ply, 0)) (Huang, Coulom, Lin 2010, enhanced formula).
type Enhanced struct {
	C      float64 // if 0, 80, for 19x19 Go; on 13x13 it is 20 (Baier, Winands 2016)
	MaxPly float64 // if 0, 160, for 19x19 Go with Unstable and Behind (80 without); on 13x13 it is 40
}

// Time implements Plan.
func (p Enhanced) Time(s Situation) time.Duration {
	return s.Clock.Share(cmp.Or(p.C, 80) + max(cmp.Or(p.MaxPly, 160)-float64(s.Ply), 0))
}

// Validate names the field that makes no sense.
func (p Enhanced) Validate() error {
	if err := within("Enhanced.C", p.C, 1, math.MaxFloat64); err != nil {
		return err
	}
	return within("Enhanced.MaxPly", p.MaxPly, 0, math.MaxFloat64)
}

// Yamashita takes remaining / (60 - (Ply+1)/10), the formula that Huang, Coulom and Lin compare theirs with. It is for
// 19x19 Go.
type Yamashita struct{}

// Time implements Plan.
func (Yamashita) Time(s Situation) time.Duration { return s.Clock.Share(60 - float64(s.Ply+1)/10) }

// Opening multiplies another plan by a factor. The moves that come first get the most, since a share of what remains
// is less at every move (OPEN of Baier and Winands 2016).
type Opening struct {
	Plan Plan    // if nil, Expected{}
	F    float64 // if 0, 2.5 (13x13 Go); Connect Four 2.25, Catch the Lion 1.5, Breakthrough and Othello 1
}

// Time implements Plan.
func (p Opening) Time(s Situation) time.Duration {
	return times(planned(p.Plan, s), cmp.Or(p.F, 2.5))
}

// Validate names the field that makes no sense.
func (p Opening) Validate() error {
	if err := within("Opening.F", p.F, 0, math.MaxFloat64); err != nil {
		return err
	}
	return validate(p.Plan)
}

// Middle multiplies another plan by 1 + A*exp(-(x-B)^2 / (2*C^2)), a bell on top of 1 that is widest in the middle of
// the game (MID of Baier and Winands 2016). x is the number of this move in the game, Ply+1: the paper's optima
// (B = 50 in Othello, of 61 plies) leave no other reading.
//
// Published (A, B, C): 13x13 Go 2, 40, 20; Connect Four 2.5, 30, 20; Breakthrough 6x6 1.5, 50, 20; Othello 2.5, 50, 10;
// Catch the Lion 1, 20, 10.
type Middle struct {
	Plan Plan    // if nil, Expected{}
	A    float64 // height of the bell; if 0, 2
	B    float64 // where it is highest; if 0, 40
	C    float64 // how wide it is; if 0, 20
}

// Time implements Plan.
func (p Middle) Time(s Situation) time.Duration {
	x := (float64(s.Ply+1) - cmp.Or(p.B, 40)) / cmp.Or(p.C, 20)
	return times(planned(p.Plan, s), 1+float64(cmp.Or(p.A, 2)*math.Exp(-float64(x*x)/2)))
}

// Validate names the field that makes no sense.
func (p Middle) Validate() error {
	for _, err := range []error{
		within("Middle.A", p.A, 0, math.MaxFloat64),
		within("Middle.B", p.B, 0, math.MaxFloat64),
		within("Middle.C", p.C, 0, math.MaxFloat64),
	} {
		if err != nil {
			return err
		}
	}
	return validate(p.Plan)
}

// planned asks a plan, or the default one.
func planned(p Plan, s Situation) time.Duration {
	if p == nil {
		p = Expected{}
	}
	return p.Time(s)
}

// times returns d times factor.
func times(d time.Duration, factor float64) time.Duration { return amount(float64(clamp(d)) * factor) }

// within reports a field that is not 0 and not in its range.
func within(field string, x, least, most float64) error {
	if x != 0 && !(x >= least && x <= most) {
		return fmt.Errorf("timing: %s is %v, want 0 for the default, or %v..%v", field, x, least, most)
	}
	return nil
}

// validate asks a plan or rule whether its fields make sense.
func validate(x any) error {
	if v, ok := x.(interface{ Validate() error }); ok {
		return v.Validate()
	}
	return nil
}
