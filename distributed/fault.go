package distributed

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/banyan-go/banyan/arena"
)

// fault tells an error of the server that passes from one that lasts. A server that starts refuses
// requests or does not respond, and so does one that cannot write to its disk.
type fault struct {
	tries       int // that failed, one after the other
	since, last time.Time
}

const (
	faultTries = 3

	// faultPatience is how long requests may fail while the server responds to pings. Errors that
	// are farther apart have nothing to do with each other.
	faultPatience = 15 * time.Second
)

// lasting counts an error. It returns nil if the request should be retried, and otherwise the
// reason why not.
func (f *fault) lasting(conn *nats.Conn, err error) error {
	now := time.Now()
	if now.Sub(f.last) > faultPatience {
		*f = fault{since: now}
	}
	f.tries++
	f.last = now
	switch {
	case errors.Is(err, nats.ErrMaxPayload), errors.Is(err, nats.ErrConnectionClosed):
		return err
	case isStorage(err) && f.tries >= faultTries:
		return fmt.Errorf("%w (%w)", errStorage, err)
	case !conn.IsConnected() || conn.FlushTimeout(requestTimeout) != nil: // There is no server.
		*f = fault{}
	case f.tries < faultTries || now.Sub(f.since) < faultPatience:
	case errors.As(err, new(*jetstream.APIError)):
		return err
	default: // An error of its disk makes the server drop messages without a response.
		return fmt.Errorf("%w (%w)", errStorage, err)
	}
	return nil
}

// errStorage reports that the server cannot store messages.
var errStorage = errors.New("the server cannot store messages: is its disk full, or a limit of JetStream reached?")

// isStorage reports whether the server says that it has no room for a message.
func isStorage(err error) bool {
	var api *jetstream.APIError
	if !errors.As(err, &api) || isRepeated(err) {
		return false
	}
	switch api.ErrorCode {
	case codeInsufficientResources, codeStorageExceeded, codeMemoryExceeded, codeStoreFailed:
		return true
	}
	return false
}

// Error codes of the server that package jetstream provides no names for.
const (
	codeInsufficientResources jetstream.ErrorCode = 10023
	codeMemoryExceeded        jetstream.ErrorCode = 10028
	codeStorageExceeded       jetstream.ErrorCode = 10047
	codeStoreFailed           jetstream.ErrorCode = 10077
)

// isRepeated reports whether a message was refused because there is one with its subject.
func isRepeated(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && strings.Contains(api.Description, "per subject")
}

// isStreamLost reports whether a message or request found no stream.
func isStreamLost(err error) bool {
	return errors.Is(err, jetstream.ErrStreamNotFound) || errors.Is(err, jetstream.ErrNoStreamResponse) || errors.Is(err, nats.ErrNoResponders)
}

// failures are the pairs that no worker could play.
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

// safely calls a function in a separate goroutine. A panic becomes an error with its stack, and so
// does the end of the goroutine.
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
