package connect4

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// square returns the bit of a square of the largest board, or 0 outside of it.
func square(column, row int) uint64 {
	if column < 0 || column >= maxWidth || row < 0 || row >= maxHeight {
		return 0
	}
	return 1 << (column*columnBits + row)
}

// lines returns all lines of four squares on the largest board.
func lines() []uint64 {
	var all []uint64
	for column := range maxWidth {
		for row := range maxHeight {
			for _, step := range [][2]int{{0, 1}, {1, 0}, {1, 1}, {1, -1}} {
				line, whole := uint64(0), true
				for i := range 4 {
					s := square(column+i*step[0], row+i*step[1])
					line, whole = line|s, whole && s != 0
				}
				if whole {
					all = append(all, line)
				}
			}
		}
	}
	return all
}

func TestEveryLine(t *testing.T) {
	all := lines()
	require.Len(t, all, 8*4+5*7+5*4+5*4)
	for _, line := range all {
		require.True(t, hasLine(line), "%#x", line)
		for rest := line; rest != 0; rest &= rest - 1 {
			require.False(t, hasLine(line&^(rest&-rest)), "%#x without one", line)
		}
	}
}

// Four squares at equal distances in the word are a line only if they are one on the board. No line
// runs over the top of a column into the next.
func TestNoOtherLine(t *testing.T) {
	isLine := map[uint64]bool{}
	for _, line := range lines() {
		isLine[line] = true
	}
	board, _ := New(maxWidth, maxHeight)
	full, met := board.full(), 0
	for from := range 64 {
		for distance := 1; from+3*distance < 64; distance++ {
			four := uint64(1)<<from | 1<<(from+distance) | 1<<(from+2*distance) | 1<<(from+3*distance)
			require.Equal(t, isLine[four], hasLine(four&full), "%#x", four)
			if isLine[four] {
				met++
			}
		}
	}
	require.Len(t, isLine, met)
}

func TestHasLineOfAnyDiscs(t *testing.T) {
	all := lines()
	board, _ := New(maxWidth, maxHeight)
	rapid.Check(t, func(t *rapid.T) {
		discs := rapid.Uint64().Draw(t, "discs") & board.full()
		if rapid.Bool().Draw(t, "few") {
			discs &= rapid.Uint64().Draw(t, "mask")
		}
		want := false
		for _, line := range all {
			want = want || discs&line == line
		}
		require.Equal(t, want, hasLine(discs), "%#x", discs)
	})
}

// The hash is injective: different positions have different hashes.
func TestHashOfAnyPositions(t *testing.T) {
	position := rapid.Custom(func(t *rapid.T) State {
		var s State
		for column := range maxWidth {
			discs := uint64(1)<<rapid.IntRange(0, maxHeight).Draw(t, "height") - 1
			s.discs |= discs << (column * columnBits)
		}
		s.own = s.discs & rapid.Uint64().Draw(t, "own")
		return s
	})
	board, _ := New(maxWidth, maxHeight)
	full := board.full()
	rapid.Check(t, func(t *rapid.T) {
		a := position.Draw(t, "a")
		b, far := a, position.Draw(t, "far")
		flip := uint64(1) << rapid.IntRange(0, 63).Draw(t, "flip")
		switch rapid.IntRange(0, 3).Draw(t, "change") {
		case 0:
			b = far
		case 1: // the owner of a disc
			b.own ^= flip & b.discs
		case 2: // one more disc of the other player, or of this one
			b.discs |= (b.discs + flip&bottoms) & full
		case 3:
			b.discs |= (b.discs + flip&bottoms) & full
			b.own |= b.discs &^ a.discs
		}
		require.Equal(t, a == b, Game{}.Hash(&a) == Game{}.Hash(&b), "%+v %+v", a, b)
	})
}
