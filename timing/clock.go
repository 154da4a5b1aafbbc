package timing

import (
	"fmt"
	"math"
	"time"
)

// Tick is one simulation on a clock that counts simulations. All amounts of time are of type
// time.Duration; on such a clock, a nanosecond stands for a simulation. Plans and rules are
// therefore the same for both kinds of clock, and an experiment that counts ticks does not depend
// on the machine. Clock.Ticks marks such a clock.
const Tick time.Duration = 1

// MaxAmount is the longest time that a [Clock] can hold: 104 days, or about 9e15 ticks.
// Floating-point arithmetic is exact up to this amount.
const MaxAmount time.Duration = 1 << 53

// Clock is the state of one player's clock before a move. It is a small value; its methods do not
// change it.
//
// A clock has main time. An increment is added to it after every move, and the time of a new
// session after a number of moves. When the main time is used up, there may be overtime in periods
// (byo-yomi): a move that ends within a period costs nothing, and a longer one costs the periods
// that it exceeds. With PeriodMoves (Canadian overtime), one period must suffice for that number of
// moves and is renewed after them. A player without main time and periods loses.
//
//	sudden death           Main
//	Fischer                Main, Increment
//	moves to go            Main, ToGo, and then Stage for each further Every moves
//	byo-yomi               Main, Periods, Period
//	Canadian overtime      Main, Periods (1), Period, PeriodMoves
//	fixed per move         Periods (1), Period
//
// [Parse] reads a clock from text. The zero Clock has no time. The methods treat invalid amounts as
// 0 and never return a negative amount; [Clock.Validate] reports them.
type Clock struct {
	Main      time.Duration // remaining main time
	Increment time.Duration // added to Main after every move

	ToGo  int           // own moves until Stage is added to Main, with this one; 0 is never
	Every int           // value of ToGo after that; 0 if and only if ToGo is 0
	Stage time.Duration // time for Every moves; positive if ToGo is

	Periods     int           // remaining periods of overtime, including the current one
	Period      time.Duration // length of a period
	PeriodMoves int           // moves for which a period must suffice; if it is 0, 1 is used
	PeriodMade  int           // moves made in the current period, fewer than PeriodMoves
	PeriodUsed  time.Duration // time used by those moves

	// Margin is withheld from every move. It covers the time between the end of the search and the
	// moment when the clock stops.
	Margin time.Duration

	Ticks bool // amounts count simulations
}

// Left returns the longest time that this move may take without risking the loss of the game or of
// a period of overtime: the main time and one period, minus Margin.
func (c Clock) Left() time.Duration {
	return max(clamp(c.Main)+c.period()-clamp(c.Margin), 0)
}

// Share returns the time that each of the next m own moves may take if all take the same, minus
// Margin. In sudden death that is Main/m, and with an increment (Main+(m-1)*Increment)/m. If fewer
// than m moves remain until the next session, it is the share for these moves. In overtime it is at
// least what the current period grants to each move. Share is at most Left. If m is less than 1 or
// not a number, 1 is used.
func (c Clock) Share(m float64) time.Duration {
	if !(m >= 1) {
		m = 1
	}
	if c.ToGo > 0 {
		m = min(m, float64(c.ToGo))
	}
	main, increment := float64(clamp(c.Main)), float64(clamp(c.Increment))
	// m may be infinite, so the two terms are not combined into one fraction.
	share := amount(float64(main/m) + float64(float64(1-1/m)*increment))
	return min(max(max(share, c.allowance())-clamp(c.Margin), 0), c.Left())
}

// Saves reports whether time that this move does not use remains available for later moves. It is
// false if every move has its own time.
func (c Clock) Saves() bool {
	return c.Main > 0 || c.Periods > 0 && c.PeriodMoves-c.PeriodMade > 1
}

// After returns the clock after a move that took used, and whether the player still has time. If
// not, the returned clock is empty. A move may use the remaining time to the last nanosecond.
// Margin is not subtracted, because used already includes it.
func (c Clock) After(used time.Duration) (Clock, bool) {
	used = max(used, 0)
	main := clamp(c.Main)
	over := used - main
	c.Main = max(main-used, 0)
	if over > 0 || main == 0 {
		var ok bool
		if c, ok = c.overtime(max(over, 0)); !ok {
			return Clock{Margin: c.Margin, Ticks: c.Ticks}, false
		}
	}
	if c.ToGo > 0 {
		if c.ToGo--; c.ToGo == 0 {
			c.Main += clamp(c.Stage)
			c.ToGo = c.Every
		}
	}
	c.Main = clamp(c.Main + clamp(c.Increment))
	return c, true
}

