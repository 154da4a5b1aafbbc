package play

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/banyan-go/banyan/mcts"
)

// pvLength is how many actions of the principal variation the status shows.
const pvLength = 8

// thinker is a search that shows its progress.
type thinker[S any, A comparable] struct {
	board  *Board[S, A]
	search *mcts.Search[S, A]
	budget mcts.Budget
	weak   bool // it draws its actions at random, with the probabilities of a level
}

// choose implements opponent.
func (t *thinker[S, A]) choose(ctx context.Context, s *S, c *Console) (a A, o opinion, err error) {
	for r, err := range t.search.Watch(ctx, s, t.budget, c.pace()) {
		if err != nil || r.Stop != mcts.StopUnfinished {
			c.clear()
			return r.Action, t.opinion(r), err
		}
		c.show(t.status(s, r))
	}
	return a, o, errors.New("the search ended without a result") // Watch always yields one
}

func (t *thinker[S, A]) opinion(r mcts.Result[A]) opinion {
	best := r.Action
	if t.weak && len(r.Children) > 0 {
		best = r.Children[0].Action // It has the most simulations.
	}
	return opinion{judgement(r, r.Action), fmt.Sprintf("%v: %s", best, judgement(r, best)), shares(r)}
}

// observe implements opponent. It keeps the tree.
func (t *thinker[S, A]) observe(a A) { _, _ = t.search.Advance(a) }

// status describes a running search in one line.
func (t *thinker[S, A]) status(s *S, r mcts.Result[A]) string {
	return fmt.Sprintf("%s is thinking: %s, %s", t.board.playerName(t.board.Game.ToMove(s)), judgement(r, r.Action), join(r.PV, pvLength))
}

// judgement returns the search's estimate for an action. A draw counts as half a win.
func judgement[A comparable](r mcts.Result[A], a A) string {
	win := 0.0
	for _, child := range r.Children {
		if child.Action == a {
			win = child.Mean
		}
	}
	return fmt.Sprintf("%.0f %% to win, %s simulations", 100*win, count(r.Simulations))
}

// count formats a number, shortened to thousands if it is large.
func count(n int) string {
	if n < 100_000 {
		return strconv.Itoa(n)
	}
	return strconv.Itoa(n/1000) + "k"
}
