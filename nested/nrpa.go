package nested

import (
	"cmp"
	"fmt"
	"math"

	"github.com/banyan-go/banyan/rng"
)

// NRPA is Nested Rollout Policy Adaptation (Rosin, "Nested Rollout Policy Adaptation for Monte
// Carlo Tree Search", IJCAI 2011). A policy has a weight w for each code of an action ([Coder]),
// and draws an action with a probability proportional to exp(w). A search of level 0 is a playout
// by the policy. A search of level n > 0 makes Iterations searches of level n-1, each with a copy
// of its policy, and after each of them moves its policy towards the best line that it has found:
// at each state of the line, the weight of its action grows by Alpha, and the weight of every
// action shrinks by Alpha times its probability.
type NRPA struct {
	Level      int     // if zero, 3 is used
	Iterations int     // on each level; if zero, 100 is used
	Alpha      float64 // if zero, 1 is used

	// Playouts is how many playouts a search of level 1 makes in each of its iterations, before it
	// learns from the best line so far (Cazenave, Sevestre and Toulemont, "Stabilized Nested
	// Rollout Policy Adaptation", MCS 2020). If zero, 1 is used.
	Playouts int

	// Prior makes the probability of an action proportional to its weight by [game.Weigher], too.
	// The logarithm of that weight is the bias of Generalized NRPA (Cazenave, "Generalized Nested
	// Rollout Policy Adaptation", MCS 2020). The game must be a Weigher.
	Prior bool
}

// maxLevel is far beyond the levels that anybody can wait for.
const maxLevel = 64

func (m NRPA) validate() error {
	switch {
	case m.Level < 0 || m.Level > maxLevel:
		return fmt.Errorf("NRPA.Level is %d, want 0 to %d", m.Level, maxLevel)
	case m.Iterations < 0:
		return fmt.Errorf("NRPA.Iterations is %d, want >= 0", m.Iterations)
	case !(m.Alpha >= 0 && m.Alpha <= limit):
		return fmt.Errorf("NRPA.Alpha is %v, want 0 to %v", m.Alpha, limit)
	case m.Playouts < 0:
		return fmt.Errorf("NRPA.Playouts is %d, want >= 0", m.Playouts)
	}
	return nil
}

func (m NRPA) usesPriors() bool { return m.Prior }

// nrpa runs NRPA. It keeps its memory from run to run.
type nrpa[S any, A comparable] struct {
	*search[S, A]
	NRPA
	codes    *coder[S, A]
	policies []weights    // by level, from 1 on; the last one, above all levels, knows nothing
	lines    []learned[A] // the best line of each level; level 0 is the last playout

	state   S
	actions []A
	chances []float64 // of the actions, not normalized
	adapter adapter
}

func newNRPA[S any, A comparable](s *search[S, A], m NRPA) *nrpa[S, A] {
	m.Level, m.Iterations = cmp.Or(m.Level, 3), cmp.Or(m.Iterations, 100)
	m.Alpha, m.Playouts = cmp.Or(m.Alpha, 1), cmp.Or(m.Playouts, 1)
	n := &nrpa[S, A]{
		search: s, NRPA: m, codes: newCoder(&s.Rules),
		policies: make([]weights, m.Level+2), lines: make([]learned[A], m.Level+1),
	}
	n.policies[m.Level+1].reset(n.codes.dense)
	return n
}

// run makes a search of the highest level.
func (n *nrpa[S, A]) run() bool { return n.level(n.Level) }

// level makes a search of a level with the policy of the level above, and leaves its best line in
// lines.
func (n *nrpa[S, A]) level(level int) bool {
	policy, best, line := &n.policies[level], &n.lines[level], &n.lines[max(0, level-1)]
	policy.copy(&n.policies[level+1])
	best.sum = math.Inf(-1)
	for range n.Iterations {
		tries := 1
		if level == 1 {
			tries = n.Playouts
		}
		for range tries {
			if level == 1 && !n.playout(policy, line) || level > 1 && !n.level(level-1) {
				return false
			}
			if line.sum >= best.sum {
				*best, *line = *line, *best
			}
		}
		n.adapter.adapt(policy, &best.trace, n.Alpha)
	}
	return true
}

// playout plays a game by the policy and writes it to line.
func (n *nrpa[S, A]) playout(policy *weights, line *learned[A]) bool {
	if !n.more() {
		return false
	}
	s, paid := &n.state, 0.0
	n.Copy(s, n.root)
	line.reset()
	for {
		if !n.choices(line, s) {
			return false
		}
		if len(n.actions) == 0 {
			sum, ok := n.finish(s, paid, line.actions)
			line.sum = sum
			return ok
		}
		k, ok := n.choose(policy, line)
		if !ok {
			return false
		}
		line.actions = append(line.actions, n.actions[k])
		paid += n.apply(s, n.actions[k])
	}
}

// choices lists the actions of a state, and begins a ply of the line with their codes and priors.
func (n *nrpa[S, A]) choices(line *learned[A], s *S) (ok bool) {
	from := len(line.codes)
	if lister := n.codes.lister; lister == nil {
		n.actions, ok = n.list(n.actions[:0], s, len(line.actions))
	} else if ok = n.check(s, len(line.actions)); ok {
		n.actions, line.codes = lister.AppendCodes(n.actions[:0], line.codes, s)
	}
	switch {
	case !ok:
		return false
	case len(n.actions) < 2:
		line.codes = line.codes[:from] // There is nothing to choose and nothing to learn.
		return true
	case n.codes.lister == nil:
		line.codes = n.codes.append(line.codes, s, n.actions)
	}
	if n.Prior {
		line.priors = append(line.priors, make([]float32, len(n.actions))...)
		n.Weigher.Weigh(s, n.actions, line.priors[from:])
	}
	return true
}

// choose draws an action by the policy and ends the ply of the line. It returns the index of the
// action.
func (n *nrpa[S, A]) choose(policy *weights, line *learned[A]) (int, bool) {
	from, count := line.begin(), len(n.actions)
	if count == 1 {
		return 0, true
	}
	n.chances = resize(n.chances, count)
	sum := policy.fill(n.chances, line.codes[from:], line.priorsFrom(from))
	if n.err = n.checkWeights(line.priorsFrom(from), sum); n.err != nil {
		return 0, false
	}
	k := draw(n.chances, sum, n.rand)
	line.plies = append(line.plies, ply{end: len(line.codes), chosen: from + k})
	return k, true
}

// draw returns an index, with a probability proportional to its number.
func draw(chances []float64, sum float64, r *rng.Rand) int {
	u, last := r.Float64()*sum, 0
	for k, x := range chances {
		if x > 0 {
			if u < x {
				return k
			}
			last = k
		}
		u -= x
	}
	return last
}
