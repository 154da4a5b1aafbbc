package gdl_test

import (
	_ "embed"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/gdl"
	"github.com/banyan-go/banyan/gdl/internal/sheettest"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

// A joint move is what its steps are together, for the game and for a search.
func TestNext(t *testing.T) {
	sheets := sheettest.Own(t)
	for name, text := range map[string]string{
		"race": race, "dice": dice, "tictactoe": sheets["tictactoe"], "trap": sheets["trap"], "lamps": sheets["lamps"],
	} {
		t.Run(name, func(t *testing.T) {
			g := load(t, text)
			r := rng.New(1)
			for range 10 {
				s, other := g.Start(), g.Start()
				search, err := mcts.New(g, mcts.Config{})
				require.NoError(t, err)
				for range 100 {
					if g.Legal(&s, 0) == nil {
						break
					}
					if g.ToMove(&s) != game.Chance {
						_, err := search.Run(t.Context(), &s, mcts.Budget{Simulations: 50})
						require.NoError(t, err)
					}
					steps, err := g.Next(&s, drawn(g, &s, r))
					require.NoError(t, err)
					for _, actions := range steps {
						apply(g, &other, actions)
						_, err := search.Advance(actions...)
						require.NoError(t, err)
					}
					require.Equal(t, other, s)
				}
				require.Nil(t, g.Legal(&s, 0), "the game has ended")
			}
		})
	}
}

// drawn draws a legal move of each role.
func drawn(g *gdl.Game, s *gdl.State, r *rng.Rand) (moves []gdl.Action) {
	for role := range g.Roles() {
		legal := g.Legal(s, role)
		moves = append(moves, legal[r.IntN(len(legal))])
	}
	return moves
}

// apply plays the actions of a step.
func apply(g *gdl.Game, s *gdl.State, actions []gdl.Action) {
	if g.ToMove(s) == game.Simultaneous {
		g.ApplyJoint(s, actions)
	} else {
		g.Apply(s, actions[0])
	}
}

func TestNextRefuses(t *testing.T) {
	g := load(t, dice)
	require.Equal(t, []string{"random", "player"}, g.Roles())
	s := g.Start()
	var before gdl.State
	g.Copy(&before, &s)
	move := func(text string) gdl.Action {
		a, err := g.Parse(text)
		require.NoError(t, err)
		return a
	}
	for _, c := range []struct {
		moves []gdl.Action
		want  string
	}{
		{[]gdl.Action{move("throw")}, "gdl: Next: there are 1 moves, want 2, one of each role"},
		{[]gdl.Action{move("throw"), move("throw")}, "gdl: Next: throw is not a legal move of random"},
		{[]gdl.Action{move("(shows 1)"), move("stop")}, "gdl: Next: stop is not a legal move of player"},
		{[]gdl.Action{move("(shows 1)"), {}}, "gdl: Next: none is not a legal move of player"},
	} {
		_, err := g.Next(&s, c.moves)
		require.EqualError(t, err, c.want)
		require.Equal(t, before, s)
	}
	_, err := g.Next(&s, []gdl.Action{move("(shows 1)"), move("throw")})
	require.NoError(t, err)
	_, err = g.Next(&s, []gdl.Action{move("(shows 1)"), move("throw")})
	require.EqualError(t, err, "gdl: Next: the game is over")

	s = g.Start()
	g.Apply(&s, move("(shows 2)"))
	g.Apply(&s, move("throw"))
	_, err = g.Next(&s, []gdl.Action{move("(shows 1)"), move("throw")})
	require.EqualError(t, err, "gdl: Next: player has chosen already")
}

// ladder is a puzzle whose last step hardly any random game reaches. What is wrong there does not
// show when the game is loaded.
//
//go:embed testdata/ladder.kif
var ladder string

func TestNextAtWrongStates(t *testing.T) {
	for more, want := range map[string]string{
		"":                               "gdl: a role has no legal move in a state that is not terminal: [(step 12)]",
		"(<= terminal (true (step 12)))": "gdl: climber has 0 goals at the end, want 1: [(step 12)]",
	} {
		g := load(t, ladder+more)
		up, err := g.Parse("up")
		require.NoError(t, err)
		s := g.Start()
		for range 11 {
			_, err := g.Next(&s, []gdl.Action{up})
			require.NoError(t, err)
		}
		var before gdl.State
		g.Copy(&before, &s)
		_, err = g.Next(&s, []gdl.Action{up})
		require.EqualError(t, err, want)
		require.Equal(t, before, s)
	}
}
