package mcts_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// plainScript is a script without any optional interface but Evaluator, whose playouts take the
// loop for the plainest games.
type plainScript struct {
	bare[int, branch]
	script *script
}

func (p plainScript) Evaluate(s *int, out []float64) { p.script.Evaluate(s, out) }

// A playout is cut off after exactly Config.MaxPlies plies, in the plainest games too. A playout
// that reaches the end of the game with its last ply is not cut off.
func TestMaxPliesInPlainGames(t *testing.T) {
	const plies = 6
	g := &script{players: 2}
	worth := func(depth int) []float64 { return []float64{float64(depth) / 16, 0} }
	node := g.leaf(worth(plies)...)
	for depth := plies - 1; depth >= 0; depth-- {
		node = g.node(0, node)
		g.nodes[node].Returns = worth(depth)
	}
	for most := 1; most < plies; most++ {
		for _, game := range []mcts.Game[int, branch]{g, plainScript{bare[int, branch]{g}, g}} {
			_, r := search(t, game, node, mcts.Config{MaxPlies: most}, 1)
			require.Equal(t, worth(1+most), r.Values)
		}
	}
	_, r := search[int, branch](t, bare[int, branch]{g}, node, mcts.Config{MaxPlies: plies - 1}, 1)
	require.Equal(t, worth(plies), r.Values)
	_, r = search[int, branch](t, bare[int, branch]{g}, node, mcts.Config{MaxPlies: plies - 2}, 1)
	require.Equal(t, []float64{0.5, 0.5}, r.Values)
}

// jumper is a game with a Playouter that must not be used.
type jumper struct {
	plainScript
	used *bool
}

func (j jumper) Playout(_ *int, _ *rng.Rand, out []float64) { *j.used, out[0] = true, 0 }

// A Playouter knows nothing of Config.MaxPlies.
func TestMaxPliesTakesNoPlayouter(t *testing.T) {
	g := &script{players: 1}
	root := g.node(0, g.node(0, g.leaf(1)), g.leaf(1))
	used := false
	game := jumper{plainScript{bare[int, branch]{g}, g}, &used}
	search[int, branch](t, game, root, mcts.Config{MaxPlies: 1}, 10)
	require.False(t, used)
	search[int, branch](t, game, root, mcts.Config{Final: policy.RobustChild{}}, 10)
	require.True(t, used)
}
