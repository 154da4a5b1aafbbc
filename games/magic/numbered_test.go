package magic

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// All actions of the form Binary have different numbers within range.
func TestActionNumbersDiffer(t *testing.T) {
	g, seen := Numbered{}, map[int]Action{}
	requireNew := func(a Action) {
		i := g.ActionIndex(a)
		require.NotContains(t, seen, i, "%v and %v", a, seen[i])
		require.True(t, 0 <= i && i < g.NumActions(), "%v has number %d", a, i)
		seen[i] = a
	}
	for k := 1; k <= MaxKinds; k++ {
		for n := range maxAlike + 1 {
			requireNew(action(opAttack, k, n))
		}
		requireNew(action(opBlock, k, 0))
	}
	for k := range MaxKinds + 1 {
		for _, op := range []Action{opCast, opSkip, opDraw} {
			requireNew(action(op, k, 0))
		}
	}
	for n := range Deals {
		requireNew(action(opDeal, 0, n))
	}
	requireNew(opDone)
}
