package parallel

import (
	"math"
	"time"

	"github.com/banyan-go/banyan/timing"
)

// Checks say when the allotment of a Run is checked. The zero value checks none.
type Checks struct {
	*timing.MoveTime
	Several bool // workers run the simulations

	at int // the number of simulations at the next check, on a clock of ticks
}

// leastTicks is the least number of simulations of several workers between two checks on a clock of
// ticks.
const leastTicks = 512

// Spent returns how much of the allotment is used, of which took is the time so far. On a clock of
// ticks, a simulation is a tick.
func (c *Checks) Spent(simulations int, took time.Duration) time.Duration {
	if c.Ticks() {
		return time.Duration(simulations) * timing.Tick
	}
	return took
}

// Left returns the number of simulations until the next check. On a clock of ticks it depends on
// the allotment only. On a real clock it is the interval of the allotment, but with several workers
// at least one batch.
func (c *Checks) Left(simulations int, p Pacer) int {
	switch {
	case c.MoveTime == nil:
		return math.MaxInt
	case c.Ticks():
		return max(1, c.at-simulations)
	case c.Several:
		return max(p.Batch(), c.Interval())
	}
	return max(1, c.Interval())
}

// Due reports whether it is time for a check.
func (c *Checks) Due(simulations int) bool { return c.MoveTime != nil && simulations >= c.at }

// Schedule sets when the next check is on a clock of ticks: after the interval of the allotment, or
// when its planned time is over if that is earlier.
func (c *Checks) Schedule(simulations int) {
	if c.MoveTime == nil || !c.Ticks() {
		return
	}
	n := max(1, c.Interval())
	if c.Several {
		n = max(n, leastTicks)
	}
	left := max(1, c.Planned()-c.Spent(simulations, 0))
	c.at = simulations + int(min(time.Duration(n), left))
}
