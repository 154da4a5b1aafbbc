package similarity

import (
	"cmp"
	"encoding/binary"
	"math/bits"
	"slices"
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

// Appearance numbers the symbols 0, 1, 2, ... in the order of their first appearance in the sample,
// cell by cell, and uses the binary numbers as codewords: 0, 1, 10, 11, 100 and so on. Early
// symbols tend to be frequent and get short codewords. The paper describes this without printing
// the codewords; counting in binary is one reading of it. The codewords are not prefix-free, so
// different positions may have equal signatures. Symbols that are not in the sample follow in
// ascending order.
type Appearance struct{}

// New implements [Encoder].
func (Appearance) New(sample *Sample, _ uint64) (Signature, error) {
	var table [symbols]codeword
	n := uint64(0)
	assign := func(symbol uint8) {
		table[symbol] = newCodeword(n, max(1, bits.Len64(n)))
		n++
	}
	for _, symbol := range sample.Order {
		assign(symbol)
	}
	for symbol, count := range sample.Counts {
		if count == 0 {
			assign(uint8(symbol))
		}
	}
	return newCodewords(&table), nil
}

// Huffman encodes a position by prefix-free codewords, which are short for frequent symbols of the
// sample (Huffman, Proceedings of the IRE 40(9), 1952). The codewords are canonical: codewords of
// equal length count up, the more frequent symbol first, and of equally frequent symbols the
// smaller one first. A single symbol has the codeword 0.
//
// The codeword of a symbol that is not in the sample is the longest codeword in use, all ones, or 1
// after a single symbol, followed by the eight bits of the symbol.
type Huffman struct{}

// New implements [Encoder].
func (Huffman) New(sample *Sample, _ uint64) (Signature, error) {
	seen := slices.Clone(sample.Order)
	slices.SortFunc(seen, func(a, b uint8) int {
		return cmp.Or(cmp.Compare(sample.Counts[b], sample.Counts[a]), cmp.Compare(a, b))
	})
	lengths := huffmanLengths(seen, &sample.Counts)
	var table [symbols]codeword
	next, longest := uint64(0), 1
	for i, symbol := range seen {
		if i > 0 {
			next = (next + 1) << (lengths[i] - lengths[i-1])
		}
		table[symbol] = newCodeword(next, lengths[i])
		longest = lengths[i]
	}
	escape := newCodeword(1<<longest-1, longest)
	for symbol, count := range sample.Counts {
		if count == 0 {
			table[symbol] = escape.then(newCodeword(uint64(symbol), 8))
		}
	}
	return newCodewords(&table), nil
}

// huffmanLengths returns the lengths of the codewords of symbols that are sorted by descending
// counts. No sample is large enough for a length of more than 32.
func huffmanLengths(sorted []uint8, counts *[symbols]uint64) []int {
	type tree struct {
		count  uint64
		leaves []int
	}
	lengths := make([]int, len(sorted))
	var trees []tree // by descending counts
	for i, symbol := range sorted {
		trees = append(trees, tree{counts[symbol], []int{i}})
	}
	if len(trees) == 1 {
		lengths[0] = 1
	}
	for len(trees) > 1 {
		a, b := trees[len(trees)-1], trees[len(trees)-2]
		joined := tree{a.count + b.count, slices.Concat(a.leaves, b.leaves)}
		for _, leaf := range joined.leaves {
			lengths[leaf]++
		}
		trees = trees[:len(trees)-2]
		at, _ := slices.BinarySearchFunc(trees, joined.count, func(t tree, count uint64) int {
			if t.count >= count {
				return -1
			}
			return 1
		})
		trees = slices.Insert(trees, at, joined)
	}
	slices.Sort(lengths) // among equal counts, a later symbol may have got the shorter codeword
	return lengths
}
