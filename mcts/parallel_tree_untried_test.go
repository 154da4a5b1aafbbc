package mcts_test

import (
	"fmt"
	"math"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// tryingLate returns configurations of a shared tree whose selection decides when to try an action.
func tryingLate() map[string]mcts.Config {
	configs := map[string]mcts.Config{}
	for _, s := range []policy.Selection{policy.PUCT{}, policy.Widening{K: 1, Alpha: 0.5}} {
		configs[fmt.Sprintf("%T", s)] = mcts.Config{
			Selection: s, Prediction: &mcts.Prediction{Playouts: 1}, Parallel: mcts.TreeParallel{Workers: 4},
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
	t        require.TestingT
	finished *atomic.Int64 // how many times simulations were finished where an action is untried
	current  *atomic.Int64 // how many times the visits of the root were about those below it
}

func (w tryWatcher) Select(n *policy.Node) int {
	visits := uint32(0)
	for i, c := range n.Children {
		require.True(w.t, c.Visits > 0 || i == len(n.Children)-1)
		visits += c.Visits
	}
	if last := len(n.Children) - 1; n.Children[last].Visits == 0 && n.Finished.Visits > 0 {
		require.LessOrEqual(w.t, n.Finished.Visits, visits)
		w.finished.Add(1)
	}
	if n.Depth == 0 && visits > 500 && n.Visits+64 > visits {
		w.current.Add(1)
	}
	return w.PUCT.Select(n)
}

// A selection sees one untried action behind the others, and what the finished simulations say.
func TestSelectionSeesTheNextUntriedAction(t *testing.T) {
	var finished, current atomic.Int64
	cfg := mcts.Config{
		Selection: tryWatcher{t: t, finished: &finished, current: &current}, Prediction: &mcts.Prediction{Playouts: 1},
		Parallel: mcts.TreeParallel{Workers: 4},
	}
	_, r := search(t, breakthrough.Game{}, breakthrough.Game{}.Start(), cfg, 3000)
	require.Equal(t, 3000, r.Simulations)
	require.Positive(t, finished.Load())
	require.Positive(t, current.Load())
}

// With Widening, a node has as many children as its visits allow, give or take the visits of the
// other workers in progress. Every node has more than 15 actions. There are so few simulations that
// no node has tried all its actions, where local statistics would hide visits for a while.
func TestWideningInASharedTree(t *testing.T) {
	for name, cfg := range tryingLate() {
		widening, ok := cfg.Selection.(policy.Widening)
		if !ok {
			continue
		}
		t.Run(name, func(t *testing.T) {
			s, _ := search(t, breakthrough.Game{}, breakthrough.Game{}.Start(), cfg, 400)
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
				least := widening.K * math.Pow(float64(max(0, n.Visits()-6)), widening.Alpha)
				require.GreaterOrEqual(t, float64(tried+1), min(15, least), "after %d simulations", n.Visits())
			}
			verify(s.Root())
		})
	}
}
