package leaktest

import "time"

// SetPatience changes how long a goroutine may take to end, and returns a function that puts it back.
func SetPatience(d time.Duration) (restore func()) {
	before := patience
	patience = d
	return func() { patience = before }
}
