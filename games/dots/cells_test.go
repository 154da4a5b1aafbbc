package dots_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/dots"
	"github.com/banyan-go/banyan/rng"
)

// The cells are the edges, in the order of the actions of the start, and the boxes of the players.
func TestCells(t *testing.T) {
	g := dots.Game{}
	r := rng.New(1)
	s := g.Start()
	all := g.AppendActions(nil, &s)
	want := make([]uint8, len(all)+3)
	for actions := all; len(actions) > 0; actions = g.AppendActions(nil, &s) {
		e := actions[r.IntN(len(actions))]
		g.Apply(&s, e)
		want[g.ActionIndex(e)] = 1
		for p := range 3 {
			want[len(all)+p] = uint8(s.Boxes(p))
		}
		require.Equal(t, want, g.AppendCells(nil, &s))
	}
}
