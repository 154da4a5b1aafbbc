package similarity

import (
	"errors"
	"fmt"

	"github.com/banyan-go/banyan/rng"
)

// Encoder is a kind of code. Its New makes the code of a game, before the game, from boards of some random games.
type Encoder interface {
	// New returns the code for boards like those of the sample, which it only reads and does not keep. Equal samples and
	// equal seeds give equal codes. Symbols that are not in the sample have a code as well.
	New(sample *Sample, seed uint64) (Code, error)
}

// Code turns boards into 64 bits. Boards that look alike should have codes that differ in few bits.
type Code interface {
	// Encode returns the code of a board, which is a symbol per cell, always in the same order. It only reads cells.
	Encode(cells []uint8) uint64
}

// AppendCodes appends the codes of boards, of which the cells lie one behind the other, size of each board, 1 or more. It only reads
// cells. This is faster than one call of Encode after the other.
func AppendCodes(dst []uint64, code Code, cells []uint8, size int) []uint64 {
	if w, ok := code.(*words); ok {
		for ; len(cells) > 0; cells = cells[size:] {
			dst = append(dst, w.Encode(cells[:size]))
		}
		return dst
	}
	for ; len(cells) > 0; cells = cells[size:] {
		dst = append(dst, code.Encode(cells[:size:size]))
	}
	return dst
}

// Func is a Code of one's own, and its own Encoder. It must depend on the cells alone, and several goroutines may call it
// at the same time.
type Func func(cells []uint8) uint64

// Encode implements Code.
func (f Func) Encode(cells []uint8) uint64 { return f(cells) }

// New implements Encoder.
func (f Func) New(*Sample, uint64) (Code, error) {
	if f == nil {
		return nil, errors.New("similarity: the Func is nil")
	}
	return f, nil
}

// defaultBits is the length of the paper's random codes. It was chosen there because at a distance of 2 as many boards are
// found then as with Huffman codes.
const defaultBits = 20

// Random gives every symbol of every cell a random number, and a board the exclusive or of them (Zobrist, "A New
// Hashing Method with Application for Game Playing", 1970). Boards that look alike do not get codes that do: it is
// there for comparison. With 64 bits and a distance of 0 it tells boards apart.
type Random struct {
	Bits int // of a code, 1 to 64; if 0, 20
}

// Validate tells whether Bits is in range.
func (r Random) Validate() error {
	if r.Bits < 0 || r.Bits > 64 {
		return fmt.Errorf("similarity: Random.Bits is %d, want 0..64", r.Bits)
	}
	return nil
}

// New implements Encoder.
func (r Random) New(sample *Sample, seed uint64) (Code, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	if r.Bits == 0 {
		r.Bits = defaultBits
	}
	z := &zobrist{seed: rng.Mix(seed), shift: 64 - r.Bits, cells: sample.Cells, symbols: sample.most()}
	for cell := range z.cells {
		for symbol := range z.symbols {
			z.table = append(z.table, z.number(cell, uint8(symbol)))
		}
	}
	return z, nil
}

// zobrist has a table of the numbers that the sample calls for. The others are computed each time.
type zobrist struct {
	seed           uint64
	shift          int
	cells, symbols int
	table          []uint64
}

// number returns the random number of a symbol in a cell.
func (z *zobrist) number(cell int, symbol uint8) uint64 {
	return rng.Mix(z.seed+0x9e3779b97f4a7c15*uint64(1+cell*symbols+int(symbol))) >> (z.shift & 63)
}

// Encode implements Code.
func (z *zobrist) Encode(cells []uint8) uint64 {
	code, row := uint64(0), 0
	for cell, symbol := range cells {
		if i := row + int(symbol); int(symbol) < z.symbols && i < len(z.table) {
			code ^= z.table[i]
		} else {
			code ^= z.number(cell, symbol)
		}
		row += z.symbols
	}
	return code
}
