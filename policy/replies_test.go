package policy

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/rng"
)

// The table holds what a map holds; slots of what is forgotten may still be in use.
func TestRepliesAreAMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pasts := rapid.SampledFrom([]int{5, 100, 3000}).Draw(t, "pasts")
		r := rng.New(rapid.Uint64().Draw(t, "seed"))
		table, want := newReplies(1<<20), map[past]int32{}
		for range rapid.IntRange(1, 3000).Draw(t, "times") {
			key, action := past(r.IntN(pasts)).before(0), int32(r.IntN(3))
			if r.IntN(2) > 0 {
				table.store(key, action)
				want[key] = action
			} else {
				table.forget(key, action)
				if old, ok := want[key]; ok && old == action {
					delete(want, key)
				}
			}
		}
		for i := range pasts + 10 {
			key := past(i).before(0)
			action, ok := want[key]
			if !ok {
				action = noReply
			}
			require.Equal(t, action, table.find(key))
		}
		require.GreaterOrEqual(t, table.used, len(want))
		require.LessOrEqual(t, 2*table.used, len(table.slots))
	})
}

// What is forgotten, or lost at once, takes no memory for ever.
func TestRepliesForgotten(t *testing.T) {
	table := newReplies(1 << 20)
	table.store(past(1).before(0), 5)
	for i := range 100_000 {
		p := past(i + 2).before(0)
		table.store(p, 3)
		table.forget(p, 3)
		table.forget(past(i+2).before(1), 3)
	}
	require.Len(t, table.slots, fewReplies)
	require.EqualValues(t, 5, table.find(past(1).before(0)))
}

// A full table keeps what it has, and changes it.
func TestRepliesLimit(t *testing.T) {
	const limit = 1000
	table := newReplies(limit)
	for i := range 2 * limit {
		table.store(past(i).before(0), int32(i))
	}
	table.store(past(0).before(0), 77)
	require.Equal(t, limit, table.used)
	require.EqualValues(t, 77, table.find(past(0).before(0)))
	for i := 1; i < 2*limit; i++ {
		want := int32(i)
		if i >= limit {
			want = noReply
		}
		require.Equal(t, want, table.find(past(i).before(0)))
	}
}

// What is forgotten makes room in a full table.
func TestRepliesForgottenWhenFull(t *testing.T) {
	const limit = 1000
	table := newReplies(limit)
	for i := range limit {
		table.store(past(i).before(0), 1)
	}
	for i := range limit {
		table.forget(past(i).before(0), 1)
	}
	for i := range limit {
		table.store(past(limit+i).before(0), 2)
	}
	require.Equal(t, limit, table.used)
	for i := range limit {
		require.EqualValues(t, noReply, table.find(past(i).before(0)))
		require.EqualValues(t, 2, table.find(past(limit+i).before(0)))
	}
}
