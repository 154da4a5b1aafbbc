package gtp

import (
	"fmt"
	"sort"
	"time"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/timing"
)

// clocks holds the clocks of a game.
type clocks struct {
	full    timing.Clock // the clock of each color at the start of a game
	limited bool         // whether a game starts with clocks
	margin  time.Duration
	colors  [2]struct {
		timing.Clock
		limited  bool
		withheld time.Duration // the margin of the last move that was planned
	}
}

// reset sets the clocks to the start of a game.
func (c *clocks) reset() {
	for i := range c.colors {
		c.colors[i].Clock, c.colors[i].limited, c.colors[i].withheld = c.full, c.limited, c.full.Margin
	}
}

// set sets the clock of this game and of later ones. If limited is false, they have no clock.
func (c *clocks) set(full timing.Clock, limited bool) {
	if full.Margin == 0 && !full.Ticks {
		full.Margin = c.margin
	}
	c.full, c.limited = full, limited
	c.reset()
}

// canadian returns the clock of time_settings and whether there is a limit. By section 4.2 of the
// specification there is no limit if a period is for no stones.
func canadian(main, period time.Duration, stones int) (timing.Clock, bool) {
	c := timing.Clock{Main: main}
	if period > 0 {
		c.Periods, c.Period, c.PeriodMoves = 1, period, stones
	}
	return c, period == 0 || stones > 0
}

// correct sets a clock to the time that the controller says is left: of the main time, or of a
// period for that number of stones.
func (c *clocks) correct(who color, left time.Duration, stones int) {
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
	c.colors[who].Clock, c.colors[who].limited = k, true
}

// cautious is a horizon that expects the game to last as long as a random playout, but at least
// fewestMoves. Time that is kept back at the end of a game protects against a busy machine.
type cautious struct{}

// fewestMoves is the least number of moves that cautious expects.
const fewestMoves = 10

// MovesLeft implements timing.Horizon. Half of the plies are the player's own moves.
func (cautious) MovesLeft(s timing.Situation) float64 { return max(s.Playout/2, fewestMoves) }

// withHorizon returns m with the horizon cautious in a plan that needs a horizon and has none.
func withHorizon(m timing.Planner) timing.Planner {
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

// budget adds the time for the move, by the clock of the color, to b. There is always time for one
// simulation.
func (c *clocks) budget(who color, m timing.Planner, b mcts.Budget, ply int, playout func() float64) mcts.Budget {
	k := &c.colors[who]
	if !k.limited {
		return b
	}
	s := timing.Situation{Clock: k.Clock, Ply: ply, Playout: playout()}
	k.withheld = margin(m, s)
	s.Clock.Margin = k.withheld
	session := m.Begin(s)
	if session.Limit() <= 0 {
		b.Simulations = 1
		return b
	}
	b.MoveTime = &session
	return b
}

// margin returns the margin of a move: the part of the clock's margin, in steps of 1/64, that
// leaves at least half of the time that the plan has for the move without a margin. On a very short
// clock the whole margin would leave nothing, and a move without thought is worse than the risk
// that the margin guards against.
func margin(m timing.Planner, s timing.Situation) time.Duration {
	const steps = 64
	full := min(s.Clock.Margin, timing.MaxAmount)
	part := func(i int) time.Duration { return full * time.Duration(i) / steps }
	regular := func(margin time.Duration) time.Duration {
		s.Clock.Margin = margin
		session := m.Begin(s)
		return session.Regular()
	}
	least := regular(0) / 2
	return part(sort.Search(steps, func(i int) bool { return regular(part(i+1)) < least }))
}

// spend subtracts the cost of a move and its margin from a clock. The margin stands for time
// outside of the program, which adds up unless the controller reports the time left.
func (c *clocks) spend(who color, took time.Duration, simulations int) {
	k := &c.colors[who]
	if !k.limited {
		return
	}
	if k.Ticks {
		took = time.Duration(simulations) * timing.Tick
	}
	next, ok := k.After(took + k.withheld)
	if !ok && k.Periods > 0 {
		// The controller continues the game, so the flag has not fallen. Another period is left.
		next = k.Clock
		next.Main, next.Periods, next.PeriodMade, next.PeriodUsed = 0, 1, 0, 0
	}
	k.Clock = next
}

// timeSettings implements the command: main time and period in seconds, and stones of a period.
func (e *engine[S, A]) timeSettings(args []string) (string, error) {
	n, err := parseInts(args)
	if err != nil {
		return "", err
	}
	e.clocks.set(canadian(seconds(n[0]), seconds(n[1]), n[2]))
	return "", nil
}

// timeLeft implements the command: color, seconds, and stones, which are 0 during the main time.
func (e *engine[S, A]) timeLeft(who color, args []string) (string, error) {
	n, err := parseInts(args)
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

// seconds returns n seconds, but not more than a clock can hold.
func seconds(n int) time.Duration {
	return min(time.Duration(n), timing.MaxAmount/time.Second) * time.Second
}
