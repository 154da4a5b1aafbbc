package mcts

import (
	"fmt"
	"math"

	"github.com/banyan-go/banyan/game"
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
	if cfg.Solver == nil {
		return
	}
	p := &prover[S, A]{Solver: *cfg.Solver, w: w, intervals: newIntervalTable(len(w.sums))}
	p.tiesAgree = len(w.sums) == 1 || len(w.sums) == 2 && !p.GeneralSum
	p.ends.returns = make([]float64, len(w.sums))
	p.bounds = make([]interval, len(w.sums))
	w.tree.addColumn(p, false)
	w.hooks = append(w.hooks, p)
	w.filter = p
	w.use(game.HasSampler) // See isEnd.
	if p.Probe {
		w.prober = p
		p.asksLeaves = w.Winner != nil && p.tiesAgree
		w.use(game.HasWinner)
	}
}
