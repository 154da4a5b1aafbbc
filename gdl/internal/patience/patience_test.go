package patience_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/gdl/internal/patience"
)

func TestOver(t *testing.T) {
	reason := errors.New("the match is over")
	ctx, cancel := context.WithCancelCause(t.Context())
	w := patience.With(ctx)
	for range 10_000 {
		require.NoError(t, w.Over())
	}
	cancel(reason)
	calls := 1
	for calls < 1000 && w.Over() == nil {
		calls++
	}
	require.Less(t, calls, 1000)
	for range 1000 {
		if err := w.Over(); err != nil {
			require.Equal(t, reason, err)
		}
	}
}
