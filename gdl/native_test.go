package gdl_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/gomoku"
	"github.com/banyan-go/banyan/games/othello"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/gdl"
	"github.com/banyan-go/banyan/rng"
)

// The sheets have the rules of the games in Go.
func TestNative(t *testing.T) {
	small, err := breakthrough.New(6, 6)
	require.NoError(t, err)
	wide, err := connect4.New(8, 6)
	require.NoError(t, err)
	native(t, "tictactoe", tictactoe.Game{}, tictactoe.Game{}.Start(), "mark", "1")
	native(t, "connectfour", connect4.Game{}, connect4.Game{}.Start(), "drop", "a")
	native(t, "connectfour8", wide, wide.Start(), "drop", "a")
	native(t, "connectfive", gomoku.Game{}, gomoku.Game{}.Start(), "place", "1")
	native(t, "breakthrough", breakthrough.Game{}, breakthrough.Game{}.Start(), "move", "1")
	native(t, "breakthrough6", small, small.Start(), "move", "1")
	native(t, "knightthrough", breakthrough.Knightthrough{}, breakthrough.Knightthrough{}.Start(), "move", "1")
	native(t, "pawnwhopping", breakthrough.PawnWhopping{}, breakthrough.PawnWhopping{}.Start(), "move", "1")
	native(t, "othello", othello.Game{}, othello.Game{}.Start(), "place", "a")
}

// native plays random games with a sheet and with the game in Go, whose actions are squares. The
// sheet writes them after a verb, with columns from first on.
func native[S any, A comparable](t *testing.T, name string, g game.Game[S, A], start S, verb, first string) {
	t.Run(name, func(t *testing.T) {
		ours := own(t, name)
		r := rng.New(1)
		games := 20
		if testing.Short() {
			games = 2
		}
		for range games {
			n, s := start, ours.Start()
			for {
				actions := g.AppendActions(nil, &n)
				names := map[string]A{}
				for _, a := range actions {
					names[translate(fmt.Sprint(a), verb, first)] = a
				}
				sheets := ours.AppendActions(nil, &s)
				if len(actions) == 0 {
					require.Empty(t, sheets)
					break
				}
				var texts []string
				for _, a := range sheets {
					texts = append(texts, a.String())
				}
				chosen := sheets[r.IntN(len(sheets))]
				if _, pass := names["pass"]; pass { // It is the only action of both players.
					require.Len(t, texts, 1)
					g.Apply(&n, names["pass"])
					ours.Apply(&s, chosen)
					continue
				}
				require.Equal(t, g.ToMove(&n), ours.ToMove(&s))
				require.Len(t, texts, len(names))
				for _, text := range texts {
					require.Contains(t, names, text)
				}
				g.Apply(&n, names[chosen.String()])
				ours.Apply(&s, chosen)
			}
			want, have := make([]float64, 2), make([]float64, 2)
			g.Returns(&n, want)
			ours.Returns(&s, have)
			require.Equal(t, want, have)
		}
	})
}

// translate writes the squares of an action as a sheet does.
func translate(action, verb, first string) string {
	if action == "pass" {
		return action
	}
	text := "(" + verb
	for square := range strings.SplitSeq(action, "-") {
		column := string(square[0])
		if first == "1" {
			column = fmt.Sprint(square[0] - 'a' + 1)
		}
		text += " " + column
		if len(square) > 1 {
			text += " " + square[1:]
		}
	}
	return text + ")"
}

var _ game.Game[gdl.State, gdl.Action] = (*gdl.Game)(nil)
