package parallel

import "github.com/banyan-go/banyan/policy"

// TraceBatch keeps copies of traces for policies of workers that did not see them. It is how
// policies learn from the simulations of several workers without a lock: every worker has its own
// policy, and every policy replays the traces of all workers. The memory is used again after Reset.
type TraceBatch struct {
	kept    []policy.Trace
	plies   []policy.Ply // of all traces; when it grows, earlier traces still refer to the old array
	returns []float64

	// In an Exchange.
	from   *Member     // the one that has learned from them already; may be nil
	number int         // in the order of their publication
	next   *TraceBatch // that was published after this one
}

// Add keeps a copy of what a policy learns from.
func (b *TraceBatch) Add(t *policy.Trace) {
	plies, returns := len(b.plies), len(b.returns)
	b.plies = append(b.plies, t.Plies...)
	b.returns = append(b.returns, t.Returns...)
	gains := len(b.returns)
	b.returns = append(b.returns, t.Gains...)
	b.kept = append(b.kept, policy.Trace{
		Plies: b.plies[plies:], Returns: b.returns[returns:gains], Gains: b.returns[gains:],
		Root: t.Root, Leaf: t.Leaf, Chooser: t.Chooser,
	})
}

// Replay lets l learn all traces. Several goroutines may replay a batch for different learners.
func (b *TraceBatch) Replay(l policy.Learner) {
	for i := range b.kept {
		l.Learn(&b.kept[i])
	}
}

// Reset forgets the traces.
func (b *TraceBatch) Reset() { b.kept, b.plies, b.returns = b.kept[:0], b.plies[:0], b.returns[:0] }

// Len returns how many traces are kept.
func (b *TraceBatch) Len() int { return len(b.kept) }
