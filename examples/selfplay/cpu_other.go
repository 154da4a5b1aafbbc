//go:build !unix

package main

import (
	"runtime"
	"time"
)

var started = time.Now()

// cpuTime returns the CPU time of a process that keeps its processors busy.
func cpuTime() time.Duration { return time.Since(started) * time.Duration(runtime.GOMAXPROCS(0)) }
