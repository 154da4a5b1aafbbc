package similarity

import (
	"cmp"
	"slices"
)

// Huffman gives frequent symbols of the sample short words, free of prefixes (Huffman, "A Method for the Construction of
// Minimum-Redundancy Codes", 1952). Of the many codes with the same lengths it takes the canonical one: words of a length count
// up, the more frequent symbol first, the smaller symbol first of equals. A single symbol has the word 0.
//
// A symbol that is not in the sample has the longest word of all ones that is in use, or 1 after a single symbol, and
// its own eight bits after that.
type Huffman struct{}

// New implements Encoder.
func (Huffman) New(sample *Sample, _ uint64) (Code, error) {
	seen := slices.Clone(sample.Order)
	slices.SortFunc(seen, func(a, b uint8) int {
		return cmp.Or(cmp.Compare(sample.Counts[b], sample.Counts[a]), cmp.Compare(a, b))
	})
	lengths := huffmanLengths(seen, &sample.Counts)
	var table [symbols]word
	code, longest := uint64(0), 1
	for i, symbol := range seen {
		if i > 0 {
			code = (code + 1) << (lengths[i] - lengths[i-1])
		}
		table[symbol] = number(code, lengths[i])
		longest = lengths[i]
	}
	escape := number(1<<longest-1, longest)
	for symbol, count := range sample.Counts {
		if count == 0 {
			table[symbol] = escape.then(number(uint64(symbol), 8))
		}
	}
	return newWords(&table), nil
}

// huffmanLengths returns the lengths of the words of symbols that are sorted by falling counts. Depths of more than
// 32 would take counts beyond what any sample has.
func huffmanLengths(sorted []uint8, counts *[symbols]uint64) []int {
	type tree struct {
		count  uint64
		leaves []int
	}
	lengths := make([]int, len(sorted))
	var trees []tree // by falling counts
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
	slices.Sort(lengths) // equal counts may have had their lengths the other way round
	return lengths
}
