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

// thinker has the moves of a match chosen. Errors and panics of the chooser are logged. It is for
// one goroutine at a time.
type thinker struct {
	config  Config
	seed    uint64
	role    int // in the order of the sheet
	table   Table
	chooser arena.Player[gdl.State, gdl.Action] // nil at first and after a panic
}

// prepare makes the chooser, and lets it prepare and ponder until ctx is done.
func (t *thinker) prepare(ctx context.Context, table Table, state *gdl.State) {
	t.table = table
	t.do("prepare", func() error {
		if err := t.open(); err != nil {
			return err
		}
		p, ok := t.chooser.(arena.Preparer[gdl.State])
		if !ok {
			return nil
		}
		view := clone(table.Game, state)
		if err := p.Prepare(ctx, &view, table.Seat); ctx.Err() == nil {
			return err
		}
		return nil
	})
	t.ponder(ctx, state)
}

// open makes the chooser, if there is none.
func (t *thinker) open() error {
	if t.chooser != nil {
		return nil
	}
	e, err := t.config.Entrant(t.table)
	if err != nil {
		return err
	}
	t.chooser, err = e.New(t.seed)
	return err
}

// close closes the chooser.
func (t *thinker) close() {
	chooser := t.chooser
	t.chooser = nil
	if c, ok := chooser.(io.Closer); ok {
		t.do("close", c.Close)
	}
}

// do calls f. After a panic there is no chooser.
func (t *thinker) do(what string, f func() error) {
	defer func() {
		if p := recover(); p != nil {
			t.config.Log.Error("panic", "in", what, "value", fmt.Sprint(p))
			t.chooser = nil
		}
	}()
	if err := f(); err != nil {
		t.config.Log.Error("error", "in", what, "error", err)
	}
}

// observe tells the chooser what was played.
func (t *thinker) observe(steps [][]gdl.Action) {
	t.do("observe", func() error {
		for _, actions := range steps {
			if o, ok := t.chooser.(arena.JointObserver[gdl.Action]); ok && len(actions) > 1 {
				o.ObserveJoint(actions)
			} else if o, ok := t.chooser.(arena.Observer[gdl.Action]); ok && len(actions) == 1 {
				o.Observe(actions[0])
			}
		}
		return nil
	})
}

// choose returns the move that is chosen, and whether it is legal.
func (t *thinker) choose(ctx context.Context, state *gdl.State, due time.Time) (move gdl.Action, ok bool) {
	g := t.table.Game
	legal := g.Legal(state, t.role)
	if len(legal) == 1 {
		return legal[0], true
	}
	ctx, stop := context.WithDeadline(ctx, due)
	defer stop()
	t.do("choose", func() error {
		if len(legal) == 0 {
			return errors.New("the game is over")
		}
		if err := t.open(); err != nil {
			return err
		}
		view := clone(g, state)
		for by := g.ToMove(&view); by != t.table.Seat && by != mcts.Simultaneous; by = g.ToMove(&view) {
			g.Apply(&view, g.AppendActions(nil, &view)[0]) // By the Game, others choose before this player.
		}
		var err error
		move, err = t.chooser.Choose(ctx, &view, t.table.Seat)
		if ok = slices.Contains(legal, move); ok {
			return nil // An error says that the time is up.
		}
		return errors.Join(fmt.Errorf("the move %v is not legal", move), err)
	})
	return move, ok
}

// ponder lets the chooser think until ctx is done.
func (t *thinker) ponder(ctx context.Context, state *gdl.State) {
	g := t.table.Game
	p, ok := t.chooser.(arena.Ponderer[gdl.State])
	if !ok || g.ToMove(state) == mcts.Chance || g.Legal(state, t.role) == nil {
		return
	}
	t.do("ponder", func() error {
		view := clone(g, state)
		if err := p.Ponder(ctx, &view, t.table.Seat); ctx.Err() == nil {
			return err
		}
		return nil
	})
}
