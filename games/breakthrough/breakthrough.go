package breakthrough

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/banyan-go/banyan/rng"
)

// The sizes that [New] accepts. With one column, pawns could be without moves. Fewer than four rows
// have no room for two rows of pawns on each side.
const (
	MinWidth  = 2
	MaxWidth  = 8
	MinHeight = 4
	MaxHeight = 8
)

// Players.
const (
	white = 0
	black = 1
)

// Game is the rules of Breakthrough on a board of one size. The zero Game has 8x8 squares.
type Game struct{ narrower, shorter uint8 } // than 8x8

// New returns the game on a board of 2 to 8 columns and 4 to 8 rows.
func New(width, height int) (Game, error) {
	if width < MinWidth || width > MaxWidth || height < MinHeight || height > MaxHeight {
		return Game{}, fmt.Errorf("breakthrough: New(%d, %d): want a width of %d to %d and a height of %d to %d",
			width, height, MinWidth, MaxWidth, MinHeight, MaxHeight)
	}
	return Game{uint8(MaxWidth - width), uint8(MaxHeight - height)}, nil
}

// Width returns the number of columns.
func (g Game) Width() int { return MaxWidth - int(g.narrower) }

// Height returns the number of rows.
func (g Game) Height() int { return MaxHeight - int(g.shorter) }

// State is a position of any of the three games. States are copied by assignment and compared by
// ==.
type State struct {
	pawns [2]uint64 // the squares of each side: bit 8*row+column, whatever the width
	mover uint8
}

// Start returns the first position, with White to move.
func (g Game) Start() State {
	twoRows := 0x101 * g.firstRow()
	return State{pawns: [2]uint64{twoRows, twoRows << (8 * (g.Height() - 2) & 63)}}
}

// NumPlayers returns 2.
func (Game) NumPlayers() int { return 2 }

// ToMove returns 0 for White and 1 for Black.
func (Game) ToMove(s *State) int { return int(s.mover) }

// AppendActions appends the moves to the left, then the straight moves, then the moves to the
// right, as White sees it. Each group is in ascending order of rows.
func (g Game) AppendActions(dst []Move, s *State) []Move {
	if g.over(s) {
		return dst
	}
	me, up := s.mover&1, shift(s.mover)
	left, straight, right := g.board().targets(s.pawns[me], s.pawns[me^1], up)
	n := bits.OnesCount64(left) + bits.OnesCount64(straight) + bits.OnesCount64(right)
	dst = slices.Grow(dst, n)
	rest := dst[len(dst) : len(dst)+n]
	rest = fill(rest, left, up)
	rest = fill(rest, straight, up+1)
	fill(rest, right, up+2)
	return dst[:len(dst)+n]
}

// fill writes the moves to the target squares into room, and returns the rest of room. Each target
// is step above its origin.
func fill(room []Move, targets uint64, step int) []Move {
	i := 0
	for ; targets != 0 && i < len(room); targets &= targets - 1 {
		// One multiplication computes from | to<<8.
		room[i] = Move(bits.TrailingZeros64(targets)*0x101 - step)
		i++
	}
	return room[i:]
}

// Apply moves a pawn and captures the pawn on its target.
func (Game) Apply(s *State, m Move) {
	me, to := s.mover&1, uint64(1)<<(m>>8&63)
	s.pawns[me] ^= uint64(1)<<(m&63) | to
	s.pawns[me^1] &^= to
	s.mover = me ^ 1
}

// Returns writes 1 for the winner, which made the last move, and 0 for the loser.
func (Game) Returns(s *State, out []float64) {
	out[s.mover&1], out[s.mover&1^1] = 0, 1
}

// over reports whether the player that made the last move has won. No player loses by its own move.
func (g Game) over(s *State) bool {
	me := s.mover & 1
	return s.pawns[me] == 0 || s.pawns[me^1]&g.goal(me^1) != 0
}

// Hash returns a hash of the pawns and of the side to move.
func (Game) Hash(s *State) uint64 {
	h := rng.Mix(s.pawns[white] + 0x9e3779b97f4a7c15*uint64(1+s.mover))
	return rng.Mix(h ^ s.pawns[black])
}
