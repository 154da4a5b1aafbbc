package similarity

import (
	"cmp"
	"slices"
)

// Huffman encodes a position by prefix-free codewords, which are short for frequent symbols of the
// sample (Huffman, Proceedings of the IRE 40(9), 1952). The codewords are canonical: those of a
// length count up, the more frequent symbol first, and of equally frequent symbols the smaller one
// first. A single symbol has the codeword 0.
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
