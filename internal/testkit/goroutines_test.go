package testkit_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/internal/testkit"
)

// A goroutine that is about to end is none, and one that does not end is found.
func TestCheckGoroutines(t *testing.T) {
	defer testkit.CheckGoroutines(t)()
	go time.Sleep(20 * time.Millisecond)

	defer testkit.SetPatience(10 * time.Millisecond)()
	stop := make(chan struct{})
	said, failed := testkit.RunCheck(func(t testing.TB) {
		end := testkit.CheckGoroutines(t)
		go func() { <-stop }()
		end()
	})
	require.True(t, failed)
	require.Contains(t, said, "goroutines, ")
	close(stop)
}
