package gtp

import (
	"context"
	"time"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

// forColor returns a command whose first argument is a color.
func forColor(run func(who color, args []string) (string, error)) func([]string) (string, error) {
	return func(args []string) (string, error) {
		who, err := parseColor(args[0])
		if err != nil {
			return "", err
		}
		return run(who, args[1:])
	}
}

// genmove implements the command.
func (e *engine[S, A]) genmove(who color, _ []string) (string, error) { return e.move(who, e.live()) }

// move chooses and plays a move and returns its vertex.
func (e *engine[S, A]) move(who color, w *watcher[A]) (string, error) {
	c, err := e.choose(who, w)
	switch {
	case err != nil:
		return "", err
	case c.action == nil && c.vertex == pass:
		return pass, e.pass()
	case c.action == nil:
		return c.vertex, nil
	}
	if _, target := e.split(*c.action); target != "" && e.step.origin == "" {
		e.step = step[A]{origin: c.vertex, planned: c.action}
	} else {
		e.apply(*c.action)
	}
	e.own, e.playing = who, true
	e.clocks.spend(who, e.settings.now().Sub(e.asked), c.simulations)
	return c.vertex, nil
}

// regGenmove implements the command: genmove, but the move is not played and takes no time from the
// clock.
func (e *engine[S, A]) regGenmove(who color, _ []string) (string, error) {
	c, err := e.choose(who, e.live())
	return c.vertex, err
}

// The answers to genmove without an action.
const (
	pass   = "pass"
	resign = "resign"
)

// choice is an answer to genmove.
type choice[A any] struct {
	vertex      string
	action      *A // nil if the game is over
	simulations int
}

// choose returns the answer to genmove. When the game is over, a color that has lost resigns, and
// one that has not passes. It is an error if the color is not to move, except after a draw.
func (e *engine[S, A]) choose(who color, w *watcher[A]) (c choice[A], err error) {
	returns, over := e.returns()
	if over && returns[0] == returns[1] {
		return choice[A]{vertex: pass}, nil
	}
	switch err := e.turn(who); {
	case err != nil:
		return c, err
	case over && e.finished():
		return choice[A]{vertex: pass}, nil
	case over:
		return choice[A]{vertex: resign}, nil
	case e.step.planned != nil:
		c.action = e.step.planned
	default:
		r, err := e.run(e.budget(who), w)
		if err != nil {
			return c, err
		}
		c.action, c.simulations = e.best(r), r.Simulations
	}
	origin, target := e.split(*c.action)
	if c.vertex = origin; e.step.origin != "" {
		c.vertex = target
	}
	return c, nil
}

// watcher receives interim results of a search, about once in the time every.
type watcher[A any] struct {
	every  time.Duration
	report func(mcts.Result[A])
}

// run searches the position. If w is not nil, it receives the final result, too.
func (e *engine[S, A]) run(b mcts.Budget, w *watcher[A]) (r mcts.Result[A], err error) {
	if w == nil {
		return e.search.Run(e.ctx, &e.state, b)
	}
	for r, err = range e.search.Watch(e.ctx, &e.state, b, w.every) {
		if err == nil {
			w.report(r)
		}
	}
	return r, err
}

// budget returns the budget of the next move.
func (e *engine[S, A]) budget(who color) mcts.Budget {
	return e.clocks.budget(who, e.settings.manager, e.settings.budget, len(e.history), e.playout)
}

// playout returns the mean number of plies to the end of the game in a few random playouts.
func (e *engine[S, A]) playout() float64 {
	const games = 16
	r := rng.New(uint64(len(e.history)))
	return arena.PlayoutLength(e.board.rules, &e.state, e.board.ToMove(&e.state), games, r)
}

// thinking is a search in the background: in the opponent's time, or for a viewer. Its statistics
// stay in the tree for the next move.
type thinking struct {
	cancel context.CancelFunc
	done   chan struct{} // closed when the search has returned
}

// ponder searches the position in the opponent's time.
func (e *engine[S, A]) ponder() {
	search := e.search
	e.think(func(ctx context.Context, root *S) {
		// The error comes from ctx, or the next genmove reports it.
		_, _ = search.Run(ctx, root, mcts.Budget{})
	})
}

// think calls run with a copy of the position in the background. It is to search until interrupt is
// called. Until then, nothing else may use the search.
func (e *engine[S, A]) think(run func(ctx context.Context, root *S)) {
	ctx, cancel := context.WithCancel(e.ctx)
	t := &thinking{cancel: cancel, done: make(chan struct{})}
	e.thinking = t
	var root S
	e.rules.Copy(&root, &e.state)
	go func() {
		defer close(t.done)
		run(ctx, &root)
	}()
}

// interrupt ends the search of think.
func (e *engine[S, A]) interrupt() {
	if e.thinking == nil {
		return
	}
	e.thinking.cancel()
	<-e.thinking.done
	e.thinking = nil
}
