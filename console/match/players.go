// Package match provides what programs for matches between players in text form share: the parsing
// of players, a progress bar and the result of a match. It is public for the same reason as package
// cli.
package match

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/arena/stats"
	"github.com/banyan-go/banyan/internal/cpu"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/timing"
)

// Parser parses the players of a game, like [spec.Parse].
type Parser interface {
	Parse(text, defaults string) (spec.Player, error)
}

// ClockText returns the text of a clock, which [timing.Parse] reads. It is empty for the zero
// Clock, which is none.
func ClockText(c timing.Clock) string {
	if c == (timing.Clock{}) {
		return ""
	}
	return c.String()
}

// Players parses players of a game. The parameters of both apply to every player that accepts them
// and does not set them. A player on a clock without a plan has time=expected. It is an error if a
// player has neither a budget nor a clock, or if no player accepts one of the parameters. The names
// identify the players in a match.
func Players(g Parser, texts []string, both string, clock timing.Clock) (players []spec.Player, names []string, err error) {
	for i, text := range texts {
		noClock := clock == (timing.Clock{})
		p, err := g.Parse(text, both)
		if err == nil && !noClock && needsBudget(p) {
			p, err = g.Parse(text, strings.TrimPrefix(both+",time=expected", ","))
		}
		switch {
		case err != nil:
			return nil, nil, fmt.Errorf("%w (-help explains players)", err)
		case p.Timing != nil && noClock:
			return nil, nil, fmt.Errorf("player %q needs a clock, want -clock", text)
		case needsBudget(p):
			return nil, nil, fmt.Errorf("player %q has no budget: want sims=N, or -sims N for all players", text)
		}
		players = append(players, p)
		names = append(names, Letter(i)+": "+p.String())
	}
	if unused := spec.Unused(both, players...); len(unused) > 0 {
		return nil, nil, fmt.Errorf("-both: no player has %s", strings.Join(unused, ", "))
	}
	return players, names, nil
}

// needsBudget reports whether a player searches and has no limit.
func needsBudget(p spec.Player) bool {
	return p.Kind == spec.MCTS && p.Timing == nil && p.Budget == (mcts.Budget{})
}

// Both adds a number of simulations to the parameters for all players, unless it is 0.
func Both(parameters string, sims int) string {
	if sims == 0 {
		return parameters
	}
	return strings.TrimPrefix(fmt.Sprintf("%s,sims=%d", parameters, sims), ",")
}

// Letter returns the name of the i-th player: a to z, then p27 and so on.
func Letter(i int) string {
	if i < 26 {
		return string(rune('a' + i))
	}
	return fmt.Sprintf("p%d", i+1)
}

// Options are the options of a match; see [arena.Match].
type Options struct {
	arena.Plan
	Players []spec.Player
	Names   []string // one per player, all different
	Journal string   // the path of the journal; empty for none
	Rules   string   // the sum of the file that the game is read from, for the journal; empty for none
}

// Summary returns the summary of a match of two players. It has no times and no sequential test.
func (o Options) Summary(game string, t stats.Tally) Summary {
	return Summary{
		Game: game, Score: NewScore(t), A: o.Players[0].String(), B: o.Players[1].String(), Seed: o.Seed,
		Opening: o.OpeningPlies, Clock: ClockText(o.Clock), Rules: o.Rules,
	}
}

// CPUTime makes players measure all times by the CPU time of the process, and returns the clock of
// their match. It adds to their names, so that no journal continues with time on the wall.
func CPUTime(players []spec.Player, names []string, workers int) (now func() time.Time, err error) {
	if !cpu.Exact {
		return nil, errors.New("-cpu needs a system that tells the CPU time of a program")
	}
	if workers != 1 {
		return nil, fmt.Errorf("-workers is %d, want 1 with -cpu: games share the CPU time of the program", workers)
	}
	for i := range players {
		if players[i].Search.Parallel != nil {
			return nil, fmt.Errorf("player %q is parallel, want -cpu without parallel=: its workers share the CPU time of the program", players[i])
		}
		players[i].Search.Clock = cpu.Now
		names[i] += ", CPU time"
	}
	return cpu.Now, nil
}
