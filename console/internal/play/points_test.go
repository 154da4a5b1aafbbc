package play

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/console/internal/record"
	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/dots"
	"github.com/banyan-go/banyan/games/sliding"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/games/twenty48"
	"github.com/banyan-go/banyan/mcts"
)

// seen returns what a person sees of a game of points or costs, for some input.
func seen[S any, A comparable](t *testing.T, g mcts.Game[S, A], input string, human int) string {
	t.Helper()
	t.Setenv("COLUMNS", "")
	p, err := spec.Parse("sims=30", "")
	require.NoError(t, err)
	rules, err := game.NewRules(g)
	require.NoError(t, err)
	b := &Board[S, A]{Game: g, Start: rules.Starter.Start(), Config: func(cfg mcts.Config) mcts.Config { return cfg }}
	var text strings.Builder
	c := NewConsole(strings.NewReader(input), &text)
	defer c.Close()
	c.echo = false
	if err = b.play(t.Context(), c, Options{Player: p, Seed: 1, Human: human}); err != nil {
		require.ErrorIs(t, err, io.EOF)
	}
	return text.String()
}

func points(t *testing.T, width, height int) dots.Points {
	g, err := dots.NewPoints(width, height)
	require.NoError(t, err)
	return g
}

// The sum of the rewards is the result, and undo takes rewards back.
func TestPointsOfAGame(t *testing.T) {
	g := points(t, 1, 1)
	out := seen(t, g, "a1-b1\nhint\na1-a2\nb1-b2\n", 0)
	require.Regexp(t, `Blue plays \S+: -?\d\.\d\d points to come, 30 simulations\n`, out)
	require.NotContains(t, out, "%")
	out = seen(t, g, "", Nobody)
	require.Contains(t, out, "\nBlue wins. Points: Red -1, Blue 1.\n")
}

func TestOnePlayerHasAResult(t *testing.T) {
	out := seen(t, twenty48.Game{}, "hint\nswap\nundo\n", 0)
	require.Regexp(t, `Hint: \w+: \d+(\.\d)? points to come, 30 simulations\n`, out)
	require.Contains(t, out, "This game has one player, and so no sides to change.\n")
	require.NotContains(t, out, "%")
	require.Regexp(t, `The game is over: \d{3,5}\.\n$`, seen(t, twenty48.Game{}, "", Nobody))
}

// A search of one player without chance shows its best line.
func TestBestLine(t *testing.T) {
	out := seen(t, sliding.Game{}, "hint\n", 0)
	require.Regexp(t, `\nBest line: -?\d+(\.\d+)? points(?: to come)?, \S+`, out)
	plan := worth{scale: mcts.Scale{High: 20, Unit: 2}, toCome: true}
	r := mcts.Result[int]{Best: mcts.Line[int]{Return: 12, Actions: []int{5, 6, 7}}}
	require.Equal(t, "12.00 points to come, 5 6 and 1 more", line(r, plan, 2))
	require.Equal(t, "12.00 points to come, 5 6 7", line(r, plan, 3))
	require.Empty(t, line(mcts.Result[int]{}, worth{}, 3))
}

// signed is tic-tac-toe with returns 1, 0 and -1, which it declares or not.
type signed struct {
	tictactoe.Game
	declares bool
}

func (g signed) Returns(s *tictactoe.State, out []float64) {
	g.Game.Returns(s, out)
	out[0], out[1] = 2*out[0]-1, 2*out[1]-1
}

func (signed) ReturnRange() (low, high float64) { return -1, 1 }

func (g signed) Supports(c game.Capability) bool { return c != game.HasReturnRanger || g.declares }

func TestSignedReturnsAreNoChances(t *testing.T) {
	for _, declares := range []bool{false, true} {
		out := seen(t, signed{declares: declares}, "hint\nb2\n", 0)
		require.Regexp(t, `Hint: [a-c][1-3]: -?\d\.\d\d points, 30 simulations\n`, out)
		require.NotContains(t, out, "%")
		out = seen(t, signed{declares: declares}, "", Nobody)
		require.Regexp(t, `\n(The game is a draw\.|[XO] wins\.)( Points: X -?[01], O -?[01]\.)?\n$`, out)
	}
}

// Where a game declares that returns are -1, 0 and 1, they say no more than who has won.
func TestPointsOfWins(t *testing.T) {
	for _, declares := range []bool{false, true} {
		g := signed{declares: declares}
		b := &Board[tictactoe.State, tictactoe.Cell]{Game: g, Start: g.Start()}
		require.NoError(t, b.prepare())
		m := &session[tictactoe.State, tictactoe.Cell]{board: b, game: g, rules: b.rules, state: g.Start(), paid: []float64{0, 0}, options: Options{Human: Nobody}}
		for _, text := range strings.Fields("a1 b1 a2 b2 a3") {
			require.NoError(t, Apply(&m.rules, &m.state, text))
		}
		want := "X wins. Points: X 1, O -1."
		if declares {
			want = "X wins."
		}
		require.Equal(t, want, m.outcome())
	}
}

// A record of a game with rewards has their sum as its result.
func TestReplayCountsRewards(t *testing.T) {
	g := points(t, 1, 1)
	b := &Board[dots.PointsState, dots.Edge]{Game: g, Start: g.Start()}
	m := arena.Match[dots.PointsState, dots.Edge]{Game: g, Entrants: []arena.Entrant[dots.PointsState, dots.Edge]{arena.Random("a", g), arena.Random("b", g)}, Plan: arena.Plan{Pairs: 1, Seed: 1}}
	records, err := m.Run(t.Context())
	require.NoError(t, err)
	recorded := record.Game{Players: []string{"a", "b"}, End: record.ByRules, Plies: records[0].Actions, Result: records[0].Returns}
	var text strings.Builder
	c := NewConsole(strings.NewReader("4\n"), &text)
	defer c.Close()
	c.echo = false
	require.NoError(t, b.Replay(t.Context(), c, recorded))
	require.Contains(t, text.String(), fmt.Sprintf("The game is over: Red %g, Blue %g.", records[0].Returns[0], records[0].Returns[1]))
	recorded.Result = []float64{0, 0}
	require.ErrorContains(t, b.Replay(t.Context(), c, recorded), `the tag Result is "0 0", and the plies lead to "-1 1"`)
}

// Undo takes the points of the last move back, so that they do not count twice.
func TestUndoTakesPointsBack(t *testing.T) {
	g := points(t, 1, 1)
	b := &Board[dots.PointsState, dots.Edge]{Game: g, Start: g.Start()}
	require.NoError(t, b.prepare())
	e := &seated[dots.PointsState, dots.Edge]{board: b}
	var text strings.Builder
	c := NewConsole(strings.NewReader("a1-b1\na1-a2\na2-b2\nb1-b2\nb1-b2\n"), &text)
	defer c.Close()
	m := &session[dots.PointsState, dots.Edge]{board: b, game: g, rules: b.rules, opponent: e, console: c, state: g.Start(), paid: []float64{0, 0}}
	turn := func() {
		m.options.Human = g.ToMove(&m.state)
		require.NoError(t, m.turn(t.Context()))
	}
	for range 4 {
		turn()
	}
	require.Equal(t, []float64{-1, 1}, m.paid)
	require.ErrorIs(t, m.undo(), errChanged)
	require.Equal(t, []float64{0, 0}, m.paid)
	turn()
	require.Contains(t, m.outcome(), "Points: Red -1, Blue 1.")
}
