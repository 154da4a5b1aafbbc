package similarity

import (
	"encoding/binary"
	"math/bits"
)

// word is the code of a symbol, or of several in a row: its bits are the highest of a uint64, the first one on top.
type word struct {
	bits   uint64
	length int
}

// number returns the word of the lowest bits of n.
func number(n uint64, length int) word { return word{bits: n << (64 - length), length: length} }

// then returns w followed by v, 64 bits together at most.
func (w word) then(v word) word {
	return word{bits: w.bits | v.bits>>w.length, length: w.length + v.length}
}

// words is a Code of a word per symbol, one after the other in the order of the cells. What is longer than 64 bits is cut
// into chunks of 64, the last one padded with zeros, and the chunks are folded by exclusive or: so bit n of all of it is bit
// n modulo 64 of the code, and a word is rotated to its place.
type words struct {
	symbols [symbols]word

	// The words of so many cells together, where these are symbols 0 to 3: the bits of the cells are the index, and an
	// element is the bits of a word, and its length in the lowest ones. It is nil if there is no room for both.
	groups *[1 << (2 * groupCells)]uint64
}

// A group is as many cells as there is a table for: 729 of its elements are in use where squares are empty or someone's,
// which fits into the nearest cache.
const (
	groupCells  = 6
	groupLength = 1<<6 - 1          // bits of an element that are the length
	beyond      = 0xfcfc_fcfcfcfc   // bits of cells that no symbol up to 3 has
	pairs       = 0x000f_000f000f   // of cells
	gather      = 1<<24 | 1<<12 | 1 // brings three pairs together at bit 24
)

// newWords makes the Code of the words of all symbols.
func newWords(of *[symbols]word) *words {
	w := &words{symbols: *of}
	length := 0
	for _, v := range of[:4] {
		length = max(length, v.length)
	}
	if groupCells*length > 64-6 {
		return w
	}
	w.groups = new([1 << (2 * groupCells)]uint64)
	for i := range w.groups {
		var v word
		for cell := range groupCells {
			v = v.then(of[i>>(2*cell)&3])
		}
		w.groups[i] = v.bits | uint64(v.length)
	}
	return w
}

// Encode implements Code.
func (w *words) Encode(cells []uint8) uint64 {
	code, used := uint64(0), 0
	if w.groups != nil {
		for ; len(cells) >= groupCells; cells = cells[groupCells:] {
			c := uint64(binary.LittleEndian.Uint32(cells)) | uint64(binary.LittleEndian.Uint16(cells[4:]))<<32
			if c&beyond != 0 {
				break
			}
			v := w.groups[(c|c>>6)&pairs*gather>>24%uint64(len(w.groups))]
			code ^= bits.RotateLeft64(v&^groupLength, -used)
			used += int(v & groupLength)
		}
	}
	for _, symbol := range cells {
		v := &w.symbols[symbol]
		code ^= bits.RotateLeft64(v.bits, -used)
		used += v.length
	}
	return code
}

// Appearance gives the symbols the binary numbers 0, 1, 10, 11, 100 and so on in the order of their first appearance in
// the sample, cell by cell: early symbols tend to be frequent ones and get short codes. The paper says as much
// without printing the codes; counting in binary is our reading. The numbers are not free of prefixes, so different
// boards may have one code. Symbols that are not in the sample come after the others, the smallest first.
type Appearance struct{}

// New implements Encoder.
func (Appearance) New(sample *Sample, _ uint64) (Code, error) {
	var table [symbols]word
	n := uint64(0)
	give := func(symbol uint8) {
		table[symbol] = number(n, max(1, bits.Len64(n)))
		n++
	}
	for _, symbol := range sample.Order {
		give(symbol)
	}
	for symbol, count := range sample.Counts {
		if count == 0 {
			give(uint8(symbol))
		}
	}
	return newWords(&table), nil
}
