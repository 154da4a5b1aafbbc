package mcts_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// Every tree has its own determinization and an equal share of the simulations.
func TestTreesOfEnsemble(t *testing.T) {
	g := mcts.Game[guessState, uint8](guess{3})
	s, r := search(t, g, guessState{}, mcts.Config{Hidden: mcts.Ensemble{}, Selection: policy.UCT{C: 0.1}}, 40*50+3)
	require.Len(t, s.Roots(), 40)
	wins := map[uint8]int{}
	for i, root := range s.Roots() {
		require.Equal(t, 50+map[bool]int{true: 1}[i < 3], root.Visits())
		for _, c := range root.Children() {
			if c.Action() >= guessCard && c.Mean() == 1 {
				wins[c.Action()-guessCard]++
			}
		}
	}
	require.Len(t, wins, 3, "every card occurs in a determinization")
	require.Equal(t, 40, wins[0]+wins[1]+wins[2], "every tree has one card")
	requireMerged(t, s, r)
}

// hiddenJoint is a game with simultaneous moves whose Determinize changes nothing.
type hiddenJoint struct{ *script }

func (hiddenJoint) Determinize(*int, int, *rng.Rand) {}

// Without hidden information, an ensemble of a simultaneous-move game equals root parallelism.
func TestEnsembleOfJointActions(t *testing.T) {
	g := &script{players: 2, joint: true}
	g.grow(rng.New(4), 3, true)
	cfg := mcts.Config{Parallel: mcts.RootParallel{Trees: 4}, Seed: mcts.HiddenSeed(0)}
	_, want := searchAs[int, branch](t, g, 0, cfg, 1, 300)
	_, got := searchAs[int, branch](t, hiddenJoint{g}, 0, mcts.Config{Hidden: mcts.Ensemble{Trees: 4}}, 1, 300)
	want.Elapsed, got.Elapsed = 0, 0
	require.Equal(t, want, got)
}

// revealing is a wide game in which every reply reveals the card.
type revealing struct{ wide }

func (g revealing) AppendActions(dst []int, s *wideState) []int {
	if s.plies == 1 {
		return append(dst, 2*s.card, 2*s.card+1)
	}
	return g.wide.AppendActions(dst, s)
}

// In the principal variation, a reply of another player is the one with most visits over all trees,
// even if the first tree does not contain it.
func TestVariationOfEnsemble(t *testing.T) {
	unknown := 0
	for seed := range uint64(20) {
		s, r := search[wideState, int](t, revealing{3}, wideState{}, mcts.Config{Hidden: mcts.Ensemble{Trees: 20}, Seed: seed}, 20*50)
		visits, most := map[int]int{}, 0
		for _, root := range s.Roots() {
			for _, child := range root.Children() {
				if child.Action() != r.Action {
					continue
				}
				for _, reply := range child.Children() {
					visits[reply.Action()] += reply.Visits()
					most = max(most, visits[reply.Action()])
				}
			}
		}
		require.Greater(t, len(r.PV), 1)
		require.Equal(t, most, visits[r.PV[1]], "%v", visits)
		if first := s.Roots()[0].PV(); len(first) > 1 && first[0] == r.Action && first[1]/2 != r.PV[1]/2 {
			unknown++
		}
	}
	require.Positive(t, unknown, "the first tree has another card")
}

// An ensemble merges its trees as it is told. Where nothing is hidden, it is root parallelism with
// the same Merge.
func TestMergeOfEnsemble(t *testing.T) {
	differ := 0
	for seed := range uint64(60) {
		g := &script{players: 2}
		g.grow(rng.New(seed), 4, true)
		var actions []branch
		for _, merge := range []mcts.Merge{mcts.MergeSum, mcts.MergeVote} {
			_, want := search[int, branch](t, g, 0, mcts.Config{Seed: mcts.HiddenSeed(0), Parallel: mcts.RootParallel{Trees: 5, Workers: 1, Merge: merge}}, 100)
			_, got := search[int, branch](t, hiddenJoint{g}, 0, mcts.Config{Hidden: mcts.Ensemble{Trees: 5, Merge: merge}}, 100)
			want.Elapsed, got.Elapsed = 0, 0
			require.Equal(t, want, got, "seed %d", seed)
			actions = append(actions, got.Action)
		}
		if actions[0] != actions[1] {
			differ++
		}
	}
	require.Positive(t, differ, "the votes never differ from the sums")
}
