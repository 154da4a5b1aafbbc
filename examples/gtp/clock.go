package main

import (
	"fmt"
	"time"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/timing"
)

// clocks are the clocks of a game.
type clocks struct {
	full    timing.Clock // of each colour, when a game begins
	limited bool         // a game begins with clocks at all
	margin  time.Duration
	colours [2]struct {
		timing.Clock
		limited bool
	}
}

// reset puts the clocks back to the beginning of a game.
func (c *clocks) reset() {
	for i := range c.colours {
		c.colours[i].Clock, c.colours[i].limited = c.full, c.limited
	}
}

// set makes full the clock of every game from this one on, or none if there is no limit.
func (c *clocks) set(full timing.Clock, limited bool) {
	if full.Margin == 0 && !full.Ticks {
		full.Margin = c.margin
	}
	c.full, c.limited = full, limited
	c.reset()
}

// canadian is the clock of time_settings, and whether there is a limit (section 4.2 of the specification). With a period
// for no stones there is none.
func canadian(main, period time.Duration, stones int) (timing.Clock, bool) {
	c := timing.Clock{Main: main}
	if period > 0 {
		c.Periods, c.Period, c.PeriodMoves = 1, period, stones
	}
	return c, period == 0 || stones > 0
}

// correct sets a clock to what the controller says is left: of the main time, or of a period for so many stones.
func (c *clocks) correct(who colour, left time.Duration, stones int) {
	k := c.full
	if k.Ticks {
		k = timing.Clock{Margin: c.margin}
	}
	k.Main, k.PeriodMade, k.PeriodUsed = left, 0, 0
	if stones > 0 {
		k.Main, k.Periods = 0, 1
		if left > k.Period || stones > k.PeriodMoves {
			k.Period, k.PeriodMoves = left, stones
		}
		k.PeriodMade, k.PeriodUsed = k.PeriodMoves-stones, k.Period-left
	}
	c.colours[who].Clock, c.colours[who].limited = k, true
}

// cautious expects a game to last as long as one played at random, and never the next few moves to be the last: the
// end of a game is not worth all the time there is, and what is kept is kept for a machine that is busy.
type cautious struct{}

// fewestMoves are always expected.
const fewestMoves = 10

// MovesLeft implements timing.Horizon. Half of the plies are one's own moves.
func (cautious) MovesLeft(s timing.Situation) float64 { return max(s.Playout/2, fewestMoves) }

// withHorizon returns m with cautious where a plan wants to know how long the game lasts, and is not told.
func withHorizon(m timing.Manager) timing.Manager {
	expected := timing.Expected{Moves: cautious{}}
	switch plan := m.Plan.(type) {
	case nil, timing.Expected:
		m.Plan = expected
	case timing.Opening:
		plan.Plan = expected
		m.Plan = plan
	case timing.Middle:
		plan.Plan = expected
		m.Plan = plan
	}
	return m
}

// budget adds to b the time that a move of that colour has by its clock. There is time for one simulation always.
func (c *clocks) budget(who colour, m timing.Manager, b mcts.Budget, ply int, playout func() float64) mcts.Budget {
	k := c.colours[who]
	if !k.limited {
		return b
	}
	session := m.Begin(timing.Situation{Clock: k.Clock, Ply: ply, Playout: playout()})
	if session.Limit() <= 0 {
		b.Simulations = 1
		return b
	}
	b.Session = &session
	return b
}

// spend takes from a clock what a move has cost, and the margin: what passes outside of the program is not seen here, and
// unless the controller tells what is left it adds up.
func (c *clocks) spend(who colour, took time.Duration, simulations int) {
	k := &c.colours[who]
	if !k.limited {
		return
	}
	if k.Ticks {
		took = time.Duration(simulations) * timing.Tick
	}
	next, ok := k.After(took + k.Margin)
	if !ok && k.Periods > 0 {
		// Who goes on has not lost: there is another period, and to play without time would make it a loss.
		next = k.Clock
		next.Main, next.Periods, next.PeriodMade, next.PeriodUsed = 0, 1, 0, 0
	}
	k.Clock = next
}

// timeSettings is the command: main time, period, stones of a period, in seconds.
func (e *engine[S, A]) timeSettings(args []string) (string, error) {
	n, err := parseInts(args)
	if err != nil {
		return "", err
	}
	e.clocks.set(canadian(seconds(n[0]), seconds(n[1]), n[2]))
	return "", nil
}

// timeLeft is the command: colour, seconds, and stones, 0 of them while it is main time.
func (e *engine[S, A]) timeLeft(args []string) (string, error) {
	who, err := parseColour(args[0])
	if err != nil {
		return "", err
	}
	n, err := parseInts(args[1:])
	if err != nil {
		return "", err
	}
	e.clocks.correct(who, seconds(n[0]), n[1])
	return "", nil
}

func parseInts(words []string) ([]int, error) {
	var numbers []int
	for _, word := range words {
		n, err := parseInt(word)
		if err != nil {
			return nil, fmt.Errorf("%w (a time in seconds, or a number of stones)", err)
		}
		numbers = append(numbers, n)
	}
	return numbers, nil
}

// seconds returns n seconds, or as many as a clock holds.
func seconds(n int) time.Duration {
	return min(time.Duration(n), timing.MaxAmount/time.Second) * time.Second
}
