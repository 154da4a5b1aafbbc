package spec

import (
	"errors"
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
	Temperature float64 // that of policy.Temperature; if zero, the most visited action is played
}

// levels are the levels of strength. docs/MEASUREMENTS.md has matches between neighbours.
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

// AtLevel returns a search with the simulations and the final action of a level, which is 1 for the
// weakest. It returns an error if there is no such level, if p does not search, or if p has a
// budget, a clock or a final action of its own.
func (p Player) AtLevel(level int) (Player, error) {
	p, err := p.atLevel(level)
	if err != nil {
		return p, fmt.Errorf("spec: player %q: %w", p, err)
	}
	return p, nil
}

func (p Player) atLevel(level int) (Player, error) {
	_, robust := p.Search.Final.(policy.RobustChild)
	switch {
	case level < 1 || level > len(levels):
		return p, fmt.Errorf("the level is %d, want 1 to %d", level, len(levels))
	case p.Kind != MCTS:
		return p, errors.New("it does not search, and levels are for players that search")
	case p.Timing != nil || p.Budget != mcts.Budget{}:
		return p, errors.New("a level sets the simulations, want the player without sims and time")
	case !robust && p.Search.Final != nil:
		return p, errors.New("a level sets the final action, want the player without final, root=gumbel and root=halving")
	}
	l := levels[level-1]
	p.Budget.Simulations, p.Search.Final = l.Simulations, policy.RobustChild{}
	if l.Temperature > 0 {
		p.Search.Final = policy.Temperature{T: l.Temperature}
	}
	p.text = levelPrefix + strconv.Itoa(level) + strings.TrimPrefix(p.text, string(MCTS))
	return p, nil
}

// withoutBudget removes what a level sets from the defaults of several players.
func (r *reader) withoutBudget() {
	for _, key := range []string{"sims", "time", "final"} {
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
