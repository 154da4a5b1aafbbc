package mcts

// span is how long the current simulation is. It is counted for a policy.PlyReader only.
type span struct {
	joints []int // where in the path the joint actions begin
	extra  int   // plies in the tree without an edge there, for lack of room
	played int   // plies of the playout
	turn   int   // at the end
}

// clear begins a simulation.
func (s *span) clear() { s.joints, s.extra, s.played = s.joints[:0], 0, 0 }

// stop looks at the end of a simulation.
func (w *worker[S, A]) stop() {
	if w.turner != nil {
		w.span.turn = w.turner.Turn(&w.state)
	}
}

// measure writes into the trace how long the simulation was.
func (w *worker[S, A]) measure() {
	t, joints := &w.trace, w.span.joints
	t.Depths = t.Depths[:0]
	depth, players := int32(0), len(w.returns)
	for i := 0; i < w.depth; {
		depth++
		n := 1
		if len(joints) > 0 && joints[0] == i {
			n, joints = players, joints[1:]
		}
		for range n {
			t.Depths = append(t.Depths, depth)
		}
		i += n
	}
	t.Length = int(depth) + w.span.extra + w.span.played
	t.Turns = t.Length
	if w.turner != nil {
		t.Turns = w.span.turn - w.turner.Turn(&w.root)
	}
}
