package gtp

import (
	"sync/atomic"
	"time"
)

// ticks is a clock that advances by a fixed step whenever it is read. A search reads it after every
// few simulations if the step is 100 microseconds or more, so its time depends only on simulations.
type ticks struct {
	step time.Duration
	read atomic.Int64
}

func newTicks(step time.Duration) *ticks { return &ticks{step: step} }

func (c *ticks) now() time.Time { return time.Unix(0, c.read.Add(int64(c.step))) }
