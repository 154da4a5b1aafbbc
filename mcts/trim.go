package mcts

// Trim gives the memory that the trees hold and do not use back to the garbage collector, so that
// Result.Bytes falls to what they use. A tree keeps its memory for the next Run: after Advance,
// what the dropped part took, and after an error or Reset, all of it. Call Trim after Advance if
// other programs or other searches need the memory more than this one needs the time to allocate it
// again.
//
// Trim changes nothing in what the search finds, with Config.MaxBytes, too. It takes time
// proportional to the size of the trees with [TreeParallel] and with AMAF statistics, and hardly
// any otherwise. What playout policies and [Similarity] have learned stays as it is. Trim panics if
// the search is running.
func (s *Search[S, A]) Trim() {
	s.idle("Trim")
	s.inspection.acquire()
	defer s.inspection.release()
	for _, w := range s.trees {
		if len(w.tree.chunks) == 0 {
			continue // There has been no Run.
		}
		if !s.phase.hasTree() {
			w.tree.reset()
		}
		w.tree.compact()
		for _, h := range w.hooks {
			if h, ok := h.(trimmer); ok {
				h.trim()
			}
		}
		w.tree.shrink(w.tree.current + 1)
	}
	if len(s.trees) == 1 {
		for _, w := range s.workers { // They share the tree, or have none.
			w.tree.shrink(s.w.tree.current + 1)
		}
	}
}

// trimmer is a [hook] that can give memory back.
type trimmer interface {
	trim()
	drop() // drops all memory, and the room that it takes in the tree
}

// compact closes the gaps between blocks that several workers have left.
func (t *tree) compact() {
	root := &t.chunks[0].links[rootSlot]
	if t.unordered && root.child != unexpanded && root.child != terminal {
		root.child = t.keep(root.child)
	}
}
