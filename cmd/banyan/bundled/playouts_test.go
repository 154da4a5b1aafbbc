package bundled

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/console"
	"github.com/banyan-go/banyan/console/match"
	"github.com/banyan-go/banyan/tune"
)

// playOut plays a match of two players on a board.
func playOut(t *testing.T, name string, size console.Size, pairs int, a, b string) ([]arena.Record, error) {
	t.Helper()
	g, err := Find(name, size)
	require.NoError(t, err)
	o := match.Options{Plan: arena.Plan{Pairs: pairs, Seed: 1, OpeningPlies: g.Opening()}, Names: []string{"a", "b"}}
	for _, text := range []string{a, b} {
		p, err := g.Parse(text, "sims=200")
		if err != nil {
			return nil, err
		}
		o.Players = append(o.Players, p)
	}
	return g.Match(t.Context(), o)
}

// Shared playouts use the board of the match, and are stronger than uniform ones.
func TestSharedPlayouts(t *testing.T) {
	for _, size := range []console.Size{{}, {Width: 5, Height: 5}} {
		records, err := playOut(t, "nogo", size, 10, "playout=shared", "playout=uniform")
		require.NoError(t, err)
		rate := arena.Count(records, 0, 1).WinRate()
		require.Greater(t, rate, 0.5, size)
		t.Log(size, rate)
	}
}

// The whole playouts of decisive moves win at equal simulations where those ply by ply do.
func TestDecisivePlayouts(t *testing.T) {
	for name, text := range map[string]string{"gomoku": "playout=decisive", "connect4": "playout=antidecisive"} {
		records, err := playOut(t, name, console.Size{}, 30, text+",c=1", "playout=uniform,c=1")
		require.NoError(t, err)
		rate := arena.Count(records, 0, 1).WinRate()
		require.Greater(t, rate, 0.5, name)
		t.Log(name, rate)
	}
	for _, name := range []string{"gomoku", "connect4"} {
		one, err := playOut(t, name, console.Size{}, 3, "playout=decisive", "playout=uniform")
		require.NoError(t, err)
		anti, err := playOut(t, name, console.Size{}, 3, "playout=antidecisive", "playout=uniform")
		require.NoError(t, err)
		require.NotEqual(t, one[0].Actions, anti[0].Actions, name)
	}
}

func TestNamedPlayoutsRefused(t *testing.T) {
	for text, want := range map[string]string{
		"playout=shared,decisive=yes":         "playout=shared plays to the end by itself, so it cannot be part of another policy",
		"playout=lgrf,fallback=shared":        "playout=shared plays to the end by itself, so it cannot be part of another policy",
		"playout=shared,maxplies=3":           "Config.Playout is a WholePlayout, which does not show single plies, and Config.MaxPlies cuts",
		"playout=shared,lambda=0.9":           "Config.Backup is policy.TurnDiscount, which reads the length of playouts",
		"playout=shared,similarity=huffman":   "Config.Similarity reads the positions of playouts",
		"playout=best":                        "playout=best, want one of uniform, mast, nst, lgrf, adaptive, shared",
		"playout=mast,playout=shared,c=0.001": "playout is set twice",
	} {
		_, err := playOut(t, "nogo", console.Size{}, 1, text, "playout=uniform")
		require.ErrorContains(t, err, want, text)
	}
	_, err := playOut(t, "tictactoe", console.Size{}, 1, "playout=shared", "playout=uniform")
	require.ErrorContains(t, err, "playout=shared, want one of uniform, mast, nst, lgrf")
}

func TestTakesWholePlayout(t *testing.T) {
	for text, want := range map[string]bool{
		"c=1": true, "solver=on": true, "parallel=tree": true,
		"playout=mast": false, "decisive=anti": false, "maxplies=9": false, "lambda=0.9": false, "plydiscount=0.9": false, "loss=-1": false,
		"similarity=random": false,
	} {
		p, err := spec.Parse(text, "")
		require.NoError(t, err)
		require.Equal(t, want, TakesWholePlayout(p.Search), text)
	}
}

// The command tune writes a configuration with a playout of the game in Go.
func TestPlayoutsInGo(t *testing.T) {
	for player, want := range map[string]string{
		"playout=antidecisive": "mcts.WholePlayout(game.AntiDecisivePlayout)", "playout=decisive": "mcts.WholePlayout(game.DecisivePlayout)",
	} {
		p, err := Connect4Players.Parse(player, "")
		require.NoError(t, err)
		source, err := tune.Source(p.Search)
		require.NoError(t, err)
		require.Contains(t, source, "Playout:   "+want+",\n")
	}
	p, err := NoGoPlayers.Parse("playout=shared", "")
	require.NoError(t, err)
	source, err := tune.Source(p.Search)
	require.NoError(t, err)
	require.Contains(t, source, "mcts.WholePlayout(game.SharedPlayout)")
}

// Every bundled game for matches has a strong player. Where it is another one than the default, it
// wins, on boards of other sizes, too. An ensemble has the simulations of the other player in each
// of its trees, so that it would win in any case; it only has to play.
func TestStrong(t *testing.T) {
	for _, name := range Names() {
		for _, size := range []console.Size{{}, {Width: 6, Height: 6}} {
			if g, err := Find(name, size); err != nil || g.Players() < 2 {
				continue // There is no board of this size, or no match.
			}
			pairs, isEnsemble := 5, strings.Contains(strong[name], "hidden=ensemble")
			if isEnsemble {
				pairs = 1
			}
			records, err := playOut(t, name, size, pairs, "strong", "mcts")
			require.NoError(t, err, name)
			if strong[name] == usual || strong[name] == usualHidden || isEnsemble {
				continue
			}
			rate := arena.Count(records, 0, 1).WinRate()
			t.Log(name, size, rate)
			require.Greater(t, rate, 0.5, "%s %v", name, size)
		}
	}
}
