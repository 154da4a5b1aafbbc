package nogo_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/nogo"
	"github.com/banyan-go/banyan/internal/testkit"
)

func TestLegalExplains(t *testing.T) {
	for _, c := range []struct {
		width, height       int
		played, point, want string
	}{
		{9, 9, "E5", "E5", "E5 is taken by Black"},
		{9, 9, "E5 D4", "D4", "D4 is taken by White"},
		{9, 9, "", "K1", "K1 is off the board: want a point from A1 to J9"},
		{1, 1, "", "A1", "A1 is suicide: the stone's own group would have no liberty"},
		// White has stones on A2 and B1, so A1 has no liberty.
		{9, 9, "E5 A2 E6 B1", "A1", "A1 is suicide: the stone's own group would have no liberty"},
		// A2 is the only liberty of the white stone on A1.
		{9, 9, "B1 A1", "A2", "A2 is a capture: it would take the last liberty of a group of White"},
		{9, 9, "A1 B1 E5", "A2", "A2 is a capture: it would take the last liberty of a group of Black"},
		// B1 is suicide and a capture. The error names suicide.
		{3, 1, "A1 C1", "B1", "B1 is suicide: the stone's own group would have no liberty"},
	} {
		g := must(nogo.New(c.width, c.height))
		s := testkit.Play(t, g, c.played)
		require.EqualError(t, g.Legal(&s, points(c.point)[0]), c.want)
	}
}

func TestHollowPointIsNoLiberty(t *testing.T) {
	g := must(nogo.New(3, 1, points("B1")...))
	require.Error(t, g.Legal(&nogo.State{}, points("A1")[0]))
	require.Empty(t, g.AppendActions(nil, &nogo.State{}))
}

func TestText(t *testing.T) {
	s := testkit.Play(t, nogo.Hollow9, "A1 J9 E5")
	require.Equal(t, `   A B C D E F G H J
 9 + + + + + + + + O 9
 8 + + + +   + + + + 8
 7 + + + +   + + + + 7
 6 + + + + + + + + + 6
 5 +     + X +     + 5
 4 + + + + + + + + + 4
 3 + + + +   + + + + 3
 2 + + + +   + + + + 2
 1 X + + + + + + + + 1
   A B C D E F G H J
`, nogo.Hollow9.Text(&s))
	g := must(nogo.New(2, 10))
	require.Contains(t, g.Text(&nogo.State{}), "\n10 + + 10\n 9 + + 9\n")
}
