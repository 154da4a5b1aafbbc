package minimax

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/banyan-go/banyan/game"
)

// level is the state of the search at one ply: the position and the best line found from it.
type level[S any, A comparable] struct {
	state   S
	mover   int
	actions []A
	line    []A
	paid    [2]float64 // rewards from the root on
	reward  float64    // of player 0, by the ply that led here
}

// run is one call of Run or Values. The first error ends it.
type run[S any, A comparable] struct {
	*Search[S, A]
	context context.Context
	levels  []*level[S, A]
	out     [2]float64
	sum     float64 // of the returns of the first terminal state
	ended   bool    // sum is set
	nodes   int
	cut     bool // a position was evaluated at the depth limit
	err     error
}

// begin returns a run at root. It returns an error if there is nothing to search.
func (s *Search[S, A]) begin(ctx context.Context, root *S) (*run[S, A], error) {
	if root == nil {
		return nil, errors.New("minimax: the root is nil")
	}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("minimax: stopped before the first position: %w", err)
	}
	r := &run[S, A]{Search: s, context: ctx}
	here := r.level(0)
	r.rules.Copy(&here.state, root)
	if err := r.list(here); err != nil {
		return nil, err
	}
	if len(here.actions) == 0 {
		return nil, ErrTerminal
	}
	s.table.reset()
	return r, nil
}

// level returns the level of ply. Levels do not move, because callers up the stack hold pointers.
func (r *run[S, A]) level(ply int) *level[S, A] {
	if ply == len(r.levels) {
		r.levels = append(r.levels, new(level[S, A]))
	}
	return r.levels[ply]
}

// descend puts the position after a on the next level.
func (r *run[S, A]) descend(here *level[S, A], ply int, a A) {
	next := r.level(ply + 1)
	r.rules.Copy(&next.state, &here.state)
	r.rules.Apply(&next.state, a)
	next.paid, next.reward = here.paid, 0
	if r.rules.Rewarder != nil {
		r.pay(next)
	}
}

// pay adds the rewards of the ply that led to a level.
func (r *run[S, A]) pay(next *level[S, A]) {
	r.out = [2]float64{math.NaN(), math.NaN()}
	r.rules.Rewarder.Rewards(&next.state, r.out[:])
	if !(math.Abs(r.out[0])+math.Abs(r.out[1]) <= math.MaxFloat64) {
		r.err = fmt.Errorf("minimax: Rewards wrote %v, want two finite numbers", r.out)
	}
	next.reward = r.out[0]
	for player, v := range r.out {
		next.paid[player] += v
	}
}

// value returns what the ply that led to ply and best play after it bring player 0, like search.
func (r *run[S, A]) value(ply int, alpha, beta float64) float64 {
	reward := r.level(ply).reward
	if r.err != nil {
		return 0
	}
	return reward + r.search(ply, alpha-reward, beta-reward)
}

// visit counts the position of a level and lists its actions. It returns its value if the position
// is terminal or at the depth limit.
func (r *run[S, A]) visit(here *level[S, A], ply int) (value float64, leaf bool) {
	r.nodes++
	here.line = here.line[:0]
	if r.err = r.check(ply); r.err != nil {
		return 0, true
	}
	if r.err = r.list(here); r.err != nil {
		return 0, true
	}
	switch {
	case len(here.actions) == 0:
		return r.returns(here), true
	case r.config.Depth > 0 && ply == r.config.Depth:
		return r.evaluate(&here.state), true
	}
	return 0, false
}

// list sets the mover and the actions of a level. A position without actions is terminal; there
// ToMove may return anything but Simultaneous.
func (r *run[S, A]) list(here *level[S, A]) error {
	here.mover = r.rules.ToMove(&here.state)
	if here.mover == game.Chance && (r.rules.Chance != nil || r.rules.Sampling != nil) {
		return ErrChance
	}
	if here.mover == game.Simultaneous {
		return errors.New("minimax: ToMove is Simultaneous, want players who choose one after the other")
	}
	here.actions = r.rules.AppendActions(here.actions[:0], &here.state)
	if len(here.actions) > 0 && here.mover != 0 && here.mover != 1 {
		return fmt.Errorf("minimax: ToMove is %d, want 0 or 1", here.mover)
	}
	return nil
}

