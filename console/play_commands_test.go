package console_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/console"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

func TestSummary(t *testing.T) {
	out, _, _ := run(t, program(t, console.Summary("The last stone wins.")), "", "play", "-sims", "5")
	require.True(t, strings.HasPrefix(out, "The last stone wins.\nYou are Player 1."), out)
}

func TestOnlyBoard(t *testing.T) {
	out, _, _ := run(t, program(t), "resize 4x4\none\n", "play", "-sims", "5")
	require.Contains(t, out, "console_test has only one board.\n")
}

// A move that is called like a command is a move.
type swapping struct{ heap }

func (swapping) AppendActions(dst []take, s *pile) []take {
	if s.stones == 0 {
		return dst
	}
	return append(dst, "swap", "one")
}

func TestMovesBeforeCommands(t *testing.T) {
	g, err := console.New(swapping{}, console.Start(pile{stones: 2}))
	require.NoError(t, err)
	p := console.Program{Name: "x", Games: []console.Entry{console.Only(g)}}
	out, _, _ := run(t, p, "swap\nnew\n", "play", "-player", "random")
	require.NotContains(t, out, "now.")
	require.Regexp(t, `Player 2 plays (swap|one)\n`, out)
}

// secret is a game with a hidden number and no method View.
type secret struct{ heap }

func (secret) Determinize(s *pile, _ int, r *rng.Rand) { s.stones = 4 + r.IntN(2) }

func TestHiddenWithoutView(t *testing.T) {
	g, err := console.New(secret{}, console.Start(pile{stones: 5}))
	require.NoError(t, err)
	p := console.Program{Name: "x", Games: []console.Entry{console.Only(g)}}
	for _, player := range []string{"hidden=ensemble,sims=5", "random"} {
		out, errs, status := run(t, p, "one\nboard\nhint\n", "play", "-player", player)
		require.Zero(t, status, errs)
		require.NotRegexp(t, `\{\d`, out, "the state")
		require.NotRegexp(t, `%|simulations`, out, "the opinion of the opponent")
		require.Contains(t, out, "The position is not shown: players of this game do not see everything, and it has no method View")
		require.Contains(t, out, "Moves: 1: one, 2: two, 3: three\n")
		require.Contains(t, out, "Player 1 plays one.\n")
		require.Contains(t, out, "Player 2 has moved.\n")
	}
	out, _, _ := run(t, p, "", "play", "-player", "random", "-human", "none")
	require.Contains(t, out, "{5 0}\n", "who only watches sees everything")
	_, errs, status := run(t, p, "", "play")
	require.Equal(t, 2, status)
	require.Contains(t, errs, `-player "mcts" looks at what is hidden from it, want hidden=ensemble or hidden=infoset`)
}

var _ mcts.Game[pile, take] = secret{}
