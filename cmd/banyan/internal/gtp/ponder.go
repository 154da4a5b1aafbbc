package gtp

import (
	"context"

	"github.com/banyan-go/banyan/mcts"
)

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
		// The error is that of ctx, or the next genmove reports it.
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
