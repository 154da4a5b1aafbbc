package tune_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/sailing"
	"github.com/banyan-go/banyan/games/whist"
	"github.com/banyan-go/banyan/tune"
)

// The choices of a parameter that depends on an alternative that the game refuses are left out, as
// in a game whose returns do not suit a solver.
func TestDefaultSpaceRefused(t *testing.T) {
	rules, err := game.NewRules[connect4.State](connect4.Game{})
	require.NoError(t, err)
	for refused, gone := range map[string][]string{
		"solver=on":       {"solver", "probe"},
		"probe=on":        {"probe"},
		"selection=grave": {"ref"},
		"playout=mast":    {},
	} {
		s, err := tune.DefaultSpace(rules, nil, func(player string) error {
			if strings.Contains(player, refused) {
				return errors.New("refused")
			}
			return nil
		})
		require.NoError(t, err, refused)
		require.NoError(t, s.Validate(), refused)
		for _, q := range s.Parameters {
			require.NotContains(t, gone, q.Name, refused)
		}
		require.NotContains(t, s.Text(s.Start()), refused)
	}
}

// In a game with hidden information, the players of the space ignore it, even if there is one way
// left.
func TestDefaultSpaceHidden(t *testing.T) {
	rules, err := game.NewRules[whist.State](whist.Game{})
	require.NoError(t, err)
	for text, check := range map[string]func(string) error{
		"hidden=infoset": func(player string) error {
			if strings.Contains(player, "ensemble") {
				return errors.New("too many trees")
			}
			return nil
		},
		"": func(string) error { return nil },
	} {
		s, err := tune.DefaultSpace(rules, nil, check)
		require.NoError(t, err)
		require.Equal(t, text, s.Fixed)
		require.Equal(t, text == "", strings.Contains(s.String(), "hidden=infoset|ensemble"))
		require.Contains(t, s.Text(s.Start()), "hidden=infoset")
	}
}

// In a game for one player there is one selection, so that it is no parameter, and a pair of games
// has one result.
func TestOnePlayer(t *testing.T) {
	g := sailing.Game{}
	rules, err := game.NewRules[sailing.State](g)
	require.NoError(t, err)
	s, err := tune.DefaultSpace(rules, []string{"own"}, func(string) error { return nil })
	require.NoError(t, err)
	require.NoError(t, s.Validate())
	require.Equal(t, []string{"c", "playout", "epsilon", "k", "graph", "solver"}, names(s))
	games := tune.Games[sailing.State, sailing.Action]{Match: arena.Match[sailing.State, sailing.Action]{Game: g, Start: g.Start()}}
	for seed := range uint64(5) {
		score, err := games.Play(t.Context(), tune.Pair{A: "sims=50", B: "random", Seed: seed})
		require.NoError(t, err)
		require.Equal(t, 1, score.Games())
		swapped, err := games.Play(t.Context(), tune.Pair{A: "random", B: "sims=50", Seed: seed})
		require.NoError(t, err)
		require.Equal(t, score.Tally, swapped.Swap())
		require.Equal(t, score.Returns, [2]float64{swapped.Returns[1], swapped.Returns[0]})
		require.Negative(t, score.Returns[0], "costs")
	}
}

func names(s tune.Space) (list []string) {
	for _, q := range s.Parameters {
		list = append(list, q.Name)
	}
	return list
}

// A playout of the game is no playout for GRAVE, which reads what was played. Without one, the
// playouts do not depend on the selection.
func TestPlayoutsOfTheGame(t *testing.T) {
	rules, err := game.NewRules[connect4.State](connect4.Game{})
	require.NoError(t, err)
	for _, playouts := range [][]string{nil, {"own"}} {
		s, err := tune.DefaultSpace(rules, playouts, func(string) error { return nil })
		require.NoError(t, err)
		for _, q := range s.Parameters {
			if q.Name == "playout" {
				require.Len(t, q.If, len(playouts))
				require.Len(t, q.Kind, 4+len(playouts))
			}
		}
	}
}
