package match

import (
	"context"
	"time"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/timing"
)

// Options are the options of a match; see [arena.Match].
type Options struct {
	Players []spec.Player
	Names   []string // one per player, all different
	Pairs   int

	// Gauntlet says that the first player meets all others, which do not meet each other.
	Gauntlet bool

	Opening  int // the number of random plies at the start
	MaxPlies int // the number of plies after which a game is a draw; if it is 0, 10,000
	Seed     uint64
	Workers  int
	Clock    timing.Clock // the zero Clock is no clock
	Now      func() time.Time
	Journal  string // the path of the journal; empty for none
	Rules    string // the sum of the file that the game is read from, for the journal; empty for none

	// Elsewhere plays the games in place of Workers; nil for here.
	Elsewhere func(ctx context.Context, pairs []int, finished func(games []arena.Record) (more bool)) error

	Each func(arena.Record)
	Stop func(pair []arena.Record) bool
}
