package pool_test

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/pool"
)

// game is a game in play on a pool, and what it should be: a search of its own.
type game struct {
	state   state
	session *session
	alone   *search
	seed    uint64
	tree    bool // whether the session should have a tree
}

// A session finds what a search of its own would find that is reset whenever the session loses its
// tree, and it loses it when there are too many trees and the others have searched since.
func TestSessionIsASearchThatMayForget(t *testing.T) {
	rules := tictactoe.Game{}
	rapid.Check(t, func(t *rapid.T) {
		ctx := context.Background()
		trees := rapid.IntRange(1, 4).Draw(t, "trees")
		config := mcts.Config{MaxBytes: chunk}
		if rapid.Bool().Draw(t, "mast") {
			config.Playout = policy.MAST{}
		}
		p := newPool(t, pool.Config{Running: 1, MaxBytes: int64(trees)*chunk + 1, Search: config})
		var games, recent []*game // recent have a tree; the last has searched last
		lost := 0
		t.Repeat(map[string]func(*rapid.T){
			"open": func(t *rapid.T) {
				g := &game{seed: rapid.Uint64().Draw(t, "seed")}
				g.session = p.Open(g.seed)
				var err error
				g.alone, err = mcts.New(mcts.Game[state, action](tictactoe.Game{}), config)
				require.NoError(t, err)
				games = append(games, g)
			},
			"run": func(t *rapid.T) {
				g := draw(t, games)
				if !g.tree {
					g.alone.Reset(g.seed)
				}
				g.tree = true
				recent = append(without(recent, g), g)
				if len(recent) > trees {
					recent[0].tree = false
					recent = recent[1:]
					lost++
				}
				n := rapid.IntRange(1, 50).Draw(t, "n")
				want, err := g.alone.Run(ctx, &g.state, mcts.Budget{Simulations: n})
				require.NoError(t, err)
				got, err := g.session.Run(ctx, &g.state, simulations(n))
				require.NoError(t, err)
				want.Elapsed, want.Bytes = got.Elapsed, got.Bytes
				require.Equal(t, want, got.Result)
			},
			"advance": func(t *rapid.T) {
				g := draw(t, games)
				a := rapid.SampledFrom(rules.AppendActions(nil, &g.state)).Draw(t, "action")
				after := g.state
				rules.Apply(&after, a)
				if len(rules.AppendActions(nil, &after)) == 0 {
					t.Skip("the game would be over")
				}
				g.state = after
				if g.tree {
					_, err := g.alone.Advance(a)
					require.NoError(t, err)
				}
				g.session.Advance(a)
			},
			"illegal": func(t *rapid.T) { draw(t, games).session.Advance(action(99)) }, // It changes nothing.
			"close": func(t *rapid.T) {
				g := draw(t, games)
				g.session.Close()
				games, recent = without(games, g), without(recent, g)
			},
			"": func(t *rapid.T) {
				stats := p.Stats()
				assert.Equal(t, len(games), stats.Sessions)
				assert.EqualValues(t, lost, stats.Lost)
				assert.LessOrEqual(t, stats.Searches, trees)
				assert.LessOrEqual(t, stats.Bytes, int64(trees)*chunk)
			},
		})
	})
}

func draw(t *rapid.T, games []*game) *game {
	if len(games) == 0 {
		t.Skip("no game")
	}
	return games[rapid.IntRange(0, len(games)-1).Draw(t, "game")]
}

func without(games []*game, g *game) []*game {
	return slices.DeleteFunc(slices.Clone(games), func(other *game) bool { return other == g })
}
