package policy

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

type ngram struct {
	context context
	action  int32
}

type ngramReturn struct {
	ngram
	value float32
}

// ngrams draws sequences of up to 1000 contexts and 10 actions. Either their hashes are spread over
// the table, or they all belong to the last slots of the smallest table, where clusters wrap
// around.
func ngrams(t *rapid.T) *rapid.Generator[ngram] {
	contexts := rapid.SampledFrom([]int{5, 100, 1000}).Draw(t, "contexts")
	if contexts < 1000 && rapid.Bool().Draw(t, "crowded") {
		return rapid.Custom(func(t *rapid.T) ngram {
			id := uint64(rapid.IntRange(0, contexts).Draw(t, "id"))
			slot := rapid.IntRange(0, 2).Draw(t, "slot")
			return ngram{context: context(id<<32 + uint64(minNGramSlots-1-slot))}
		})
	}
	return rapid.Custom(func(t *rapid.T) ngram {
		c := context(rapid.IntRange(0, contexts-1).Draw(t, "context"))
		return ngram{c.extend(0), rapid.Int32Range(0, 9).Draw(t, "action")}
	})
}

// requireSame compares a table with a map, for sequences that are in it and for those that are not.
func requireSame(t *rapid.T, want map[ngram]entry, g *ngramTable, others []ngram) {
	for key, e := range want {
		got := *g.find(key.context, key.action)
		require.InDelta(t, e.mean, got.mean, 1e-4)
		require.Equal(t, e.visits, got.visits, "%+v", key)
	}
	for _, key := range others {
		require.Equal(t, want[key].visits, g.find(key.context, key.action).visits, "%+v", key)
	}
	require.Equal(t, len(want), g.used)
	require.LessOrEqual(t, 3*g.used, len(g.slots))
}

func TestNGramTableMatchesAMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.SampledFrom([]int{1, 10, 300, 1000, 1 << 20}).Draw(t, "limit")
		keys := ngrams(t)
		returns := rapid.Custom(func(t *rapid.T) ngramReturn {
			return ngramReturn{keys.Draw(t, "key"), float32(rapid.IntRange(0, 4).Draw(t, "value")) / 4}
		})
		g, want := newNGramTable(limit, 2), map[ngram]entry{}
		for range rapid.IntRange(1, 6).Draw(t, "rounds") {
			least := rapid.SampledFrom([]int{0, 10, 700}).Draw(t, "at least")
			for _, r := range rapid.SliceOfN(returns, least, 1400).Draw(t, "returns") {
				g.add(r.context, r.action, r.value, 1)
				e, ok := want[r.ngram]
				if ok || len(want) < limit {
					e.mean = (e.mean*e.visits + r.value) / (e.visits + 1)
					e.visits++
					want[r.ngram] = e
				}
			}
			others := rapid.SliceOfN(keys, 0, 100).Draw(t, "others")
			requireSame(t, want, &g, others)
			if !rapid.Bool().Draw(t, "decay") {
				continue
			}
			g.decay(0.25, true)
			for key, e := range want {
				if e.visits = float32(math.Floor(float64(e.visits)*0.25 + 0.5)); e.visits == 0 {
					delete(want, key)
				} else {
					want[key] = e
				}
			}
			requireSame(t, want, &g, others)
		}
	})
}

