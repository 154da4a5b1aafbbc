package dots

import (
	"context"
	"math/bits"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/minimax"
	"github.com/banyan-go/banyan/rng"
)

// margins solves the game of two players from the last edge to the first. For every set of drawn
// edges it holds the number of boxes that the player to move gets from here on, minus the
// opponent's. Bit i of such a set is edge i of the list. The boxes that the players already have do
// not change the best margin.
type margins struct {
	game   Game
	edges  []Edge
	low    [1 << 12]uint64 // the first twelve edges, as the game stores them; high has the others
	high   [1 << 12]uint64
	values []int8
}

func newMargins(t *testing.T, width, height int) *margins {
	g, err := New(width, height, 2)
	require.NoError(t, err)
	start := g.Start()
	m := &margins{game: g, edges: g.AppendActions(nil, &start)}
	for set := range m.low {
		for i := range 12 {
			if set>>i&1 != 0 && i < len(m.edges) {
				m.low[set] |= 1 << m.edges[i]
			}
			if set>>i&1 != 0 && i+12 < len(m.edges) {
				m.high[set] |= 1 << m.edges[i+12]
			}
		}
	}
	m.values = make([]int8, 1<<len(m.edges))
	for drawn := len(m.values) - 2; drawn >= 0; drawn-- {
		// The board turned by 180 degrees has its edges in the opposite order.
		if turned := int(bits.Reverse32(uint32(drawn)) >> (32 - len(m.edges))); turned > drawn {
			m.values[drawn] = m.values[turned]
		} else {
			m.values[drawn] = m.best(drawn)
		}
	}
	return m
}

// best returns the greatest margin of the player to move: the maximum of after over the edges, but
// faster.
func (m *margins) best(drawn int) int8 {
	set, squares := m.low[drawn&0xfff]|m.high[drawn>>12], m.game.squares()
	done := bits.OnesCount64(enclosed(set) & squares)
	best := int8(-100)
	for free := ^uint(drawn) & uint(len(m.values)-1); free != 0; free &= free - 1 {
		i := bits.TrailingZeros(free)
		value := m.values[drawn|1<<i]
		if n := bits.OnesCount64(enclosed(set|1<<m.edges[i])&squares) - done; n > 0 {
			value += int8(n)
		} else {
			value = -value
		}
		best = max(best, value)
	}
	return best
}

// after returns the margin of the player that draws edge i.
func (m *margins) after(drawn, i int) int8 {
	s := State{drawn: m.low[drawn&0xfff] | m.high[drawn>>12]}
	m.game.Apply(&s, m.edges[i])
	value := m.values[drawn|1<<i]
	if s.mover == 0 {
		return int8(s.boxes[0]) + value
	}
	return -value
}

// On 3x3 boxes the second player wins by 3 after every first edge (D. Wilson, "Dots-and-Boxes
// Analysis Results", wilson.engr.wisc.edu/boxes/results.shtml).
func TestThreeByThreeIsLostByThree(t *testing.T) {
	testkit.Long(t)
	m := newMargins(t, 3, 3)
	require.Len(t, m.edges, 24)
	for i, e := range m.edges {
		require.Equal(t, int8(-3), m.after(0, i), "%v", e)
	}
}

// On 2x2 boxes the first player wins by 3 to 1 with an outer edge. An inner edge allows a draw by
// symmetry.
func TestTwoByTwoOpenings(t *testing.T) {
	m := newMargins(t, 2, 2)
	inner := map[string]bool{"b1-b2": true, "a2-b2": true, "b2-c2": true, "b2-b3": true}
	for i, e := range m.edges {
		want := int8(2)
		if inner[e.String()] {
			want = 0
		}
		require.Equal(t, want, m.after(0, i), "%v", e)
	}
}

// The solved margins determine the winner of any position. Alpha-beta, which does not use margins,
// agrees.
func TestMinimaxAgreesWithMargins(t *testing.T) {
	for _, size := range [][2]int{{1, 1}, {2, 1}, {1, 3}, {4, 1}, {2, 2}} {
		m := newMargins(t, size[0], size[1])
		search, err := minimax.New(m.game, minimax.Config{TableBits: 14})
		require.NoError(t, err)
		r := rng.New(1)
		for range 20 {
			s := m.game.Start()
			for actions := m.game.AppendActions(nil, &s); len(actions) > 0; actions = m.game.AppendActions(nil, &s) {
				result, err := search.Run(context.Background(), &s)
				require.NoError(t, err)
				require.Equal(t, m.winner(&s), result.Value, "%v: %+v", size, s)
				m.game.Apply(&s, actions[r.IntN(len(actions))])
			}
		}
	}
}

// winner returns the value of s for player 0.
func (m *margins) winner(s *State) float64 {
	drawn := 0
	for i, e := range m.edges {
		drawn |= int(s.drawn>>e&1) << i
	}
	value := int(m.values[drawn])
	if s.mover == 1 {
		value = -value
	}
	switch value += s.Boxes(0) - s.Boxes(1); {
	case value > 0:
		return 1
	case value < 0:
		return 0
	}
	return 0.5
}
