package policy

// Traces is a batch of copied traces, which can be replayed to a [Learner] that did not see the
// simulations. It lets the policies of several workers learn from all simulations without a lock:
// each worker has a [Chooser] of its own and adds the traces of its simulations to a batch. When
// the workers meet, every Chooser learns from the batches of all workers, in an order that does not
// depend on scheduling. All Choosers then have the same state, which is that of a single Learner
// that saw the simulations in that order. Action numbers must mean the same to all workers. They do
// if the game numbers its actions (Info.Actions > 0), but not if each worker numbers them as they
// appear.
//
// The zero value is an empty batch. Its memory is used again after Reset.
type Traces struct {
	traces  []Trace
	plies   []Ply // of all traces; after it has grown, older traces refer to the previous array
	returns []float64
}

// Len returns the number of traces.
func (s *Traces) Len() int { return len(s.traces) }

// Add copies the fields of t that a [Learner] reads: all but those for a [Backup].
func (s *Traces) Add(t *Trace) {
	plies, returns := len(s.plies), len(s.returns)
	s.plies = append(s.plies, t.Plies...)
	s.returns = append(s.returns, t.Returns...)
	s.traces = append(s.traces, Trace{Plies: s.plies[plies:], Returns: s.returns[returns:], Root: t.Root, Leaf: t.Leaf})
}

// Replay replays the i-th trace to l, counted from 0 in the order of Add. Several goroutines may
// replay the same batch to different Learners at the same time.
func (s *Traces) Replay(l Learner, i int) { l.Learn(&s.traces[i]) }

// Reset removes all traces.
func (s *Traces) Reset() {
	s.traces, s.plies, s.returns = s.traces[:0], s.plies[:0], s.returns[:0]
}
