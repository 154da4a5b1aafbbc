package similarity_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/similarity"
)

// parseCells reads a board of '#' (0), 'x' (1) and 'o' (2).
func parseCells(text string) []uint8 {
	var board []uint8
	for _, c := range text {
		board = append(board, uint8(strings.IndexRune("#xo", c)))
	}
	return board
}

func newSignature(t require.TestingT, e similarity.Encoder, seed uint64, boards ...[]uint8) similarity.Signature {
	var sample similarity.Sample
	for _, b := range boards {
		sample.Add(b)
	}
	signature, err := e.New(&sample, seed)
	require.NoError(t, err)
	return signature
}

// parseBits reads the first bits of a signature.
func parseBits(text string) (signature uint64) {
	for i, c := range text {
		signature |= uint64(c-'0') << (63 - i)
	}
	return signature
}

// In the paper's example, its Figures 4 and 5, x is 10, o is 11 and # is 0.
func TestHuffmanMatchesThePaper(t *testing.T) {
	board, neighbor := parseCells("####x#o#x"), parseCells("####x##ox")
	// 0 0 0 0 10 0 11 0 10 and 0 0 0 0 10 0 0 11 10
	signature := newSignature(t, similarity.Huffman{}, 0, parseCells("#########"), board, parseCells("x########"))
	require.Equal(t, parseBits("000010011010"), signature.Encode(board))
	require.Equal(t, parseBits("000010001110"), signature.Encode(neighbor))
	require.Equal(t, 2, similarity.Hamming(signature.Encode(board), signature.Encode(neighbor)))
}

func TestHuffmanCodewords(t *testing.T) {
	var sample similarity.Sample
	// This is an example of Cormen, Leiserson, Rivest and Stein.
	for symbol, n := range []int{5, 9, 12, 13, 16, 45} {
		for range n {
			sample.Add([]uint8{uint8(symbol)})
		}
	}
	signature, err := similarity.Huffman{}.New(&sample, 0)
	require.NoError(t, err)
	for symbol, bits := range map[uint8]string{5: "0", 4: "100", 3: "101", 2: "110", 1: "1110", 0: "1111", 6: "111100000110"} {
		require.Equal(t, parseBits(bits), signature.Encode([]uint8{symbol}), "symbol %d", symbol)
	}
}

// Of equally frequent symbols, the smaller one has the first codeword, and the shorter one if the
// lengths differ.
func TestHuffmanTies(t *testing.T) {
	signature := newSignature(t, similarity.Huffman{}, 0, []uint8{7, 3, 5})
	for symbol, bits := range map[uint8]string{3: "0", 5: "10", 7: "11"} {
		require.Equal(t, parseBits(bits+"11"), signature.Encode([]uint8{symbol, 7}), "symbol %d", symbol)
	}
	// The tree of two symbols is as heavy as a third one, and joins it before the fourth does.
	signature = newSignature(t, similarity.Huffman{}, 0, []uint8{1, 1, 2, 2, 3, 4})
	for symbol, bits := range map[uint8]string{1: "0", 2: "10", 3: "110", 4: "111"} {
		require.Equal(t, parseBits(bits+"111"), signature.Encode([]uint8{symbol, 4}), "symbol %d", symbol)
	}
	signature = newSignature(t, similarity.Huffman{}, 0, []uint8{2, 1})
	require.Equal(t, parseBits("01"), signature.Encode([]uint8{1, 2}))
}

func TestEncodersOfOneSymbol(t *testing.T) {
	for _, e := range []similarity.Encoder{similarity.Huffman{}, similarity.Appearance{}} {
		signature := newSignature(t, e, 0, []uint8{7, 7, 7})
		require.Zero(t, signature.Encode([]uint8{7, 7, 7}))
		require.NotEqual(t, signature.Encode([]uint8{7, 7, 7}), signature.Encode([]uint8{7, 9, 7}), "%T: a symbol never seen", e)
		require.NotEqual(t, signature.Encode([]uint8{7, 8, 7}), signature.Encode([]uint8{7, 9, 7}), "%T: symbols never seen", e)
		newSignature(t, e, 0).Encode([]uint8{1, 2, 3}) // an empty sample
	}
}

