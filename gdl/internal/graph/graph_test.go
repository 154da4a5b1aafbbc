package graph_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/gdl/internal/graph"
)

func TestComponents(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 8).Draw(t, "nodes")
		edges := make([][]int32, n)
		reaches := make([][]bool, n) // by one edge or more
		for a := range edges {
			edges[a] = rapid.SliceOfN(rapid.Int32Range(0, int32(n)-1), 0, 3).Draw(t, "edges")
			reaches[a] = make([]bool, n)
			for _, b := range edges[a] {
				reaches[a][b] = true
			}
		}
		for k := range n {
			for a := range n {
				for b := range n {
					reaches[a][b] = reaches[a][b] || reaches[a][k] && reaches[k][b]
				}
			}
		}
		group := make([]int, n)
		count := 0
		for i, members := range graph.Components(edges) {
			for _, a := range members {
				group[a] = i
				count++
			}
		}
		require.Equal(t, n, count)
		for a := range n {
			for b := range n {
				require.Equal(t, a == b || reaches[a][b] && reaches[b][a], group[a] == group[b])
				if slices.Contains(edges[a], int32(b)) {
					require.LessOrEqual(t, group[b], group[a])
				}
			}
		}
	})
}
