//go:build unix

package cpu

import (
	"syscall"
	"time"
)

// Exact reports whether Time is measured, and not derived from the time on the wall.
const Exact = true

// Time returns the CPU time of the process, in all its threads.
func Time() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
