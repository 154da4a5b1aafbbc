package mcts_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/othello"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// These are games with a few of their optional interfaces.
type (
	numbering[S any, A comparable] struct {
		bare[S, A]
		mcts.Indexer[A]
	}
	numberingSampling[S any, A comparable] struct {
		numbering[S, A]
		mcts.Sampler[S, A]
	}
	numberListing[S any, A comparable] struct {
		bare[S, A]
		mcts.IndexLister[S, A]
	}
	numberListingSampling[S any, A comparable] struct {
		numberListing[S, A]
		mcts.Sampler[S, A]
	}
)

// full are the interfaces that make playouts by learning policies faster.
type full[S any, A comparable] interface {
	mcts.Game[S, A]
	mcts.IndexLister[S, A]
	mcts.ScorePlayouter[S]
	mcts.Sampler[S, A]
}

// The optional interfaces for playouts that learn do not change what a search does.
func TestNumbersChangeNothing(t *testing.T) {
	small, err := breakthrough.New(5, 5)
	require.NoError(t, err)
	requireNumbersChangeNothing(t, "breakthrough", small, small.Start())
	requireNumbersChangeNothing(t, "connect4", connect4.Game{}, connect4.State{})
}

func requireNumbersChangeNothing[S any, A comparable](t *testing.T, name string, g full[S, A], root S) {
	plain, lister := bare[S, A]{g}, numberListing[S, A]{bare[S, A]{g}, g}
	for _, p := range []policy.Playout{
		policy.MAST{},
		policy.MAST{Rule: policy.Greedy{}, TreeOnly: true},
		policy.MAST{Rule: policy.EpsilonGreedy{Epsilon: 0.9}},
		policy.MAST{Rule: policy.Gibbs{}},
		policy.NST{K: 2},
		policy.NST{N: 2, K: 1, Rule: policy.Gibbs{}},
		policy.LGRF{Fallback: policy.NST{}},
		policy.LGRF{Fallback: policy.Mix{P: 0.5, First: policy.MAST{}}},
		policy.LGRF{},
	} {
		for _, cfg := range []mcts.Config{{Playout: p, Seed: 3}, {Playout: p, MaxPlies: 4}, {Playout: p, Parallel: mcts.LockStep{Batch: 8, Workers: 2}}} {
			_, proposes := p.(policy.LGRF)
			if proposes && cfg.Parallel == nil {
				// It decides whether to explore before it is seen that the game is over. That draw
				// matters only if the next simulation has the same stream.
				continue
			}
			t.Run(fmt.Sprintf("%s/%T/%+v/%d", name, cfg.Parallel, p, cfg.MaxPlies), func(t *testing.T) {
				check := func(want, got mcts.Game[S, A]) {
					_, a := search(t, want, root, cfg, 400)
					_, b := search(t, got, root, cfg, 400)
					require.Equal(t, a.Children, b.Children)
				}
				check(numbering[S, A]{plain, g}, lister)
				if proposes {
					return // It draws from lists unless it can ask what is legal.
				}
				check(numberingSampling[S, A]{numbering[S, A]{plain, g}, g}, numberListingSampling[S, A]{lister, g})
				if cfg.Parallel != nil { // It draws nothing at the end, either.
					check(numberingSampling[S, A]{numbering[S, A]{plain, g}, g}, g)
				}
			})
		}
	}
}

// unlisted is Othello without its numbered playouts.
type unlisted struct{ othello.Game }

func (unlisted) Supports(c game.Capability) bool {
	return c != game.HasIndexLister && c != game.HasScorePlayouter
}

// The same holds in a game with passes, also if its playouts tell only what else was played.
func TestNumbersChangeNothingBesidePasses(t *testing.T) {
	g, err := othello.New(4)
	require.NoError(t, err)
	root := g.Start()
	for _, p := range []policy.Playout{policy.MAST{}, policy.MAST{Rule: policy.Greedy{}}, policy.NST{K: 2}} {
		for _, backup := range []policy.Backup{nil, policy.PlyDiscount{Gamma: 0.9}} {
			cfg := mcts.Config{Playout: p, Seed: 3, Backup: backup}
			_, a := search(t, unlisted{g}, root, cfg, 2000)
			_, b := search(t, g, root, cfg, 2000)
			require.Equal(t, a.Children, b.Children, "%+v %v", p, backup)
		}
	}
}

// An illegal index of a policy is an error, whoever lists the actions.
func TestNumberedChoiceOutOfRange(t *testing.T) {
	g := numberListing[connect4.State, connect4.Drop]{bare[connect4.State, connect4.Drop]{connect4.Game{}}, connect4.Game{}}
	s, err := mcts.New[connect4.State, connect4.Drop](g, mcts.Config{Playout: stray{}})
	require.NoError(t, err)
	_, err = s.Run(bg, &connect4.State{}, mcts.Budget{Simulations: 100})
	require.ErrorContains(t, err, "mcts: Playout mcts_test.stray chose action 7 of 7")
}

// stray chooses legal actions in the tree only.
type stray struct{}

func (stray) New(policy.Info) (policy.Chooser, error) { return stray{}, nil }

func (stray) Choose(c *policy.Choice) int {
	if len(c.History) > 0 && len(c.Actions) == 7 {
		return 7
	}
	return c.Rand.IntN(len(c.Actions))
}

// fewer is a ScorePlayouter that forgets a return.
type fewer struct{ connect4.Game }

func (g fewer) ScorePlayout(s *connect4.State, scores [][]float32, epsilon float64, r *rng.Rand, out []float64, plies []policy.Ply) []policy.Ply {
	return g.Game.ScorePlayout(s, scores, epsilon, r, []float64{out[0], 0}, plies)
}

// A return that a ScorePlayouter does not write is an error.
func TestScorePlayoutWritesAllReturns(t *testing.T) {
	s, err := mcts.New[connect4.State, connect4.Drop](fewer{}, mcts.Config{Playout: policy.MAST{}})
	require.NoError(t, err)
	_, err = s.Run(bg, &connect4.State{}, mcts.Budget{Simulations: 10})
	require.ErrorContains(t, err, "NaN")
}
