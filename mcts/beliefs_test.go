package mcts_test

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/games/goofspiel"
	"github.com/banyan-go/banyan/games/poker"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

var believing = mcts.Config{Hidden: mcts.ISMCTS{Beliefs: true}}

// A search that is kept over a game decides by nothing that is hidden: it does the same wherever
// the other player's card cannot be told from another one.
func TestBeliefsStayHidden(t *testing.T) {
	compared := 0
	rapid.Check(t, func(t *rapid.T) {
		g := knowing{imperfect{seed: rapid.Uint64().Draw(t, "game"), chance: rapid.Bool().Draw(t, "chance")}, rapid.Bool().Draw(t, "face down")}
		root, twins := g.draw(rng.New(rapid.Uint64().Draw(t, "state")))
		observer := g.ToMove(&root)
		for _, twin := range twins {
			cfg := believing
			cfg.Seed = rapid.Uint64().Draw(t, "seed")
			a, b := []*mcts.Search[imperfectState, uint8]{}, []imperfectState{root, twin}
			for range b {
				s, err := mcts.New(mcts.Game[imperfectState, uint8](g), cfg)
				require.NoError(t, err)
				a = append(a, s)
			}
			for g.InformationState(&b[0], observer) == g.InformationState(&b[1], observer) && len(g.AppendActions(nil, &b[0])) > 0 {
				var next []uint8
				switch {
				case g.ToMove(&b[0]) == observer:
					var found []mcts.Result[uint8]
					for i, s := range a {
						r := run(t, s, b[i], 50)
						r.Elapsed = 0
						found = append(found, r)
					}
					require.Equal(t, found[0], found[1])
					compared++
					next = []uint8{found[0].Action}
				case g.atCoin(&b[0]):
					next = []uint8{8}
				default: // an action that both may play; 0 is one
					next = []uint8{0}
				}
				for i := range b {
					g.Apply(&b[i], next[0])
				}
			}
		}
	})
	require.Greater(t, compared, 100)
}

// The nodes stay from Run to Run, and the one of the root is found again by what the player knows.
func TestBeliefsKeepNodes(t *testing.T) {
	g := goofspiel.Sealed{}
	for _, p := range []mcts.Parallel{nil, mcts.RootParallel{Workers: 2, Trees: 3}} {
		cfg := believing
		cfg.Parallel, cfg.Selection = p, policy.UCT{C: 0.4}
		search, err := mcts.New(g, cfg)
		require.NoError(t, err)
		s := g.Start()
		n, err := search.Foresee(bg, &s, 0, mcts.Budget{Simulations: 2000})
		require.NoError(t, err)
		require.Equal(t, 2000, n)
		require.NoError(t, search.Check())
		for range 3 {
			r := run(t, search, s, 1000)
			require.Positive(t, r.Inherited)
			require.Equal(t, 1000, r.Simulations)
			kept, err := search.Advance(r.Action)
			require.NoError(t, err)
			require.False(t, kept)
			g.Apply(&s, r.Action)
			g.Apply(&s, g.AppendActions(nil, &s)[0])
		}
		search.Trim()
		require.Zero(t, run(t, search, s, 100).Inherited, "Trim has dropped the tree")
		search.Reset(1)
		s = g.Start()
		require.Zero(t, run(t, search, s, 100).Inherited)
	}
}

// A full tree is dropped at the next Run, and limits are kept.
func TestBeliefsInLittleRoom(t *testing.T) {
	g := goofspiel.Sealed{}
	for _, cfg := range []mcts.Config{{MaxNodes: 100}, {MaxBytes: 500_000}} {
		cfg.Hidden = believing.Hidden
		search, err := mcts.New(g, cfg)
		require.NoError(t, err)
		s := g.Start()
		for range 3 {
			r := run(t, search, s, 20_000)
			require.Equal(t, 20_000, r.Simulations)
			if cfg.MaxBytes > 0 {
				require.LessOrEqual(t, r.Bytes, cfg.MaxBytes)
			} else {
				require.LessOrEqual(t, r.Nodes, cfg.MaxNodes)
			}
			g.Apply(&s, r.Action)
			g.Apply(&s, g.AppendActions(nil, &s)[0])
		}
	}
}

// Before the cards are handed out, chance is to move. What is wrong is an error.
func TestForesee(t *testing.T) {
	g := poker.Kuhn{}
	start := g.Start()
	search, err := mcts.New(g, believing)
	require.NoError(t, err)
	_, err = search.Foresee(bg, &start, 1, mcts.Budget{Simulations: 500})
	require.NoError(t, err)
	_, err = search.Run(bg, &start, mcts.Budget{Simulations: 1})
	require.ErrorIs(t, err, mcts.ErrChanceAtRoot)
	_, err = search.Foresee(bg, &start, 2, mcts.Budget{Simulations: 500})
	require.ErrorContains(t, err, "Foresee: the player is 2, want 0..1")
	_, err = search.Foresee(bg, nil, 1, mcts.Budget{Simulations: 500})
	require.ErrorContains(t, err, "the root is nil")
	ctx, cancel := context.WithCancel(bg)
	cancel()
	_, err = search.Foresee(ctx, &start, 1, mcts.Budget{Simulations: 500})
	require.ErrorIs(t, err, context.Canceled)
	require.ErrorIs(t, search.Save(new(bytes.Buffer)), errors.ErrUnsupported)
	without, err := mcts.New(g, mcts.Config{Hidden: mcts.ISMCTS{}})
	require.NoError(t, err)
	_, err = without.Foresee(bg, &start, 1, mcts.Budget{Simulations: 500})
	require.ErrorContains(t, err, "Foresee is for a search with Config.Hidden: ISMCTS{Beliefs: true}")
	_, err = mcts.New(mcts.Game[imperfectState, uint8](imperfect{}), believing)
	require.ErrorContains(t, err, "has no InformationState, by which states are found again")
}
