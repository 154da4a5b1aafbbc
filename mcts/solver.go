package mcts

import (
	"cmp"
	"fmt"
	"math"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts/internal/solver"
	"github.com/banyan-go/banyan/policy"
)

// Solver makes a search prove values: it keeps, beside the statistics, bounds on the value of every
// node, which follow from the ends of the game in the tree (Winands, Björnsson and Saito,
// "Monte-Carlo Tree Search Solver", CG 2008; Cazenave and Saffidine, "Score Bounded Monte-Carlo
// Tree Search", CG 2010). Simulations do not go where the bounds say that nothing is to be gained,
// the final action is the proven best one if there is one, and a Run whose root is decided ends
// with [StopProven]. A search without ends in its tree, as in the opening, plays as it would
// without a Solver.
//
// Bounds hold for every way in which players break ties, for any number of players, for games with
// chance, and for players who move several times in a row. They are those of the returns of the
// game, whatever Config.Backup makes of them. In an [Ensemble], every tree has its own, which steer
// that tree; what holds in one determinization is not reported. Nodes at which all players move
// have no bounds.
type Solver struct {
	// Min and Max bound the returns of every player; if both are zero, they are 0 and 1. A return
	// beyond them is an error.
	Min, Max float64

	// GeneralSum tells that the returns of all players do not always add up to the same number.
	// Otherwise another sum is an error, since proofs rest on it. A game of one player needs none.
	GeneralSum bool

	// Probe plays every action of a new node once, to see which of them end the game, or asks the
	// game for an action that wins if it is a [Winner]. It finds wins among many actions earlier.
	// Without a Winner it takes the time of one Apply for each, and of one AppendActions, or one
	// RandomAction of a [Sampler].
	Probe bool
}

func (s *Solver) withDefaults() *Solver {
	if s == nil || s.Min != 0 || s.Max != 0 {
		return s
	}
	c := *s
	c.Max = 1
	return &c
}

func (s *Solver) validate() error {
	if s == nil {
		return nil
	}
	if !(s.Min < s.Max && math.Abs(s.Min) <= maxReturn && math.Abs(s.Max) <= maxReturn) {
		return fmt.Errorf("mcts: Config.Solver: Min is %v and Max is %v, want two finite numbers, the first below the second", s.Min, s.Max)
	}
	return nil
}

// addSolver prepares a worker for Config.Solver.
func addSolver[S any, A comparable](w *worker[S, A], cfg Config) {
	c := cfg.Solver
	if c == nil {
		return
	}
	findEnds(w)
	w.play.Use(game.HasSampler) // See playout.Maker.IsEnd.
	p := solver.New(&w.tree, solver.Range{Min: c.Min, Max: c.Max}, c.GeneralSum, cfg.Hidden != nil)
	p.Outcomes = w.ends.chances
	w.known.solver = p
	w.choose.SetFilter(p)
	if c.Probe {
		w.ends.probes = true
		w.ends.asksLeaves = w.play.Winner != nil && p.TiesAgree()
		w.play.Use(game.HasWinner)
	}
}

// provingRound is how many simulations every tree of several runs until all learn whether one of
// them has decided the root.
const provingRound = 256

// startSolver lets the final action follow from what is proven.
func (s *Search[S, A]) startSolver() {
	if s.cfg.Solver == nil {
		return
	}
	r := solver.Range{Min: s.cfg.Solver.Min, Max: s.cfg.Solver.Max}
	s.proven = &provenRoot[A]{Range: r, players: len(s.w.sums), hidden: s.cfg.Hidden != nil}
	for _, w := range s.trees {
		if w.prior != nil && w.prior.HasValues && w.play.Winner != nil && s.cfg.Solver.Probe {
			w.tree.Ends = math.MaxUint32 // A leaf with a winning action is not predicted, and gets no block.
		}
	}
	if len(s.trees) > 1 {
		s.round = provingRound * len(s.trees)
	}
}

// provenRoot is what a search with a Solver knows of the actions of its root that Config.Final does
// not.
type provenRoot[A any] struct {
	solver.Range
	players int
	hidden  bool  // every tree has its own bounds
	places  []int // scratch
}

// isExact reports whether the value of the action is known.
func (c *choice[A]) isExact() bool { return c.Lower == c.Upper }

// best returns the index of an action that is at least as good as every other, if that is known: of
// several wins the fastest, and of several losses the slowest.
func (d *provenRoot[A]) best(choices []choice[A]) (index int, known bool) {
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
		if i != index && choices[i].Upper > best.Lower+d.Slack() {
			return 0, false
		}
	}
	return index, true
}

// compare compares two actions by what is proven of them: the greater lower bound is better, then
// one that may be worth more, then a win that comes sooner, or anything else that comes later.
func (d *provenRoot[A]) compare(a, b *choice[A]) int {
	switch {
	case a.Lower > b.Lower+d.Slack():
		return 1
	case a.Lower < b.Lower-d.Slack():
		return -1
	case a.Upper > b.Upper+d.Slack():
		return 1
	case a.Upper < b.Upper-d.Slack():
		return -1
	case a.Lower >= d.Max-d.Slack():
		return cmp.Compare(b.Plies, a.Plies)
	}
	return cmp.Or(cmp.Compare(a.Plies, b.Plies), cmp.Compare(a.Visits, b.Visits))
}

// decide returns the index of the final action, and whether no more simulations are wanted. from
// are the choices as Config.Final sees them, which pick asks. Config.Final picks one of the actions
// that may be worth more than what another one is worth at least. If the best action of which the
// value is known is worth more than the mean of that one, it is taken instead.
func (d *provenRoot[A]) decide(choices []choice[A], from *policy.Candidates, pick pickFunc) (index int, decided bool, err error) {
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
		if !choices[i].isExact() && child.Upper > least+d.Slack() {
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

// bounds returns the bounds of the values of the root; see Result.Bounds. Of several trees, the
// narrowest bounds count.
func (d *provenRoot[A]) bounds(roots []Node[A]) [][2]float64 {
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
