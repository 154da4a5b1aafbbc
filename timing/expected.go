package timing

import (
	"fmt"
	"math"
	"time"
)

// Expected divides the clock by the number of own moves that the game is expected to last:
// remaining/moves (EXP of Baier and Winands 2016, the baseline of their other plans and rules).
type Expected struct {
	Moves Horizon // estimates that number; if nil, HalfPlayout{} is used
}

// Horizon estimates how many moves the player to move will still make, including this one. An
// estimate below 1 counts as 1. Several goroutines may call MovesLeft at the same time.
type Horizon interface {
	MovesLeft(s Situation) float64
}

// Time implements [Plan].
func (p Expected) Time(s Situation) time.Duration {
	moves := p.Moves
	if moves == nil {
		moves = HalfPlayout{}
	}
	return s.Clock.Share(moves.MovesLeft(s))
}

// Validate returns an error if Moves is invalid.
func (p Expected) Validate() error { return validate(p.Moves) }

// HalfPlayout estimates that a player makes half of the moves of a playout from here: half of
// Situation.Playout, or 30 if Playout is unknown. It needs no table, but playouts may be longer or
// shorter than games.
type HalfPlayout struct{}

// MovesLeft implements [Horizon].
func (HalfPlayout) MovesLeft(s Situation) float64 {
	if s.Playout > 0 {
		return s.Playout / 2
	}
	return 30
}

// ByPly estimates the remaining moves from the number of plies played (EXP-MOVES). [FitMoves] makes
// the table from games. The tables of the paper were made from a thousand games of self-play; for
// 13x13 Go, theirs starts at 71 and falls to 27 at the 90th move.
type ByPly struct {
	Table Table
}

// MovesLeft implements [Horizon].
func (h ByPly) MovesLeft(s Situation) float64 { return h.Table.At(float64(s.Ply)) }

// Validate returns an error if the table is invalid.
func (h ByPly) Validate() error { return h.Table.Validate() }

// Table is a function given by its values at 0, 1, 2, and so on: remaining own moves by plies. It
// must not be changed while a search uses it.
type Table []float64

// At returns the value at x. It interpolates linearly between two elements; beyond the ends it
// returns the first or the last element. An empty table is 1 everywhere.
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

// Validate returns an error if an element is not a possible number of moves.
func (t Table) Validate() error {
	for i, moves := range t {
		if !(moves >= 0) || math.IsInf(moves, 1) {
			return fmt.Errorf("timing: Table[%d] is %v, want a number of moves", i, moves)
		}
	}
	return nil
}

// FitMoves returns the table of a [ByPly] from the lengths of games in plies, in which players take
// turns. An element is the mean number of moves that the player to move still made, over the games
// that were not finished at that ply. The table ends with the longest game. Lengths below 1 are
// ignored. If players is less than 1, 1 is used.
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
