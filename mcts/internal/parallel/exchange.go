package parallel

import (
	"sync"

	"github.com/banyan-go/banyan/policy"
)

const (
	// batchSize is how many simulations a member keeps to itself before the others learn them.
	batchSize = 64

	// batchesKept is how many trace batches that all have replayed make it worth to use them again.
	batchesKept = 32
)

// Exchange lets the playout policies of several workers learn from the simulations of all, in any
// order.
type Exchange struct {
	mu      sync.Mutex
	members []*Member
	shared  []*sharedTraces // trace batches that not all members have replayed
	dropped int             // batches before those
	spare   []*sharedTraces
}

// Member is one worker of an [Exchange].
type Member struct {
	exchange *Exchange
	learner  func() policy.Learner // nil if the policy does not learn
	traces   *sharedTraces         // that others have not seen
	learned  int                   // batches that it has replayed
}

// sharedTraces are traces of one member for the others.
type sharedTraces struct {
	TraceBatch
	from *Member
}

// Join adds a worker whose playout policy learner returns.
func (x *Exchange) Join(learner func() policy.Learner) *Member {
	m := &Member{exchange: x, learner: learner, traces: new(sharedTraces)}
	x.members = append(x.members, m)
	return m
}

// Renew forgets everything: the playout policies are new.
func (x *Exchange) Renew() {
	x.spare = append(x.spare, x.shared...)
	x.shared, x.dropped = nil, 0
	for _, m := range x.members {
		m.learned = 0
		m.traces.Reset()
	}
}

// Record keeps a simulation from which the worker has learned, for the others.
func (m *Member) Record(t *policy.Trace) {
	if m.traces.Add(t); m.traces.Len() == batchSize {
		m.publish()
		m.replay()
	}
}

// publish gives the others the traces that this one has kept.
func (m *Member) publish() {
	x := m.exchange
	x.mu.Lock()
	defer x.mu.Unlock()
	m.traces.from = m
	x.shared = append(x.shared, m.traces)
	if n := len(x.spare); n > 0 {
		m.traces, x.spare = x.spare[n-1], x.spare[:n-1]
		m.traces.Reset()
	} else {
		m.traces = new(sharedTraces)
	}
}

// replay lets the worker learn what others have published. The lock is not held meanwhile.
func (m *Member) replay() {
	x := m.exchange
	x.mu.Lock()
	batches := x.shared[m.learned-x.dropped:]
	x.mu.Unlock()
	for _, b := range batches {
		if b.from != m {
			b.Replay(m.learner())
		}
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	m.learned += len(batches)
	least := m.learned
	for _, other := range x.members {
		least = min(least, other.learned)
	}
	if n := least - x.dropped; n >= batchesKept {
		x.spare = append(x.spare, x.shared[:n]...)
		x.shared = append([]*sharedTraces(nil), x.shared[n:]...) // Others may be reading the old slice.
		x.dropped = least
	}
}

// Flush lets every worker learn what is left, while none of them works.
func (x *Exchange) Flush() {
	if len(x.members) < 2 || x.members[0].learner() == nil {
		return
	}
	for _, m := range x.members {
		m.publish()
	}
	for _, m := range x.members {
		m.replay()
	}
}
