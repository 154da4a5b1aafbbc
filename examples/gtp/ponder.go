package main

import (
	"context"

	"github.com/banyan-go/banyan/mcts"
)

// thinking is a search in the opponent's time. Its statistics stay in the tree for the next move.
type thinking struct {
	cancel context.CancelFunc
	done   chan struct{} // closed when the search has returned
}

// think searches the position in the background until interrupt is called. Until then, nothing else
// may use the search.
func (e *engine[S, A]) think() {
	ctx, cancel := context.WithCancel(e.ctx)
	t := &thinking{cancel: cancel, done: make(chan struct{})}
	e.thinking = t
	var root S
	e.rules.Copy(&root, &e.state)
	search := e.search
	go func() {
		defer close(t.done)
		// The error is that of ctx, or the next genmove reports it.
		_, _ = search.Run(ctx, &root, mcts.Budget{})
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
