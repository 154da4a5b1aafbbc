package othello

import (
	"math/bits"
	"slices"
)

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
