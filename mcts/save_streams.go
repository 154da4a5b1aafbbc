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

func (s *serial[S, A]) save(e *encoder)        { saveRand(e, &s.w.sim.rand) }
func (s *serial[S, A]) restore(r *wire.Reader) { loadRand(r, &s.w.sim.rand) }

func (f *forest[S, A]) save(e *encoder) {
	for _, w := range f.grown {
		saveRand(e, &w.sim.rand)
	}
}

func (f *forest[S, A]) restore(r *wire.Reader) {
	for _, w := range f.grown {
		loadRand(r, &w.sim.rand)
	}
}

func (b *batches[S, A]) save(e *encoder) {
	saveRand(e, &b.w.sim.rand)
	e.uint(b.counted)
}

func (b *batches[S, A]) restore(r *wire.Reader) {
	loadRand(r, &b.w.sim.rand)
	b.counted = r.Uint()
}

func (h *sharedTree[S, A]) save(e *encoder) {
	for _, k := range h.walkers {
		saveRand(e, &k.sim.rand)
	}
}

func (h *sharedTree[S, A]) restore(r *wire.Reader) {
	for _, k := range h.walkers {
		loadRand(r, &k.sim.rand)
	}
}
