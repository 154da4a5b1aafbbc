package mcts

import (
	"fmt"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/policy"
)

// addLengths prepares a worker whose Backup reads the length of simulations. It must see every ply
// of the playout, unless turns are enough and the game counts them.
func addLengths[S any, A comparable](w *worker[S, A], cfg Config) {
	needs := policy.NeedsOf(cfg.Backup)
	w.measures = needs&(policy.NeedDepths|policy.NeedTurns) != 0
	if !w.measures {
		return
	}
	w.use(game.HasTurnCounter)
	if needs.Has(policy.NeedDepths) || w.Turns == nil {
		w.playByPly(fmt.Sprintf("Config.Backup is %T, which reads the length of playouts", cfg.Backup))
	}
}

// measure writes into the trace how long the simulation was.
func (w *worker[S, A]) measure(sim *simulation[S, A]) {
	t, joints := &w.trace, sim.joints
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
	t.Length = int(depth) + sim.unstored + sim.played
	t.Turns = t.Length
	if w.Turns != nil {
		t.Turns = w.Turns.Turn(&sim.state) - w.Turns.Turn(&w.root)
	}
}
