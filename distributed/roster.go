package distributed

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// roster has the workers of a queue that search. They are queried without waiting for them.
type roster struct {
	c     *Coordinator
	game  string
	sub   *nats.Subscription
	inbox string
	asked time.Time
	more  chan struct{} // gets a value, if there is room, when a worker has responded

	mu      sync.Mutex
	names   []string // sorted
	refused string   // why a worker cannot search
}

// newRoster asks all workers of the coordinator's queue that search the game.
func newRoster(c *Coordinator, game string) (*roster, error) {
	r := &roster{c: c, game: game, inbox: c.conn.NewInbox(), more: make(chan struct{}, 1)}
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

// add adds the worker that has responded, unless it is of another program.
func (r *roster) add(msg *nats.Msg) {
	if msg.Header.Get("Status") != "" { // There are none.
		return
	}
	w, err := decode[announcement](msg.Data)
	reason := ""
	if err != nil {
		reason = err.Error()
	} else {
		reason = refusal(w, Protocol, r.c.Version, r.game)
	}
	if reason != "" {
		r.refuse(reason)
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if i, found := slices.BinarySearch(r.names, w.Worker); !found {
		r.names = slices.Insert(r.names, i, w.Worker)
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

// refuse keeps why a worker cannot search, and tells it once.
func (r *roster) refuse(reason string) {
	r.mu.Lock()
	known := r.refused == reason
	r.refused = reason
	r.mu.Unlock()
	if !known {
		r.c.Notice("refused: " + reason)
	}
}

// none returns why there is no worker.
func (r *roster) none() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.refused != "" {
		return fmt.Errorf("distributed: no worker in the queue %s can search: %s", r.c.Queue, r.refused)
	}
	return fmt.Errorf("distributed: there is no worker in the queue %s, want some that search", r.c.Queue)
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
