package mcts

import "github.com/banyan-go/banyan/policy"

// length is how long a simulation is. It is measured only for a Backup that reads it.
type length struct {
	joints   []int // where in the path the joint actions begin
	unstored int   // plies in the tree without an edge there, for lack of room
	played   int   // plies of the playout
}

func (l *length) clear() { l.joints, l.unstored, l.played = l.joints[:0], 0, 0 }

// measureLengths prepares a worker whose Backup reads the length of simulations. It must see every
// ply of the playout, unless turns are enough and the game counts them.
func (w *worker[S, A]) measureLengths(cfg Config) {
	needs := policy.NeedsOf(cfg.Backup)
	w.measures = needs&(policy.NeedDepths|policy.NeedTurns) != 0
	if needs.Has(policy.NeedDepths) || w.measures && w.Turns == nil {
		w.Playouter = nil
	}
}

// measure writes into the trace how long the simulation was.
func (w *worker[S, A]) measure(sim *simulation[S, A]) {
	t, joints := &w.trace, sim.length.joints
	t.Depths = t.Depths[:0]
	depth, players := int32(0), len(sim.returns)
	for i := 0; i < len(sim.path); {
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
	t.Length = int(depth) + sim.length.unstored + sim.length.played
	t.Turns = t.Length
	if w.Turns != nil {
		t.Turns = w.Turns.Turn(&sim.state) - w.Turns.Turn(&w.root)
	}
}
