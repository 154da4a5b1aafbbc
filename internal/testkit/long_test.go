package testkit_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/internal/testkit"
)

func TestLong(t *testing.T) {
	for value, want := range map[string]bool{"": true, "0": true, "1": false} {
		t.Setenv("BANYAN_LONG", value)
		var skipped bool
		t.Run("long", func(t *testing.T) {
			defer func() { skipped = t.Skipped() }()
			testkit.Long(t)
		})
		require.Equal(t, want, skipped, "BANYAN_LONG=%q", value)
	}
}
