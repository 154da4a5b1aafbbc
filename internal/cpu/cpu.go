// Package cpu measures time by the work of the processors for this process, so that other programs
// do not matter.
package cpu

import "time"

// Now returns the CPU time of the process as a time since an arbitrary epoch. It is a clock for
// [mcts.Config] and [arena.Match] if one goroutine works at a time.
func Now() time.Time { return time.Unix(0, 0).Add(Time()) }
