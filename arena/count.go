package arena

import (
	"maps"
	"slices"

	"github.com/banyan-go/banyan/arena/stats"
)

// Count returns the results of entrant a against entrant b.
func Count(records []Record, a, b int) stats.Tally {
	var t stats.Tally
	for _, r := range records {
		if r.between(a, b) {
			t = t.Add(r.tally(a))
		}
	}
	return t
}

// CountSeats returns the results of entrant a against entrant b for each seat of a. A game in which
// a had several seats counts for each of them. Without games the result is empty.
func CountSeats(records []Record, a, b int) []stats.Tally {
	var seats []stats.Tally
	for _, r := range records {
		if !r.between(a, b) {
			continue
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
// and so are those of games for an odd number of players, which have more than two games.
func CountPentanomial(records []Record, a, b int) (p stats.Pentanomial) {
	for _, t := range tallyPairs(records, a, b) {
		if t.Games() == 2 {
			p[2*t.Wins+t.Draws]++
		}
	}
	return p
}

// tallyPairs returns the results of entrant a in every complete pair against entrant b. They are in
// the order of the pairs, because sums of floating-point numbers depend on the order.
func tallyPairs(records []Record, a, b int) (complete []stats.Tally) {
	pairs, want := map[int]stats.Tally{}, map[int]int{}
	for _, r := range records {
		if r.between(a, b) {
			pairs[r.Pair] = pairs[r.Pair].Add(r.tally(a))
			want[r.Pair] = gamesPerPair(len(r.Seats))
		}
	}
	for _, pair := range slices.Sorted(maps.Keys(pairs)) {
		if pairs[pair].Games() >= want[pair] {
			complete = append(complete, pairs[pair])
		}
	}
	return complete
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
