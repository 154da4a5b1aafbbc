package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/playertest"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy/policytest"
)

func TestConformance(t *testing.T) { policytest.Playout(t, Duel{}) }

func TestValidate(t *testing.T) {
	require.NoError(t, Duel{Epsilon: 1}.Validate())
	require.ErrorContains(t, Duel{Epsilon: 1.5}.Validate(), "Duel.Epsilon is 1.5, want 0..1")
}

func TestPlay(t *testing.T) {
	game := connect4.Game{}
	player := arena.Searcher("duel", game, mcts.Config{Playout: Duel{}}, mcts.Budget{Simulations: 1000})
	playertest.Wins(t, game, game.Start(), player, 100)
	playertest.Blocks(t, game, game.Start(), player, 100)
}
