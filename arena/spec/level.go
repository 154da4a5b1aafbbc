package spec

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// Level is a level of strength of a search: its simulations per action, and the temperature at
// which it draws its final action. Both are reproducible, unlike a time.
type Level struct {
	Simulations int     // of all trees together
	Temperature float64 // as for policy.Temperature; if zero, the most visited action is played
}

// levels are the levels of strength. docs/strength.md has matches between neighbors.
var levels = []Level{
	{10, 2},
	{30, 1},
	{100, 0.8},
	{250, 0.6},
	{600, 0.4},
	{1500, 0.3},
	{4000, 0.2},
	{10_000, 0.1},
	{30_000, 0},
	{100_000, 0},
}

// Levels returns the levels of strength, from the weakest to the strongest. The first one is level
// 1.
func Levels() []Level { return slices.Clone(levels) }

// levelPrefix precedes the number of a level in the kind of a player.
const levelPrefix = "level"

// levelOf returns the number of the level that a kind names, or 0.
func levelOf(kind Kind) int {
	digits, found := strings.CutPrefix(string(kind), levelPrefix)
	n, err := strconv.Atoi(digits)
	if !found || err != nil || strconv.Itoa(n) != digits || n < 1 || n > len(levels) {
		return 0
	}
	return n
}

// AtLevel returns the search p with the simulations and the final action of a level. Level 1 is the
// weakest. AtLevel returns an error if there is no such level, if p does not search, or if p
// divides a clock.
func (p Player) AtLevel(level int) (Player, error) {
	switch {
	case level < 1 || level > len(levels):
		return p, fmt.Errorf("spec: the level is %d, want 1 to %d", level, len(levels))
	case p.Kind != MCTS:
		return p, fmt.Errorf("spec: player %q does not search, and levels are for players that search", p)
	case p.Timing != nil:
		return p, fmt.Errorf("spec: player %q divides a clock, and a level has a number of simulations", p)
	}
	l := levels[level-1]
	p.Budget, p.Search.Final = mcts.Budget{Simulations: l.Simulations}, policy.RobustChild{}
	if l.Temperature > 0 {
		p.Search.Final = policy.Temperature{T: l.Temperature}
	}
	parts := strings.Split(p.text, ",")
	parts[0] = levelPrefix + strconv.Itoa(level)
	p.text = strings.Join(slices.DeleteFunc(parts, ofLevel), ",")
	return p, nil
}

// levelKeys are the parameters that a level sets.
var levelKeys = []string{"sims", "time", "final"}

// ofLevel reports whether part sets a parameter that a level sets.
func ofLevel(part string) bool {
	key, _, _ := strings.Cut(part, "=")
	return slices.Contains(levelKeys, key)
}

// leaveToLevel prepares a reader for the player of a level. The defaults of several players do not
// change what the level sets.
func (r *reader) leaveToLevel(kind Kind) {
	for _, key := range levelKeys {
		if value, given := r.own[key]; given {
			r.fail(key, value, fmt.Sprintf("%s without it: the level sets the budget and the final action", kind))
		}
		delete(r.defaults, key)
	}
}

// String describes a level.
func (l Level) String() string {
	if l.Temperature == 0 {
		return fmt.Sprintf("%d simulations, the most visited action", l.Simulations)
	}
	return fmt.Sprintf("%d simulations, temperature %g", l.Simulations, l.Temperature)
}
