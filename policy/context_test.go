package policy

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Seen by player 1 of 4, the components of a joint action were played by 1, 2, 3 and 0, in this
// order. The other components of the player's own joint action are not seen.
func TestContextsOfJointActions(t *testing.T) {
	joint := func(first int32) []Ply {
		var plies []Ply
		for p := range 4 {
			plies = append(plies, Ply{Action: first + int32(p), Player: int16(p), Joint: uint16(p)})
		}
		return plies
	}
	plies := append(append([]Ply{{Action: 99, Player: 2}}, joint(10)...), joint(20)...)
	requireContexts := func(player int16, i int, actions ...int32) {
		t.Helper()
		for exact := range 4 {
			builder := contextBuilder{radix: 100, exact: exact}
			want, c := []context{}, context(player)
			for n, a := range actions {
				if n < exact {
					c = c*100 + context(a)
				} else {
					c = c.extend(a)
				}
				want = append(want, c)
			}
			require.Equal(t, want, builder.appendContexts([]context{}, plies, i, len(actions), player))
		}
	}
	requireContexts(1, 9, 20, 23, 22, 21, 10, 13, 12, 11, 99)
	requireContexts(0, 9, 23, 22, 21, 20, 13)
	requireContexts(3, 9, 22, 21, 20, 23, 12)
	for i := 5; i < 9; i++ {
		requireContexts(1, i, 10, 13, 12, 11, 99)
		requireContexts(2, i, 11, 10)
	}
	requireContexts(1, 1, 99)
	var builder contextBuilder
	require.Empty(t, builder.appendContexts(nil, plies, 0, 3, 1))
	require.Empty(t, builder.appendContexts(nil, plies, 3, 0, 1))
	require.Len(t, builder.appendContexts(nil, plies, 9, 20, 1), 9, "as many as there are")
}