func TestAppearanceCodewords(t *testing.T) {
	signature := newSignature(t, similarity.Appearance{}, 0, []uint8{9, 9, 5, 7, 9, 1}, []uint8{3})
	for symbol, bits := range map[uint8]string{9: "0", 5: "1", 7: "10", 1: "11", 3: "100", 0: "101", 2: "110"} {
		require.Equal(t, parseBits(bits+"1"), signature.Encode([]uint8{symbol, 5}), "symbol %d", symbol)
	}
}

func TestRandom(t *testing.T) {
	board := []uint8{3, 1, 2, 0, 250} // 3 is the first symbol that is not in the sample
	for _, n := range []int{1, 16, 20, 64} {
		signature := newSignature(t, similarity.Random{Bits: n}, 1, []uint8{0, 1, 2, 0})
		require.Zero(t, signature.Encode(board)>>(n-1)>>1)
		require.Equal(t, signature.Encode(board), newSignature(t, similarity.Random{Bits: n}, 1).Encode(board), "the sample affects speed only")
	}
	a, b := newSignature(t, similarity.Random{}, 1).Encode(board), newSignature(t, similarity.Random{}, 2).Encode(board)
	require.NotEqual(t, a, b)
	require.Zero(t, (a|b)>>20)
	_, err := similarity.Random{Bits: 65}.New(&similarity.Sample{}, 0)
	require.EqualError(t, err, "similarity: Random.Bits is 65, want 0..64")
}

// The number of a symbol depends on its cell, in the sample and beyond it.
func TestRandomDependsOnTheCell(t *testing.T) {
	signature := newSignature(t, similarity.Random{}, 1, []uint8{0, 1, 2, 0})
	for _, symbol := range []uint8{1, 250} {
		seen := map[uint64]bool{}
		for cell := range 8 {
			position := make([]uint8, 8)
			position[cell] = symbol
			seen[signature.Encode(position)] = true
		}
		require.Len(t, seen, 8, "symbol %d", symbol)
	}
}

// Signatures are part of saved searches, so the numbers of a seed stay what they are.
func TestRandomStaysTheSame(t *testing.T) {
	signature := newSignature(t, similarity.Random{Bits: 64}, 7, []uint8{0, 1, 2, 0})
	for _, c := range []struct {
		cells []uint8
		want  uint64
	}{
		{[]uint8{0}, 0x863b891f4c0abd4f},
		{[]uint8{2}, 0xf0e521070cc03750},
		{[]uint8{1, 2}, 0xcde6252f25fb55af},
		{[]uint8{0, 0, 0, 0, 0}, 0xda4074ee15363da5},
		{[]uint8{0, 0, 0, 0, 0, 9}, 0xf296e068e8e56638},
	} {
		require.Equal(t, c.want, signature.Encode(c.cells), "%v", c.cells)
	}
}

// A sample counts its positions and their cells.
func TestSampleAdd(t *testing.T) {
	var sample similarity.Sample
	sample.Add([]uint8{3, 3, 1})
	sample.Add([]uint8{1})
	require.Equal(t, 2, sample.Positions)
	require.Equal(t, 3, sample.Cells)
	require.Equal(t, []uint8{3, 1}, sample.Order)
	require.Equal(t, []uint64{0, 2, 0, 2}, sample.Counts[:4])
}

func TestFunc(t *testing.T) {
	signature := newSignature(t, similarity.Func(func(cells []uint8) uint64 { return uint64(len(cells)) }), 0)
	require.EqualValues(t, 3, signature.Encode([]uint8{1, 2, 3}))
	_, err := similarity.Func(nil).New(nil, 0)
	require.EqualError(t, err, "similarity: the Func is nil")
}

