package othello

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"

	"github.com/banyan-go/banyan/rng"
)

// Players.
const (
	black = 0
	white = 1
)

// maxSize is the number of rows and columns of the greatest board.
const maxSize = 8

// Game is the rules on a board of one size. The zero Game has 8x8 squares.
type Game struct{ smaller uint8 } // than 8

// New returns the game on a board of 4, 6 or 8 rows and as many columns.
func New(size int) (Game, error) {
	if size != 4 && size != 6 && size != maxSize {
		return Game{}, fmt.Errorf("othello: New(%d): want 4, 6 or 8", size)
	}
	return Game{uint8(maxSize - size)}, nil
}

// Size returns the number of rows, which is also the number of columns.
func (g Game) Size() int { return maxSize - int(g.smaller) }

// State is a position. States are copied by assignment and compared by ==.
type State struct {
	discs [2]uint64 // the squares of each player
	mover uint8
}

// Start returns the first position, with Black to move.
func (g Game) Start() State {
	up := squareAt(g.Size()/2-1, g.Size()/2-1) // the left one of the upper two discs
	return State{discs: [2]uint64{
		black: 1<<(up+1) | 1<<(up+8),
		white: 1<<up | 1<<(up+9),
	}}
}

// NumPlayers returns 2.
func (Game) NumPlayers() int { return 2 }

// ToMove returns 0 for Black and 1 for White.
func (Game) ToMove(s *State) int { return int(s.mover & 1) }

// sides returns the discs of the player to move and of its opponent.
func (s *State) sides() (me, op uint64) { return s.discs[s.mover&1], s.discs[s.mover&1^1] }

// AppendActions appends the squares where a disc may be placed, row by row from a1. If only the
// opponent can place a disc, it appends Pass.
func (g Game) AppendActions(dst []Move, s *State) []Move {
	me, op := s.sides()
	targets := g.targets(me, op)
	if targets == 0 {
		if g.targets(op, me) == 0 {
			return dst
		}
		return append(dst, Pass)
	}
	dst = slices.Grow(dst, bits.OnesCount64(targets))
	for ; targets != 0; targets &= targets - 1 {
		dst = append(dst, Move(bits.TrailingZeros64(targets)))
	}
	return dst
}

// Apply places a disc and turns the discs that it encloses, or passes.
func (Game) Apply(s *State, m Move) {
	player := s.mover & 1
	s.mover = player ^ 1
	if m == Pass {
		return
	}
	me, op := s.discs[player], s.discs[player^1]
	turned := flips(me, op, int(m))
	s.discs[player] = me | turned | 1<<(m&63)
	s.discs[player^1] = op &^ turned
}

// Returns writes 1 for the player with more discs and 0 for the other, or 1/2 for both.
func (Game) Returns(s *State, out []float64) { result(s.discs[black], s.discs[white], out) }

func result(blacks, whites uint64, out []float64) {
	switch more := bits.OnesCount64(blacks) - bits.OnesCount64(whites); {
	case more > 0:
		out[0], out[1] = 1, 0
	case more < 0:
		out[0], out[1] = 0, 1
	default:
		out[0], out[1] = 0.5, 0.5
	}
}

// over reports whether neither player can place a disc.
func (g Game) over(s *State) bool {
	me, op := s.sides()
	return g.targets(me, op) == 0 && g.targets(op, me) == 0
}

// Hash returns a hash of the discs and of the player to move.
func (Game) Hash(s *State) uint64 {
	h := rng.Mix(s.discs[black] + 0x9e3779b97f4a7c15*uint64(1+s.mover))
	return rng.Mix(h ^ s.discs[white])
}

// NumActions returns the number of squares plus one for Pass, which is 65 for 8x8.
func (g Game) NumActions() int { return g.Size()*g.Size() + 1 }

// ActionIndex numbers the squares of the board row by row from a1, and Pass last.
func (g Game) ActionIndex(m Move) int {
	if m == Pass {
		return g.Size() * g.Size()
	}
	return int(m>>3)*g.Size() + int(m&7)
}

// AppendIndices appends the number of every action that AppendActions lists, in that order.
func (g Game) AppendIndices(dst []int32, s *State) []int32 {
	me, op := s.sides()
	targets := g.targets(me, op)
	if targets == 0 {
		if g.targets(op, me) == 0 {
			return dst
		}
		return append(dst, int32(g.ActionIndex(Pass)))
	}
	n, size := len(dst), int32(g.Size())
	dst = slices.Grow(dst, bits.OnesCount64(targets))[:n+bits.OnesCount64(targets)]
	for ; targets != 0; targets &= targets - 1 {
		square := int32(bits.TrailingZeros64(targets))
		dst[n] = square>>3*size + square&7
		n++
	}
	return dst
}

// IsLegalIndex reports whether the action with number i is legal.
func (g Game) IsLegalIndex(s *State, i int32) bool {
	me, op := s.sides()
	m := g.IndexAction(i)
	if m == Pass {
		return g.targets(me, op) == 0 && g.targets(op, me) != 0
	}
	return (me|op)>>(m&63)&1 == 0 && flips(me, op, int(m)) != 0
}

// IndexAction returns the action with number i.
func (g Game) IndexAction(i int32) Move {
	size := int32(g.Size())
	if i == size*size {
		return Pass
	}
	return Move(squareAt(int(i%size), int(i/size)))
}

// AppendCells appends the squares column by column, each from row 1 down: 0 for an empty square, 1
// for Black and 2 for White. It may write up to 7 elements beyond the result, within the capacity
// of dst.
func (g Game) AppendCells(dst []uint8, s *State) []uint8 {
	size, n := g.Size(), len(dst)
	dst = slices.Grow(dst, size*size+7)[:n+size*size+7]
	for column := range size {
		// A row has eight bits, so each byte holds one square of the column.
		squares := s.discs[black]>>column&eachRow | s.discs[white]>>column&eachRow<<1
		binary.LittleEndian.PutUint64(dst[n:], squares)
		n += size
	}
	return dst[:n]
}
