package magic_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/games/magic"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// The decisions of a search do not depend on what its player cannot see.
func TestSearchesAreBlind(t *testing.T) {
	for name, c := range map[string]struct {
		config magic.Config
		search mcts.Config
	}{
		"ensemble":        {magic.Config{}, mcts.Config{Hidden: mcts.Ensemble{Trees: 3}, Backup: policy.TurnDiscount{}}},
		"binary":          {magic.Config{Main: magic.Binary, Prune: magic.PruneDominated}, mcts.Config{Hidden: mcts.Ensemble{Trees: 3}}},
		"chance":          {magic.Config{ChanceDraws: true}, mcts.Config{Hidden: mcts.Ensemble{Trees: 1}}},
		"interesting":     {magic.Config{}, mcts.Config{Hidden: mcts.Ensemble{Trees: 3}}},
		"sets":            {magic.Config{}, mcts.Config{Hidden: mcts.ISMCTS{}}},
		"binary sets":     {magic.Config{Main: magic.Binary, Prune: magic.PruneDominated}, mcts.Config{Hidden: mcts.ISMCTS{}}},
		"sets and chance": {magic.Config{ChanceDraws: true}, mcts.Config{Hidden: mcts.ISMCTS{}}},
	} {
		t.Run(name, func(t *testing.T) {
			g := newGame(t, c.config)
			gametest.Blind(t, g, g.Deal(rng.New(5)), 25, func(s *magic.State, _ int, seed uint64) magic.Action {
				c.search.Seed = seed
				searched := mcts.Game[magic.State, magic.Action](g)
				if name == "interesting" {
					searched = magic.Interesting{Game: g, Rule: magic.Reduced}
				}
				search, err := mcts.New(searched, c.search)
				require.NoError(t, err)
				result, err := search.Run(t.Context(), s, mcts.Budget{Simulations: 60})
				require.NoError(t, err)
				return result.Action
			})
		})
	}
}
