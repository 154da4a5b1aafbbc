package ggp

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/banyan-go/banyan/gdl"
	"github.com/banyan-go/banyan/gdl/internal/prover"
	"github.com/banyan-go/banyan/gdl/internal/sheet"
)

// fallback finds legal moves by the rules themselves while the game is not loaded. It is for one
// goroutine at a time.
type fallback struct {
	rules    *sheet.Sheet
	check    func(letters int) error // of the prover
	prover   *prover.Prover          // nil at first
	position *prover.Position
	moves    int // joint moves that led to it
}

// newFallback returns a fallback that gives up when ctx is done or a state is too large.
func newFallback(ctx context.Context, rules *sheet.Sheet, limits gdl.Limits) *fallback {
	most := 16 * cmp.Or(limits.Atoms, 4<<20)
	return &fallback{rules: rules, check: func(letters int) error {
		if letters > most {
			return fmt.Errorf("ggp: what holds in a state has more than %d letters", most)
		}
		return context.Cause(ctx)
	}}
}

// legal returns the legal moves of a role after a history, which begins with that of the call
// before.
func (f *fallback) legal(role string, history [][]string) (moves []string, err error) {
	defer recovered(&err)
	if f.position == nil {
		if f.prover, err = prover.New(f.rules, f.check); err != nil {
			return nil, err
		}
		if f.position, err = f.prover.Start(); err != nil {
			return nil, err
		}
	}
	for ; f.moves < len(history); f.moves++ {
		next, err := f.prover.Next(f.position, history[f.moves])
		if err != nil {
			return nil, err
		}
		f.position = next
	}
	return f.prover.Legal(f.position, role), nil
}

var errPanic = errors.New("panic")

// recovered makes a panic of the function that defers it an error.
func recovered(err *error) {
	if v := recover(); v != nil {
		*err = fmt.Errorf("%w: %v", errPanic, v)
	}
}
