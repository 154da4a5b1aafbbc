package contest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena"
)

func TestEndsNote(t *testing.T) {
	require.Empty(t, endsNote(arena.Ends{Late: []int{0, 0}}, 9))
	require.Equal(t, "Lost on time: a 1, c 3 of 9 games. They show who keeps the clock, not who plays better.\n"+
		"Cut off by the limit of plies: 2 of 9 games. They count as if nobody had won.\n", endsNote(arena.Ends{Late: []int{1, 0, 3}, Cut: 2}, 9))
}
