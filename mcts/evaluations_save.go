package mcts

import "github.com/banyan-go/banyan/internal/wire"

func (e *evaluations[S, A]) save(to *encoder, all savedBlocks) {
	to.bool(e.hasSum)
	to.float64(e.sum)
	saveTried(&e.columnOf, all, to.float32)
}

func (e *evaluations[S, A]) restore(r *wire.Reader, all savedBlocks) {
	e.hasSum, e.sum = r.Bool(), r.Within64(2*maxReturn)
	loadTried(r, &e.columnOf, all, func() float32 { return r.Within32(maxReturn) })
}