// checkInterval is the number of nodes between two checks of the context.
const checkInterval = 1024

func (r *run[S, A]) check(ply int) error {
	if ply > maxPlies {
		return ErrTooDeep
	}
	if r.nodes%checkInterval == 0 {
		if err := r.context.Err(); err != nil {
			return fmt.Errorf("minimax: stopped after %d positions: %w", r.nodes, err)
		}
	}
	return nil
}

// returns returns the value of the terminal state of a level for player 0.
func (r *run[S, A]) returns(here *level[S, A]) float64 {
	r.out = [2]float64{math.NaN(), math.NaN()}
	r.rules.Returns(&here.state, r.out[:])
	sum := here.paid[0] + r.out[0] + here.paid[1] + r.out[1]
	size := math.Abs(here.paid[0]) + math.Abs(r.out[0]) + math.Abs(here.paid[1]) + math.Abs(r.out[1])
	if !(size <= math.MaxFloat64) {
		r.err = fmt.Errorf("minimax: Returns wrote %v, want two finite numbers", r.out)
		return 0
	}
	if !r.ended {
		r.sum, r.ended = sum, true
	}
	if math.Abs(sum-r.sum) > 1e-9*(size+math.Abs(r.sum)) {
		r.err = r.notConstant(here)
	}
	return r.out[0]
}

// notConstant tells that the returns of a terminal state, with the rewards on the way, have another
// sum than earlier ones.
func (r *run[S, A]) notConstant(here *level[S, A]) error {
	after := ""
	if r.rules.Rewarder != nil {
		after = fmt.Sprintf(" after the rewards %v", here.paid)
	}
	return fmt.Errorf("minimax: Returns wrote %v%s, want the sum %g of an earlier one: the game is not constant-sum", r.out, after, r.sum)
}

// evaluate returns the estimated value of a state at the depth limit.
func (r *run[S, A]) evaluate(s *S) float64 {
	r.cut = true
	v := r.evaluation(s)
	if math.IsNaN(v) || math.IsInf(v, 0) {
		r.err = fmt.Errorf("minimax: the evaluation is %v, want a finite number", v)
	}
	return v
}

// search returns the value v of the position at ply, which is what is to come from there, if
// alpha < v < beta. If v <= alpha, it returns
// a number from v to alpha, and if v >= beta, a number from beta to v: player 0 is sure of alpha
// elsewhere and player 1 of beta, so best play does not reach this position. Plain minimax has no
// such cutoffs, and always returns v.
func (r *run[S, A]) search(ply int, alpha, beta float64) float64 {
	here := r.level(ply)
	value, leaf := r.visit(here, ply)
	if leaf {
		return value
	}
	key := r.key(here, ply)
	if v, ok := r.table.lookup(key, alpha, beta); ok {
		return v
	}
	low, high, best := alpha, beta, worst(here.mover)
	for _, a := range here.actions {
		r.descend(here, ply, a)
		v := r.value(ply+1, low, high)
		if r.err != nil {
			return 0
		}
		if better(here.mover, v, best) {
			best = v
			r.setLine(here, ply, a)
		}
		if low, high = tighten(here.mover, best, low, high); low >= high && !r.config.Plain {
			break
		}
	}
	r.table.store(key, best, alpha, beta)
	return best
}

// tighten returns the window that remains when the mover is sure of best.
func tighten(mover int, best, low, high float64) (float64, float64) {
	if mover == 0 {
		return max(low, best), high
	}
	return low, min(high, best)
}

// worst returns the value that is worse for the mover than any other.
func worst(mover int) float64 { return math.Inf(2*mover - 1) }

// better reports whether the mover prefers v to best. Equal values are not better, so the first of
// the best actions is chosen.
func better(mover int, v, best float64) bool {
	if mover == 0 {
		return v > best
	}
	return v < best
}

// setLine makes a, followed by the best line of the next level, the best line of this level.
func (r *run[S, A]) setLine(here *level[S, A], ply int, a A) {
	here.line = append(append(here.line[:0], a), r.level(ply+1).line...)
}
