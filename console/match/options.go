package match

import (
	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/arena/stats"
)

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
