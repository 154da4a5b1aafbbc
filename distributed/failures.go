package distributed

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"sync"

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

// safely calls a function in a goroutine of its own. A panic becomes an error with its stack, and
// so does the end of the goroutine.
func safely(f func() error) error {
	err := errors.New("a player or the game ended its goroutine: runtime.Goexit was called")
	var group sync.WaitGroup
	group.Go(func() {
		defer func() {
			if v := recover(); v != nil {
				err = fmt.Errorf("panic: %v\n\n%s", v, debug.Stack())
			}
		}()
		err = f()
	})
	group.Wait()
	return err
}

// play plays a pair, and returns an error if that panics or ends its goroutine, or if there are no
// records.
func (r Referee) play(ctx context.Context, b Batch, pair int) (games []arena.Record, err error) {
	err = safely(func() (err error) {
		games, err = r(ctx, b, pair)
		if err == nil && len(games) == 0 {
			err = errors.New("the referee returned no records of its games")
		}
		return err
	})
	return games, err
}