// overtime returns the clock after a move that took used out of the periods.
func (c Clock) overtime(used time.Duration) (Clock, bool) {
	left, length := c.period(), clamp(c.Period)
	if c.Periods <= 0 || used > left && length == 0 {
		return c, used == 0
	}
	if used <= left {
		c.PeriodUsed += used
	} else {
		used -= left
		lost := (used-1)/length + 1
		if lost >= time.Duration(c.Periods) {
			return c, false
		}
		c.Periods -= int(lost)
		c.PeriodUsed, c.PeriodMade = used-(lost-1)*length, 0
	}
	if c.PeriodMade++; c.PeriodMade >= c.PeriodMoves {
		c.PeriodUsed, c.PeriodMade = 0, 0
	}
	return c, true
}

// period returns the rest of the current period.
func (c Clock) period() time.Duration {
	if c.Periods <= 0 {
		return 0
	}
	return max(clamp(c.Period)-clamp(c.PeriodUsed), 0)
}

// allowance returns the time that overtime grants to each move of the current period.
func (c Clock) allowance() time.Duration {
	return c.period() / time.Duration(max(c.PeriodMoves-c.PeriodMade, 1))
}

// Validate returns an error that names the first invalid field.
func (c Clock) Validate() error {
	for _, f := range []struct {
		name   string
		amount time.Duration
	}{
		{"Main", c.Main},
		{"Increment", c.Increment},
		{"Stage", c.Stage},
		{"Period", c.Period},
		{"PeriodUsed", c.PeriodUsed},
		{"Margin", c.Margin},
	} {
		if f.amount < 0 || f.amount > MaxAmount {
			return fmt.Errorf("timing: Clock.%s is %d, want 0..%d", f.name, f.amount, MaxAmount)
		}
	}
	for _, f := range []struct {
		name  string
		count int
	}{
		{"ToGo", c.ToGo},
		{"Every", c.Every},
		{"Periods", c.Periods},
		{"PeriodMoves", c.PeriodMoves},
		{"PeriodMade", c.PeriodMade},
	} {
		if f.count < 0 || f.count > math.MaxInt32 {
			return fmt.Errorf("timing: Clock.%s is %d, want 0..%d", f.name, f.count, math.MaxInt32)
		}
	}
	return c.consistent()
}

// consistent returns an error that names fields that contradict each other.
func (c Clock) consistent() error {
	switch {
	case (c.ToGo > 0) != (c.Every > 0) || (c.ToGo > 0) != (c.Stage > 0):
		return fmt.Errorf("timing: Clock.ToGo, Every and Stage are %d, %d and %d, want all or none",
			c.ToGo, c.Every, c.Stage)
	case (c.Periods > 0) != (c.Period > 0):
		return fmt.Errorf("timing: Clock.Periods and Period are %d and %d, want both or none", c.Periods, c.Period)
	case c.Periods == 0 && c.PeriodMoves > 0:
		return fmt.Errorf("timing: Clock.PeriodMoves is %d without periods", c.PeriodMoves)
	case c.PeriodMade > 0 && c.PeriodMade >= c.PeriodMoves:
		return fmt.Errorf("timing: Clock.PeriodMade is %d, want less than PeriodMoves, %d", c.PeriodMade, c.PeriodMoves)
	case c.PeriodUsed > c.Period || c.PeriodUsed > 0 && c.PeriodMade == 0:
		return fmt.Errorf("timing: Clock.PeriodUsed is %d of %d by %d moves", c.PeriodUsed, c.Period, c.PeriodMade)
	}
	return nil
}

// clamp returns the amount nearest to d that a clock can hold.
func clamp(d time.Duration) time.Duration { return min(max(d, 0), MaxAmount) }

// amount returns x in nanoseconds, rounded down and limited to 0..MaxAmount. It returns 0 if x is
// not a number.
func amount(x float64) time.Duration {
	if !(x > 0) {
		return 0
	}
	return time.Duration(min(x, float64(MaxAmount)))
}
