package ggp

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/banyan-go/banyan/gdl"
)

// Match is a match between players that are reached over HTTP. It may be changed until Run is
// called.
type Match struct {
	ID   string // a name without white space and parentheses
	Game *gdl.Game

	// Players are the addresses of the players, in the order of Game; all are different, because a
	// player has one role in a match. One without an address makes random moves.
	Players []string

	StartClock time.Duration
	PlayClock  time.Duration
	Seed       uint64       // of random moves
	Client     *http.Client // if nil, http.DefaultClient
}

// Record is what happened in a match. It is written as JSON.
type Record struct {
	MatchID    string    `json:"match"`
	Roles      []string  `json:"roles"`
	Players    []string  `json:"players"`    // addresses, of the roles other than random
	StartClock float64   `json:"startClock"` // in seconds
	PlayClock  float64   `json:"playClock"`
	Faults     []Fault   `json:"faults"` // of all players, in the order of time
	Steps      []Step    `json:"steps"`
	Returns    []float64 `json:"returns"` // of the players; none if the match was aborted
}

// Step is a joint move.
type Step struct {
	Moves   []string  `json:"moves"`   // of each role
	Seconds []float64 `json:"seconds"` // of each player, until it answered
}

// Fault says that a player did not answer as it should. A random move is made for it.
type Fault struct {
	Step   int    `json:"step"` // from 1; 0 is the start
	Player int    `json:"player"`
	What   string `json:"what"`
}

// Run plays the match. A fault of a player does not end it. When ctx is done, or the sheet is wrong
// where the match leads, the players are told that the match is aborted, and Run returns what was
// played and the error.
func (m Match) Run(ctx context.Context) (Record, error) {
	if err := m.validate(); err != nil {
		return Record{}, fmt.Errorf("ggp: %w", err)
	}
	r := newReferee(m)
	err := r.run(ctx)
	return r.record, err
}

func (m Match) validate() error {
	var names []string
	if m.Game != nil {
		names = m.Game.PlayerNames()
	}
	switch {
	case m.Game == nil:
		return errors.New("Match.Game is nil")
	case !isName(m.ID):
		return fmt.Errorf("Match.ID is %q, want a name without white space and parentheses", m.ID)
	case m.StartClock <= 0 || m.StartClock > maxClock:
		return fmt.Errorf("Match.StartClock is %v, want more than 0 and at most %v", m.StartClock, maxClock)
	case m.PlayClock <= 0 || m.PlayClock > maxClock:
		return fmt.Errorf("Match.PlayClock is %v, want more than 0 and at most %v", m.PlayClock, maxClock)
	case len(m.Players) != len(names):
		return fmt.Errorf("Match.Players has %d addresses, want %d, of the players %q", len(m.Players), len(names), names)
	}
	known := map[string]bool{}
	for _, address := range m.Players {
		if known[address] {
			return fmt.Errorf("Match.Players has %s twice, want different addresses", address)
		}
		known[address] = address != ""
	}
	return nil
}
