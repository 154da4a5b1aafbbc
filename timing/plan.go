package timing

import (
	"cmp"
	"fmt"
	"math"
	"time"
)

// Situation describes the move that a [Plan] is for.
type Situation struct {
	Clock Clock
	Ply   int // actions of all players so far

	// Playout is the mean number of plies from this position to the end of a simulation, measured
	// by this search or the previous one. It is 0 if unknown.
	Playout float64
}

// Plan assigns a regular time to a move. Time returns an amount that is not negative and depends
// only on s. [Planner.Begin] limits it to what the clock allows. Several goroutines may call Time
// at the same time. [Planner.Validate] calls the method Validate() error of a plan that has one.
//
// Plans take shares of the clock by [Clock.Share], so that the formulas of the papers, which are
// for sudden death, apply to every clock: in the comments, remaining/m stands for Share(m).
type Plan interface {
	Time(s Situation) time.Duration
}

// Fixed assigns the same time to every move.
type Fixed struct {
	// If Each is 0, all the time that the clock allows for this move is used. This suits clocks
	// with a fixed time per move.
	Each time.Duration
}

// Time implements [Plan].
func (p Fixed) Time(s Situation) time.Duration {
	return cmp.Or(p.Each, s.Clock.Left())
}

// Validate returns an error if Each is invalid.
func (p Fixed) Validate() error {
	if p.Each < 0 || p.Each > MaxAmount {
		return fmt.Errorf("timing: Fixed.Each is %d, want 0..%d", p.Each, MaxAmount)
	}
	return nil
}

// Basic assigns a constant share of the remaining time: remaining/C (Huang, Coulom, Lin 2010, basic
// formula).
type Basic struct {
	// If C is 0, 80 is used, the best value on 19x19 Go. On 13x13 it is 30 (Baier and Winands
	// 2016).
	C float64
}

// Time implements [Plan].
func (p Basic) Time(s Situation) time.Duration { return s.Clock.Share(cmp.Or(p.C, 80)) }

// Validate returns an error if C is invalid.
func (p Basic) Validate() error { return within("Basic.C", p.C, 1, math.MaxFloat64) }

// Enhanced assigns less time in the opening: remaining / (C + max(MaxPly-Ply, 0)) (Huang, Coulom,
// Lin 2010, enhanced formula).
type Enhanced struct {
	// If C is 0, 80 is used, for 19x19 Go. On 13x13 it is 20 (Baier and Winands 2016).
	C float64
	// If MaxPly is 0, 160 is used, for 19x19 Go with Unstable and Behind; without them it is 80. On
	// 13x13 it is 40.
	MaxPly float64
}

// Time implements [Plan].
func (p Enhanced) Time(s Situation) time.Duration {
	return s.Clock.Share(cmp.Or(p.C, 80) + max(cmp.Or(p.MaxPly, 160)-float64(s.Ply), 0))
}

// Validate returns an error that names the first invalid field.
func (p Enhanced) Validate() error {
	return cmp.Or(within("Enhanced.C", p.C, 1, math.MaxFloat64), within("Enhanced.MaxPly", p.MaxPly, 0, math.MaxFloat64))
}

// Yamashita assigns remaining / (60 - (Ply+1)/10), the formula with which Huang, Coulom and Lin
// compare theirs. It is for 19x19 Go.
type Yamashita struct{}

// Time implements [Plan].
func (Yamashita) Time(s Situation) time.Duration { return s.Clock.Share(60 - float64(s.Ply+1)/10) }

// Opening multiplies another plan by a factor. The first moves gain the most, since the remaining
// time shrinks with every move (OPEN of Baier and Winands 2016).
type Opening struct {
	Plan Plan // if nil, Expected{} is used

	// If F is 0, 2.5 is used, the value for 13x13 Go. Published too: Connect Four 2.25, Catch the
	// Lion 1.5, Breakthrough and Othello 1.
	F float64
}

// Time implements [Plan].
func (p Opening) Time(s Situation) time.Duration {
	return times(planned(p.Plan, s), cmp.Or(p.F, 2.5))
}

// Validate returns an error that names the first invalid field.
func (p Opening) Validate() error {
	return cmp.Or(within("Opening.F", p.F, 0, math.MaxFloat64), validate(p.Plan))
}

// Middle multiplies another plan by 1 + A*exp(-(x-B)^2 / (2*C^2)), a bell curve with its peak in
// the middle of the game (MID of Baier and Winands 2016). x is the number of this move in the game,
// Ply+1: no other reading agrees with the optima in the paper (B is 50 in Othello, which has 61
// plies).
//
// Published (A, B, C): 13x13 Go 2, 40, 20; Connect Four 2.5, 30, 20; Breakthrough 6x6 1.5, 50, 20;
// Othello 2.5, 50, 10; Catch the Lion 1, 20, 10.
type Middle struct {
	Plan Plan    // if nil, Expected{} is used
	A    float64 // height of the curve; if A is 0, 2 is used
	B    float64 // position of its peak; if B is 0, 40 is used
	C    float64 // its width; if C is 0, 20 is used
}

// Time implements [Plan].
func (p Middle) Time(s Situation) time.Duration {
	x := (float64(s.Ply+1) - cmp.Or(p.B, 40)) / cmp.Or(p.C, 20)
	return times(planned(p.Plan, s), 1+float64(cmp.Or(p.A, 2)*math.Exp(-float64(x*x)/2)))
}

// Validate returns an error that names the first invalid field.
func (p Middle) Validate() error {
	return cmp.Or(
		within("Middle.A", p.A, 0, math.MaxFloat64), within("Middle.B", p.B, 0, math.MaxFloat64), within("Middle.C", p.C, 0, math.MaxFloat64),
		validate(p.Plan),
	)
}

// planned returns the time that p, or the default plan, assigns.
func planned(p Plan, s Situation) time.Duration {
	if p == nil {
		p = Expected{}
	}
	return p.Time(s)
}

// times returns d multiplied by factor.
func times(d time.Duration, factor float64) time.Duration { return amount(float64(clamp(d)) * factor) }

// within returns an error if x is neither 0 nor from least to most.
func within(field string, x, least, most float64) error {
	if x != 0 && !(x >= least && x <= most) {
		return fmt.Errorf("timing: %s is %v, want 0 for the default, or %v..%v", field, x, least, most)
	}
	return nil
}

// validate returns the error of x's Validate method, if it has one.
func validate(x any) error {
	if v, ok := x.(interface{ Validate() error }); ok {
		return v.Validate()
	}
	return nil
}

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
