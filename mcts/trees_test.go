package mcts_test

import (
	"fmt"
	"hash/fnv"
	"math"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/dots"
	"github.com/banyan-go/banyan/games/goofspiel"
	"github.com/banyan-go/banyan/games/othello"
	"github.com/banyan-go/banyan/games/pig"
	"github.com/banyan-go/banyan/games/whist"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// treeHash is the hash of all that a search knows after five moves: whole trees, values and
// variations, bit for bit.
func treeHash[S any, A comparable](t *testing.T, g mcts.Game[S, A], start S, cfg mcts.Config) uint64 {
	h := fnv.New64a()
	write := func(a ...any) {
		_, err := fmt.Fprintln(h, a...)
		require.NoError(t, err)
	}
	s, err := mcts.New(g, cfg)
	require.NoError(t, err)
	chance, _ := g.(mcts.ChanceGame[S, A])
	rand := rng.New(1)
	for range 5 {
		for chance != nil && g.ToMove(&start) == mcts.Chance {
			outcomes := chance.AppendOutcomes(nil, &start)
			a := outcomes[rand.IntN(len(outcomes))].Action
			g.Apply(&start, a)
			_, err := s.Advance(a)
			require.NoError(t, err)
		}
		r, err := s.Run(t.Context(), &start, mcts.Budget{Simulations: 400})
		require.NoError(t, err)
		write(r.Action, r.PV, r.Nodes, r.Bounds)
		for _, v := range r.Values {
			write(math.Float64bits(v))
		}
		for _, root := range s.Roots() {
			hashNode(write, root)
		}
		if g.ToMove(&start) == mcts.Simultaneous {
			return h.Sum64()
		}
		g.Apply(&start, r.Action)
		_, err = s.Advance(r.Action)
		require.NoError(t, err)
	}
	return h.Sum64()
}

func hashNode[A comparable](write func(...any), n mcts.Node[A]) {
	value, _ := n.Evaluation()
	write(n.Action(), n.Visits(), math.Float64bits(n.Mean()), n.ImportedVisits(), math.Float64bits(value), n.Plies())
	for _, c := range n.Children() {
		if c.Visits() > 0 {
			hashNode(write, c)
		}
	}
}

// paths is whist without a word on what players know.
type paths struct{ whist.Game }

func (paths) Supports(c game.Capability) bool { return c != game.HasInformer }

// The trees of games with returns in [0,1] are the same as ever, bit for bit: whatever a search
// does for other returns must not touch them.
func TestTreesOfReturnsInUnitInterval(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("evaluations of games use math.Exp, which other processors round differently")
	}
	var lines []string
	add := func(name string, hash uint64) { lines = append(lines, fmt.Sprintf("%-40s %016x", name, hash)) }
	modes := []struct {
		name string
		cfg  mcts.Config
	}{
		{"default", mcts.Config{}},
		{"C=1", mcts.Config{Selection: policy.UCT{C: 1}}},
		{"root", mcts.Config{Parallel: mcts.RootParallel{Workers: 2, Trees: 3}}},
		{"vote", mcts.Config{Parallel: mcts.RootParallel{Workers: 2, Trees: 3, Merge: mcts.MergeVote}}},
		{"leaf", mcts.Config{Parallel: mcts.LeafParallel{Workers: 2}}},
		{"lockstep", mcts.Config{Parallel: mcts.LockStep{Workers: 2}}},
		{"tuned", mcts.Config{Selection: policy.UCB1Tuned{}, Final: policy.SecureChild{}}},
		{"mast", mcts.Config{Playout: policy.MAST{}}},
		{"gibbs", mcts.Config{Playout: policy.MAST{Rule: policy.Gibbs{}}}},
		{"nst lockstep", mcts.Config{Playout: policy.NST{}, Parallel: mcts.LockStep{Workers: 2}}},
		{"lgrf", mcts.Config{Playout: policy.LGRF{}}},
		{"adaptive", mcts.Config{Playout: policy.Adaptive{}}},
		{"decisive", mcts.Config{Playout: mcts.DecisiveMoves{Anti: true}}},
		{"maxplies", mcts.Config{MaxPlies: 6}},
		{"turns", mcts.Config{Backup: policy.TurnDiscount{Loss: -0.5}}},
		{"plies", mcts.Config{Backup: policy.PlyDiscount{Gamma: 0.98}}},
		{"nodes", mcts.Config{MaxNodes: 300}},
		{"solver", mcts.Config{Solver: &mcts.Solver{GeneralSum: true}}},
	}
	three := dots.Game{}
	four := connect4.Game{}
	small, err := breakthrough.New(5, 5)
	require.NoError(t, err)
	reversi := othello.Game{}
	die := pig.Game{}
	for _, m := range modes {
		add("connect4 "+m.name, treeHash(t, four, four.Start(), m.cfg))
		add("breakthrough "+m.name, treeHash(t, small, small.Start(), m.cfg))
		add("dots "+m.name, treeHash(t, three, three.Start(), m.cfg))
		if !strings.Contains(m.name, "plies") && m.name != "decisive" {
			add("pig "+m.name, treeHash(t, die, die.Start(), m.cfg))
		}
	}
	add("connect4 grave", treeHash(t, four, four.Start(), mcts.Config{Selection: policy.GRAVE{C: 0.1}}))
	add("breakthrough puct", treeHash(t, small, small.Start(), mcts.Config{Selection: policy.PUCT{}, Prediction: &mcts.Prediction{Playouts: 1}}))
	add("othello implicit", treeHash(t, reversi, reversi.Start(), mcts.Config{Selection: policy.ImplicitMinimax{}}))
	add("breakthrough gumbel", treeHash(t, small, small.Start(), mcts.Config{Root: policy.Gumbel{}, Selection: policy.PUCT{}, Prediction: &mcts.Prediction{Playouts: 0.5}}))
	add("connect4 similar", treeHash(t, four, four.Start(), mcts.Config{Similarity: &mcts.Similarity{}}))
	bids, err := goofspiel.New(2, 5, goofspiel.Descending)
	require.NoError(t, err)
	for _, s := range []policy.Selection{policy.UCT{}, policy.Exp3{}, policy.RegretMatching{}} {
		add(fmt.Sprintf("goofspiel %T", s), treeHash(t, bids, bids.Start(), mcts.Config{Selection: s}))
	}
	cards := whist.Game{}
	hands := cards.Start()
	add("whist sets", treeHash(t, paths{cards}, hands, mcts.Config{Hidden: mcts.ISMCTS{}}))
	add("whist sets of movers", treeHash(t, cards, hands, mcts.Config{Hidden: mcts.ISMCTS{}}))
	add("whist ensemble", treeHash(t, cards, hands, mcts.Config{Hidden: mcts.Ensemble{Trees: 5}}))
	testkit.Golden(t, "testdata/trees.txt", strings.Join(lines, "\n")+"\n")
}
