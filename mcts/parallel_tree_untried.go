package mcts

import (
	"sync/atomic"

	"github.com/banyan-go/banyan/policy"
)

// chooseLate is chooseShared for a selection that decides when to try an action. It sees the tried
// children and the next untried one. If another walker tries that one first, it is asked again.
func (k *walker[S, A]) chooseLate(sim *simulation[S, A], c *chunk, header, block uint32, player int32) (edge uint32, reserved bool, err error) {
	counts := &c.stats[header].Visits
	for {
		v := atomic.LoadUint32(counts)
		tried := triedOf(v)
		reserved = tried < v&countMask && k.shared.reserve()
		switch {
		case tried > 0:
			edge, err = k.chooseShown(sim, c, block, tried, player, reserved)
		case reserved:
			edge = 0
		default:
			return noEdge, false, nil
		}
		if !reserved || edge != tried {
			if reserved {
				k.shared.release()
			}
			return edge, false, err
		}
		if atomic.CompareAndSwapUint32(counts, v, v+1<<countBits) {
			return edge, true, nil
		}
		k.shared.release()
	}
}

// chooseShown lets the selection choose among the tried edges of a block and, if it may be tried,
// the next one.
func (k *walker[S, A]) chooseShown(sim *simulation[S, A], c *chunk, block, tried uint32, player int32, untried bool) (uint32, error) {
	first := block&chunkMask + 1
	sum, visits := 0.0, uint32(0)
	for i := first; i < first+tried; i++ {
		s := c.load(i)
		sum += float64(s.Visits) * float64(s.Mean)
		visits += s.Visits
	}
	k.node.Finished = policy.Stats{Mean: float32(sum / float64(max(visits, 1))), Visits: visits}
	stats := k.look(c, first, tried)
	if untried {
		if len(k.stats) == int(tried) {
			k.stats = append(k.stats, policy.Stats{})
		}
		stats = k.stats[:tried+1]
		stats[tried] = policy.Stats{}
	}
	e, err := k.chooseAmong(sim, stats, tried, player, k.walk.visits, block+1)
	k.node.Finished = policy.Stats{}
	return e, err
}
