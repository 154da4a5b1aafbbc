package console_test

import (
	"context"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/console"
	"github.com/banyan-go/banyan/games/whist"
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

// swapping is a game in which a move is called like a command, as long as there are two stones.
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
	out, _, _ := run(t, p, "swap\nwhat\nyes\nnew\n", "play", "-player", "random")
	require.NotContains(t, out, "now.")
	require.Equal(t, 2, strings.Count(out, `"swap" is a move, and a command of this program. Play the move? (yes or no) `))
	require.Regexp(t, `Player 2 plays (swap|one)\n`, out)
	out, _, _ = run(t, p, "swap\nno\n", "play", "-player", "random")
	require.Contains(t, out, "You are Player 2 now.")
}

// rarely is a game in which swap is a move, but never legal.
type rarely struct{ heap }

func (rarely) Parse(text string) (take, error) { return take(text), nil }

func TestIllegalMovesLikeCommands(t *testing.T) {
	g, err := console.New(rarely{}, console.Start(pile{stones: 4}))
	require.NoError(t, err)
	p := console.Program{Name: "x", Games: []console.Entry{console.Only(g)}}
	const question = `"swap" is a move of this game that is not legal now, and a command of this program. Run the command? (yes or no) `
	out, _, _ := run(t, p, "swap\nno\none\n", "play", "-player", "random")
	require.Contains(t, out, question)
	require.NotContains(t, out, "now.\n")
	out, _, _ = run(t, p, "swap\nyes\n", "play", "-player", "random")
	require.Contains(t, out, question)
	require.Contains(t, out, "You are Player 2 now.")
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
	for _, player := range []string{"hidden=no,sims=5", "alphabeta,depth=2"} {
		_, errs, status := run(t, p, "", "play", "-player", player)
		require.Equal(t, 2, status)
		require.Contains(t, errs, "looks at what is hidden from it, want hidden=ensemble or hidden=infoset")
	}
}

// Programs do not look at hidden information unless they are told to, and report what they do.
func TestHiddenByDefault(t *testing.T) {
	g, err := console.New(whist.Game{})
	require.NoError(t, err)
	p := console.Program{Name: "x", Games: []console.Entry{console.Only(g)}}
	const note = "hidden=infoset, because whist has hidden information; hidden=no looks at it\n"
	for _, args := range []string{
		"play -sims 5", "match -a c=1 -b c=0.5 -sims 5 -games 6", "match -a c=1 -b random -sims 5 -games 6",
		"tune -sims 5 -games 60 -space c=0.1..1", "analyze",
	} {
		out, errs, status := run(t, p, `{"id":"1","simulations":5}`+"\n"+`{"id":"2","simulations":5}`, strings.Fields(args)...)
		require.Zero(t, status, errs)
		require.Equal(t, 1, strings.Count(errs, note), "%s: %s", args, errs)
		if args[0] != 'p' && args[0] != 'a' {
			require.Contains(t, out, "hidden=infoset", args)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel() // the page closes as soon as it is open
	var errs strings.Builder
	require.Zero(t, p.Run(ctx, []string{"inspect", "-addr", "127.0.0.1:0", "-sims", "5"}, strings.NewReader(""), io.Discard, &errs))
	require.Equal(t, note, errs.String())

	for args, sees := range map[string]int{"match -a hidden=no -b hidden=infoset -sims 5 -games 6": 1, "match -a hidden=infoset -b random -sims 5 -games 6": 0} {
		out, errs, status := run(t, p, "", strings.Fields(args)...)
		require.Zero(t, status, errs)
		require.NotContains(t, errs, "because")
		require.Equal(t, sees, strings.Count(out, "(sees all, what is hidden too)\n"), out)
		out, _, _ = run(t, p, "", strings.Fields(args+" -json")...)
		require.Equal(t, sees, strings.Count(out, `"sees_all": [`), out)
	}
}

var _ mcts.Game[pile, take] = secret{}
