package similarity

import "math/bits"

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
