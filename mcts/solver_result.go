package mcts

import (
	"cmp"
	"fmt"
	"math"

	"github.com/banyan-go/banyan/policy"
)

// provingRound is how many simulations every tree of several runs until all learn whether one of
// them has decided the root.
const provingRound = 256

// startSolver lets the final action follow from what is proven.
func startSolver[S any, A comparable](s *Search[S, A]) error {
	if s.cfg.Solver == nil {
		return nil
	}
	if s.w.tree.growing {
		return fmt.Errorf("mcts: Config.Solver is set, and Config.Hidden is %T, in whose tree one node stands for many states; want an Ensemble or no Solver", s.cfg.Hidden)
	}
	s.decider = &solved[A]{Solver: s.cfg.Solver, players: len(s.w.sums), hidden: s.cfg.Hidden != nil}
	for _, w := range s.trees {
		if w.judge != nil && w.Winner != nil && s.cfg.Solver.Probe {
			w.tree.ends = math.MaxUint32 // A leaf with a winning action is not judged, and gets no block.
		}
	}
	if len(s.trees) > 1 {
		s.round = provingRound * len(s.trees)
	}
	return nil
}

// solved is the [decider] of a search with a Solver.
type solved[A any] struct {
	*Solver
	players int
	hidden  bool  // every tree has its own bounds
	places  []int // scratch
}

// slack is the difference below which two bounds are taken for equal.
func (s *Solver) slack() float64 { return (s.Max - s.Min) / gridUnits * gridSlack }

// isExact reports whether the value of the action is known.
func (c *choice[A]) isExact() bool { return c.Lower == c.Upper }

// best implements [decider]: of several wins, it returns the fastest, and of several losses the
// slowest.
func (d *solved[A]) best(choices []choice[A]) (index int, known bool) {
	best := &choices[0]
	for i := range choices[1:] {
		if c := &choices[i+1]; d.compare(c, best) > 0 {
			best, index = c, i+1
		}
	}
	if math.IsInf(best.Lower, 0) {
		return 0, false
	}
	for i := range choices {
		if i != index && choices[i].Upper > best.Lower+d.slack() {
			return 0, false
		}
	}
	return index, true
}

// compare compares two actions by what is proven of them: the greater lower bound is better, then
// one that may be worth more, then a win that comes sooner, or anything else that comes later.
func (d *solved[A]) compare(a, b *choice[A]) int {
	switch {
	case a.Lower > b.Lower+d.slack():
		return 1
	case a.Lower < b.Lower-d.slack():
		return -1
	case a.Upper > b.Upper+d.slack():
		return 1
	case a.Upper < b.Upper-d.slack():
		return -1
	case a.Lower >= d.Max-d.slack():
		return cmp.Compare(b.Plies, a.Plies)
	}
	return cmp.Or(cmp.Compare(a.Plies, b.Plies), cmp.Compare(a.Visits, b.Visits))
}

// decide implements [decider]. Config.Final picks one of the actions that may be worth more than
// what another one is worth at least. If the best action of which the value is known is worth more
// than the mean of that one, it is taken instead.
func (d *solved[A]) decide(choices []choice[A], from *policy.Candidates, pick pickFunc) (index int, decided bool, err error) {
	least, exact := math.Inf(-1), -1
	for i := range choices {
		c := &choices[i]
		least = max(least, c.Lower)
		if c.isExact() && (exact < 0 || d.compare(c, &choices[exact]) > 0) {
			exact = i
		}
	}
	open, visits := from.Children[:0], 0
	d.places = d.places[:0]
	for i, child := range from.Children {
		if !choices[i].isExact() && child.Upper > least+d.slack() {
			open, d.places = append(open, child), append(d.places, i)
			visits += child.Visits
		}
	}
	if visits == 0 {
		return max(exact, 0), false, nil
	}
	from.Children = open
	k, decided, err := pick(from)
	if err != nil {
		return 0, false, err
	}
	if exact >= 0 && choices[exact].Lower > open[k].Mean {
		return exact, decided, nil
	}
	return d.places[k], decided, nil
}

// bounds implements [decider]: of several trees, the narrowest bounds count.
func (d *solved[A]) bounds(roots []Node[A]) [][2]float64 {
	if d.hidden {
		return nil
	}
	bounds := make([][2]float64, d.players)
	known := false
	for player := range bounds {
		all := [2]float64{d.Min, d.Max}
		for _, root := range roots {
			lower, upper := root.Bounds(player)
			all[0] = max(all[0], lower)
			all[1] = max(all[0], min(all[1], upper))
		}
		bounds[player] = all
		known = known || all != [2]float64{d.Min, d.Max}
	}
	if !known {
		return nil
	}
	return bounds
}

// bounded is a column with bounds on the values of nodes.
type bounded interface {
	// boundsOf returns the bounds for a player at the node at slot, and in how many plies the game
	// ends at the latest if they are equal.
	boundsOf(slot uint32, player int) (lower, upper float64, plies int)
}

func (p *prover[S, A]) boundsOf(slot uint32, player int) (lower, upper float64, plies int) {
	proven := p.load(slot)
	v := p.of(proven)[player]
	if v.isExact() {
		value := min(max(p.fromGrid((v.lo+v.hi)/2), p.Min), p.Max)
		return value, value, proven.plies()
	}
	return p.fromGrid(v.lo), p.fromGrid(v.hi), 0
}

// Bounds returns the least and the greatest value that the node can have for a player, as far as
// [Config.Solver] has proven it. They are infinite without a Solver. If they are equal, the game
// ends within [Node.Plies] plies.
func (n Node[A]) Bounds(player int) (lower, upper float64) {
	lower, upper, _ = n.proven(player)
	return lower, upper
}

// Plies returns in how many plies the game ends at the latest if the players who can choose a
// proven action do, at a node whose bounds are equal. It is 0 elsewhere.
func (n Node[A]) Plies() int {
	_, _, plies := n.proven(0)
	return plies
}

func (n Node[A]) proven(player int) (lower, upper float64, plies int) {
	if n.tree != nil && uint(player) < uint(n.tree.players) {
		for _, column := range n.tree.columns {
			if b, ok := column.(bounded); ok {
				return b.boundsOf(n.slot, player)
			}
		}
	}
	return math.Inf(-1), math.Inf(1), 0
}

// report implements [reporter]: of several trees, the narrowest bounds count.
func (p *prover[S, A]) report(slot uint32, to *Child[A]) {
	root := p.w.rootNode()
	player, known := root.Player()
	if p.w.determinizing != nil || !known || player < 0 {
		return
	}
	lower, upper, plies := p.boundsOf(slot, player)
	to.Lower = max(to.Lower, lower)
	to.Upper = max(min(to.Upper, upper), to.Lower) // Exact values of two trees may differ by rounding.
	if lower == upper && (to.Plies == 0 || plies+1 < to.Plies) {
		to.Plies = plies + 1
	}
}

// check implements [column]: the proof of a node follows from those of its children.
func (p *prover[S, A]) check(c *checker, e checkedEdge) {
	chunk, i := p.w.tree.at(e.slot)
	child := chunk.links[i].child
	if child == unexpanded || child == terminal {
		return
	}
	chunk, i = p.w.tree.at(child)
	b := chunk.block(i)
	if b.player < 0 {
		return
	}
	want := proof(0)
	if p.loadProofs(child, b) {
		want = p.choice(b.player)
	}
	if got := *p.at(e.slot); got != want {
		c.fail(e.slot, "its proof is %#x, and %#x follows from those of its children", got, want)
	}
}
