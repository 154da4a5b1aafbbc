package nested

import (
	"cmp"
	"fmt"
	"math"
)

// NMCS is Nested Monte-Carlo Search (Cazenave, "Nested Monte-Carlo Search", IJCAI 2009). A search
// of level 0 is a playout. A search of level n > 0 plays a game: at each state it makes a search of
// level n-1 after each action, remembers the best line that it has found so far, and plays on along
// that line. A state with a single action is not searched if there is a line already.
type NMCS struct {
	Level int // if zero, 2 is used

	// Prior makes playouts draw actions by their weights of [game.Weigher], and not uniformly. The
	// game must be a Weigher.
	Prior bool
}

func (m NMCS) validate() error {
	if m.Level < 0 || m.Level > maxLevel {
		return fmt.Errorf("NMCS.Level is %d, want 0 to %d", m.Level, maxLevel)
	}
	return nil
}

func (m NMCS) usesPriors() bool { return m.Prior }

// nmcs runs NMCS. It keeps its memory from run to run.
type nmcs[S any, A comparable] struct {
	*search[S, A]
	NMCS
	games   []nestedGame[S, A] // by level; level 0 is the last playout
	path    []A                // the actions from the root to the current state
	weights []float32
	chances []float64
}

// nestedGame is the game that a search of some level plays.
type nestedGame[S any, A comparable] struct {
	state   S
	paid    float64 // since the root
	actions []A     // of the state
	best    []A     // the best line, from the root on
	sum     float64 // its return
}

func newNMCS[S any, A comparable](s *search[S, A], m NMCS) *nmcs[S, A] {
	m.Level = cmp.Or(m.Level, 2)
	return &nmcs[S, A]{search: s, NMCS: m, games: make([]nestedGame[S, A], m.Level+1)}
}

// run makes a search of the highest level from the root.
func (n *nmcs[S, A]) run() bool {
	top := &n.games[n.Level]
	n.Copy(&top.state, n.root)
	top.paid, n.path = 0, n.path[:0]
	return n.level(n.Level)
}

// level makes a search of a level above 0 from the state of its game, which the path leads to.
func (n *nmcs[S, A]) level(level int) bool {
	g, begin := &n.games[level], len(n.path)
	g.sum = math.Inf(-1)
	for {
		var ok bool
		if g.actions, ok = n.list(g.actions[:0], &g.state, len(n.path)); !ok {
			return false
		}
		if len(g.actions) == 0 {
			break
		}
		if len(g.actions) > 1 || math.IsInf(g.sum, -1) {
			if !n.tryAll(level) {
				return false
			}
		}
		a := g.best[len(n.path)]
		g.paid += n.apply(&g.state, a)
		n.path = append(n.path, a)
	}
	if math.IsInf(g.sum, -1) {
		// The search has begun at the end of a game.
		return n.playout(level)
	}
	n.path = n.path[:begin]
	return true
}

// tryAll makes a search of the level below after each action of the game of a level.
func (n *nmcs[S, A]) tryAll(level int) bool {
	g, below := &n.games[level], &n.games[level-1]
	for _, a := range g.actions {
		n.Copy(&below.state, &g.state)
		below.paid = g.paid + n.apply(&below.state, a)
		n.path = append(n.path, a)
		if level == 1 && !n.playout(0) || level > 1 && !n.level(level-1) {
			return false
		}
		n.path = n.path[:len(n.path)-1]
		if below.sum > g.sum {
			g.sum, g.best = below.sum, append(g.best[:0], below.best...)
		}
	}
	return true
}

// playout plays the game of a level to the end.
func (n *nmcs[S, A]) playout(level int) bool {
	if !n.more() {
		return false
	}
	g, begin := &n.games[level], len(n.path)
	for {
		a, found, ok := n.pick(g)
		if !ok {
			return false
		}
		if !found {
			break
		}
		g.paid += n.apply(&g.state, a)
		n.path = append(n.path, a)
	}
	var ok bool
	g.sum, ok = n.finish(&g.state, g.paid, n.path)
	g.best = append(g.best[:0], n.path...)
	n.path = n.path[:begin]
	return ok
}

// pick draws an action of a playout. found is false at the end of the game.
func (n *nmcs[S, A]) pick(g *nestedGame[S, A]) (a A, found, ok bool) {
	if n.Sampler != nil && !n.Prior {
		if !n.check(&g.state, len(n.path)) {
			return a, false, false
		}
		a, found = n.Sampler.RandomAction(&g.state, n.rand)
		return a, found, true
	}
	if g.actions, ok = n.list(g.actions[:0], &g.state, len(n.path)); !ok || len(g.actions) == 0 {
		return a, false, ok
	}
	if !n.Prior {
		return g.actions[n.rand.IntN(len(g.actions))], true, true
	}
	n.weights, n.chances = resize(n.weights, len(g.actions)), resize(n.chances, len(g.actions))
	n.Weigher.Weigh(&g.state, g.actions, n.weights)
	sum := 0.0
	for i, w := range n.weights {
		n.chances[i] = float64(w)
		sum += n.chances[i]
	}
	if n.err = n.checkWeights(n.weights, sum); n.err != nil {
		return a, false, false
	}
	return g.actions[draw(n.chances, sum, n.rand)], true, true
}
