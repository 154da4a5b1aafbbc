package timing

import (
	"fmt"
	"math"
	"time"
)

// Tick is one simulation on a clock that counts simulations. Amounts of time are a time.Duration everywhere; on such a
// clock a nanosecond stands for a simulation, so that plans and rules are written once, and an experiment that counts
// ticks does not depend on the machine. Such a Clock says so in its field Ticks.
const Tick time.Duration = 1

// MaxAmount is the longest time that a Clock can hold: 104 days, or nine million billion ticks. Float arithmetic is
// exact up to there.
const MaxAmount time.Duration = 1 << 53

// Clock is the state of one player's clock before a move: a small value, never changed by its methods.
//
// There is main time, to which an increment is added after every move, and a new session after a number of moves.
// When it is used up, there may be overtime in periods (byo-yomi): a move that ends within a period costs nothing, and
// one that takes longer costs the periods that it runs through. With PeriodMoves (Canadian overtime) a period must
// do for that many moves, and is fresh after them. Who has neither main time nor periods loses.
//
//	sudden death           Main
//	Fischer                Main, Increment
//	moves to go            Main, ToGo, and then Session for every Every moves more
//	byo-yomi               Main, Periods, Period
//	Canadian overtime      Main, Periods (1), Period, PeriodMoves
//	fixed per move         Periods 1, Period
//
// Parse reads one. The zero Clock has no time at all. Methods take amounts that make no sense for 0 and never answer
// with a negative one; Validate finds such amounts.
type Clock struct {
	Main      time.Duration // left of the main time
	Increment time.Duration // added to Main after every move

	ToGo    int           // own moves until Session is added to Main, this one counted; 0: it never is
	Every   int           // ToGo after that; 0 if and only if ToGo is
	Session time.Duration // above 0 if ToGo is

	Periods     int           // of overtime left, the running one counted
	Period      time.Duration // length of each
	PeriodMoves int           // moves that a period must do for; if 0, 1
	PeriodMade  int           // moves made in the running period, below PeriodMoves
	PeriodUsed  time.Duration // by those moves

	// Margin is kept back at every move, for what passes between the end of thinking and the stop of the clock.
	Margin time.Duration

	Ticks bool // amounts count simulations
}

// Left returns the most that this move may take: longer, and the clock might fall, or a period of overtime be lost.
// It is the main time and one period, without Margin.
func (c Clock) Left() time.Duration {
	return max(clamp(c.Main)+c.period()-clamp(c.Margin), 0)
}

// Share returns what each of the next m own moves may take if all take the same, without Margin: in sudden death
// Main/m, with an increment (Main+(m-1)*Increment)/m, where moves are to go over those at most, and with overtime what
// that grants to every move at least. It is not more than Left. An m below 1, or not a number, counts as 1.
func (c Clock) Share(m float64) time.Duration {
	if !(m >= 1) {
		m = 1
	}
	if c.ToGo > 0 {
		m = min(m, float64(c.ToGo))
	}
	main, increment := float64(clamp(c.Main)), float64(clamp(c.Increment))
	// As a sum of two, for m may be infinite.
	share := amount(float64(main/m) + float64(float64(1-1/m)*increment))
	return min(max(max(share, c.allowance())-clamp(c.Margin), 0), c.Left())
}

// Saves reports whether time that this move does not take is there for later moves. It is not where every move
// has its own time.
func (c Clock) Saves() bool {
	return c.Main > 0 || c.Periods > 0 && c.PeriodMoves-c.PeriodMade > 1
}

// After returns the clock after a move that took used, and whether the player still has time; if not, the clock
// that comes back has none. A move may take all there is to the last nanosecond. Margin is not taken off: what has
// passed is in used.
func (c Clock) After(used time.Duration) (Clock, bool) {
	used = max(used, 0)
	main := clamp(c.Main)
	over := used - main
	c.Main = max(main-used, 0)
	if over > 0 || main == 0 && c.Periods > 0 {
		var ok bool
		if c, ok = c.overtime(max(over, 0)); !ok {
			return Clock{Margin: c.Margin, Ticks: c.Ticks}, false
		}
	}
	if c.ToGo > 0 {
		if c.ToGo--; c.ToGo == 0 {
			c.Main += clamp(c.Session)
			c.ToGo = c.Every
		}
	}
	c.Main = clamp(c.Main + clamp(c.Increment))
	return c, true
}

// overtime returns the clock after a move that took used of the periods.
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

// period returns what is left of the running period.
func (c Clock) period() time.Duration {
	if c.Periods <= 0 {
		return 0
	}
	return max(clamp(c.Period)-clamp(c.PeriodUsed), 0)
}

// allowance returns what overtime grants to each move of the running period.
func (c Clock) allowance() time.Duration {
	return c.period() / time.Duration(max(c.PeriodMoves-c.PeriodMade, 1))
}

// Validate names the first field that makes no sense.
func (c Clock) Validate() error {
	for _, f := range []struct {
		name   string
		amount time.Duration
	}{
		{"Main", c.Main},
		{"Increment", c.Increment},
		{"Session", c.Session},
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

// consistent names fields that do not go together.
func (c Clock) consistent() error {
	switch {
	case (c.ToGo > 0) != (c.Every > 0) || (c.ToGo > 0) != (c.Session > 0):
		return fmt.Errorf("timing: Clock.ToGo, Every and Session are %d, %d and %d, want all or none",
			c.ToGo, c.Every, c.Session)
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

// clamp returns d, or the nearest amount that a clock can hold.
func clamp(d time.Duration) time.Duration { return min(max(d, 0), MaxAmount) }

// amount returns x in whole nanoseconds, rounded down, between 0 and MaxAmount; 0 for what is not a number.
func amount(x float64) time.Duration {
	if !(x > 0) {
		return 0
	}
	return time.Duration(min(x, float64(MaxAmount)))
}
