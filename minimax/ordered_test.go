package minimax_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/minimax"
)

// ordered is a uniform tree in which the first action is always the best. Every other action costs
// its player something; the cost decreases with depth. Players alternate. leaves counts the
// terminal states visited.
type ordered struct {
	branching, depth int
	equal            bool // all terminal states have the same value
	leaves           *int
}

type orderedState struct {
	ply   int
	value float64
}

func (ordered) NumPlayers() int { return 2 }

func (ordered) ToMove(s *orderedState) int { return s.ply % 2 }

func (g ordered) AppendActions(dst []int, s *orderedState) []int {
	for a := 0; a < g.branching && s.ply < g.depth; a++ {
		dst = append(dst, a)
	}
	return dst
}

func (g ordered) Apply(s *orderedState, a int) {
	cost := float64(a) / math.Pow(float64(g.branching+1), float64(s.ply))
	s.value -= cost * float64(1-2*(s.ply%2))
	s.ply++
}

func (g ordered) Returns(s *orderedState, out []float64) {
	*g.leaves++
	out[0], out[1] = s.value, -s.value
	if g.equal {
		out[0], out[1] = 0, 0
	}
}

// Alpha-beta on a perfectly ordered tree with b^d leaves visits b^ceil(d/2) + b^floor(d/2) - 1 of
// them (Knuth and Moore 1975, section 6, corollary 1). If all leaves have the same value, the order
// is perfect too, provided that equality cuts off.
func TestBestCaseOfKnuthAndMoore(t *testing.T) {
	for b := 1; b <= 5; b++ {
		for d := 1; d <= 7; d++ {
			want := pow(b, (d+1)/2) + pow(b, d/2) - 1
			for _, equal := range []bool{false, true} {
				g := ordered{branching: b, depth: d, equal: equal, leaves: new(int)}
				result := run(t, g, orderedState{}, minimax.Config{})
				require.Equal(t, want, *g.leaves, "branching %d, depth %d, equal %t", b, d, equal)
				require.Equal(t, make([]int, d), result.Variation)

				*g.leaves = 0
				run(t, g, orderedState{}, minimax.Config{Plain: true})
				require.Equal(t, pow(b, d), *g.leaves)
			}
		}
	}
}

func pow(b, n int) int {
	p := 1
	for range n {
		p *= b
	}
	return p
}
