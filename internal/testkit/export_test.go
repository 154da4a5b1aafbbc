package testkit

import "time"

// SetPatience changes how long a goroutine may take to end. It returns a function that undoes that.
func SetPatience(d time.Duration) (restore func()) {
	before := patience
	patience = d
	return func() { patience = before }
}
