package mcts

import (
	"github.com/banyan-go/banyan/mcts/internal/parallel"
	"github.com/banyan-go/banyan/mcts/internal/playout"
)

// WorkerPanic is the value with which Run panics if the game or a strategy panics while several
// goroutines search: the argument of panic and the stack of the goroutine that panicked first. As
// an error, it wraps the argument if that is an error.
type WorkerPanic = parallel.WorkerPanic

// floatsApart returns n zeros that share no cache line with other data.
func floatsApart(n int) []float64 {
	const line = playout.LineSize / 8
	return make([]float64, line+n+line)[line : line+n : line+n]
}
