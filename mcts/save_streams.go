package mcts

import (
	"github.com/banyan-go/banyan/internal/wire"
	"github.com/banyan-go/banyan/rng"
)

func saveRand(e *encoder, r *rng.Rand) {
	data, _ := r.AppendBinary(nil) // It returns no error.
	e.bytes(data)
}

func loadRand(r *wire.Reader, to *rng.Rand) {
	if err := to.UnmarshalBinary(r.Bytes()); err != nil {
		r.Fail("%w", err)
	}
}

// saveRands saves the random streams of several workers.
func saveRands[S any, A comparable](e *encoder, workers []*worker[S, A]) {
	for _, w := range workers {
		saveRand(e, &w.sim.rand)
	}
}

func loadRands[S any, A comparable](r *wire.Reader, workers []*worker[S, A]) {
	for _, w := range workers {
		loadRand(r, &w.sim.rand)
	}
}

func (s *serial[S, A]) save(e *encoder)        { saveRands(e, s.workers()) }
func (s *serial[S, A]) restore(r *wire.Reader) { loadRands(r, s.workers()) }

func (f *forest[S, A]) save(e *encoder)        { saveRands(e, f.workers()) }
func (f *forest[S, A]) restore(r *wire.Reader) { loadRands(r, f.workers()) }

func (h *sharedTree[S, A]) save(e *encoder)        { saveRands(e, h.workers()) }
func (h *sharedTree[S, A]) restore(r *wire.Reader) { loadRands(r, h.workers()) }

func (b *batches[S, A]) save(e *encoder) {
	saveRand(e, &b.w.sim.rand)
	e.uint(b.counted)
}

func (b *batches[S, A]) restore(r *wire.Reader) {
	loadRand(r, &b.w.sim.rand)
	b.counted = r.Uint()
}
