package distributed

import (
	"context"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/banyan-go/banyan/arena"
)

// failures are the pairs that nobody could play.
type failures []string

func (f *failures) add(pair int, reason string) {
	*f = append(*f, fmt.Sprintf("pair %d: %s", pair, reason))
}

// mostTold is how many failed pairs an error tells of.
const mostTold = 5

// err returns an error that names the pairs, or nil if there are none.
func (f failures) err() error {
	if len(f) == 0 {
		return nil
	}
	rest := ""
	told := f
	if len(told) > mostTold {
		told, rest = told[:mostTold], fmt.Sprintf("\nand %d others", len(f)-mostTold)
	}
	return fmt.Errorf("distributed: %d pairs failed:\n%s%s", len(f), strings.Join(told, "\n"), rest)
}

// safely plays a pair, and turns a panic into an error with its stack.
func safely(ctx context.Context, play Referee, b Batch, pair int) (games []arena.Record, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v\n\n%s", v, debug.Stack())
		}
	}()
	return play(ctx, b, pair)
}
