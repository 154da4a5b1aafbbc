package leaktest_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/internal/leaktest"
)

// recorder is a test that may fail.
type recorder struct {
	testing.TB
	failed bool
}

func (*recorder) Helper() {}

func (r *recorder) Errorf(string, ...any) { r.failed = true }

// A goroutine that is about to end is none, and one that does not end is found.
func TestStart(t *testing.T) {
	r := &recorder{TB: t}
	end := leaktest.Start(r)
	go time.Sleep(20 * time.Millisecond)
	end()
	require.False(t, r.failed)

	defer leaktest.SetPatience(10 * time.Millisecond)()
	stop := make(chan struct{})
	end = leaktest.Start(r)
	go func() { <-stop }()
	end()
	require.True(t, r.failed)
	close(stop)
}
