package connect4

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// AppendCells appends the squares column by column, each from the lowest row up: 0 for an empty
// square, 1 for X and 2 for O. It may write up to 7 elements beyond the result, within the capacity
// of dst.
func (g Game) AppendCells(dst []uint8, s *State) []uint8 {
	width, height := g.Width(), g.Height()
	n := len(dst)
	dst = slices.Grow(dst, width*height+7)[:n+width*height+7]
	first, second := s.own, s.own^s.discs
	if bits.OnesCount64(s.discs)&1 != 0 {
		first, second = second, first
	}
	for column := range width {
		shift := column * columnBits & 63
		squares := bytesOf(uint8(first>>shift)) | bytesOf(uint8(second>>shift))<<1
		binary.LittleEndian.PutUint64(dst[n:], squares)
		n += height
	}
	return dst[:n]
}

// bytesOf spreads eight bits over eight bytes, the lowest first.
func bytesOf(set uint8) uint64 {
	apart := uint64(set) * bottoms & 0x8040201008040201 // byte i keeps bit i only
	return (apart + 0x7f7f7f7f7f7f7f7f) >> 7 & bottoms
}
