package parallel

import (
	"sync"

	"github.com/banyan-go/banyan/policy"
)

// batchSize is how many simulations a member keeps to itself before the others learn them.
const batchSize = 64

// Exchange lets the playout policies of several workers learn from the simulations of all, in the
// order in which they are published. The zero Exchange is ready after Renew.
type Exchange struct {
	mu      sync.Mutex
	members []*Member

	// A list of batches, the last one published last. All members have replayed the first.
	first, last *TraceBatch
}

// Member is one worker of an [Exchange].
type Member struct {
	exchange *Exchange
	learner  func() policy.Learner // nil if the policy does not learn
	traces   *TraceBatch           // that others have not seen
	replayed *TraceBatch           // the last one that it has
}

// Join adds a worker whose playout policy learner returns.
func (x *Exchange) Join(learner func() policy.Learner) *Member {
	m := &Member{exchange: x, learner: learner}
	m.traces = &TraceBatch{from: m}
	x.members = append(x.members, m)
	return m
}

// Renew forgets everything, but keeps the memory: the playout policies are new.
func (x *Exchange) Renew() {
	if x.first == nil {
		x.first = &TraceBatch{}
		x.last = x.first
	}
	for _, m := range x.members {
		m.replayed = x.last
		m.traces.Reset()
	}
}

// Record keeps a simulation from which the worker has learned, for the others.
func (m *Member) Record(t *policy.Trace) {
	if m.traces.Add(t); m.traces.Len() == batchSize {
		m.traces = m.exchange.publish(m.traces)
		m.replay()
	}
}

// publish gives all members traces to replay, and returns an empty batch for the next ones: the
// first, if every member has gone on from it.
func (x *Exchange) publish(traces *TraceBatch) (empty *TraceBatch) {
	x.mu.Lock()
	defer x.mu.Unlock()
	traces.number = x.last.number + 1
	x.last.next, x.last = traces, traces
	for _, m := range x.members {
		if m.replayed == x.first {
			return &TraceBatch{from: traces.from}
		}
	}
	empty = x.first
	x.first = empty.next
	empty.Reset()
	empty.from, empty.next = traces.from, nil
	return empty
}

// replay lets the worker learn what others have published. The lock is not held during the replay.
func (m *Member) replay() {
	x := m.exchange
	x.mu.Lock()
	last := x.last
	x.mu.Unlock()
	for b := m.replayed; b != last; {
		if b = b.next; b.from != m {
			b.Replay(m.learner())
		}
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	m.replayed = last
}

// Flush lets every worker learn what is left, while none of them works.
func (x *Exchange) Flush() {
	if len(x.members) < 2 || x.members[0].learner() == nil {
		return
	}
	for _, m := range x.members {
		if m.traces.Len() > 0 {
			m.traces = x.publish(m.traces)
		}
	}
	for _, m := range x.members {
		m.replay()
	}
}
