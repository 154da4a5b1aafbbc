package mcts_test

import (
	"flag"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/nogo"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/minimax"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

var long = flag.Bool("long", false, "test tactics with 100 seeds instead of 2 or 10; takes minutes")

func TestOpensInTheCenter(t *testing.T) {
	mcts.OneGoroutine(t)
	for seed := range uint64(5) {
		_, r := search(t, connect4.Game{}, connect4.State{}, mcts.Config{Seed: seed, Selection: exploring}, 100_000)
		require.EqualValues(t, 3, r.Action, "seed %d: %v", seed, r.Children)
	}
}

// puzzle is a position and the actions that solve it.
type puzzle[S any, A comparable] struct {
	state    S
	solution []A
}

const puzzles = 50

// TestTactics gives positions of random games to plain UCT: in one set there is a win in one, in
// the other every action but one loses to a win in one, and that one does not lose as far as
// alpha-beta sees. 1,000 simulations must find all wins and 98 of 100 blocks, 10,000 all.
// Breakthrough, with its many actions, needs less exploration for that than the default.
func TestTactics(t *testing.T) {
	mcts.OneGoroutine(t)
	t.Run("tictactoe", func(t *testing.T) { tactics(t, tictactoe.Game{}, tictactoe.State{}, 9, policy.UCT{}) })
	t.Run("connect4", func(t *testing.T) { tactics(t, connect4.Game{}, connect4.State{}, 8, policy.UCT{}) })
	t.Run("breakthrough", func(t *testing.T) {
		g, err := breakthrough.New(6, 6)
		require.NoError(t, err)
		tactics(t, g, g.Start(), 7, policy.UCT{C: 0.5})
	})
	t.Run("nogo", func(t *testing.T) { tactics(t, nogo.Hollow9, nogo.Hollow9.Start(), 8, policy.UCT{}) })
}

func tactics[S any, A comparable](t *testing.T, g mcts.Game[S, A], start S, horizon int, uct policy.UCT) {
	t.Parallel()
	seeds := testkit.Few(2, 10)
	if *long {
		seeds = 100
	}
	if testing.Short() {
		seeds = 1
	}
	wins, blocks := collect(t, g, start, horizon)
	require.Len(t, wins, puzzles)
	require.Len(t, blocks, puzzles)
	cfg := mcts.Config{Selection: uct}
	require.Empty(t, failures(t, g, cfg, wins, 1000, seeds), "wins in one")
	missed := len(failures(t, g, cfg, blocks, 1000, seeds))
	t.Logf("%d of %d forced blocks missed at 1,000 simulations", missed, puzzles*seeds)
	require.LessOrEqual(t, missed, puzzles*seeds*2/100)
	require.Empty(t, failures(t, g, cfg, blocks, 10_000, seeds), "forced blocks")
}

// failures searches every puzzle with every seed and returns those that were not solved.
func failures[S any, A comparable](t *testing.T, g mcts.Game[S, A], cfg mcts.Config, set []puzzle[S, A], n, seeds int) []puzzle[S, A] {
	var failed []puzzle[S, A]
	for _, p := range set {
		s, err := mcts.New(g, cfg)
		require.NoError(t, err)
		for range seeds {
			advance(t, s, p.solution[0]) // forgets the tree and keeps the random stream
			root := p.state
			r, err := s.Run(bg, &root, mcts.Budget{Simulations: n})
			require.NoError(t, err)
			if !slices.Contains(p.solution, r.Action) {
				failed = append(failed, p)
			}
		}
	}
	return failed
}

// collect plays random games and takes from each the last position of either kind.
func collect[S any, A comparable](t *testing.T, g mcts.Game[S, A], start S, horizon int) (wins, blocks []puzzle[S, A]) {
	even := minimax.EvaluationFunc(func(*S) float64 { return 0.5 })
	ab := alphaBeta(t, g, minimax.Config{Depth: horizon, Evaluation: even})
	for seed := uint64(1); len(wins) < puzzles || len(blocks) < puzzles; seed++ {
		hasWin, hasBlock := len(wins) == puzzles, len(blocks) == puzzles
		for _, s := range slices.Backward(randomGame(t, g, start, seed)) {
			n := len(g.AppendActions(nil, &s))
			if a := winning(g, s); len(a) > 0 {
				if !hasWin && len(a) < n {
					wins, hasWin = append(wins, puzzle[S, A]{s, a}), true
				}
			} else if !hasBlock && n > 1 {
				if a := safe(g, s); len(a) == 1 && holds(t, g, ab, s) {
					blocks, hasBlock = append(blocks, puzzle[S, A]{s, a}), true
				}
			}
			if hasWin && hasBlock {
				break
			}
		}
	}
	return wins, blocks
}

// randomGame returns the positions of a random game, without its end.
func randomGame[S any, A comparable](t *testing.T, g mcts.Game[S, A], start S, seed uint64) []S {
	states := []S{start}
	testkit.PlayOut(testkit.Rules(t, g), start, rng.New(seed), func(s *S) { states = append(states, *s) })
	return states[:len(states)-1]
}

// alphaBeta returns the oracle of g, which has a table if positions have hashes.
func alphaBeta[S any, A comparable](t *testing.T, g mcts.Game[S, A], cfg minimax.Config) *minimax.Search[S, A] {
	if _, ok := g.(mcts.Hasher[S]); ok {
		cfg.TableBits = 16
	}
	s, err := minimax.New(g, cfg)
	require.NoError(t, err)
	return s
}

// holds reports whether alpha-beta sees no forced loss for the player to move.
func holds[S any, A comparable](t *testing.T, g mcts.Game[S, A], ab *minimax.Search[S, A], s S) bool {
	r, err := ab.Run(bg, &s)
	require.NoError(t, err)
	return r.Value != float64(g.ToMove(&s))
}

// winning returns the actions that end the game with a win.
func winning[S any, A comparable](g mcts.Game[S, A], s S) []A {
	player := g.ToMove(&s)
	returns := make([]float64, g.NumPlayers())
	return slices.DeleteFunc(g.AppendActions(nil, &s), func(a A) bool {
		next := s
		g.Apply(&next, a)
		if len(g.AppendActions(nil, &next)) > 0 {
			return true
		}
		g.Returns(&next, returns)
		return returns[player] != 1
	})
}

// safe returns the actions after which the opponent has no win in one, two of them at most.
func safe[S any, A comparable](g mcts.Game[S, A], s S) (actions []A) {
	for _, a := range g.AppendActions(nil, &s) {
		next := s
		g.Apply(&next, a)
		if len(winning(g, next)) == 0 {
			if actions = append(actions, a); len(actions) == 2 {
				break
			}
		}
	}
	return actions
}
