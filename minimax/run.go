package minimax

import (
	"context"
	"errors"
	"fmt"
	"math"
)

// rules is a game with its abilities.
type rules[S any, A comparable] struct {
	game   Game[S, A]
	copier copier[S]
	hasher hasher[S]
	judge  evaluationFunc[S]
	chance bool
}

func (r *rules[S, A]) copy(dst, src *S) {
	if r.copier != nil {
		r.copier.Copy(dst, src)
		return
	}
	*dst = *src
}

// look lists the actions of a position and who chooses. No actions mean the end of the game, where ToMove may be
// anything but simultaneous.
func (r *rules[S, A]) look(here *level[S, A]) error {
	here.mover = r.game.ToMove(&here.state)
	if here.mover == chance && r.chance {
		return ErrChance
	}
	if here.mover == simultaneous {
		return errors.New("minimax: ToMove is Simultaneous, want players who choose one after the other")
	}
	here.actions = r.game.AppendActions(here.actions[:0], &here.state)
	if len(here.actions) > 0 && here.mover != 0 && here.mover != 1 {
		return fmt.Errorf("minimax: ToMove is %d, want 0 or 1", here.mover)
	}
	return nil
}

// What ToMove answers where no single player chooses, as in mcts.
const (
	chance       = -1
	simultaneous = -2
)

// level is the memory of one ply: the position there, and the best line from it that is known so far.
type level[S any, A comparable] struct {
	state   S
	mover   int
	actions []A
	line    []A
}

// run is one search. The first error ends it.
type run[S any, A comparable] struct {
	*Search[S, A]
	context context.Context
	levels  []*level[S, A]
	out     [2]float64
	sum     float64 // of the returns, which is the same at every end
	ended   bool    // sum is known
	nodes   int
	cut     bool // a position was cut off by the depth
	err     error
}

// begin makes a run at root and refuses a root where there is nothing to search.
func (s *Search[S, A]) begin(ctx context.Context, root *S) (*run[S, A], error) {
	if root == nil {
		return nil, errors.New("minimax: the root is nil")
	}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("minimax: stopped before the first position: %w", err)
	}
	r := &run[S, A]{Search: s, context: ctx}
	here := r.level(0)
	r.copy(&here.state, root)
	if err := r.look(here); err != nil {
		return nil, err
	}
	if len(here.actions) == 0 {
		return nil, ErrTerminal
	}
	s.table.forget()
	return r, nil
}

// level returns the memory of a ply. Levels stay where they are, for callers above hold pointers.
func (r *run[S, A]) level(ply int) *level[S, A] {
	if ply == len(r.levels) {
		r.levels = append(r.levels, new(level[S, A]))
	}
	return r.levels[ply]
}

// descend puts the position after a on the next level.
func (r *run[S, A]) descend(here *level[S, A], ply int, a A) {
	next := &r.level(ply + 1).state
	r.copy(next, &here.state)
	r.game.Apply(next, a)
}

// open visits the position of a level. It reports its value if there is nothing to search below.
func (r *run[S, A]) open(here *level[S, A], ply int) (value float64, leaf bool) {
	r.nodes++
	here.line = here.line[:0]
	if r.err = r.check(ply); r.err != nil {
		return 0, true
	}
	if r.err = r.look(here); r.err != nil {
		return 0, true
	}
	switch {
	case len(here.actions) == 0:
		return r.returns(&here.state), true
	case r.config.Depth > 0 && ply == r.config.Depth:
		return r.evaluate(&here.state), true
	}
	return 0, false
}

// checkInterval is how many nodes pass between looks at the context, a power of two.
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

// returns is the value of a terminal state.
func (r *run[S, A]) returns(s *S) float64 {
	r.out = [2]float64{math.NaN(), math.NaN()}
	r.game.Returns(s, r.out[:])
	sum, size := r.out[0]+r.out[1], math.Abs(r.out[0])+math.Abs(r.out[1])
	if !(size <= math.MaxFloat64) {
		r.err = fmt.Errorf("minimax: Returns wrote %v, want two finite numbers", r.out)
		return 0
	}
	if !r.ended {
		r.sum, r.ended = sum, true
	}
	if math.Abs(sum-r.sum) > 1e-9*(size+math.Abs(r.sum)) {
		r.err = fmt.Errorf("minimax: Returns wrote %v, want the sum %g of an end before: the game is not zero-sum", r.out, r.sum)
	}
	return r.out[0]
}

// evaluate is the value of a state that is cut off.
func (r *run[S, A]) evaluate(s *S) float64 {
	r.cut = true
	v := r.judge(s)
	if math.IsNaN(v) || math.IsInf(v, 0) {
		r.err = fmt.Errorf("minimax: the evaluation is %v, want a finite number", v)
	}
	return v
}
