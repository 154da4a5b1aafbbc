package arena

import (
	"context"
	"time"

	"github.com/banyan-go/banyan/timing"
)

// Plan is the part of a [Match] that does not depend on the types of its game: how many games are
// played, how they begin and end, by which clock, where, and until when.
type Plan struct {
	Pairs int // pairs of games for every two entrants that meet, at least 1

	// Gauntlet says that the first entrant meets all others, which do not meet each other.
	Gauntlet bool

	// OpeningPlies is the number of random legal plies at the start of a game. Every pair has its
	// own opening. Chance events do not count. If OpeningPlies is 0, games begin at Start, and
	// deterministic players repeat the same pair.
	OpeningPlies int

	// MaxPlies is the number of plies after which a game ends as a draw, with a return of 1/2 for
	// every player. The plies of the opening, the players and chance all count. If MaxPlies is 0,
	// 10,000 is used.
	MaxPlies int

	// Clock is the clock with which every seat begins. If it is zero, there is no clock. A [Timed]
	// player is shown its clock. A clock with ticks counts the simulations of a [Counter]; other
	// players use no ticks. A player whose flag falls loses.
	Clock timing.Clock

	// Now tells the time, for Clock and Record.Seconds; if nil, time.Now is used. Games that are
	// played concurrently call it concurrently.
	Now func() time.Time

	Seed    uint64 // determines the openings, the chance events and the seeds of the players
	Workers int    // number of games played concurrently; if it is 0, runtime.GOMAXPROCS(0) is used

	// Elsewhere, if not nil, plays the pairs of games in place of the workers of Run, for example
	// in other processes by [Match.PlayPair]. Run calls it once, with the numbers of the pairs that
	// the journal does not have completely, in ascending order. It calls finished with all games of
	// each of them, one call at a time, in any order of the pairs. If finished returns false, no
	// more games are wanted, and Elsewhere should return soon, with or without an error. Any other
	// error that Elsewhere returns is that of Run.
	Elsewhere func(ctx context.Context, pairs []int, finished func(games []Record) (more bool)) error

	// Each, if not nil, is called for every game that counts: first for those of the journal, then
	// for new ones as they finish, in any order. Calls do not overlap.
	Each func(r Record)

	// Stop, if not nil, is called with the games of every finished pair, including those of the
	// journal, in the order of the pairs. Calls do not overlap. If it returns true, the match ends
	// with this pair: Run returns no later game, so its result does not depend on the number of
	// workers.
	Stop func(pair []Record) bool
}
