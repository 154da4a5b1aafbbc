package mcts_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// tryingLate returns configurations of a shared tree whose selection decides when to try an action.
func tryingLate() map[string]mcts.Config {
	configs := map[string]mcts.Config{}
	judge := each(even[breakthrough.State, breakthrough.Move])
	for _, s := range []policy.Selection{policy.PUCT{}, policy.Widening{K: 1, Alpha: 0.5}} {
		for name, prediction := range map[string]*mcts.Prediction{
			"Weigher": {}, "Predictor": {Source: judge}, "Predictor and playouts": {Source: judge, Playouts: 1},
		} {
			configs[fmt.Sprintf("%T, %s", s, name)] = mcts.Config{
				Selection: s, Prediction: prediction, Parallel: mcts.TreeParallel{Workers: 4},
			}
		}
	}
	return configs
}

// Room that is reserved for a node and not used is there for others: a full tree has as many nodes
// as it may.
func TestASharedTreeIsFilled(t *testing.T) {
	for name, cfg := range tryingLate() {
		t.Run(name, func(t *testing.T) {
			cfg.MaxNodes = 300
			_, r := search(t, breakthrough.Game{}, breakthrough.Game{}.Start(), cfg, 3000)
			require.True(t, r.Full)
			require.Equal(t, cfg.MaxNodes, r.Nodes)
		})
	}
}

// tryWatcher is PUCT that verifies what it sees: an untried action, if any, is the last one, and no
// more simulations are finished than there are visits.
type tryWatcher struct {
	policy.PUCT
	t require.TestingT
}

func (w tryWatcher) Select(n *policy.Node) int {
	visits := uint32(0)
	for i, c := range n.Children {
		require.True(w.t, c.Visits > 0 || i == len(n.Children)-1)
		visits += c.Visits
	}
	if last := len(n.Children) - 1; n.Children[last].Visits == 0 && last > 0 {
		require.LessOrEqual(w.t, n.Finished.Visits, visits)
		require.False(w.t, n.Finished.Visits == 0 && visits > 4*uint32(last), "of 4 workers, none has finished")
	}
	return w.PUCT.Select(n)
}

// A selection sees one untried action behind the others, and what the finished simulations say.
func TestSelectionSeesTheNextUntriedAction(t *testing.T) {
	cfg := mcts.Config{Selection: tryWatcher{t: t}, Prediction: &mcts.Prediction{}, Parallel: mcts.TreeParallel{Workers: 4}}
	_, r := search(t, breakthrough.Game{}, breakthrough.Game{}.Start(), cfg, 3000)
	require.Equal(t, 3000, r.Simulations)
}

// With Widening, no node has more children than its visits allow, among them those of the other
// workers that are under way.
func TestWideningInASharedTree(t *testing.T) {
	for name, cfg := range tryingLate() {
		widening, ok := cfg.Selection.(policy.Widening)
		if !ok || cfg.Prediction.Source != nil {
			continue
		}
		t.Run(name, func(t *testing.T) {
			s, _ := search(t, breakthrough.Game{}, breakthrough.Game{}.Start(), cfg, 3000)
			var verify func(n mcts.Node[breakthrough.Move])
			verify = func(n mcts.Node[breakthrough.Move]) {
				tried := 0
				for _, c := range n.Children() {
					if c.Visits() > 0 {
						tried++
					}
					verify(c)
				}
				most := max(1, widening.K*math.Pow(float64(n.Visits()+4), widening.Alpha))
				require.LessOrEqual(t, float64(tried), most, "after %d simulations", n.Visits())
			}
			verify(s.Root())
		})
	}
}
