package arena

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
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
	Winner      int       `json:"winner"`            // entrant with the higher mean return, or Draw; with one seat Draw
	Cut         bool      `json:"cut,omitempty"`     // Match.MaxPlies ended the game
	Timeout     bool      `json:"timeout,omitempty"` // a flag fell: a loss for its seat, others share a win
	Simulations []int     `json:"simulations"`       // per seat; 0 if the player is no Counter
	Seconds     []float64 `json:"seconds"`           // per seat: time spent in Choose

	solo bool // two games of one player as one
}

// Draw is the Winner of a game without a winner, such as any game of one player, where pairs are
// won.
const Draw = -1

// winner returns the entrant whose seats have the higher mean return, or Draw. There are two
// entrants, or one in a game of one player.
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
	case n < 1:
		return fmt.Errorf("%d seats, want at least 1", n)
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

// contests returns the records of the games that have winners. Both games of a pair in a game of
// one player are one, with a seat for each entrant. Such a game without the other one is left out.
func contests(records []Record) []Record {
	if !slices.ContainsFunc(records, Record.isSolo) {
		return records
	}
	var made []Record
	first := map[int]Record{} // by pair
	for _, r := range records {
		f, ok := first[r.Pair]
		switch {
		case !r.isSolo():
			made = append(made, r)
		case !ok:
			first[r.Pair] = r
		case f.Seats[0] != r.Seats[0]:
			if f.Game > r.Game {
				f, r = r, f
			}
			made = append(made, joined(f, r))
		}
	}
	return made
}

// isSolo reports whether r is of a game of one player.
func (r Record) isSolo() bool { return len(r.Seats) == 1 }

// joined returns the games of a pair as one.
func joined(f, r Record) Record {
	r = Record{Game: f.Game, Pair: f.Pair, Seed: f.Seed, Seats: []int{f.Seats[0], r.Seats[0]}, Returns: []float64{f.Returns[0], r.Returns[0]}, solo: true}
	r.Winner = winner(r.Seats, r.Returns)
	return r
}

// Count returns the results of entrant a against entrant b. In games of one player, those are of
// the complete pairs.
func Count(records []Record, a, b int) stats.Tally {
	var t stats.Tally
	for _, r := range contests(records) {
		if r.between(a, b) {
			t = t.Add(r.tally(a))
		}
	}
	return t
}

// CountSeats returns the results of entrant a against entrant b for each seat of a. A game in which
// a had several seats counts for each of them. Games of one player have one seat, where a meets b
// in each complete pair. Without games the result is empty.
func CountSeats(records []Record, a, b int) []stats.Tally {
	var seats []stats.Tally
	for _, r := range contests(records) {
		if !r.between(a, b) {
			continue
		}
		if r.solo {
			r.Seats = []int{a}
		}
		if more := len(r.Seats) - len(seats); more > 0 {
			seats = append(seats, make([]stats.Tally, more)...)
		}
		for seat, e := range r.Seats {
			if e == a {
				seats[seat] = seats[seat].Add(r.tally(a))
			}
		}
	}
	return seats
}

// CountPairs returns the scores of entrant a against entrant b in pairs of games. The records may
// be in any order. Incomplete pairs are ignored.
func CountPairs(records []Record, a, b int) (p stats.Pairs) {
	for _, t := range tallyPairs(records, a, b) {
		p = p.Add(t.WinRate())
	}
	return p
}

// CountPentanomial returns the pairs of entrant a against entrant b. Incomplete pairs are ignored,
// and so are pairs in games for an odd number of players, where no pair has two results.
func CountPentanomial(records []Record, a, b int) (p stats.Pentanomial) {
	for _, t := range tallyPairs(records, a, b) {
		if t.Games() == 2 {
			p[2*t.Wins+t.Draws]++
		}
	}
	return p
}

// CountReturns returns the mean returns of entrants a and b in their pairs of games. Incomplete
// pairs are ignored.
func CountReturns(records []Record, a, b int) (sum stats.Returns) {
	type pair struct {
		returns [2]float64 // sums
		seats   [2]int     // numbers of summands
		games   int
		want    int
	}
	pairs := map[int]pair{}
	for _, r := range inOrder(contests(records)) {
		if !r.between(a, b) {
			continue
		}
		p := pairs[r.Pair]
		p.games++
		p.want = r.perPair()
		for seat, e := range r.Seats {
			side := 0
			if e == b {
				side = 1
			}
			p.returns[side] += r.Returns[seat]
			p.seats[side]++
		}
		pairs[r.Pair] = p
	}
	for _, number := range slices.Sorted(maps.Keys(pairs)) {
		if p := pairs[number]; p.games >= p.want {
			sum = sum.Add(p.returns[0]/float64(p.seats[0]), p.returns[1]/float64(p.seats[1]))
		}
	}
	return sum
}

// inOrder returns records in the order of their numbers, because sums of floating-point numbers
// depend on the order.
func inOrder(records []Record) []Record {
	return slices.SortedFunc(slices.Values(records), func(r, s Record) int { return cmp.Compare(r.Game, s.Game) })
}

// perPair returns how many games with a winner a pair has.
func (r Record) perPair() int {
	if r.solo {
		return 1
	}
	return gamesPerPair(len(r.Seats))
}

// tallyPairs returns the results of entrant a in every complete pair against entrant b. They are in
// the order of the pairs, because sums of floating-point numbers depend on the order.
func tallyPairs(records []Record, a, b int) (complete []stats.Tally) {
	pairs, want := map[int]stats.Tally{}, map[int]int{}
	for _, r := range contests(records) {
		if r.between(a, b) {
			pairs[r.Pair] = pairs[r.Pair].Add(r.tally(a))
			want[r.Pair] = r.perPair()
		}
	}
	for _, pair := range slices.Sorted(maps.Keys(pairs)) {
		if pairs[pair].Games() >= want[pair] {
			complete = append(complete, pairs[pair])
		}
	}
	return complete
}

// Ends are how many games ended before their end, and how.
type Ends struct {
	Late []int `json:"lost_on_time"` // by entrant: the games that it lost on time
	Cut  int   `json:"cut_off"`      // games that Match.MaxPlies ended
}

// CountEnds counts them for so many entrants.
func CountEnds(records []Record, entrants int) Ends {
	e := Ends{Late: make([]int, entrants)}
	for _, r := range records {
		switch {
		case r.Timeout:
			e.Late[r.Seats[slices.Index(r.Returns, slices.Min(r.Returns))]]++
		case r.Cut:
			e.Cut++
		}
	}
	return e
}

// CrossTable returns the results of every entrant (row) against every other (column).
func CrossTable(records []Record, entrants int) [][]stats.Tally {
	cross := make([][]stats.Tally, entrants)
	for a := range cross {
		cross[a] = make([]stats.Tally, entrants)
		for b := range cross[a] {
			cross[a][b] = Count(records, a, b)
		}
	}
	return cross
}
