package policy

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/rng"
)

type pair struct {
	past   past
	action int32
}

// requireSame compares a table with a map, for what is there and what is not.
func requireSame(t *rapid.T, want map[pair]entry, g *grams, r *rng.Rand) {
	for key, e := range want {
		got := *g.find(key.past, key.action)
		require.InDelta(t, e.mean, got.mean, 1e-4)
		require.Equal(t, e.visits, got.visits, "%+v", key)
	}
	for range 100 {
		key := pair{past(r.Uint64()), int32(r.IntN(10))}
		require.Equal(t, want[key].visits, g.find(key.past, key.action).visits)
	}
	require.Equal(t, len(want), g.used)
	require.LessOrEqual(t, 3*g.used, len(g.slots))
}

func TestGramsAreAMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.SampledFrom([]int{1, 10, 300, 1000, 1 << 20}).Draw(t, "limit")
		pasts := rapid.SampledFrom([]int{5, 100, 1000}).Draw(t, "pasts")
		r := rng.New(rapid.Uint64().Draw(t, "seed"))
		g, want := newGrams(limit), map[pair]entry{}
		for range rapid.IntRange(1, 6).Draw(t, "rounds") {
			for range r.IntN(2000) {
				key := pair{past(r.IntN(pasts)).before(0), int32(r.IntN(10))}
				value := float32(r.Float64())
				g.add(key.past, key.action, value, 1)
				e, known := want[key]
				if known || len(want) < limit {
					e.mean = (e.mean*e.visits + value) / (e.visits + 1)
					e.visits++
					want[key] = e
				}
			}
			requireSame(t, want, &g, r)
			if r.IntN(2) == 0 {
				g.fade(0.25, true)
				for key, e := range want {
					if e.visits = float32(math.Floor(float64(e.visits)*0.25 + 0.5)); e.visits == 0 {
						delete(want, key)
					} else {
						want[key] = e
					}
				}
				requireSame(t, want, &g, r)
			}
		}
	})
}

// The table shrinks with what it holds, or else it would take as long to read as it did when it was full.
func TestGramsShrink(t *testing.T) {
	g := newGrams(1 << 20)
	for i := range 100_000 {
		g.add(past(i).before(1), 0, 1, 1)
	}
	g.add(past(7).before(1), 0, 1, 1)
	full := len(g.slots)
	g.fade(0.4, true)
	require.Equal(t, 1, g.used)
	require.Less(t, len(g.slots), full/4)
	require.EqualValues(t, 1, g.find(past(7).before(1), 0).visits)
}

// Sequences that differ in one action, in their order, in the player or in their length are different ones.
func TestSequencesAreDifferent(t *testing.T) {
	ids := map[sequence][]int32{}
	add := func(p past, actions ...int32) {
		id := p.then(99)
		if other, ok := ids[id]; ok {
			t.Errorf("%v and %v are the same", actions, other)
		}
		ids[id] = actions
	}
	for player := range int32(4) {
		add(past(player), player)
		for a := range int32(40) {
			p := past(player).before(a)
			add(p, player, a)
			for b := range int32(40) {
				add(p.before(b), player, a, b)
			}
		}
	}
	p := past(1).before(2)
	require.NotEqual(t, p.then(3), p.then(4))
}

// The tables of single actions grow where a game numbers its actions as they appear.
func TestRowsGrow(t *testing.T) {
	r := newRows(Info{Players: 2}, 0.25)
	require.Equal(t, entry{mean: 0.25}, *r.at(1, 300))
	r.at(1, 300).add(1, 1)
	r.at(1, 0).add(0.5, 2)
	row := r.row(1, []int32{3, 1000, 4})
	require.GreaterOrEqual(t, len(row), 1001)
	require.Len(t, r.player[1], len(row))
	require.Equal(t, entry{1, 1}, row[300])
	require.Equal(t, entry{0.5, 2}, row[0])
	require.Equal(t, entry{mean: 0.25}, row[1000])
	require.Equal(t, entry{1, 1}, *r.at(1, 300))
	require.Empty(t, r.player[0], "another player's")
	require.Len(t, newRows(Info{Players: 3, Actions: 7}, 1).player[2], 7)
}
