package similarity

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/banyan-go/banyan/rng"
)

// Encoder makes the [Signature] of a game from positions of random games.
type Encoder interface {
	// New returns the signature for positions like the ones in the sample, which it must not modify
	// or retain. Equal samples and equal seeds give equal signatures. Symbols that are not in the
	// sample have signatures, too.
	New(sample *Sample, seed uint64) (Signature, error)
}

// Signature maps positions to 64 bits. The signatures of similar positions should differ in few
// bits. Several goroutines may use a Signature at the same time.
type Signature interface {
	// Encode returns the signature of a position. The cells are one symbol per cell of the board,
	// always in the same order. Encode must not modify or retain them.
	Encode(cells []uint8) uint64
}

// TurnSignature is a [Signature] that depends on the player to move. A search calls EncodeTurn
// instead of Encode.
type TurnSignature interface {
	Signature

	// EncodeTurn returns the signature of a position. player is to move there; it is negative if
	// that is chance or not known. EncodeTurn must not modify or retain the cells.
	EncodeTurn(cells []uint8, player int) uint64
}

// AppendSignatures appends the signatures of several positions to dst and returns the extended
// slice. The cells of the positions follow each other, size cells each. size must be positive and
// divide the number of cells. AppendSignatures is faster than separate calls of Encode.
func AppendSignatures(dst []uint64, signature Signature, cells []uint8, size int) []uint64 {
	if s, ok := signature.(*codewords); ok {
		for ; len(cells) > 0; cells = cells[size:] {
			dst = append(dst, s.Encode(cells[:size]))
		}
		return dst
	}
	for ; len(cells) > 0; cells = cells[size:] {
		dst = append(dst, signature.Encode(cells[:size:size]))
	}
	return dst
}

// Func adapts a function to a [Signature] that is its own [Encoder]. The function must depend on
// the cells only, and several goroutines may call it at the same time.
type Func func(cells []uint8) uint64

// Encode implements [Signature].
func (f Func) Encode(cells []uint8) uint64 { return f(cells) }

// New implements [Encoder].
func (f Func) New(*Sample, uint64) (Signature, error) {
	if f == nil {
		return nil, errors.New("similarity: the Func is nil")
	}
	return f, nil
}

// defaultBits is the length of the paper's random signatures. With 20 bits, a distance of 2 finds
// about as many positions as it does with [Huffman].
const defaultBits = 20

// Random assigns a random number to every symbol of every cell. The signature of a position is the
// exclusive or of its numbers (Zobrist, "A New Hashing Method with Application for Game Playing",
// 1970). The signatures of similar positions are not similar, so Random serves as a baseline. With
// 64 bits and a distance of 0, it tells positions apart.
type Random struct {
	Bits int // length of a signature, 1..64; if zero, 20 is used
}

// Validate returns an error unless Bits is in range.
func (r Random) Validate() error {
	if r.Bits < 0 || r.Bits > 64 {
		return fmt.Errorf("similarity: Random.Bits is %d, want 0..64", r.Bits)
	}
	return nil
}

// New implements [Encoder].
func (r Random) New(sample *Sample, seed uint64) (Signature, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	r.Bits = cmp.Or(r.Bits, defaultBits)
	z := &zobrist{seed: rng.Mix(seed), shift: 64 - r.Bits, cells: sample.Cells, symbols: sample.bound()}
	z.fill(func(uint8) bool { return true })
	return z, nil
}

// zobrist has a table of the numbers for the cells and symbols of the sample. It computes others
// each time.
type zobrist struct {
	seed           uint64
	shift          int
	cells, symbols int
	table          []uint64
}

// fill makes the table. Symbols for which show is false have the number 0 in it.
func (z *zobrist) fill(show func(symbol uint8) bool) {
	for cell := range z.cells {
		for symbol := range z.symbols {
			n := uint64(0)
			if show(uint8(symbol)) {
				n = z.number(cell, uint8(symbol))
			}
			z.table = append(z.table, n)
		}
	}
}

// number returns the random number of a symbol in a cell.
func (z *zobrist) number(cell int, symbol uint8) uint64 {
	return rng.Mix(z.seed+0x9e3779b97f4a7c15*uint64(1+cell*symbols+int(symbol))) >> (z.shift & 63)
}

// Encode implements [Signature].
func (z *zobrist) Encode(cells []uint8) uint64 {
	signature, row := uint64(0), 0
	for cell, symbol := range cells {
		if i := row + int(symbol); int(symbol) < z.symbols && i < len(z.table) {
			signature ^= z.table[i]
		} else {
			signature ^= z.number(cell, symbol)
		}
		row += z.symbols
	}
	return signature
}

// symbols is the number of different symbols.
const symbols = 256

// Sample counts the symbols in positions of a game, and who puts them there, for an [Encoder]. The
// zero Sample is empty.
type Sample struct {
	Cells     int             // greatest number of cells of a position
	Positions int             // number of positions
	Counts    [symbols]uint64 // by symbol, over all cells of all positions
	Order     []uint8         // the symbols in the order of their first appearance

	// Writes counts, by player and symbol, the cells that actions of the player change to the
	// symbol. It ends with the last player that acts.
	Writes [][symbols]uint64
}

// Add counts the cells of a position. It does not modify or retain them.
func (s *Sample) Add(cells []uint8) {
	s.Cells = max(s.Cells, len(cells))
	s.Positions++
	for _, symbol := range cells {
		if s.Counts[symbol] == 0 {
			s.Order = append(s.Order, symbol)
		}
		s.Counts[symbol]++
	}
}

// AddAction counts the cells that an action of a player changes. before and after are the cells of
// the positions around it, equally many; AddAction does not modify or retain them. Add counts the
// positions themselves.
func (s *Sample) AddAction(player int, before, after []uint8) {
	for len(s.Writes) <= player {
		s.Writes = append(s.Writes, [symbols]uint64{})
	}
	for cell, symbol := range after {
		if before[cell] != symbol {
			s.Writes[player][symbol]++
		}
	}
}

// bound returns one more than the greatest symbol in the sample.
func (s *Sample) bound() int {
	bound := 0
	for _, symbol := range s.Order {
		bound = max(bound, int(symbol)+1)
	}
	return bound
}
