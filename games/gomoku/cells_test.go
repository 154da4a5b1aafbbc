package gomoku_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/gomoku"
	"github.com/banyan-go/banyan/rng"
)

// The cells are those that Text draws, column by column from below.
func TestCells(t *testing.T) {
	for _, size := range [][2]int{{8, 8}, {8, 5}, {7, 8}, {12, 13}} {
		g, err := gomoku.New(size[0], size[1], 5)
		require.NoError(t, err)
		r := rng.New(1)
		s := g.Start()
		for actions := g.AppendActions(nil, &s); len(actions) > 0; actions = g.AppendActions(nil, &s) {
			rows := strings.Split(g.Text(&s), "\n")
			var want []uint8
			for x := range size[0] {
				for y := range size[1] {
					want = append(want, uint8(strings.IndexByte(".XO", rows[size[1]-1-y][3+2*x])))
				}
			}
			require.Equal(t, want, g.AppendCells(nil, &s))
			require.Equal(t, append([]uint8{9}, want...), g.AppendCells([]uint8{9}, &s))
			g.Apply(&s, actions[r.IntN(len(actions))])
		}
	}
}
