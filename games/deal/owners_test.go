package deal_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/games/deal"
	"github.com/banyan-go/banyan/rng"
)

// all returns all deals, by trying every one.
func all(may []uint32, sizes []int) (deals []string) {
	owners := make([]int, len(may))
	left := append([]int(nil), sizes...)
	var try func(i int)
	try = func(i int) {
		if i == len(may) {
			deals = append(deals, fmt.Sprint(owners))
			return
		}
		for p := range sizes {
			if may[i]>>p&1 == 1 && left[p] > 0 {
				left[p]--
				owners[i] = p
				try(i + 1)
				left[p]++
			}
		}
	}
	try(0)
	return deals
}

// Every possible deal is dealt about equally often, and no other one.
func TestEqualChances(t *testing.T) {
	for _, c := range []struct {
		may   []uint32
		sizes []int
	}{
		{[]uint32{3, 3, 3, 3}, []int{2, 2}},
		{[]uint32{1, 3, 3, 2, 3}, []int{3, 2}},
		{[]uint32{7, 7, 6, 6, 5, 3}, []int{2, 2, 2}},
		{[]uint32{7, 7, 6, 5, 5, 3, 3}, []int{1, 4, 2}},
		{[]uint32{15, 1, 14, 12, 7, 15}, []int{2, 1, 1, 2}},
		{[]uint32{3, 3, 5, 5, 6, 6, 6}, []int{3, 2, 2}},
	} {
		deals := all(c.may, c.sizes)
		counts := map[string]int{}
		r, owners := rng.New(1), make([]int, len(c.may))
		const each = 2000
		for range each * len(deals) {
			require.NoError(t, deal.Owners(r, c.may, c.sizes, owners))
			counts[fmt.Sprint(owners)]++
		}
		chi2 := 0.0
		for _, d := range deals {
			chi2 += float64((counts[d]-each)*(counts[d]-each)) / each
			delete(counts, d)
		}
		assert.Empty(t, counts, "impossible deals")
		// The mean is the number of degrees of freedom n, and the variance 2n.
		n := float64(len(deals) - 1)
		assert.Less(t, (chi2-n)*(chi2-n), 16*2*n, "%v: %d deals, chi2 %v", c, len(deals), chi2)
	}
}

// There is a deal if trying finds one, and it keeps the rules.
func TestKeepsTheRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		players := rapid.IntRange(1, 4).Draw(t, "players")
		sizes := make([]int, players)
		total := 0
		for p := range sizes {
			sizes[p] = rapid.IntRange(0, 3).Draw(t, "size")
			total += sizes[p]
		}
		may := make([]uint32, total)
		for i := range may {
			may[i] = rapid.Uint32Range(0, 1<<(players+1)-1).Draw(t, "may")
		}
		owners := make([]int, total)
		for i := range owners {
			owners[i] = -1
		}
		err := deal.Owners(rng.New(rapid.Uint64().Draw(t, "seed")), may, sizes, owners)
		if len(all(may, sizes)) == 0 {
			require.Equal(t, deal.ErrImpossible, err)
			for _, p := range owners {
				require.Equal(t, -1, p)
			}
			return
		}
		require.NoError(t, err)
		got := make([]int, players)
		for i, p := range owners {
			require.Equal(t, uint32(1), may[i]>>p&1)
			got[p]++
		}
		require.Equal(t, sizes, got)
	})
}

// A hand of bridge with three hidden hands, whose players are void in a suit each.
func TestLargeDeal(t *testing.T) {
	may := make([]uint32, 39)
	for i := range may {
		may[i] = []uint32{0b110, 0b101, 0b011, 0b111}[i%4]
	}
	sizes, owners := []int{13, 13, 13}, make([]int, 39)
	r := rng.New(1)
	var mean float64
	const n = 300
	for range n {
		require.NoError(t, deal.Owners(r, may, sizes, owners))
		for i, p := range owners {
			if i%4 == 3 && p == 0 {
				mean += 1. / n
			}
		}
	}
	assert.InDelta(t, 3, mean, 0.3, "by symmetry, a third of the 9 cards that all may hold")
}

// More deals than a float64 can count are an error, not a deal that is unlike the others.
func TestTooManyDeals(t *testing.T) {
	may, owners := make([]uint32, 750), make([]int, 750)
	for i := range may {
		may[i] = 0b111
	}
	may[0] = 0b011
	require.Equal(t, deal.ErrTooMany, deal.Owners(rng.New(1), may, []int{250, 250, 250}, owners))
	require.Equal(t, make([]int, 750), owners)
	require.NoError(t, deal.Owners(rng.New(1), may[:300], []int{100, 100, 100}, owners[:300]))
}

func TestPanics(t *testing.T) {
	for want, f := range map[string]func(){
		"deal: there are 2 cards and 1 owners":           func() { _ = deal.Owners(rng.New(1), []uint32{1, 1}, []int{2}, []int{0}) },
		"deal: there are 9 players, want 8 or fewer":     func() { _ = deal.Owners(rng.New(1), nil, make([]int, 9), nil) },
		"deal: player 0 gets -1 cards, want 0 to 255":    func() { _ = deal.Owners(rng.New(1), nil, []int{-1, 1}, nil) },
		"deal: the players get 3 cards, and there are 1": func() { _ = deal.Owners(rng.New(1), []uint32{1}, []int{1, 2}, []int{0}) },
	} {
		assert.PanicsWithValue(t, want, f)
	}
}

func BenchmarkOwners(b *testing.B) {
	may := make([]uint32, 16)
	for i := range may {
		may[i] = 3
	}
	may[0] = 1
	r, sizes, owners := rng.New(1), []int{8, 8}, make([]int, 16)
	b.ReportAllocs()
	for b.Loop() {
		_ = deal.Owners(r, may, sizes, owners)
	}
}
