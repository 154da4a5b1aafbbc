package tune

import (
	"cmp"
	"errors"
	"fmt"
	"time"
)

// Options determine how long to search, and how. Pairs or Time is required; everything else has a
// default.
type Options struct {
	// Default is the player to beat, in the same form as the players of the space, with its own
	// budget.
	Default string

	// Pairs is the number of pairs of games, those on fresh games included. Time is the time for
	// them. If both are set, the first that is used up ends the search. If only Time is set, the
	// pairs of games so far determine how many there is time for.
	Pairs int
	Time  time.Duration

	// Fresh is the share of Pairs and Time for the games between the best player and the default
	// that the search does not use; if 0, 1/4 is used. Pairs that the search leaves are added.
	Fresh float64

	Method Method // how to search; if nil, NTBEA{} is used

	// Refine continues from the best point of Method with the last fifth of the games of the
	// search; if nil, SPSA{} is used. With [NoRefine], or SPSA in a space without ranges, Method
	// has all games.
	Refine Method

	Seed uint64 // decides everything random

	// Workers is the number of goroutines that play; if 0, 1 is used. With Pairs as the limit, it
	// changes no result.
	Workers int

	// Game identifies the game in the journal. Journal is the path of the file with which an
	// interrupted search continues; empty for none. The journal has the methods as %+v prints them,
	// so a method with pointers in its fields needs a method String.
	Game    string
	Journal string

	// Progress, if not nil, is called after every pair of games. Calls do not overlap.
	Progress func(Progress)

	// Now tells the time; if nil, time.Now is used. It is called by several goroutines.
	Now func() time.Time
}

// NoRefine is a method that does nothing, for Options.Refine.
type NoRefine struct{}

// Start implements [Method].
func (NoRefine) Start(Task) Searcher { return idle{} }

type idle struct{}

func (idle) Next() []Trial          { return nil }
func (idle) Report([][]float64)     {}
func (idle) Ranking() []Observation { return nil }

// leastPairs is the least number of pairs of games with which a search makes sense.
const leastPairs = 10

func (o Options) validate() error {
	switch {
	case o.Default == "":
		return errors.New("tune: Options.Default is empty, want a player such as mcts,time=20ms")
	case o.Pairs == 0 && o.Time == 0:
		return errors.New("tune: Options.Pairs and Time are 0, want one of them")
	case o.Pairs < 0 || o.Pairs > 0 && o.Pairs < leastPairs || o.Pairs > mostPairs:
		return fmt.Errorf("tune: Options.Pairs is %d, want %d to %d", o.Pairs, leastPairs, int(mostPairs))
	case o.Time < 0:
		return fmt.Errorf("tune: Options.Time is %v, want >= 0", o.Time)
	case !(o.Fresh >= 0 && o.Fresh < 1):
		return fmt.Errorf("tune: Options.Fresh is %v, want 0 <= Fresh < 1", o.Fresh)
	case o.Workers < 0:
		return fmt.Errorf("tune: Options.Workers is %d, want >= 0", o.Workers)
	case o.Journal != "" && o.Game == "":
		return errors.New("tune: Options.Game is empty, want a name that identifies the game")
	}
	for _, m := range []Method{o.Method, o.Refine} {
		if v, ok := m.(validator); ok {
			if err := v.validate(); err != nil {
				return err
			}
		}
	}
	return nil
}

func (o Options) withDefaults() Options {
	o.Fresh = cmp.Or(o.Fresh, 0.25)
	if o.Method == nil {
		o.Method = NTBEA{}
	}
	if o.Refine == nil {
		o.Refine = SPSA{}
	}
	o.Workers = cmp.Or(o.Workers, 1)
	if o.Now == nil {
		o.Now = time.Now
	}
	return o
}

// Phase is a part of a search.
type Phase string

// The phases, in their order.
const (
	PhaseSearch Phase = "search"
	PhaseFresh  Phase = "fresh"

	phaseCalibration Phase = "calibration"
)

// Progress is how far a search is. With a limit of time it begins with some pairs of games that
// measure how long one takes, and are counted separately.
type Progress struct {
	Phase   Phase
	Pairs   int           // pairs of games of the phase so far
	Of      int           // that are planned; 0 if that is not known yet
	Elapsed time.Duration // of the search, with earlier runs of the same journal

	// Best is the best player so far and Scores its scores against Opponent: in the search those
	// that made it the best, which are too good on average, and then those on fresh games. The
	// scores of the search have Pairs only, no wins, draws and losses.
	Best, Opponent string
	Scores         PairScores
}