// Encode concatenates the codewords, splits them into chunks of 64 bits, and folds the chunks.
func TestEncodeFoldsCodewords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kinds := rapid.IntRange(1, 12).Draw(t, "kinds")
		board := rapid.SliceOfN(rapid.Uint8Range(0, uint8(kinds-1)), 1, 200)
		e := rapid.SampledFrom([]similarity.Encoder{similarity.Huffman{}, similarity.Appearance{}}).Draw(t, "encoder")
		signature := newSignature(t, e, 0, board.Draw(t, "seen"), board.Draw(t, "seen too"))
		query := board.Draw(t, "query")
		require.Equal(t, foldCodewords(signature, query), signature.Encode(query))
	})
}

// Groups of cells have a table only if the codewords of six cells leave room for their length. The
// rarest symbols have codewords of length 10 if there are 11 symbols, and each is twice as frequent
// as the one before. With 10 symbols, the length is 9.
func TestEncodeLongCodewords(t *testing.T) {
	for _, kinds := range []int{10, 11, 12} {
		var sample similarity.Sample
		for symbol := range kinds {
			for range 1 << symbol {
				sample.Add([]uint8{uint8(symbol)})
			}
		}
		signature, err := similarity.Huffman{}.New(&sample, 0)
		require.NoError(t, err)
		require.Len(t, codewordOf(signature, 0), kinds-1)
		for _, position := range [][]uint8{{0, 0, 0, 0, 0, 0}, {1, 0, 1, 3, 2, 1, 0, 0, 1, 1, 2, 3, 0, 1}} {
			require.Equal(t, foldCodewords(signature, position), signature.Encode(position), "%d symbols", kinds)
		}
	}
}

// foldCodewords is the definition of Encode, on text.
func foldCodewords(signature similarity.Signature, cells []uint8) (folded uint64) {
	text := ""
	for _, symbol := range cells {
		text += codewordOf(signature, symbol)
	}
	for ; len(text) > 64; text = text[64:] {
		folded ^= parseBits(text[:64])
	}
	return folded ^ parseBits(text)
}

// codewordOf derives the codeword of a symbol from signatures.
func codewordOf(signature similarity.Signature, symbol uint8) string {
	length := codewordLength(signature, symbol)
	one := signature.Encode([]uint8{symbol})
	text := ""
	for i := range length {
		text += string('0' + rune(one>>(63-i)&1))
	}
	return text
}

// codewordLength returns the number of bits by which a symbol moves the codeword of the next one.
func codewordLength(signature similarity.Signature, symbol uint8) int {
	mark := uint8(0)
	for signature.Encode([]uint8{mark}) == 0 {
		mark++
	}
	own := signature.Encode([]uint8{symbol})
	after := signature.Encode([]uint8{symbol, mark}) ^ own
	alone := signature.Encode([]uint8{mark})
	for n := range 60 {
		if alone>>n == after {
			return n
		}
	}
	panic("no length")
}

func TestAppendSignaturesMatchesEncode(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(1, 70).Draw(t, "size")
		symbol := rapid.Uint8Max(rapid.SampledFrom([]uint8{2, 5}).Draw(t, "most"))
		var sample similarity.Sample
		var cells []uint8
		for range 5 {
			board := rapid.SliceOfN(symbol, size, size).Draw(t, "board")
			sample.Add(board)
			cells = append(cells, board...)
		}
		function := similarity.Func(func(cells []uint8) uint64 { return uint64(len(cells))<<8 | uint64(cells[0]) })
		for _, e := range []similarity.Encoder{similarity.Appearance{}, similarity.Huffman{}, similarity.Random{}, function} {
			signature, err := e.New(&sample, 1)
			require.NoError(t, err)
			want := []uint64{7}
			for i := range 5 {
				want = append(want, signature.Encode(cells[i*size:][:size]))
			}
			require.Equal(t, want, similarity.AppendSignatures([]uint64{7}, signature, cells, size))
		}
	})
}
