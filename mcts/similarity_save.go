package mcts

import (
	"fmt"
	"math"
	"slices"

	"github.com/banyan-go/banyan/internal/wire"
	"github.com/banyan-go/banyan/policy"
)

// save saves the statistics that edges have imported. What the selection sees follows from them.
func (m *imports[S, A]) save(e *encoder, all savedBlocks) {
	saveTried(&m.imported, all, e.stats)
}

func (m *imports[S, A]) restore(r *wire.Reader, all savedBlocks) {
	loadTried(r, &m.imported, all, func() policy.Stats { return loadStats(r, maxImport) })
	for b := range all {
		for k := range b.tried {
			m.update(b.first + k)
		}
	}
}

// save saves the sample that the signature is made from, and the signature table.
func (b *similar[S, A]) save(e *encoder, _ savedBlocks) {
	e.bool(b.sampled)
	if !b.sampled {
		return
	}
	s := &b.sample
	e.uint(uint64(s.Cells))
	e.uint(uint64(s.Positions))
	e.bytes(s.Order)
	for _, symbol := range s.Order {
		e.uint(s.Counts[symbol])
	}
	e.uint(uint64(len(s.Writes)))
	for player := range s.Writes {
		for _, n := range s.Writes[player] {
			e.uint(n)
		}
	}
	data, err := b.known.AppendBinary(nil)
	if e.fail(err) {
		return
	}
	e.bytes(data)
}

// restore loads the sample. The signature is made from it in the next Run, by prepare,
// when the number of cells can be compared with that of the root.
func (b *similar[S, A]) restore(r *wire.Reader, _ savedBlocks) {
	if !r.Bool() {
		return
	}
	s := &b.sample
	s.Cells, s.Positions = int(r.Upto(math.MaxInt32)), int(r.Upto(math.MaxInt32))
	s.Order, s.Counts = slices.Clone(r.Bytes()), [len(s.Counts)]uint64{}
	for _, symbol := range s.Order {
		if s.Counts[symbol] != 0 {
			r.Fail("the symbol %d is there twice", symbol)
		}
		if s.Counts[symbol] = r.Upto(math.MaxInt64); s.Counts[symbol] == 0 {
			r.Fail("the symbol %d is nowhere", symbol)
		}
	}
	s.Writes = nil
	for range r.Count(len(s.Counts)) {
		var writes [len(s.Counts)]uint64
		for symbol := range writes {
			writes[symbol] = r.Upto(math.MaxInt64)
		}
		if s.Writes = append(s.Writes, writes); len(s.Writes) > len(b.w.sums) {
			r.Fail("more players act than there are")
			return
		}
	}
	if err := b.known.UnmarshalBinary(r.Bytes()); err != nil {
		r.Fail("%w", err)
	}
	b.sampled = r.Err() == nil
}

// verifySample returns an error unless the sample has as many cells as the root.
func (b *similar[S, A]) verifySample() error {
	if n := len(b.w.Cells.AppendCells(nil, &b.w.root)); n != b.sample.Cells {
		return fmt.Errorf("mcts: AppendCells of %T appends %d cells, and %d when the search was saved", b.w.Cells, n, b.sample.Cells)
	}
	return nil
}
