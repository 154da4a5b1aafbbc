package timing

import (
	"fmt"
	"math"
	"time"
)

// Expected divides the clock by the number of own moves that the game is expected to last: remaining/moves (EXP of
// Baier and Winands 2016, the baseline of their other plans and rules).
type Expected struct {
	// Moves tells that number. If nil, it is half of Situation.Playout, or 30 where that is not known.
	Moves Horizon
}

// Horizon estimates how many moves the player to move will still make, this one counted. What is below 1 counts as 1.
type Horizon interface {
	MovesLeft(s Situation) float64
}

// Time implements Plan.
func (p Expected) Time(s Situation) time.Duration {
	if p.Moves != nil {
		return s.Clock.Share(p.Moves.MovesLeft(s))
	}
	if s.Playout > 0 {
		return s.Clock.Share(s.Playout / 2)
	}
	return s.Clock.Share(30)
}

// Validate asks Moves.
func (p Expected) Validate() error { return validate(p.Moves) }

// ByPly looks the moves left up by the actions played so far (EXP-MOVES). FitMoves makes the table from games; the
// papers' are made from a thousand games of self-play, and begin, for 13x13 Go, with 71, to be 27 at the 90th move.
type ByPly struct {
	Table Table
}

// MovesLeft implements Horizon.
func (h ByPly) MovesLeft(s Situation) float64 { return h.Table.At(float64(s.Ply)) }

// Validate reports a table that makes no sense.
func (h ByPly) Validate() error { return h.Table.Validate() }

// ByPlayout looks the moves left up by the mean length of the playouts (EXP-SIM). FitPlayouts makes the table.
type ByPlayout struct {
	Table Table
	Else  Horizon // for situations where the length is not known; if nil, the last number of the table
}

// MovesLeft implements Horizon.
func (h ByPlayout) MovesLeft(s Situation) float64 {
	switch {
	case s.Playout > 0:
		return h.Table.At(s.Playout)
	case h.Else != nil:
		return h.Else.MovesLeft(s)
	}
	return h.Table.At(math.Inf(1))
}

// Validate reports a table that makes no sense.
func (h ByPlayout) Validate() error {
	if err := h.Table.Validate(); err != nil {
		return err
	}
	return validate(h.Else)
}

// Table is a function of 0, 1, 2, ..., each element its value there: own moves left by plies, or by the length of a
// playout. Whoever makes one must not change it while a search may read it.
type Table []float64

// At returns the value at x: between two elements on the line through them, outside the first or the last. An empty
// table is 1 everywhere.
func (t Table) At(x float64) float64 {
	switch {
	case len(t) == 0:
		return 1
	case !(x > 0):
		return t[0]
	case x >= float64(len(t)-1):
		return t[len(t)-1]
	}
	i := int(x)
	part := x - float64(i)
	return float64(t[i]*(1-part)) + float64(t[i+1]*part)
}

// Validate reports an element that is no number of moves.
func (t Table) Validate() error {
	for i, moves := range t {
		if !(moves >= 0) || math.IsInf(moves, 1) {
			return fmt.Errorf("timing: Table[%d] is %v, want a number of moves", i, moves)
		}
	}
	return nil
}

// FitMoves makes the table of a ByPly from the lengths of games in plies, where players take turns: the mean of
// the moves that the player to move still made, over the games that were not over at that ply. The longest
// game ends the table. Lengths below 1 are left out; players below 1 count as 1.
func FitMoves(lengths []int, players int) Table {
	players = max(players, 1)
	longest := 0
	for _, length := range lengths {
		longest = max(longest, length)
	}
	sums, games := make([]float64, longest), make([]float64, longest)
	for _, length := range lengths {
		for ply := range max(length, 0) {
			sums[ply] += float64((length - ply + players - 1) / players)
			games[ply]++
		}
	}
	for ply := range sums {
		sums[ply] /= games[ply]
	}
	return sums
}

// Sample is a position of a finished game: what was known there, and what came of it.
type Sample struct {
	Playout float64 // mean plies of the simulations from there to the end
	Moves   float64 // that the player to move then still made, this one counted
}

// FitPlayouts makes the table of a ByPlayout from positions: the mean of Moves over the samples whose Playout is nearest to
// each whole number. Numbers without samples lie on the line between their neighbours that have some, and those
// below all samples have the value of the first. Samples with a Playout that is negative or above 1e6, or not a number, are left out.
func FitPlayouts(samples []Sample) Table {
	var sums, counts []float64
	for _, s := range samples {
		if !(s.Playout >= 0 && s.Playout <= 1e6) {
			continue
		}
		i := int(math.Round(s.Playout))
		if more := i + 1 - len(sums); more > 0 {
			sums = append(sums, make([]float64, more)...)
			counts = append(counts, make([]float64, more)...)
		}
		sums[i] += s.Moves
		counts[i]++
	}
	known := -1
	for i, n := range counts {
		if n > 0 {
			sums[i] /= n
			fill(sums, known, i)
			known = i
		}
	}
	return sums
}

// fill draws the line from the value at from to that at to; where from is -1 it is level.
func fill(t Table, from, to int) {
	for i := from + 1; i < to; i++ {
		if from < 0 {
			t[i] = t[to]
			continue
		}
		part := float64(i-from) / float64(to-from)
		t[i] = float64(t[from]*(1-part)) + float64(t[to]*part)
	}
}
