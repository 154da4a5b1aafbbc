package testkit_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/internal/testkit"
)

// A goroutine that is about to end is none, and one that does not end is found.
func TestCheckGoroutines(t *testing.T) {
	end := testkit.CheckGoroutines(t)
	go time.Sleep(20 * time.Millisecond)
	end()

	defer testkit.SetPatience(10 * time.Millisecond)()
	stop := make(chan struct{})
	said, failed := testkit.RunCheck(func(t testing.TB) {
		end := testkit.CheckGoroutines(t)
		for range 10 { // more than may be about to end from other tests
			go func() { <-stop }()
		}
		end()
	})
	require.True(t, failed)
	require.Contains(t, said, "goroutines, ")
	close(stop)
}
