//go:build !unix

package cpu

import (
	"runtime"
	"time"
)

// Exact reports whether Time is measured, and not derived from the time on the wall.
const Exact = false

var started = time.Now()

// Time returns the CPU time of a process that keeps its processors busy.
func Time() time.Duration { return time.Since(started) * time.Duration(runtime.GOMAXPROCS(0)) }