// All sequences with k visits pass the set of ripe ones, after decays and in every kind of table.
func TestRipeSequences(t *testing.T) {
	const radix, contexts, k = 10, 500, 3
	rapid.Check(t, func(t *rapid.T) {
		var g ngramTable
		if rapid.Bool().Draw(t, "array") {
			g = newNGramArray(contexts, radix, k)
			require.False(t, g.isSmall())
		} else {
			g = newNGramTable(1<<20, k)
		}
		most := rapid.SampledFrom([]int{2, contexts}).Draw(t, "contexts")
		c := rapid.Custom(func(t *rapid.T) context { return context(rapid.IntRange(0, most-1).Draw(t, "context")) })
		actions := []int32{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
		for range rapid.IntRange(1, 4).Draw(t, "rounds") {
			for _, c := range rapid.SliceOfN(c, 0, 400).Draw(t, "returns") {
				g.add(c, rapid.Int32Range(0, radix-1).Draw(t, "action"), 1, 1)
			}
			if rapid.Bool().Draw(t, "decay") {
				g.decay(0.6, rapid.Bool().Draw(t, "round"))
			}
			for c := range context(most) {
				ripe := g.maybeRipe(nil, c, actions)
				for _, a := range actions {
					if g.find(c, a).visits >= k {
						require.Contains(t, ripe, a)
					}
				}
				require.Equal(t, ripe, g.stillRipe([]int32{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, c, actions))
			}
		}
	})
}

// Of two sequences of the last slot, the second is stored in slot 0. When the first one is removed
// by decay, the second one must still be found.
func TestNGramTableDecaysAClusterThatWrapsAround(t *testing.T) {
	const last = minNGramSlots - 1
	first, second := context(last), context(last+minNGramSlots)
	g := newNGramTable(1<<20, 2)
	g.add(first, 0, 1, 1)
	g.add(second, 0, 0.5, 4)
	require.Equal(t, second.ngram(0), g.slots[0].id)
	g.decay(0.25, true)
	require.Equal(t, entry{0.5, 1}, *g.find(second, 0))
	require.Zero(t, g.find(first, 0).visits)
	require.Equal(t, 1, g.used)
}

// The table shrinks with its contents, because the time of a decay is proportional to its size.
func TestNGramTableShrinks(t *testing.T) {
	g := newNGramTable(1<<20, 2)
	for i := range 100_000 {
		g.add(context(i).extend(1), 0, 1, 1)
	}
	g.add(context(7).extend(1), 0, 1, 1)
	full := len(g.slots)
	g.decay(0.4, true)
	require.Equal(t, 1, g.used)
	require.Less(t, len(g.slots), full/4)
	require.EqualValues(t, 1, g.find(context(7).extend(1), 0).visits)
}

// A table shrinks to the least size, too, and its set of ripe sequences has a bit for each slot.
func TestNGramTableSizes(t *testing.T) {
	g := newNGramTable(1<<20, 2)
	for i := range minNGramSlots/3 + 1 {
		require.Len(t, g.slots, minNGramSlots)
		g.add(context(i).extend(1), 0, 1, 1)
	}
	require.Len(t, g.slots, 2*minNGramSlots)
	require.Len(t, g.ripe, 2*minNGramSlots/64)
	g.ripe = nil // as in a table that was read
	g.ripenAll()
	require.Len(t, g.ripe, 2*minNGramSlots/64)
	g.decay(0.4, true)
	require.Zero(t, g.used)
	require.Len(t, g.slots, minNGramSlots)
	require.Len(t, g.ripe, minNGramSlots/64)

	small, large := newNGramArray(64, 64, 2), newNGramArray(64, 65, 2)
	require.True(t, small.isSmall())
	require.Len(t, large.ripe, 65+1)
}

// Sequences that differ in an action, in their order, in the player or in their length have
// different hashes.
func TestNGramHashes(t *testing.T) {
	ids := map[ngramID][]int32{}
	add := func(c context, actions ...int32) {
		id := c.ngram(99)
		require.Nil(t, ids[id], "%v", actions) // NotContains takes long.
		ids[id] = actions
	}
	for player := range int32(4) {
		add(context(player), player)
		for a := range int32(40) {
			c := context(player).extend(a)
			add(c, player, a)
			for b := range int32(40) {
				add(c.extend(b), player, a, b)
			}
		}
	}
	c := context(1).extend(2)
	require.NotEqual(t, c.ngram(3), c.ngram(4))
}
