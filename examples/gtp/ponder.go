package main

import (
	"context"

	"github.com/banyan-go/banyan/mcts"
)

// thinking is a search in the opponent's time. What it finds stays in the tree, which is all it is for.
type thinking struct {
	cancel context.CancelFunc
	done   chan struct{} // closed when it is over
}

// think searches the position in the background, until interrupt. Till then nobody else may use the search.
func (e *engine[S, A]) think() {
	ctx, cancel := context.WithCancel(e.ctx)
	t := &thinking{cancel: cancel, done: make(chan struct{})}
	e.thinking = t
	search, root := e.search, e.state
	go func() {
		defer close(t.done)
		// An error is that of ctx, or the next genmove meets it again.
		_, _ = search.Run(ctx, &root, mcts.Budget{})
	}()
}

// interrupt ends what think began.
func (e *engine[S, A]) interrupt() {
	if e.thinking == nil {
		return
	}
	e.thinking.cancel()
	<-e.thinking.done
	e.thinking = nil
}
