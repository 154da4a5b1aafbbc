package ggp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/gdl"
	"github.com/banyan-go/banyan/mcts"
)

// thinker has the moves of a match chosen by a player of package arena, the chooser. Errors and
// panics of the chooser are logged; after a panic there is another one. A thinker is for one
// goroutine at a time.
type thinker struct {
	config  Config
	seed    uint64
	role    int // in the order of the sheet
	match   MatchInfo
	chooser arena.Player[gdl.State, gdl.Action] // nil at first and after a panic
	played  []joint                             // since the start
	assumed joint                               // what the chooser was told though it is not played yet, or nil
}

// joint is a joint move as [gdl.Game.Next] returns it.
type joint [][]gdl.Action

func (j joint) equal(other joint) bool {
	return slices.EqualFunc(j, other, slices.Equal[[]gdl.Action])
}

func clone(g *gdl.Game, state *gdl.State) gdl.State {
	var c gdl.State
	g.Copy(&c, state)
	return c
}

// ready makes the chooser if there is none: it receives the moves so far, and prepares.
func (t *thinker) ready(ctx context.Context, state *gdl.State) error {
	if t.chooser != nil {
		return nil
	}
	var err error
	if t.chooser, err = t.config.NewChooser(t.match, t.seed); err != nil {
		t.chooser = nil
		return err
	}
	t.match.Replaced = nil // Its memory is free.
	for _, j := range t.played {
		t.observe(j)
	}
	p, ok := t.chooser.(arena.Preparer[gdl.State])
	if !ok {
		return nil
	}
	view := clone(t.match.Game, state)
	return unlessDone(ctx, p.Prepare(ctx, &view, t.match.Seat))
}

// unlessDone returns err, or nil if ctx is done or the error says so: an error is expected then.
func unlessDone(ctx context.Context, err error) error {
	if ctx.Err() != nil || errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	return err
}

// do calls f. After a panic the chooser is closed, and there is none.
func (t *thinker) do(what string, f func() error) {
	err := func() (err error) {
		defer recovered(&err)
		return f()
	}()
	if err != nil {
		t.config.Log.Error("the chooser fails", "in", what, "error", err)
	}
	if errors.Is(err, errPanic) {
		t.close()
	}
}

// close closes the chooser.
func (t *thinker) close() {
	chooser := t.chooser
	t.chooser, t.assumed = nil, nil
	if chooser != nil {
		t.match.Replaced = chooser
	}
	if c, ok := chooser.(io.Closer); ok {
		t.do("close", c.Close)
	}
}

// prepare makes the chooser.
func (t *thinker) prepare(ctx context.Context, state *gdl.State) {
	t.do("prepare", func() error { return t.ready(ctx, state) })
}

// tell tells the chooser what was played.
func (t *thinker) tell(moves []joint) {
	for _, j := range moves {
		t.played = append(t.played, j)
		switch assumed := t.assumed; {
		case assumed == nil:
			t.do("observe", func() error {
				t.observe(j)
				return nil
			})
		case j.equal(assumed):
			t.assumed = nil
		default: // The server did not get the move, and has made another one.
			t.close()
		}
	}
}

// observe tells the chooser a joint move.
func (t *thinker) observe(j joint) {
	for _, actions := range j {
		if o, ok := t.chooser.(arena.JointObserver[gdl.Action]); ok && len(actions) > 1 {
			o.ObserveJoint(actions)
		} else if o, ok := t.chooser.(arena.Observer[gdl.Action]); ok && len(actions) == 1 {
			o.Observe(actions[0])
		}
	}
}

// choose returns the move that is chosen, and whether it is legal.
func (t *thinker) choose(ctx context.Context, state *gdl.State, due time.Time) (move gdl.Action, ok bool) {
	g := t.match.Game
	legal := g.Legal(state, t.role)
	if len(legal) == 1 {
		return legal[0], true
	}
	ctx, stop := context.WithDeadline(ctx, due)
	defer stop()
	t.do("choose", func() error {
		soon, stop := context.WithTimeout(ctx, time.Until(due)/2)
		defer stop()
		if err := t.ready(soon, state); err != nil {
			return err
		}
		view := clone(g, state)
		for by := g.ToMove(&view); by != t.match.Seat && by != mcts.Simultaneous; by = g.ToMove(&view) {
			g.Apply(&view, g.AppendActions(nil, &view)[0]) // By the Game, others choose before this player.
		}
		var err error
		move, err = t.chooser.Choose(ctx, &view, t.match.Seat)
		if ok = slices.Contains(legal, move); ok {
			return nil // An error says that the time is up.
		}
		return errors.Join(fmt.Errorf("the move %v is not legal", move), err)
	})
	if !ok {
		return gdl.Action{}, false
	}
	return move, true
}

// ponder lets the chooser think until ctx is done. move is what was answered at the state, or none.
// If the others have no choice there, the chooser thinks about the next state.
func (t *thinker) ponder(ctx context.Context, state *gdl.State, move gdl.Action) {
	t.do("ponder", func() error {
		if err := t.ready(ctx, state); err != nil {
			return err
		}
		p, ok := t.chooser.(arena.Ponderer[gdl.State])
		if !ok {
			return nil
		}
		g := t.match.Game
		view := clone(g, state)
		if moves := t.only(state, move); moves != nil {
			next, err := g.Next(&view, moves)
			if err != nil {
				return err
			}
			t.observe(next)
			t.assumed = next
		}
		if g.ToMove(&view) == mcts.Chance || g.Legal(&view, t.role) == nil {
			return nil
		}
		return unlessDone(ctx, p.Ponder(ctx, &view, t.match.Seat))
	})
}

// only returns the only joint move with the given one of this player, or nil if another role has a
// choice.
func (t *thinker) only(state *gdl.State, move gdl.Action) []gdl.Action {
	if move == (gdl.Action{}) {
		return nil
	}
	var moves []gdl.Action
	for role := range t.match.Game.Roles() {
		switch legal := t.match.Game.Legal(state, role); {
		case role == t.role:
			moves = append(moves, move)
		case len(legal) == 1:
			moves = append(moves, legal[0])
		default:
			return nil
		}
	}
	return moves
}
