package similarity

import (
	"encoding/binary"
	"math/bits"
)

// codeword is the codeword of a symbol, or a concatenation of codewords. Its bits are the highest
// of a uint64, the first bit on top.
type codeword struct {
	bits   uint64
	length int
}

// newCodeword returns the codeword of the lowest bits of n.
func newCodeword(n uint64, length int) codeword {
	return codeword{bits: n << (64 - length), length: length}
}

// then returns w followed by v. Together they may have up to 64 bits.
func (w codeword) then(v codeword) codeword {
	return codeword{bits: w.bits | v.bits>>w.length, length: w.length + v.length}
}

// codewords is a Signature that concatenates the codewords of the symbols in the order of the
// cells. It splits the result into chunks of 64 bits, pads the last one with zeros, and folds the
// chunks by exclusive or. Bit n of the concatenation thus goes to bit n modulo 64 of the signature,
// and a codeword is rotated to its place.
type codewords struct {
	symbols [symbols]codeword

	// groups has the concatenated codewords of groupCells cells with symbols 0 to 3. The bits of
	// the symbols are the index. The lowest bits of an element are the length, the others the
	// codeword. It is nil if there is not enough room for both.
	groups *[1 << (2 * groupCells)]uint64
}

// A group has as many cells as a small table allows. If cells are empty or belong to one of two
// players, 729 elements are in use, which fit into the nearest cache.
const (
	groupCells  = 6
	groupLength = 1<<6 - 1          // bits of an element that hold the length
	above3      = 0xfcfc_fcfcfcfc   // bits of cells that are not set for symbols 0 to 3
	pairs       = 0x000f_000f000f   // four bits of each pair of adjacent cells
	gather      = 1<<24 | 1<<12 | 1 // a factor that moves three pairs together, from bit 24 on
)

// newCodewords returns the Signature of a table of codewords.
func newCodewords(table *[symbols]codeword) *codewords {
	w := &codewords{symbols: *table}
	length := 0
	for _, v := range table[:4] {
		length = max(length, v.length)
	}
	if groupCells*length > 64-6 {
		return w
	}
	w.groups = new([1 << (2 * groupCells)]uint64)
	for i := range w.groups {
		var v codeword
		for cell := range groupCells {
			v = v.then(table[i>>(2*cell)&3])
		}
		w.groups[i] = v.bits | uint64(v.length)
	}
	return w
}

// Encode implements [Signature].
func (w *codewords) Encode(cells []uint8) uint64 {
	signature, used := uint64(0), 0
	if w.groups != nil {
		for ; len(cells) >= groupCells; cells = cells[groupCells:] {
			c := uint64(binary.LittleEndian.Uint32(cells)) | uint64(binary.LittleEndian.Uint16(cells[4:]))<<32
			if c&above3 != 0 {
				break
			}
			v := w.groups[(c|c>>6)&pairs*gather>>24%uint64(len(w.groups))]
			signature ^= bits.RotateLeft64(v&^groupLength, -used)
			used += int(v & groupLength)
		}
	}
	for _, symbol := range cells {
		v := &w.symbols[symbol]
		signature ^= bits.RotateLeft64(v.bits, -used)
		used += v.length
	}
	return signature
}
