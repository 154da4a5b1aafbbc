package inspect

import (
	"context"
	"time"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

const (
	exactVisits = 1000 // up to so many visits, all nodes are counted
	mostSamples = 1000
	leastSample = 100
	sampleTime  = 2 * time.Millisecond
)

// depthsJSON is the distribution of the depths at which simulations left the tree.
type depthsJSON struct {
	Epoch   uint64 `json:"epoch"`
	Counts  []int  `json:"counts"`  // by depth in actions
	Sampled bool   `json:"sampled"` // Counts are of simulations drawn at random
}

// depths returns the depths of the simulations below a node. In a large tree it draws simulations
// at random: at every node it goes on to a child with the probability of the child's share of the
// visits, and ends with that of the simulations that ended there. So it takes the same time for any
// tree.
func (s *subject[S, A]) depths(ctx context.Context, q query) (out depthsJSON, err error) {
	err = s.at(ctx, q, func(now mcts.Snapshot[S, A], n mcts.Node[A]) error {
		out = s.distribution(now.Epoch, n)
		return nil
	})
	return out, err
}

func (s *subject[S, A]) distribution(epoch uint64, n mcts.Node[A]) depthsJSON {
	out := depthsJSON{Epoch: epoch, Counts: []int{}, Sampled: n.Visits() > exactVisits}
	if !out.Sampled {
		count(&out, n, 0)
		return out
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	sample(&out, n, s.rand)
	return out
}

func (d *depthsJSON) add(depth, n int) {
	for len(d.Counts) <= depth {
		d.Counts = append(d.Counts, 0)
	}
	d.Counts[depth] += n
}

// count counts the simulations that ended at n or below.
func count[A comparable](d *depthsJSON, n mcts.Node[A], depth int) {
	ended := n.Visits()
	for _, child := range n.Children() {
		if v := child.Visits(); v > 0 {
			ended -= v
			count(d, child, depth+1)
		}
	}
	if ended > 0 {
		d.add(depth, ended)
	}
}

// sample draws simulations that passed through top.
func sample[A comparable](d *depthsJSON, top mcts.Node[A], r *rng.Rand) {
	start := time.Now()
	for i := range mostSamples {
		if i >= leastSample && i%16 == 0 && time.Since(start) > sampleTime {
			return
		}
		depth := 0
		for n, below := draw(top, r); below; n, below = draw(n, r) {
			depth++
		}
		d.add(depth, 1)
	}
}

// draw returns the child that one of the simulations at n went on to, and false if it ended at n.
func draw[A comparable](n mcts.Node[A], r *rng.Rand) (mcts.Node[A], bool) {
	left := int(r.Float64() * float64(n.Visits()))
	for _, child := range n.Children() {
		if left -= child.Visits(); left < 0 {
			return child, true
		}
	}
	return n, false
}
