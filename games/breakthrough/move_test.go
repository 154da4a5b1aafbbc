package breakthrough_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/games/breakthrough"
)

// The only numbers without a move are four per row, for moves that leave the board at its sides.
func TestActionIndexIsDense(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, width, height := anySize(t)
		seen := map[int]bool{}
		for from := range 64 {
			for to := range 64 {
				rows, columns := to/8-from/8, to%8-from%8
				inside := from%8 < width && to%8 < width && from/8 < height && to/8 < height
				if !inside || rows*rows != 1 || columns*columns > 1 {
					continue
				}
				i := g.ActionIndex(breakthrough.Move(from | to<<8))
				require.False(t, seen[i], i)
				require.GreaterOrEqual(t, i, 0)
				require.Less(t, i, g.NumActions())
				seen[i] = true
			}
		}
		require.Len(t, seen, g.NumActions()-4*(height-1))
	})
}

func TestActionIndexOrder(t *testing.T) {
	g := sized(t, 6, 5)
	for text, want := range map[string]int{
		"a1-a2": 1, "a1-b2": 2, "b1-a2": 3, "a2-a3": 19, "f4-f5": 70, // 24 origins of White's moves
		"a2-a1": 73, "a2-b1": 74, "b2-a1": 75, "a3-a2": 91, "f5-f4": 142,
	} {
		require.Equal(t, want, g.ActionIndex(parse(t, g, text)), text)
	}
}

func TestMove(t *testing.T) {
	m := parse(t, breakthrough.Game{}, "c2-d3")
	require.Equal(t, []int{8 + 2, 16 + 3}, []int{m.From(), m.To()})
	for _, text := range []string{"C2-D3", "c2d3", "c2xd3", "C2XD3"} {
		require.Equal(t, m, parse(t, breakthrough.Game{}, text), text)
	}
}

func TestParseErrors(t *testing.T) {
	g := sized(t, 6, 5)
	for _, text := range []string{
		"", "a2", "a2-", "a2--b3", "a2 b3", "g1-a2", "a2-g3", "a0-a1", "a5-a6", "a2-b3-", "a2-b", "\xffa2b3", "é2-b3",
	} {
		_, err := g.Parse(text)
		require.ErrorContains(t, err, "is not a move: want two squares from a1 to f5, like a2-b3", text)
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"a2-b3", "h7xg8", "a1a1", "A2-A3", "a9-a1", "i1-i2", "-", ""} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		g := breakthrough.Game{}
		m, err := g.Parse(text)
		if err != nil {
			return
		}
		require.Equal(t, m, parse(t, g, m.String()))
		plain := strings.NewReplacer("-", "", "x", "")
		require.Equal(t, plain.Replace(strings.ToLower(text)), plain.Replace(m.String()))
		s := g.Start()
		if g.Legal(&s, m) == nil {
			require.Contains(t, g.AppendActions(nil, &s), m)
		}
	})
}
