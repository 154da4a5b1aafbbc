package brake_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/mcts/internal/brake"
)

func TestBrake(t *testing.T) {
	none := &brake.Brake{}
	require.False(t, none.Pulled())
	require.False(t, none.Late())
	require.False(t, none.On())

	expired, late, asked := false, false, 0
	b := brake.New(func() bool { asked++; return expired }, func() bool { return late })
	require.False(t, b.Pulled())
	require.False(t, b.Late())
	require.Equal(t, 2, asked)
	require.True(t, b.On())
	late = true
	require.True(t, b.Late())
	require.False(t, b.Pulled())
	b.SetSlow(false)
	expired, asked = true, 0
	require.False(t, b.Pulled())
	require.False(t, b.Late())
	require.Zero(t, asked, "nobody looks where simulations are fast")
	b.SetSlow(true)
	require.True(t, b.Pulled())
	expired = false
	b.SetSlow(false)
	require.True(t, b.Pulled(), "for ever")
	require.True(t, b.Late())

	b = brake.New(func() bool { return false }, func() bool { return false })
	b.SetSlow(false)
	b.Pull()
	require.True(t, b.Pulled())
	require.True(t, b.Late())
}
