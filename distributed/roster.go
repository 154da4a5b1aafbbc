package distributed

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// roster has the workers of a queue that search. They are asked without waiting for them.
type roster struct {
	c     *Coordinator
	sub   *nats.Subscription
	inbox string
	asked time.Time
	more  chan struct{} // gets a value, if there is room, when a worker has responded

	mu    sync.Mutex
	names []string // sorted
}

// newRoster asks all workers of the coordinator's queue.
func newRoster(c *Coordinator) (*roster, error) {
	r := &roster{c: c, inbox: c.conn.NewInbox(), more: make(chan struct{}, 1)}
	var err error
	if r.sub, err = c.conn.Subscribe(r.inbox, r.add); err != nil {
		return nil, fmt.Errorf("distributed: %w", err)
	}
	r.ask()
	return r, nil
}

func (r *roster) close() { _ = r.sub.Unsubscribe() } // of a connection that is closed, perhaps

// ask asks all workers again.
func (r *roster) ask() {
	r.asked = time.Now()
	_ = r.c.conn.PublishRequest(searchSubject+"."+r.c.Queue, r.inbox, nil) // Without a server there are no workers.
}

// add adds the worker that has responded.
func (r *roster) add(msg *nats.Msg) {
	if msg.Header.Get("Status") != "" { // There are none.
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	name := string(msg.Data)
	if i, found := slices.BinarySearch(r.names, name); !found {
		r.names = slices.Insert(r.names, i, name)
	}
	select {
	case r.more <- struct{}{}:
	default:
	}
}

// remove removes a worker until it responds again.
func (r *roster) remove(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.names = slices.DeleteFunc(r.names, func(n string) bool { return n == name })
}

// list returns the workers that have responded.
func (r *roster) list() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.names)
}

// wait returns the workers as soon as there are n, or those that are there when ctx ends or the
// time has come.
func (r *roster) wait(ctx context.Context, n int, until time.Time) []string {
	limit := time.NewTimer(time.Until(until))
	defer limit.Stop()
	for {
		if names := r.list(); len(names) >= n {
			return names
		}
		select {
		case <-r.more:
		case <-limit.C:
			return r.list()
		case <-ctx.Done():
			return r.list()
		}
	}
}
