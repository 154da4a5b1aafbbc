package breakthrough_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/internal/testkit"
)

var _ game.Passer[breakthrough.Move] = breakthrough.PawnWhopping{}

// requireLegal checks the errors of Legal, by move. An empty text means that the move is legal.
func requireLegal(t *testing.T, g variant, s breakthrough.State, want map[string]string) {
	for text, reason := range want {
		m, err := g.Parse(text)
		require.NoError(t, err)
		requireError(t, reason, g.Legal(&s, m), text)
	}
}

func TestKnightthroughLegalExplains(t *testing.T) {
	g := breakthrough.Knightthrough{}
	s := testkit.Play(t, g, "b2-c4 g7-f5 a1-b3 h8-g6")
	requireLegal(t, g, s, map[string]string{
		"c4-d6": "",
		"c4-e5": "",
		"d2-b3": "a knight of your own is on b3",
		"b1-a3": "",
		"c4-c5": "c4-c5 is not the jump of a knight up the board",
		"c4-b2": "c4-b2 is not the jump of a knight up the board",
		"c4-c4": "c4-c4 is not the jump of a knight up the board",
		"b2-c4": "there is no knight on b2",
		"f5-e3": "the knight on f5 is Black's, and White is to move",
	})
	s = testkit.Play(t, g, "b2-c4")
	requireLegal(t, g, s, map[string]string{
		"g7-e8": "g7-e8 is not the jump of a knight down the board",
		"g7-f5": "",
	})
	requireError(t, "this game has no pass", g.Legal(&s, breakthrough.Pass))
	plain := breakthrough.Game{}.Start()
	requireError(t, "this game has no pass", breakthrough.Game{}.Legal(&plain, breakthrough.Pass))
}

func TestKnightthroughEnds(t *testing.T) {
	g := breakthrough.Knightthrough{}
	s := testkit.Play(t, g, "b2-c4 a7-b5 c4-d6 b5-c3 d6-e8")
	require.Contains(t, g.Text(&s), "White has won")
	require.Empty(t, g.AppendActions(nil, &s))
	requireLegal(t, g, s, map[string]string{"a8-b6": "the game is over"})
}

func TestPawnWhoppingLegalExplains(t *testing.T) {
	g := breakthrough.PawnWhopping{}
	s := testkit.Play(t, g, "a2-a4 b7-b5 c2-c3 d7-d5 c3-c4 d5-d4")
	requireLegal(t, g, s, map[string]string{
		"a4-b5": "",
		"a4-a5": "",
		"a4-a6": "a4-a6 is a double step, but the pawn has moved before",
		"b2-b4": "",
		"d2-d4": "d4 is blocked: pawns capture only diagonally",
		"d2-d3": "",
		"d2-e3": "there is nothing to capture on e3",
		"d2-c3": "there is nothing to capture on c3",
		"d2-f4": "d2-f4 is neither straight up nor a diagonal capture",
		"d2-d5": "d2-d5 is neither straight up nor a diagonal capture",
		"d2-d1": "d2-d1 is neither straight up nor a diagonal capture",
		"c2-c3": "there is no pawn on c2",
		"e7-e5": "the pawn on e7 is Black's, and White is to move",
		"pass":  "White can move, so it must not pass",
	})
	s = testkit.Play(t, g, "a2-a4 b7-b5 a4-a5 b5-b4 a5-a6 b4-b3")
	requireLegal(t, g, s, map[string]string{
		"b2-b3": "b3 is blocked: pawns capture only diagonally",
		"b2-b4": "b3 is blocked: pawns capture only diagonally",
		"a6-b7": "there is nothing to capture on b7",
		"a6-a7": "a7 is blocked: pawns capture only diagonally",
	})
	s = testkit.Play(t, g, "b2-b4 c7-c5 b4-b5 c5-c4 d2-d3")
	requireLegal(t, g, s, map[string]string{
		"c4-d3": "",
		"c4-b3": "there is nothing to capture on b3",
		"d7-d8": "d7-d8 is neither straight down nor a diagonal capture",
	})
	s = testkit.Play(t, g, "a2-a4 c7-c5 a4-a5 b7-b5")
	requireLegal(t, g, s, map[string]string{"a5-b6": "there is nothing to capture on b6"})
}

// At the end the pawns of every column face each other, and none can capture.
func TestPawnWhoppingDraw(t *testing.T) {
	g := breakthrough.PawnWhopping{}
	s := testkit.Play(t, g, `
		a2-a3 a7-a5 c2-c3 c7-c5 e2-e3 e7-e5 g2-g3 g7-g5
		b2-b3 a5-a4 d2-d3 c5-c4 f2-f3 e5-e4 h2-h3 g5-g4
		b3-b4 b7-b5 d3-d4 d7-d5 f3-f4 f7-f5 h3-h4`)
	require.NotEmpty(t, g.AppendActions(nil, &s))
	last, err := g.Parse("h7-h5")
	require.NoError(t, err)
	g.Apply(&s, last)
	require.Equal(t, `8 . . . . . . . .
7 . . . . . . . .
6 . . . . . . . .
5 . B . B . B . B
4 B W B W B W B W
3 W . W . W . W .
2 . . . . . . . .
1 . . . . . . . .
  a b c d e f g h
a draw: neither side can move
`, g.Text(&s))
	require.Empty(t, g.AppendActions(nil, &s))
	requireLegal(t, g, s, map[string]string{"pass": "the game is over", "a3-a4": "the game is over"})
	out := make([]float64, 2)
	g.Returns(&s, out)
	require.Equal(t, []float64{0.5, 0.5}, out)
}

func TestVariantPlayerName(t *testing.T) {
	for _, v := range variants {
		require.Equal(t, "White", v.game.PlayerName(0))
		require.Equal(t, "Black", v.game.PlayerName(1))
	}
}

func TestVariantParseErrors(t *testing.T) {
	_, err := breakthrough.Knightthrough{}.Parse("pass")
	require.EqualError(t, err, `"pass" is not a move: want two squares from a1 to h8, like b2-c4`)
	_, err = breakthrough.PawnWhopping{}.Parse("a2-a9")
	require.EqualError(t, err, `"a2-a9" is not a move: want two squares from a1 to h8, like a2-a4, or pass`)
}
