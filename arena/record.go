package arena

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/banyan-go/banyan/arena/stats"
)

// Record is one finished game, and one line of a journal. Slices per seat have an element for every
// player of the game, in the order of the game.
type Record struct {
	Game        int       `json:"game"`              // number in the match, from 0
	Pair        int       `json:"pair"`              // number of its pair in the match, from 0
	Seed        uint64    `json:"seed"`              // of the opening, chance events and players
	Seats       []int     `json:"seats"`             // per seat: the entrant
	Opening     []string  `json:"opening"`           // the random plies, with chance events
	Actions     []string  `json:"actions"`           // the later plies; joint ones joined by "|"
	Returns     []float64 `json:"returns"`           // per seat
	Winner      int       `json:"winner"`            // entrant with the higher mean return, or Draw
	Cut         bool      `json:"cut,omitempty"`     // Match.MaxPlies ended the game
	Timeout     bool      `json:"timeout,omitempty"` // a flag fell: 0 for its seat, others share 1
	Simulations []int     `json:"simulations"`       // per seat; 0 if the player is no Counter
	Seconds     []float64 `json:"seconds"`           // per seat: time spent in Choose
}

// Draw is the Winner of a game that nobody won.
const Draw = -1

// winner returns the entrant whose seats have the higher mean return, or Draw. There are two
// entrants.
func winner(seats []int, returns []float64) int {
	a, b := seats[0], seats[0]
	var sum, count [2]float64
	for seat, e := range seats {
		side := 0
		if e != a {
			side, b = 1, e
		}
		sum[side] += returns[seat]
		count[side]++
	}
	switch cmp.Compare(sum[0]*count[1], sum[1]*count[0]) {
	case 1:
		return a
	case -1:
		return b
	}
	return Draw
}

// validate returns an error if r cannot be the record of a game.
func (r Record) validate() error {
	n := len(r.Seats)
	switch {
	case r.Game < 0 || r.Pair < 0:
		return fmt.Errorf("game %d of pair %d, want numbers from 0", r.Game, r.Pair)
	case n < 2:
		return fmt.Errorf("%d seats, want at least 2", n)
	case len(r.Returns) != n || len(r.Simulations) != n || len(r.Seconds) != n:
		return errors.New("returns, simulations and seconds must have an element per seat")
	case slices.Min(r.Seats) < 0:
		return fmt.Errorf("entrant %d, want numbers from 0", slices.Min(r.Seats))
	case r.Winner != Draw && !slices.Contains(r.Seats, r.Winner):
		return fmt.Errorf("winner %d, want an entrant in %v or %d", r.Winner, r.Seats, Draw)
	}
	return nil
}

// between reports whether a and b, and no others, took part in r.
func (r Record) between(a, b int) bool {
	for _, e := range r.Seats {
		if e != a && e != b {
			return false
		}
	}
	return a != b && slices.Contains(r.Seats, a) && slices.Contains(r.Seats, b)
}

// tally returns the result of one game for entrant a.
func (r Record) tally(a int) stats.Tally {
	switch r.Winner {
	case a:
		return stats.Tally{Wins: 1}
	case Draw:
		return stats.Tally{Draws: 1}
	}
	return stats.Tally{Losses: 1}
}
