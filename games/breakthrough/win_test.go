package breakthrough

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// WinningAction finds a winning move if and only if playing all moves finds one, also where the
// opponent has one pawn left.
func TestWinningAction(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, s := anyState(t)
		if rapid.Bool().Draw(t, "one pawn left") {
			op := &s.pawns[s.mover&1^1]
			*op &= -*op
		}
		if g.over(&s) {
			_, ok := g.WinningAction(&s)
			require.False(t, ok)
			return
		}
		wins := map[Move]bool{}
		for _, m := range g.AppendActions(nil, &s) {
			next := s
			g.Apply(&next, m)
			if g.over(&next) {
				wins[m] = true
			}
		}
		m, ok := g.WinningAction(&s)
		require.Equal(t, len(wins) > 0, ok)
		require.Equal(t, ok, wins[m])
	})
}
