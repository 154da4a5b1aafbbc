package breakthrough_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/internal/testkit"
)

// Legal accepts the legal moves of random positions. It refuses all other moves on the board and a
// sample of moves off the board.
func TestLegalAgreesWithAppendActions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, _, _ := anySize(t)
		s := variantPosition(t, g)
		moves := g.AppendActions(nil, &s)
		for m := range 1 << 16 { // any square to any square, the first 64 being the 8x8 board
			if m&0xc0c0 != 0 && m%251 != 0 {
				continue
			}
			isLegal := g.Legal(&s, breakthrough.Move(m)) == nil
			require.Equal(t, slices.Contains(moves, breakthrough.Move(m)), isLegal, "%v", breakthrough.Move(m))
		}
	})
}

func TestLegalExplains(t *testing.T) {
	g := sized(t, 6, 6)
	s := testkit.Play(t, g, "a2-a3 a5-a4 b2-b3 f5-e4")
	for text, want := range map[string]string{
		"b4-b5": "there is no pawn on b4",
		"a4-b3": "the pawn on a4 is Black's, and White is to move",
		"a3-a4": "a4 is blocked: pawns capture only diagonally",
		"a1-a2": "",
		"a1-b2": "",
		"c1-c2": "a pawn of your own is on c2",
		"c2-b3": "a pawn of your own is on b3",
		"b3-b5": "b3-b5 is not one square up, straight or diagonally",
		"b3-b2": "b3-b2 is not one square up, straight or diagonally",
		"b3-d4": "b3-d4 is not one square up, straight or diagonally",
		"b3-b3": "b3-b3 is not one square up, straight or diagonally",
		"b3-a4": "",
	} {
		requireError(t, want, g.Legal(&s, parse(t, g, text)), text)
	}
	requireError(t, "f2-g3 leaves the board: want squares from a1 to f6",
		g.Legal(&s, parse(t, breakthrough.Game{}, "f2-g3")))
	s = testkit.Play(t, g, "a2-a3 a5-a4 b2-b3 f5-e4 c2-c3")
	requireError(t, "e4-e5 is not one square down, straight or diagonally", g.Legal(&s, parse(t, g, "e4-e5")))
	requireError(t, "the pawn on c3 is White's, and Black is to move", g.Legal(&s, parse(t, g, "c3-c4")))
}

func requireError(t *testing.T, want string, err error, about ...any) {
	t.Helper()
	if want == "" {
		require.NoError(t, err, about...)
		return
	}
	require.EqualError(t, err, want, about...)
}

func TestLegalAfterTheEnd(t *testing.T) {
	g := sized(t, 2, 4)
	s := testkit.Play(t, g, "a2-b3 a4-b3 a1-a2 a3-b2 a2-a3 b2-a1")
	requireError(t, "the game is over", g.Legal(&s, parse(t, g, "a3-b4")))
}

func TestPlayerName(t *testing.T) {
	require.Equal(t, "White", breakthrough.Game{}.PlayerName(0))
	require.Equal(t, "Black", breakthrough.Game{}.PlayerName(1))
}
