package policy

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

type replyChange struct {
	context context
	action  int32
	forget  bool
}

func TestReplyTableMatchesAMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		contexts, array := rapid.SampledFrom([]int{5, 100, 3000}).Draw(t, "contexts"), rapid.Bool().Draw(t, "array")
		key := func(i int) context {
			if array {
				return context(i)
			}
			return context(i).extend(0)
		}
		change := rapid.Custom(func(t *rapid.T) replyChange {
			return replyChange{
				context: key(rapid.IntRange(0, contexts-1).Draw(t, "context")),
				action:  rapid.Int32Range(0, 2).Draw(t, "action"),
				forget:  rapid.Bool().Draw(t, "forget"),
			}
		})
		least := rapid.IntRange(0, 3000).Draw(t, "at least")
		table, want := newReplyTable(1<<20), map[context]int32{}
		if array {
			table = newReplyArray(context(contexts + 10))
		}
		for _, c := range rapid.SliceOfN(change, least, 3000).Draw(t, "changes") {
			if !c.forget {
				table.store(c.context, c.action)
				want[c.context] = c.action
				continue
			}
			table.forget(c.context, c.action)
			if old, ok := want[c.context]; ok && old == c.action {
				delete(want, c.context)
			}
		}
		for i := range contexts + 10 {
			c := key(i)
			action, ok := want[c]
			if !ok {
				action = noReply
			}
			require.Equal(t, action, table.find(c))
		}
		if !array {
			require.Equal(t, len(want), table.used-table.forgotten)
			require.LessOrEqual(t, 2*table.used, len(table.slots))
		}
	})
}

// The memory of forgotten replies is used again.
func TestReplyTableReusesMemory(t *testing.T) {
	table := newReplyTable(1 << 20)
	table.store(context(1).extend(0), 5)
	for i := range 100_000 {
		c := context(i + 2).extend(0)
		table.store(c, 3)
		table.forget(c, 3)
		table.forget(context(i+2).extend(1), 3)
	}
	require.Len(t, table.slots, minReplySlots)
	require.EqualValues(t, 5, table.find(context(1).extend(0)))
}

// A table is rebuilt when more than half of it would be in use, and a quarter is in use then.
func TestReplyTableSizes(t *testing.T) {
	table := newReplyTable(1 << 20)
	for i := range minReplySlots / 2 {
		table.store(context(i).extend(0), 1)
		require.Len(t, table.slots, minReplySlots)
	}
	table.store(context(minReplySlots).extend(0), 1)
	require.Len(t, table.slots, 2*minReplySlots)
}

// fullReplyTable returns a table with a limit and as many replies, and the context of the i-th
// reply.
func fullReplyTable(limit int) (*replyTable, func(i int) context) {
	key := func(i int) context { return context(i).extend(0) }
	table := newReplyTable(limit)
	for i := range limit {
		table.store(key(i), 1)
	}
	return &table, key
}

// A full table ignores new contexts and retains learning the old ones.
func TestReplyTableLimit(t *testing.T) {
	const limit = 1000
	table, key := fullReplyTable(limit)
	for i := limit; i < 2*limit; i++ {
		table.store(key(i), 2)
	}
	table.store(key(0), 77)
	require.Equal(t, limit, table.used)
	require.EqualValues(t, 77, table.find(key(0)))
	for i := 1; i < limit; i++ {
		require.EqualValues(t, 1, table.find(key(i)))
		require.EqualValues(t, noReply, table.find(key(limit+i)))
	}
}

// A full table accepts new contexts when a quarter of its replies are forgotten, and not before.
func TestReplyTableReplacesForgottenReplies(t *testing.T) {
	const limit = 1000
	table, key := fullReplyTable(limit)
	for i := range limit / 4 {
		table.store(key(limit), 2)
		require.EqualValues(t, noReply, table.find(key(limit)), "%d are forgotten", i)
		table.forget(key(i), 1)
	}
	for i := range limit {
		table.store(key(limit+i), 2)
	}
	require.Equal(t, limit, table.used)
	for i := range limit {
		forgotten, stored := i < limit/4, i < limit/4
		require.Equal(t, forgotten, table.find(key(i)) == noReply, "old reply %d", i)
		require.Equal(t, stored, table.find(key(limit+i)) == 2, "new reply %d", i)
	}
}

// A forgotten reply that is learned again no longer makes room for others.
func TestReplyTableCountsForgottenReplies(t *testing.T) {
	const limit = 1000
	table, key := fullReplyTable(limit)
	for range limit {
		table.forget(key(0), 1)
		table.store(key(0), 1)
	}
	require.Zero(t, table.forgotten)
	table.store(key(limit), 2)
	require.EqualValues(t, noReply, table.find(key(limit)))
	require.Equal(t, limit, table.used)
}
