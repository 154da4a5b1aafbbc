// Package patience ends long work when its context is done.
package patience

import "context"

// often is the number of calls of Over between two looks at the context, which together take less
// than a millisecond.
const often = 1 << 8

// Watch looks at a context now and then. It is for one goroutine.
type Watch struct {
	ctx   context.Context
	calls int
}

// With returns a Watch of ctx.
func With(ctx context.Context) *Watch { return &Watch{ctx: ctx} }

// Over returns the cause for which the context is done, or nil. Loops call it at every turn.
func (w *Watch) Over() error {
	if w.calls++; w.calls%often != 1 { // The first call looks.
		return nil
	}
	return context.Cause(w.ctx)
}
