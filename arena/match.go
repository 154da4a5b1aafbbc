package arena

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/timing"
)

// Match says who plays what, and how often. Every two entrants meet in Pairs pairs of games; with more than two
// entrants that is a round robin.
//
// The games of a pair have the same opening and the same seeds, and differ in who sits where: in a game for two
// players there are two, with seats swapped. Seatings describes games for more.
//
// All records but their times are the same however many workers there are and in which order they finish, given
// players that depend on their seed alone.
type Match[S any, A comparable] struct {
	Game     mcts.Game[S, A] // for two players or more
	GameName string          // identifies game and variant in the journal
	Start    S               // where every game begins; not terminal

	Entrants []Entrant[S, A] // two or more, with different names
	Pairs    int             // pairs of games for every two entrants, at least 1

	// OpeningPlies is how many random legal plies a game begins with, different ones in every pair. Outcomes of chance
	// come on top. If 0, games begin at Start, and deterministic players repeat the same pair.
	OpeningPlies int

	// MaxPlies ends a game as a draw, with 1/2 for every player, after that many plies of the opening, the players and
	// chance together. If 0, 10,000 is used.
	MaxPlies int

	// Clock, if not zero, is the clock that every seat begins with. Players that are Timed see theirs. One of ticks counts
	// the simulations of a player that is a Counter; other players take no ticks. Who oversteps has lost.
	Clock timing.Clock

	Seed    uint64 // chooses the openings, the outcomes of chance and the seeds of the players
	Workers int    // how many games are played at the same time; if 0, runtime.GOMAXPROCS

	// Journal, if not nil, has the games of an earlier Run, which are not played again, and is told every game that
	// is finished. It must have been opened with Header.
	Journal *Journal

	// Each, if not nil, is called for every finished game, by one goroutine at a time: first for those of the journal,
	// then for new ones as they end, in any order.
	Each func(r Record)

	// Stop, if not nil, is called with the games of every finished pair, by one goroutine at a time and in the order of
	// their numbers, those of the journal too. If it returns true, the match ends with this pair: Run returns no game
	// behind it, so its answer does not depend on the number of workers.
	Stop func(pair []Record) bool
}

// Header identifies the match in a journal.
func (m Match[S, A]) Header() Header {
	h := Header{Version: journalVersion, Game: m.GameName, Seed: m.Seed, OpeningPlies: m.OpeningPlies, MaxPlies: m.maxPlies()}
	if m.Clock != (timing.Clock{}) {
		h.Clock = m.Clock.String()
	}
	for _, e := range m.Entrants {
		h.Entrants = append(h.Entrants, e.Name)
	}
	return h
}

// Games returns how many games the match has, if nothing stops it.
func (m Match[S, A]) Games() int { return m.schedule().games() }

func (m Match[S, A]) schedule() schedule {
	return newSchedule(m.Seed, m.Game.NumPlayers(), len(m.Entrants), m.Pairs)
}

const defaultMaxPlies = 10_000

func (m Match[S, A]) maxPlies() int {
	if m.MaxPlies == 0 {
		return defaultMaxPlies
	}
	return m.MaxPlies
}

// maxGames keeps the numbers of games within 32 bits.
const maxGames = math.MaxInt32

func (m Match[S, A]) validate() error {
	if m.Game == nil {
		return errors.New("arena: Match.Game is nil")
	}
	players := m.Game.NumPlayers()
	if players < 2 {
		return fmt.Errorf("arena: Match.Game is for %d players, want at least 2", players)
	}
	if err := m.validateEntrants(); err != nil {
		return err
	}
	couples := len(m.Entrants) * (len(m.Entrants) - 1) / 2
	switch most := maxGames / couples / gamesPerPair(players); {
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
