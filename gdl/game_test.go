package gdl_test

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/gdl"
	"github.com/banyan-go/banyan/gdl/internal/sheettest"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

func load(t *testing.T, text string) *gdl.Game {
	g, err := gdl.Load(t.Context(), []byte(text), gdl.Limits{})
	require.NoError(t, err)
	return g
}

func own(t *testing.T, name string) *gdl.Game {
	return load(t, sheettest.Own(t)[name])
}

// race is a game for two players, who choose at once: the first at the end of a chain wins. A
// player that stays lets the other one pass.
//
//go:embed testdata/race.kif
var race string

// dice is a game with chance: a die is thrown each time the player wants, which must not see a one.
//
//go:embed testdata/dice.kif
var dice string

func TestConformance(t *testing.T) {
	all := map[string]*gdl.Game{"race": load(t, race), "dice": load(t, dice)}
	for name, text := range sheettest.Own(t) {
		if !testing.Short() || name == "tictactoe" || name == "trap" {
			all[name] = load(t, text)
		}
	}
	for name, g := range all {
		t.Run(name, func(t *testing.T) {
			switch name {
			case "breakthrough", "breakthrough6", "checkers", "connectfive", "connectfour", "connectfour8", "freeforall", "goldenrectangle", "knightthrough", "othello", "pawnwhopping", "sheepandwolf", "ttcc4", "ttcc4duel":
				testkit.Long(t)
			}
			gametest.Run(t, g, g.Start())
		})
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct{ text, old, new, want string }{
		{race, "(goal ?r 50)", "(goal ?r 101)", "gdl: line 13: the goal (goal red 101) is no whole number from 0 to 100"},
		{race, "(<= (goal ?r 50) (role ?r) (not (goal ?r 100)) (not (goal ?r 0)))", "", "gdl: red has 0 goals at the end, want 1: ["},
		{dice, "(<= (legal player throw) (role player))\n(<= (legal player stop) (not (true (left 4))))", "(<= (legal player throw) (true (left 4)))", "gdl: a role has no legal move in a state that is not terminal: ["},
		{race, "(true (at ?r ?x)) (after ?x ?y)", "(does ?r stay) (after ?x ?y)", "gdl: line 6: legal must not depend on does: legal <= does"},
		{dice, "(role random) (role player)", "(role random)", "gdl: the only role is random, want a player"},
		{dice, "(<= (legal random (shows ?f)) (face ?f))", "", "gdl: role random never has a legal move"},
	} {
		require.Contains(t, c.text, c.old)
		_, err := gdl.Load(t.Context(), []byte(strings.Replace(c.text, c.old, c.new, 1)), gdl.Limits{})
		require.ErrorContains(t, err, c.want, c.old)
	}
	_, err := gdl.Load(t.Context(), []byte(race), gdl.Limits{Atoms: 20})
	require.ErrorContains(t, err, ": more than 20 atoms may hold")
	_, err = gdl.Load(t.Context(), []byte(race), gdl.Limits{Literals: 20})
	require.ErrorContains(t, err, "the rules without variables have more than 20 conditions")

	cause := errors.New("no time")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(cause)
	_, err = gdl.Load(ctx, []byte(race), gdl.Limits{})
	require.ErrorIs(t, err, cause)
}

func TestPlayers(t *testing.T) {
	g := load(t, dice)
	require.Equal(t, 1, g.NumPlayers())
	require.Equal(t, []string{"player"}, names(g))
	s := g.Start()
	require.Equal(t, game.Chance, g.ToMove(&s), "its only move is made without asking")
	outcomes := g.AppendOutcomes(nil, &s)
	require.Len(t, outcomes, 3)
	require.Equal(t, "(shows 2)", outcomes[1].Action.String())
	g.Apply(&s, outcomes[1].Action)
	require.Equal(t, 0, g.ToMove(&s))
	require.ElementsMatch(t, []string{"(sum 25)", "(left 3)"}, g.True(&s))
	require.Equal(t, "none", gdl.Action{}.String())
	require.Panics(t, func() { g.Apply(&s, outcomes[1].Action) })

	r := load(t, race)
	start := r.Start()
	require.Equal(t, game.Simultaneous, r.ToMove(&start))
	require.Equal(t, []string{"red", "blue"}, names(r))
}

// Playouts return on average what uniform play does, also from a state in which chance follows.
func TestPlayout(t *testing.T) {
	for name, text := range map[string]string{"race": race, "dice": dice} {
		g := load(t, text)
		start := g.Start()
		for _, s := range append([]gdl.State{start}, children(g, &start)...) {
			const playouts = 10_000
			r := rng.New(1)
			mean, out := 0.0, make([]float64, g.NumPlayers())
			var end gdl.State
			for range playouts {
				g.Copy(&end, &s)
				g.Playout(&end, r, out)
				mean += out[0] / playouts
			}
			require.InDelta(t, uniform(g, &s), mean, 4*0.5/math.Sqrt(playouts), "%s, %v", name, g.True(&s))
		}
	}
}

// children returns the states after each action, joint action or outcome.
func children(g *gdl.Game, s *gdl.State) (list []gdl.State) {
	add := func(apply func(*gdl.State)) {
		var next gdl.State
		g.Copy(&next, s)
		apply(&next)
		list = append(list, next)
	}
	switch g.ToMove(s) {
	case game.Simultaneous:
		for _, a := range g.AppendPlayerActions(nil, s, 0) {
			for _, b := range g.AppendPlayerActions(nil, s, 1) {
				add(func(next *gdl.State) { g.ApplyJoint(next, []gdl.Action{a, b}) })
			}
		}
	case game.Chance:
		for _, o := range g.AppendOutcomes(nil, s) {
			add(func(next *gdl.State) { g.Apply(next, o.Action) })
		}
	default:
		for _, a := range g.AppendActions(nil, s) {
			add(func(next *gdl.State) { g.Apply(next, a) })
		}
	}
	return list
}

// uniform returns the mean return of the first player if everybody plays at random.
func uniform(g *gdl.Game, s *gdl.State) float64 {
	list := children(g, s)
	if len(list) == 0 {
		out := make([]float64, g.NumPlayers())
		g.Returns(s, out)
		return out[0]
	}
	mean := 0.0
	for i := range list {
		mean += uniform(g, &list[i]) / float64(len(list))
	}
	return mean
}

// A search finds the move that wins, and the only one that does not lose.
func TestSearch(t *testing.T) {
	g := own(t, "tictactoe")
	for script, want := range map[string]string{
		"(mark 1 1) (mark 2 1) (mark 1 2) (mark 2 2)": "(mark 1 3)",
		"(mark 1 1) (mark 2 2) (mark 2 1)":            "(mark 3 1)",
	} {
		search, err := mcts.New(g, mcts.Config{})
		require.NoError(t, err)
		s := g.Start()
		for name := range strings.SplitSeq(strings.Trim(script, "()"), ") (") {
			for _, a := range g.AppendActions(nil, &s) {
				if a.String() == "("+name+")" {
					g.Apply(&s, a)
					break
				}
			}
		}
		result, err := search.Run(t.Context(), &s, mcts.Budget{Simulations: 2000})
		require.NoError(t, err)
		require.Equal(t, want, result.Action.String())
	}
}

// names returns the names of the players.
func names(g *gdl.Game) (list []string) {
	for player := range g.NumPlayers() {
		list = append(list, g.PlayerName(player))
	}
	return list
}

// If random games do not end, a search reports what to set, and searches if that is set.
func TestEndless(t *testing.T) {
	g := load(t, `(role walker) (init (at a)) (beside a b) (beside b a) (legal walker go) (legal walker stay)
(<= (next (at ?y)) (true (at ?x)) (beside ?x ?y) (does walker go)) (<= (next (at ?x)) (true (at ?x)) (does walker stay))
(<= terminal (true (at c))) (goal walker 0)`)
	s := g.Start()
	search := func(cfg mcts.Config) error {
		found, err := mcts.New(g, cfg)
		require.NoError(t, err)
		_, err = found.Run(t.Context(), &s, mcts.Budget{Simulations: 1})
		return err
	}
	require.ErrorContains(t, search(mcts.Config{}), "Config.MaxPlies (maxplies=N) sets a limit")
	require.NoError(t, search(mcts.Config{MaxPlies: 10}))
	require.True(t, own(t, "tictactoe").Supports(game.HasPlayouter))
}

func TestText(t *testing.T) {
	g := own(t, "connectfour")
	s := g.Start()
	for _, text := range []string{"drop d", "(drop e)", "DROP d"} {
		a, err := g.Parse(text)
		require.NoError(t, err)
		g.Apply(&s, a)
	}
	require.Equal(t, `6 . . . . . . .
5 . . . . . . .
4 . . . . . . .
3 . . . . . . .
2 . . . y . . .
1 . . . y r . .
  a b c d e f g
(turn red)
`, g.Text(&s))
	c := own(t, "checkers")
	first := c.Start()
	require.Equal(t, `8 bm .  bm .  bm .  bm .
7 .  bm .  bm .  bm .  bm
6 bm .  bm .  bm .  bm .
5 .  .  .  .  .  .  .  .
4 .  .  .  .  .  .  .  .
3 .  rm .  rm .  rm .  rm
2 rm .  rm .  rm .  rm .
1 .  rm .  rm .  rm .  rm
  a  b  c  d  e  f  g  h
(count black 12) (count red 12) (step 1) (turn red)
`, c.Text(&first))
	race := load(t, race)
	start := race.Start()
	require.Equal(t, "(at blue a) (at red a) (step 1)\n", race.Text(&start))

	for text, want := range map[string]string{
		"(drop h)": `gdl: Parse("(drop h)"): the sheet has no such move`,
		"(drop":    `gdl: Parse("(drop"): kif: line 1, column 1: a list is not closed, want )`,
		"":         `gdl: Parse(""): there is no move`,
		"(a) b":    `gdl: Parse("(a) b"): gdl: the list ((a) b) begins with a list, want a name`,
	} {
		_, err := g.Parse(text)
		require.EqualError(t, err, want)
	}
}

// The cells of a state are the places of its board, column by column.
func TestCells(t *testing.T) {
	g := own(t, "tictactoe")
	s := g.Start()
	for _, text := range []string{"mark 1 2", "mark 3 1"} {
		a, err := g.Parse(text)
		require.NoError(t, err)
		g.Apply(&s, a)
	}
	cells := g.AppendCells(nil, &s)
	empty, x, o := cells[0], cells[1], cells[6]
	require.Equal(t, []uint8{empty, x, empty, empty, empty, empty, o, empty, empty}, cells)
	require.NotEqual(t, x, o)
	require.False(t, load(t, dice).Supports(game.HasCellBoard), "there is no board")
}

// The cells of several boards stand one after the other, each column by column. Where a place has
// several contents, the cell has one of them. A board with more contents than cells can tell apart
// is left out.
func TestCellsOfBoards(t *testing.T) {
	var sheet strings.Builder
	sheet.WriteString(`(role x) (legal x go) (goal x 0) (<= terminal (true over)) (<= (next over) (does x go))
(init (deep 1 1 red)) (init (deep 2 3 blue)) (init (deep 1 2 red)) (init (flat a a pawn)) (init (flat b b pawn)) (init (flat b b king))
`)
	for i := range 256 {
		fmt.Fprintf(&sheet, "(init (coded %d %d c%d))\n", i%16, i/16, i)
	}
	g := load(t, sheet.String())
	s := g.Start()
	cells := g.AppendCells(nil, &s)
	require.Len(t, cells, 6+4)
	deep, flat := cells[:6], cells[6:]
	require.Equal(t, []bool{true, true, false, false, false, true}, []bool{deep[0] > 0, deep[1] > 0, deep[2] > 0, deep[3] > 0, deep[4] > 0, deep[5] > 0})
	require.Equal(t, deep[0], deep[1])
	require.NotEqual(t, deep[0], deep[5])
	require.Positive(t, flat[0])
	require.Equal(t, []uint8{0, 0}, flat[1:3])
	require.Positive(t, flat[3])

	text := strings.Replace(sheet.String(), "c255", "c254", 1)
	s = load(t, text).Start()
	require.Len(t, load(t, text).AppendCells(nil, &s), 256+6+4, "255 contents and none are 256")
}

// Without init the first state is empty, and without next every later one.
func TestAbsentRelations(t *testing.T) {
	for _, sheet := range []string{
		"(role a) (legal a left) (legal a right) (<= (next (went ?way)) (does a ?way)) (<= terminal (true (went ?way))) " +
			"(<= (goal a 100) (true (went right))) (<= (goal a 0) (not (true (went right))))",
		"(role a) (init here) (legal a leave) (<= terminal (not (true here))) (<= (goal a 100) (not (true here))) (<= (goal a 0) (true here))",
	} {
		g := load(t, sheet)
		s := g.Start()
		actions := g.AppendActions(nil, &s)
		require.NotEmpty(t, actions)
		g.Apply(&s, actions[len(actions)-1])
		require.Empty(t, g.AppendActions(nil, &s), "the game is over")
		out := []float64{-1}
		g.Returns(&s, out)
		require.Equal(t, []float64{1}, out)
		require.NoError(t, gametest.Test(g, g.Start()))
	}
}

// What comes from a sheet is spelled as in the sheet, in moves, roles, states and errors.
func TestSpelling(t *testing.T) {
	g := load(t, "(role White) (init (at Start)) (<= (legal White (goTo End)) (true (at Start))) (<= (next (at end)) (does white (goto end)))"+
		"(<= terminal (true (at END))) (goal WHITE 100)")
	require.Equal(t, []string{"White"}, g.PlayerNames())
	s := g.Start()
	require.Equal(t, "(at Start)\n", g.Text(&s))
	actions := g.AppendActions(nil, &s)
	require.Len(t, actions, 1)
	require.Equal(t, "(goTo End)", actions[0].String())
	for _, text := range []string{"(goTo End)", "GOTO END", "(goto end)"} {
		a, err := g.Parse(text)
		require.NoError(t, err)
		require.Equal(t, actions[0], a)
	}
	_, err := g.Parse("(goTo Start)")
	require.EqualError(t, err, `gdl: Parse("(goTo Start)"): the sheet has no such move`)
	g.Apply(&s, actions[0])
	require.Equal(t, "(at End)\n", g.Text(&s))
}

// lookedAt is a context that ends when it is looked at for so many times.
type lookedAt struct {
	context.Context
	left int
	end  func()
}

func (c *lookedAt) look() {
	if c.left--; c.left == 0 {
		c.end()
	}
}

func (c *lookedAt) Err() error {
	c.look()
	return c.Context.Err()
}

// Value serves [context.Cause].
func (c *lookedAt) Value(key any) any {
	c.look()
	return c.Context.Value(key)
}

// Whenever its context ends, Load returns the cause.
func TestLoadEndsWithItsContext(t *testing.T) {
	var sheet strings.Builder
	sheet.WriteString("(role r) (init (t 0)) (s 0 1) (s 1 2) (<= (legal r (m ?a ?b ?c)) (d ?a) (d ?b) (d ?c))" +
		"(<= (next (p ?a ?b ?c)) (does r (m ?a ?b ?c))) (<= (next (p ?a ?b ?c)) (true (p ?a ?b ?c)))" +
		"(<= (next (t ?y)) (true (t ?x)) (s ?x ?y)) (<= terminal (true (t 2))) (goal r 100)")
	for i := range 10 {
		fmt.Fprintf(&sheet, "(d %d)", i)
	}
	reason := errors.New("the match is over")
	for n := 1; ; n += testkit.Few(5, 1) {
		ctx, cancel := context.WithCancelCause(t.Context())
		c := &lookedAt{ctx, n, func() { cancel(reason) }}
		_, err := gdl.Load(c, []byte(sheet.String()), gdl.Limits{})
		cancel(nil)
		if c.left > 0 {
			require.NoError(t, err)
			require.Greater(t, n, 50, "every phase looks")
			return
		}
		require.Equal(t, reason, err, "at look %d", n)
	}
}
