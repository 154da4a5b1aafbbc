package arena

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/timing"
)

// Match describes who plays what, and how often. Every two entrants meet in Pairs pairs of games;
// more than two entrants play a round robin, or a Gauntlet.
//
// The games of a pair have the same opening and the same seeds and differ in the seats of the
// entrants. In a game for two players, a pair is two games with exchanged seats. [Seatings]
// describes the games for more players. In a game for one player, a pair is one game of each
// entrant with the same chance: the k-th outcome is drawn from the k-th number of a stream of the
// pair, so that both meet the same outcomes as long as they meet the same states. The higher return
// wins the pair.
//
// If the players depend only on their seed, all records except their times are independent of the
// number of workers and of the order in which games finish.
type Match[S any, A comparable] struct {
	Game     mcts.Game[S, A] // for any number of players
	GameName string          // identifies game and variant in the journal
	Start    S               // initial state of every game, not terminal

	Entrants []Entrant[S, A] // two or more with different names

	Plan // how many games there are, how they begin and end, and who is told

	// Journal, if not nil, supplies the games of an earlier Run, which are not played again, and
	// receives every game that finishes. It must have been opened with Header.
	Journal *Journal
}

// Header identifies the match in a journal.
func (m Match[S, A]) Header() Header {
	h := Header{
		Version: journalVersion, Game: m.GameName, Seed: m.Seed, OpeningPlies: m.OpeningPlies, MaxPlies: m.maxPlies(), Gauntlet: m.Gauntlet,
	}
	if m.Clock != (timing.Clock{}) {
		h.Clock = m.Clock.String()
	}
	for _, e := range m.Entrants {
		h.Entrants = append(h.Entrants, e.Name)
	}
	return h
}

// Games returns the number of games if Stop does not end the match.
func (m Match[S, A]) Games() int { return m.schedule().games() }

func (m Match[S, A]) schedule() schedule {
	s := newSchedule(m.Seed, m.Game.NumPlayers(), len(m.Entrants), m.Pairs)
	if m.Gauntlet {
		s = s.gauntlet()
	}
	return s
}

const defaultMaxPlies = 10_000

// soloMaxPlies is the default for one player, whose games may be long and say little if they are
// cut off.
const soloMaxPlies = 1_000_000

func (m Match[S, A]) maxPlies() int {
	if m.Game.NumPlayers() == 1 {
		return cmp.Or(m.MaxPlies, soloMaxPlies)
	}
	return cmp.Or(m.MaxPlies, defaultMaxPlies)
}

// maxGames limits the numbers of games to 32 bits.
const maxGames = math.MaxInt32

func (m Match[S, A]) validate() error {
	if m.Game == nil {
		return errors.New("arena: Match.Game is nil")
	}
	players := m.Game.NumPlayers()
	if players < 1 {
		return fmt.Errorf("arena: Match.Game is for %d players, want at least 1", players)
	}
	if err := m.validateEntrants(); err != nil {
		return err
	}
	pairings := len(m.schedule().pairings)
	switch most := maxGames / pairings / gamesPerPair(players); {
	case m.Pairs < 1 || m.Pairs > most:
		return fmt.Errorf("arena: Match.Pairs is %d, want 1 to %d", m.Pairs, most)
	case m.MaxPlies < 0:
		return fmt.Errorf("arena: Match.MaxPlies is %d, want >= 0", m.MaxPlies)
	case m.OpeningPlies < 0 || m.OpeningPlies >= m.maxPlies():
		return fmt.Errorf("arena: Match.OpeningPlies is %d, want >= 0 and below MaxPlies, %d", m.OpeningPlies, m.maxPlies())
	case m.Workers < 0:
		return fmt.Errorf("arena: Match.Workers is %d, want >= 0", m.Workers)
	case m.Clock.Validate() != nil:
		return fmt.Errorf("arena: Match.Clock: %w", m.Clock.Validate())
	case m.Journal == nil:
		return nil
	case m.GameName == "":
		return errors.New("arena: Match.GameName is empty, want one to know the journal by")
	}
	if err := m.Header().differs(m.Journal.header); err != nil {
		return fmt.Errorf("arena: Match.Journal: %w", err)
	}
	return nil
}

func (m Match[S, A]) validateEntrants() error {
	if len(m.Entrants) < 2 {
		return fmt.Errorf("arena: Match.Entrants has %d, want at least 2", len(m.Entrants))
	}
	for i, e := range m.Entrants {
		same := func(f Entrant[S, A]) bool { return f.Name == e.Name }
		switch {
		case e.New == nil:
			return fmt.Errorf("arena: Match.Entrants[%d], %q, has no New", i, e.Name)
		case slices.ContainsFunc(m.Entrants[:i], same):
			return fmt.Errorf("arena: Match.Entrants has two of the name %q, want different ones", e.Name)
		}
	}
	return nil
}

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

	// MaxPlies is the number of plies after which a game ends as a draw. The plies of the opening,
	// the players and chance all count. If MaxPlies is 0, 10,000 is used, or 1,000,000 in games for
	// one player.
	//
	// A draw is the middle of the declared game.ReturnRanger, whatever was paid before, and a loss
	// on time its lower end. Without a declared range these are 1/2 and 0, and it is an error if a
	// game of the match has returns that are not in [0,1].
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

	// Remote, if not nil, plays the pairs of games instead of the workers of Run, for example in
	// other processes by [Match.PlayPair]. Run calls it once, with the numbers of the pairs that
	// the journal does not have completely, in ascending order. It calls finished with all games of
	// each of them, one call at a time, in any order of the pairs. If finished returns false, no
	// more games are wanted, and Remote should return soon, with or without an error. Any other
	// error from Remote is returned by Run.
	Remote func(ctx context.Context, pairs []int, finished func(games []Record) (more bool)) error

	// Each, if not nil, is called for every game that counts: first for the games in the journal,
	// then for new ones as they finish, in any order. Calls do not overlap.
	Each func(r Record)

	// Stop, if not nil, is called with the games of every finished pair, including pairs from the
	// journal, in the order of the pairs. Calls do not overlap. If it returns true, the match ends
	// with this pair: Run returns no later game, so its result does not depend on the number of
	// workers.
	Stop func(pair []Record) bool
}
