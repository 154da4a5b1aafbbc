package similarity_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/similarity"
)

// cells reads a board of '#' (0), 'x' (1) and 'o' (2).
func cells(text string) []uint8 {
	var board []uint8
	for _, c := range text {
		board = append(board, uint8(strings.IndexRune("#xo", c)))
	}
	return board
}

func newCode(t require.TestingT, e similarity.Encoder, seed uint64, boards ...[]uint8) similarity.Code {
	var sample similarity.Sample
	for _, b := range boards {
		sample.Add(b)
	}
	code, err := e.New(&sample, seed)
	require.NoError(t, err)
	return code
}

// number reads bits as the first ones of a code.
func number(text string) (code uint64) {
	for i, c := range text {
		code |= uint64(c-'0') << (63 - i)
	}
	return code
}

// The paper's example, its Figures 4 and 5, where x is 10, o is 11 and # is 0.
func TestHuffmanPaper(t *testing.T) {
	board, neighbour := cells("####x#o#x"), cells("####x##ox")
	// 0 0 0 0 10 0 11 0 10 and 0 0 0 0 10 0 0 11 10
	code := newCode(t, similarity.Huffman{}, 0, cells("#########"), board, cells("x########"))
	require.Equal(t, number("000010011010"), code.Encode(board))
	require.Equal(t, number("000010001110"), code.Encode(neighbour))
	require.Equal(t, 2, similarity.Hamming(code.Encode(board), code.Encode(neighbour)))
}

func TestHuffmanWords(t *testing.T) {
	var sample similarity.Sample
	for symbol, n := range []int{5, 9, 12, 13, 16, 45} { // the example of Cormen, Leiserson, Rivest and Stein
		for range n {
			sample.Add([]uint8{uint8(symbol)})
		}
	}
	code, err := similarity.Huffman{}.New(&sample, 0)
	require.NoError(t, err)
	for symbol, bits := range map[uint8]string{5: "0", 4: "100", 3: "101", 2: "110", 1: "1110", 0: "1111", 6: "111100000110"} {
		require.Equal(t, number(bits), code.Encode([]uint8{symbol}), "symbol %d", symbol)
	}
}

func TestOneSymbol(t *testing.T) {
	for _, e := range []similarity.Encoder{similarity.Huffman{}, similarity.Appearance{}} {
		code := newCode(t, e, 0, []uint8{7, 7, 7})
		require.Zero(t, code.Encode([]uint8{7, 7, 7}))
		require.NotEqual(t, code.Encode([]uint8{7, 7, 7}), code.Encode([]uint8{7, 9, 7}), "%T: a symbol never seen", e)
		require.NotEqual(t, code.Encode([]uint8{7, 8, 7}), code.Encode([]uint8{7, 9, 7}), "%T: symbols never seen", e)
		newCode(t, e, 0).Encode([]uint8{1, 2, 3}) // no sample at all
	}
}

func TestAppearanceWords(t *testing.T) {
	code := newCode(t, similarity.Appearance{}, 0, []uint8{9, 9, 5, 7, 9, 1}, []uint8{3})
	for symbol, bits := range map[uint8]string{9: "0", 5: "1", 7: "10", 1: "11", 3: "100", 0: "101", 2: "110"} {
		require.Equal(t, number(bits+"1"), code.Encode([]uint8{symbol, 5}), "symbol %d", symbol)
	}
}

func TestRandomBits(t *testing.T) {
	board := []uint8{0, 1, 2, 0, 250}
	for _, n := range []int{1, 16, 20, 64} {
		code := newCode(t, similarity.Random{Bits: n}, 1, []uint8{0, 1, 2, 0})
		require.Zero(t, code.Encode(board)>>(n-1)>>1)
		require.Equal(t, code.Encode(board), newCode(t, similarity.Random{Bits: n}, 1).Encode(board), "the sample is for speed alone")
	}
	a, b := newCode(t, similarity.Random{}, 1).Encode(board), newCode(t, similarity.Random{}, 2).Encode(board)
	require.NotEqual(t, a, b)
	require.Zero(t, (a|b)>>20)
	_, err := similarity.Random{Bits: 65}.New(&similarity.Sample{}, 0)
	require.EqualError(t, err, "similarity: Random.Bits is 65, want 0..64")
}

func TestFunc(t *testing.T) {
	code := newCode(t, similarity.Func(func(cells []uint8) uint64 { return uint64(len(cells)) }), 0)
	require.EqualValues(t, 3, code.Encode([]uint8{1, 2, 3}))
	_, err := similarity.Func(nil).New(nil, 0)
	require.EqualError(t, err, "similarity: the Func is nil")
}

// Words one after the other as a text of bits, padded, cut into chunks and folded, are what Encode computes, whatever the lengths
// are.
func TestFolding(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kinds := rapid.IntRange(1, 12).Draw(t, "kinds")
		board := rapid.SliceOfN(rapid.Uint8Range(0, uint8(kinds-1)), 1, 200)
		e := rapid.SampledFrom([]similarity.Encoder{similarity.Huffman{}, similarity.Appearance{}}).Draw(t, "encoder")
		code := newCode(t, e, 0, board.Draw(t, "seen"), board.Draw(t, "seen too"))
		query := board.Draw(t, "query")
		text := ""
		for _, symbol := range query {
			text += word(code, symbol, query[:1])
		}
		want := uint64(0)
		for ; len(text) > 64; text = text[64:] {
			want ^= number(text[:64])
		}
		require.Equal(t, want^number(text), code.Encode(query))
	})
}

// word finds the word of a symbol out from codes of that symbol over and over.
func word(code similarity.Code, symbol uint8, _ []uint8) string {
	length := wordLength(code, symbol)
	one := code.Encode([]uint8{symbol})
	text := ""
	for i := range length {
		text += string('0' + rune(one>>(63-i)&1))
	}
	return text
}

// wordLength returns how far a symbol moves those after it: the place of the first 1 of another symbol, less where that
// is on its own.
func wordLength(code similarity.Code, symbol uint8) int {
	mark := uint8(0)
	for code.Encode([]uint8{mark}) == 0 {
		mark++
	}
	own := code.Encode([]uint8{symbol})
	after := code.Encode([]uint8{symbol, mark}) ^ own
	alone := code.Encode([]uint8{mark})
	for n := range 60 {
		if alone>>n == after {
			return n
		}
	}
	panic("no length")
}

// The codes of boards that lie one behind the other are those of each.
func TestAppendCodes(t *testing.T) {
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
		for _, e := range []similarity.Encoder{similarity.Appearance{}, similarity.Huffman{}, similarity.Random{}} {
			code, err := e.New(&sample, 1)
			require.NoError(t, err)
			want := []uint64{7}
			for i := range 5 {
				want = append(want, code.Encode(cells[i*size:][:size]))
			}
			require.Equal(t, want, similarity.AppendCodes([]uint64{7}, code, cells, size))
		}
	})
}
