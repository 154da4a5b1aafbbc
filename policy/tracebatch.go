package policy

// Traces keeps copies of traces, for Learners that did not see them. It is how policies learn from the simulations of
// several workers without a lock and without losing any: each worker has a Chooser of its own and keeps the traces of
// its simulations; when the workers meet, everyone teaches its Chooser the traces of all, in an order that does not
// depend on who was faster. What was learned is then the same everywhere, and the same as if one Learner had
// seen the simulations in that order. The numbers of the actions must be the same for all of them, as those of a game
// are that numbers its actions (Info.Actions > 0); numbers given out as actions appear are of one worker.
//
// The zero value is empty. Its memory is used again after Reset.
type Traces struct {
	kept    []Trace
	plies   []Ply // of all traces kept; when it grows, earlier ones still refer to what it was
	returns []float64
}

// Len returns how many traces there are.
func (s *Traces) Len() int { return len(s.kept) }

// Add keeps a copy of what a Learner needs of t: all but Movers.
func (s *Traces) Add(t *Trace) {
	plies, returns := len(s.plies), len(s.returns)
	s.plies = append(s.plies, t.Plies...)
	s.returns = append(s.returns, t.Returns...)
	s.kept = append(s.kept, Trace{Plies: s.plies[plies:], Returns: s.returns[returns:], Root: t.Root, Leaf: t.Leaf})
}

// Teach lets l learn the i-th trace, counted from 0 in the order of Add. Several goroutines may teach different
// Learners at the same time.
func (s *Traces) Teach(l Learner, i int) { l.Learn(&s.kept[i]) }

// Reset forgets the traces.
func (s *Traces) Reset() {
	s.kept, s.plies, s.returns = s.kept[:0], s.plies[:0], s.returns[:0]
}
