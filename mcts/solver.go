package mcts

import (
	"math"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts/internal/returns"
	"github.com/banyan-go/banyan/mcts/internal/solver"
)

// Solver makes a search prove values: it keeps, along with the statistics, bounds on the value of
// every node, which follow from the ends of the game in the tree (Winands, Björnsson and Saito,
// "Monte-Carlo Tree Search Solver", CG 2008; Cazenave and Saffidine, "Score Bounded Monte-Carlo
// Tree Search", CG 2010). Simulations do not go where the bounds say that nothing is to be gained,
// the final action is the proven best one if there is one, and a Run whose root is decided ends
// with [StopProven]. A search without ends in its tree, as in the opening, plays as it would
// without a Solver.
//
// Bounds hold for every way in which players break ties, for any number of players, for games with
// chance, and for players who move several times in a row. They bound the returns of the game,
// whatever Config.Backup makes of them. In an [Ensemble], every tree has its own, which steer that
// tree; what holds in one determinization is not reported. Nodes at which all players move have no
// bounds.
type Solver struct {
	// Min and Max bound the returns of every player; if both are zero, they come from the game's
	// ReturnRange, or else are 0 and 1. A return beyond them is an error.
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

func (s *Solver) withDefaults(low, high float64) *Solver {
	if s == nil || s.Min != 0 || s.Max != 0 {
		return s
	}
	c := *s
	if c.Min, c.Max = low, high; low == high {
		c.Min, c.Max = 0, 1
	}
	return &c
}

func (s *Solver) validate() error {
	if s == nil {
		return nil
	}
	sound := s.Min < s.Max && math.Abs(s.Min) <= returns.Max && math.Abs(s.Max) <= returns.Max
	return when(!sound, "Config.Solver: Min is %v and Max is %v, want two finite numbers, the first below the second", s.Min, s.Max)
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
	p.Outcomes = w.chances
	w.known.Solver = p
	w.known.Add(p)
	w.choose.Filter = p
	if c.Probe {
		w.ends.probes = true
		w.ends.asksLeaves = w.play.Winner != nil && p.TiesAgree
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
	s.proven = &solver.Root{Range: solver.Range{Min: s.cfg.Solver.Min, Max: s.cfg.Solver.Max}}
	if len(s.trees) > 1 {
		s.round = provingRound * len(s.trees)
	}
}

// provenOf returns what is proven of some actions of the root.
func provenOf[A any](choices []Child[A]) []solver.Action {
	actions := make([]solver.Action, len(choices))
	for i := range choices {
		c := &choices[i]
		actions[i] = solver.Action{Lower: c.Lower, Upper: c.Upper, Plies: c.Plies, Visits: c.Visits}
		if c.Plies == 0 {
			actions[i].Plies = math.MaxInt // It is not known.
		}
	}
	return actions
}

// bounds returns the bounds of the values of the root, at which player chooses one of the choices
// of all trees; see Result.Bounds. Of several trees, the narrowest bounds count. In an ensemble
// every tree has its own.
func (s *Search[S, A]) bounds(player int, choices []Child[A]) [][2]float64 {
	if s.proven == nil || s.cfg.Hidden != nil {
		return nil
	}
	unknown, known := [2]float64{s.proven.Min, s.proven.Max}, false
	bounds := make([][2]float64, s.w.tree.Players())
	for p := range bounds {
		bounds[p] = unknown
		for _, root := range s.roots() {
			lower, upper := root.Bounds(p)
			bounds[p] = narrowed(bounds[p], lower, upper)
		}
		if p == player {
			lower, upper := worth(choices)
			bounds[p] = narrowed(bounds[p], lower, upper)
		}
		known = known || bounds[p] != unknown
	}
	if !known {
		return nil
	}
	return bounds
}

// worth returns the bounds of the value of a node for the player who has its choices.
func worth[A any](choices []Child[A]) (lower, upper float64) {
	lower, upper = math.Inf(-1), math.Inf(-1)
	for i := range choices {
		lower, upper = max(lower, choices[i].Lower), max(upper, choices[i].Upper)
	}
	return lower, upper
}
