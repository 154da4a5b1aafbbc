package arena

import (
	"maps"
	"slices"
)

// Count returns the results of entrant a against entrant b.
func Count(records []Record, a, b int) Tally {
	var t Tally
	for _, r := range records {
		if r.between(a, b) {
			t = t.Add(r.tally(a))
		}
	}
	return t
}

// CountSeats returns the results of entrant a against entrant b by the seat that a had: one tally per seat, none if
// there are no games. A game in which a had several seats counts in each of them.
func CountSeats(records []Record, a, b int) []Tally {
	var seats []Tally
	for _, r := range records {
		if !r.between(a, b) {
			continue
		}
		if more := len(r.Seats) - len(seats); more > 0 {
			seats = append(seats, make([]Tally, more)...)
		}
		for seat, e := range r.Seats {
			if e == a {
				seats[seat] = seats[seat].Add(r.tally(a))
			}
		}
	}
	return seats
}

// CountPairs returns the scores of entrant a against entrant b by pairs of games, from records in any order. Pairs that
// are not complete are left out.
func CountPairs(records []Record, a, b int) Pairs {
	pairs, want := map[int]Tally{}, map[int]int{}
	for _, r := range records {
		if r.between(a, b) {
			pairs[r.Pair] = pairs[r.Pair].Add(r.tally(a))
			want[r.Pair] = gamesPerPair(len(r.Seats))
		}
	}
	var p Pairs
	// In order, because sums of floating-point numbers depend on it.
	for _, pair := range slices.Sorted(maps.Keys(pairs)) {
		if pairs[pair].Games() >= want[pair] {
			p = p.Add(pairs[pair].WinRate())
		}
	}
	return p
}

// CrossTable returns the results of every entrant, the row, against every other, the column.
func CrossTable(records []Record, entrants int) [][]Tally {
	cross := make([][]Tally, entrants)
	for a := range cross {
		cross[a] = make([]Tally, entrants)
		for b := range cross[a] {
			cross[a][b] = Count(records, a, b)
		}
	}
	return cross
}
