package mcts

import "github.com/banyan-go/banyan/policy"

// record implements [recorder].
func (k *walker[S, A]) record(t *policy.Trace) {
	if k.traces.Add(t); k.traces.Len() == traceBatchSize {
		k.publish()
		k.replay()
	}
}

// publish gives the other walkers the traces that this one has kept.
func (k *walker[S, A]) publish() {
	h := k.shared
	h.mu.Lock()
	defer h.mu.Unlock()
	k.traces.from = k
	h.shared = append(h.shared, k.traces)
	if n := len(h.spare); n > 0 {
		k.traces, h.spare = h.spare[n-1], h.spare[:n-1]
		k.traces.Reset()
	} else {
		k.traces = new(sharedTraces)
	}
}

// replay lets the walker learn what others have published. The lock is not held meanwhile.
func (k *walker[S, A]) replay() {
	h := k.shared
	h.mu.Lock()
	batches := h.shared[k.learned-h.dropped:]
	h.mu.Unlock()
	for _, b := range batches {
		if b.from != any(k) {
			b.Replay(k.w.play.Learner())
		}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	k.learned += len(batches)
	least := k.learned
	for _, other := range h.walkers {
		least = min(least, other.learned)
	}
	if n := least - h.dropped; n >= batchesKept {
		h.spare = append(h.spare, h.shared[:n]...)
		h.shared = append([]*sharedTraces(nil), h.shared[n:]...) // Others may be reading the old slice.
		h.dropped = least
	}
}

// exchangeAll lets every walker learn what is left, while none of them works.
func (h *sharedTree[S, A]) exchangeAll() {
	if h.walkers[0].w.play.Learner() == nil || len(h.walkers) == 1 {
		return
	}
	for _, k := range h.walkers {
		k.publish()
	}
	for _, k := range h.walkers {
		k.replay()
	}
}
