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
// into chunks of 64, the last one padded with zeros, and the chunks are folded by exclusive or.
type words struct {
	symbols [symbols]word

	// Four cells at a time, where these are symbols 0 to 3 and their words together no longer than 64 bits.
	four    [symbols]word
	hasFour bool
}

// newWords makes the Code of the words of all symbols.
func newWords(of *[symbols]word) *words {
	w := &words{symbols: *of}
	length := 0
	for _, v := range of[:4] {
		length = max(length, v.length)
	}
	if w.hasFour = 4*length <= 64; w.hasFour {
		for i := range w.four {
			w.four[i] = of[i&3].then(of[i>>2&3]).then(of[i>>4&3]).then(of[i>>6])
		}
	}
	return w
}

// Encode implements Code.
func (w *words) Encode(cells []uint8) uint64 {
	var f folder
	if w.hasFour {
		const beyond = 0xfcfcfcfc // bits of symbols above 3
		for ; len(cells) >= 4; cells = cells[4:] {
			c := binary.LittleEndian.Uint32(cells)
			if c&beyond != 0 {
				break
			}
			// The product gathers the bits of the four bytes in the highest.
			f.add(&w.four[uint8(c*(1<<24|1<<18|1<<12|1<<6)>>24)])
		}
	}
	for _, symbol := range cells {
		f.add(&w.symbols[symbol])
	}
	return f.code ^ f.chunk
}

// folder writes words into chunks and folds these.
type folder struct {
	code  uint64 // the chunks that are full
	chunk uint64 // the one that is being written
	used  int    // bits of it, at most 63
}

func (f *folder) add(w *word) {
	f.chunk |= w.bits >> (f.used & 63)
	if f.used += w.length; f.used >= 64 {
		f.used -= 64
		f.code ^= f.chunk
		f.chunk = w.bits << (w.length - f.used - 1) << 1 // all bits, if it ends with the chunk
	}
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
