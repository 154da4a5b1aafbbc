package mcts

import (
	"cmp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/policy"
)

// untry puts the edges without visits behind those with some and otherwise changes no order.
// Everything that belongs to an edge moves with it.
func TestUntry(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		visits := rapid.SliceOfN(rapid.Uint32Range(0, 2), 1, 20).Draw(t, "visits")
		tried := rapid.IntRange(0, len(visits)).Draw(t, "tried")
		clear(visits[tried:])
		b := block{count: uint32(len(visits)), tried: uint32(tried), player: rapid.SampledFrom([]int32{0, 1, Chance}).Draw(t, "player")}
		if rapid.Bool().Draw(t, "special") {
			b.tried += special
		}
		values := &columnOf[float32]{}
		at := tree[int]{columns: []column{values}, maxChunks: 1}
		at.reset()
		c, i, ok := at.alloc(len(visits))
		require.True(t, ok)
		c.setBlock(uint32(i), b)
		var first, last []int
		for k, n := range visits {
			c.stats[i+1+k] = policy.Stats{Mean: float32(k), Visits: n}
			c.links[i+1+k].child, c.actions[i+1+k] = uint32(k), k
			*values.at(uint32(i + 1 + k)) = float32(k)
			if n > 0 || b.player == Chance {
				first = append(first, k)
			} else {
				last = append(last, k)
			}
		}
		at.untry(uint32(i))
		if b.player != Chance {
			b.tried += uint32(len(first) - tried)
		}
		require.Equal(t, b, c.header(uint32(i)))
		require.Equal(t, slices.Concat(first, last), c.actions[i+1:][:len(visits)])
		for j, k := range c.actions[i+1:][:len(visits)] {
			require.Equal(t, policy.Stats{Mean: float32(k), Visits: visits[k]}, c.stats[i+1+j])
			require.EqualValues(t, k, c.links[i+1+j].child)
			require.EqualValues(t, k, *values.at(uint32(i + 1 + j)))
		}
	})
}

// Actions are sorted by descending prior, and those with equal priors keep their order, however
// many they are.
func TestSortByPrior(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom([]int{1, 7, 32, 33, 80}).Draw(t, "actions")
		priors := rapid.SliceOfN(rapid.Float32Range(0, 3), n, n).Draw(t, "priors")
		p := Position[int, int]{}
		for k := range priors {
			priors[k] = float32(int(priors[k]))
			p.Actions = append(p.Actions, k)
		}
		p.Priors = slices.Clone(priors)
		want := slices.Clone(p.Actions)
		slices.SortStableFunc(want, func(a, b int) int { return cmp.Compare(priors[b], priors[a]) })
		p.sortByPrior()
		require.Equal(t, want, p.Actions)
		for k, a := range p.Actions {
			require.Equal(t, priors[a], p.Priors[k])
		}
	})
}
