package testkit

import (
	"runtime"
	"testing"
	"time"
)

// patience is how long a goroutine may take to end.
var patience = 10 * time.Second

// CheckGoroutines returns a function that fails t if there are more goroutines than now.
//
//	defer testkit.CheckGoroutines(t)()
func CheckGoroutines(t testing.TB) (end func()) {
	before := runtime.NumGoroutine()
	return func() {
		t.Helper()
		for range patience / time.Millisecond {
			if runtime.NumGoroutine() <= before {
				return
			}
			time.Sleep(time.Millisecond) // A goroutine that has done its work may still be on its way out.
		}
		stacks := make([]byte, 1<<16)
		t.Errorf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
	}
}
