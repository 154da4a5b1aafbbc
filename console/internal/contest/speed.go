package contest

import (
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/console/match"
	"github.com/banyan-go/banyan/timing"
)

// speed is how much one player searched in a match, measured while it chose its actions.
type speed struct {
	Actions              int     `json:"actions"`
	SimulationsPerAction float64 `json:"simulations_per_action"` // 0 for a player without simulations
	SecondsPerAction     float64 `json:"seconds_per_action"`
	SimulationsPerSecond float64 `json:"simulations_per_second"` // 0 for a player without simulations
}

// measure returns the speed of every player.
func measure(g Game, records []arena.Record, players int) ([]speed, error) {
	speeds := make([]speed, players)
	simulations, seconds := make([]float64, players), make([]float64, players)
	for _, r := range records {
		choices, err := g.Choices(r)
		if err != nil {
			return nil, err
		}
		for seat, player := range r.Seats {
			speeds[player].Actions += choices[seat]
			simulations[player] += float64(r.Simulations[seat])
			seconds[player] += r.Seconds[seat]
		}
	}
	for i := range speeds {
		s := &speeds[i]
		s.SimulationsPerAction = ratio(simulations[i], float64(s.Actions))
		s.SecondsPerAction = ratio(seconds[i], float64(s.Actions))
		s.SimulationsPerSecond = ratio(simulations[i], seconds[i])
	}
	return speeds, nil
}

// ratio returns x/y, or 0 if y is 0.
func ratio(x, y float64) float64 {
	if y == 0 {
		return 0
	}
	return x / y
}

// writeSpeeds writes a row for every player.
func writeSpeeds(w io.Writer, speeds []speed) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "\tsimulations/s\tsimulations/move\ttime/move\t\n")
	for i, s := range speeds {
		perSecond, perAction := "-", "-"
		if s.SimulationsPerAction > 0 {
			perSecond, perAction = fmt.Sprintf("%.0f", s.SimulationsPerSecond), fmt.Sprintf("%.0f", s.SimulationsPerAction)
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t\n", match.Letter(i), perSecond, perAction, duration(s.SecondsPerAction))
	}
	return t.Flush()
}

// duration returns seconds with three significant digits at most.
func duration(seconds float64) string {
	d := time.Duration(seconds * float64(time.Second))
	for unit := time.Duration(1); ; unit *= 10 {
		if d < 1000*unit {
			return d.Round(unit).String()
		}
	}
}

// basis is what the budgets of the players have in common.
type basis string

const (
	equalTime        basis = "equal time"
	equalSimulations basis = "equal simulations"
	otherBudgets     basis = "different budgets"
)

// phrase returns the basis as the end of a sentence about strength.
func (b basis) phrase() string {
	if b == otherBudgets {
		return "with the given budgets"
	}
	return "at " + string(b)
}

// basisOf compares the budgets of the players.
func basisOf(players []spec.Player, clock timing.Clock) basis {
	for _, p := range players {
		if p.Kind != spec.MCTS || p.Budget != players[0].Budget || (p.Timing == nil) != (players[0].Timing == nil) {
			return otherBudgets
		}
	}
	onClock, b := players[0].Timing != nil, players[0].Budget
	switch {
	case onClock && clock.Ticks, !onClock && b.Time == 0:
		return equalSimulations
	case onClock, b.Simulations == 0:
		return equalTime
	}
	return otherBudgets
}

// sameTime is the greatest ratio of times that counts as the same time: a busy machine is not more
// exact.
const sameTime = 1.1

// timeNote reports whether the players had equal time, and if not, how much their times differed.
func timeNote(o Options, speeds []speed) string {
	b := basisOf(o.Players, o.Clock)
	if budget := o.Players[0].Budget.Time; b == equalTime && budget > 0 {
		return fmt.Sprintf("The players had equal time, %v per move.", budget)
	} else if b == equalTime {
		return fmt.Sprintf("The players had equal time, a clock of %v.", o.Clock)
	}
	slow, fast := extremes(speeds)
	factor := ratio(speeds[slow].SecondsPerAction, speeds[fast].SecondsPerAction)
	used := fmt.Sprintf("%s used %s times the time per move of %s.", match.Letter(slow), times(factor), match.Letter(fast))
	switch {
	case factor == 0:
		return "The time per move is too short to compare."
	case factor <= sameTime:
		return "The players used about the same time per move."
	case b == equalSimulations:
		return "Equal simulations were not equal time: " + used + "\n" +
			fmt.Sprintf("For a match at equal time, replace -sims by -time, for example -time %s.", suggestion(speeds[slow]))
	}
	return "The players did not have equal time: " + used
}

// extremes returns the players with the most and with the least time per action.
func extremes(speeds []speed) (slow, fast int) {
	for i, s := range speeds {
		if s.SecondsPerAction > speeds[slow].SecondsPerAction {
			slow = i
		}
		if s.SecondsPerAction < speeds[fast].SecondsPerAction {
			fast = i
		}
	}
	return slow, fast
}

// times writes a factor: with a decimal if it is small.
func times(factor float64) string {
	if factor < 10 {
		return fmt.Sprintf("%.1f", factor)
	}
	return fmt.Sprintf("%.0f", factor)
}

// suggestion returns the time per action of a player with one digit, and not less than a
// millisecond.
func suggestion(s speed) time.Duration {
	d := max(time.Duration(s.SecondsPerAction*float64(time.Second)), time.Millisecond)
	for unit := time.Duration(1); ; unit *= 10 {
		if d < 10*unit {
			return d.Round(unit)
		}
	}
}
