package breakthrough_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/rng"
)

type rules interface {
	Start() breakthrough.State
	AppendActions(dst []breakthrough.Move, s *breakthrough.State) []breakthrough.Move
	Apply(s *breakthrough.State, m breakthrough.Move)
	AppendCells(dst []uint8, s *breakthrough.State) []uint8
	Text(s *breakthrough.State) string
}

// The cells are those that Text draws, column by column from below.
func TestCells(t *testing.T) {
	small, err := breakthrough.New(6, 5)
	require.NoError(t, err)
	for _, c := range []struct {
		game          rules
		width, height int
	}{
		{breakthrough.Game{}, 8, 8},
		{small, 6, 5},
		{breakthrough.Knightthrough{}, 8, 8},
		{breakthrough.PawnWhopping{}, 8, 8},
	} {
		r := rng.New(1)
		s := c.game.Start()
		for actions := c.game.AppendActions(nil, &s); len(actions) > 0; actions = c.game.AppendActions(nil, &s) {
			rows := strings.Split(c.game.Text(&s), "\n")
			var want []uint8
			for x := range c.width {
				for y := range c.height {
					want = append(want, uint8(strings.IndexByte(".WB", rows[c.height-1-y][2+2*x])))
				}
			}
			require.Equal(t, want, c.game.AppendCells(nil, &s))
			require.Equal(t, append([]uint8{9}, want...), c.game.AppendCells([]uint8{9}, &s))
			c.game.Apply(&s, actions[r.IntN(len(actions))])
		}
	}
}
