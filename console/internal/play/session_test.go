package play

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/pig"
	"github.com/banyan-go/banyan/mcts"
)

// TestOutcome ends a game in which the first player stacks four discs.
func TestOutcome(t *testing.T) {
	b := &Board[connect4.State, connect4.Drop]{Game: connect4.Game{}}
	require.NoError(t, b.prepare())
	m := session[connect4.State, connect4.Drop]{board: b, game: b.Game, state: connect4.Game{}.Start(), rules: b.rules, paid: []float64{0, 0}}
	for _, column := range "ababab" + "a" {
		a, err := b.parse(&m.state, string(column))
		require.NoError(t, err)
		m.game.Apply(&m.state, a)
	}
	for human, want := range map[int]string{0: "X wins. Well played!", 1: "X wins.", Nobody: "X wins."} {
		t.Run(fmt.Sprint(human), func(t *testing.T) {
			m.options.Human = human
			require.Equal(t, want, m.outcome())
		})
	}
}

// TestThink checks the status of a search on a terminal. The search is long enough for an update.
func TestThink(t *testing.T) {
	var out strings.Builder
	game := connect4.Game{}
	search, err := mcts.New(game, mcts.Config{})
	require.NoError(t, err)
	b := &Board[connect4.State, connect4.Drop]{Game: game}
	require.NoError(t, b.prepare())
	m := session[connect4.State, connect4.Drop]{board: b, game: game, state: game.Start()}
	m.console = &Console{out: &out, live: true, width: 80}
	m.opponent = &thinker[connect4.State, connect4.Drop]{b, search, mcts.Budget{Time: 3 * m.console.pace()}, false}

	a, err := m.think(t.Context())
	require.NoError(t, err)
	require.Regexp(t, `^(\rX is thinking: \d+ % to win, \w+ simulations(, \w)?( \w)*\x1b\[K)+`+
		`\r\x1b\[KX plays `+a.String()+`: \d+ % to win, \w+ simulations\n$`, out.String())
}

func TestJudgement(t *testing.T) {
	r := mcts.Result[string]{Action: "b", Simulations: 99_999}
	r.Children = []mcts.Child[string]{{Action: "a", Mean: 0.1}, {Action: "b", Mean: 0.5678}}
	require.Equal(t, "57 % to win, 99999 simulations", judgement(r, "b", worth{}))
	r.Simulations = 1_234_567
	require.Equal(t, "57 % to win, 1234k simulations", judgement(r, "b", worth{}))
	weak := &thinker[connect4.State, string]{board: &Board[connect4.State, string]{Game: silent{}}, weak: true}
	require.Equal(t, "a: 10 % to win, 1234k simulations", weak.opinion(new(connect4.State), r).advice, "not what it has drawn")
}

// silent is a game of connect4 whose actions are texts.
type silent struct {
	mcts.Game[connect4.State, string]
}

func (silent) ToMove(*connect4.State) int { return 0 }

// Only what is in [0,1] is a chance to win.
func TestWorth(t *testing.T) {
	for _, c := range []struct {
		w    worth
		mean float64
		want string
	}{
		{worth{}, 0.5678, "57 % to win"},
		{worth{scale: mcts.Scale{Low: 0, High: 1, Unit: 1}}, 0.5678, "57 % to win"},
		{worth{scale: mcts.Scale{Low: 0, High: 1, Unit: 1}, counts: true}, 1, "1.00 points"},
		{worth{scale: mcts.Scale{Low: -1, High: 1, Unit: 1.6}}, 0, "0.00 points"},
		{worth{scale: mcts.Scale{Low: -1, High: 1, Unit: 1.6}}, -0.004, "0.00 points"},
		{worth{scale: mcts.Scale{Low: -16, High: 16, Unit: 5.2}}, -12, "-12.0 points"},
		{worth{scale: mcts.Scale{Low: 0, High: 100, Unit: 20}}, 36, "36.0 points"},
		{worth{scale: mcts.Scale{Low: 396, High: 2328, Unit: 950}, toCome: true}, 3600.4, "3600 points to come"},
		{worth{scale: mcts.Scale{Low: 0, High: 1, Unit: 1}, toCome: true}, 0.5, "0.50 points to come"},
	} {
		require.Equal(t, c.want, c.w.text(c.mean, 0), "%+v", c)
	}
	r := mcts.Result[int]{Children: []mcts.Child[int]{{Action: 1, Visits: 7, Mean: -12}, {Action: 2, Visits: 3, Mean: 4}}}
	require.Equal(t, "  1  -12.0 points, 7 simulations\n  2    4.0 points, 3 simulations", shares(r, worth{scale: mcts.Scale{Low: -16, High: 16, Unit: 5.2}}))
}

func TestShares(t *testing.T) {
	type pair struct{ x, y int }
	r := mcts.Result[pair]{Children: []mcts.Child[pair]{{Action: pair{10, 2}, Visits: 7, Mean: 0.5}, {Action: pair{1, 2}, Visits: 3}}}
	require.Equal(t, "  {10 2}   50 % to win, 7 simulations\n  {1 2}     0 % to win, 3 simulations", shares(r, worth{}))
}

// A person sees what chance decides, and a line that is too long is no reason to end the game.
func TestChanceAndLongLine(t *testing.T) {
	p, err := spec.Parse("sims=10", "")
	require.NoError(t, err)
	b := &Board[pig.State, pig.Action]{Game: pig.Game{}, Start: pig.Game{}.Start(), Config: func(cfg mcts.Config) mcts.Config { return cfg }}
	var text strings.Builder
	c := NewConsole(strings.NewReader(strings.Repeat("x", 100_000)+"\nroll\n"), &text)
	defer c.Close()
	require.ErrorIs(t, b.play(t.Context(), c, Options{Player: p, Seed: 1}), io.EOF)
	require.Regexp(t, `(?s)You are \S+( \d)?\. Type a move, or help\.\n.*x is not a .*\nChance: `, strings.ReplaceAll(text.String(), "\"", ""))
}

// played returns what a person at a terminal sees of a game on a board of 4x1 squares.
func played(t *testing.T, input string) (out string, err error) {
	t.Helper()
	t.Setenv("COLUMNS", "")
	game, err := connect4.New(4, 1)
	require.NoError(t, err)
	p, err := spec.Parse("sims=10", "")
	require.NoError(t, err)
	b := &Board[connect4.State, connect4.Drop]{
		Game: game, Start: game.Start(), Config: func(cfg mcts.Config) mcts.Config { return cfg },
	}
	var text strings.Builder
	c := NewConsole(strings.NewReader(input), &text)
	defer c.Close()
	c.echo = false
	err = b.play(t.Context(), c, Options{Player: p, Seed: 1})
	return text.String(), err
}

// TestEnd checks what a person at a terminal can do after the end of a game.
func TestEnd(t *testing.T) {
	const game = "a\nb\n" // the seed makes the search reply d and c
	out, err := played(t, game)
	require.NoError(t, err, "the end of the input is not an error")
	require.True(t, strings.HasSuffix(out, "The game is a draw.\nType new, swap, undo or quit: \n"), out)

	out, err = played(t, game+"hint\nhelp\nquit\n")
	require.ErrorIs(t, err, errQuit)
	require.Contains(t, out, "quit: The game is over.\nCommands:", "help after hint")

	out, err = played(t, game+"undo\n")
	require.ErrorIs(t, err, io.EOF)
	_, after, _ := strings.Cut(out, "The game is a draw.\n")
	require.Contains(t, after, "X to move\nYour move, X: ")

	out, err = played(t, game+"new\n")
	require.ErrorIs(t, err, io.EOF)
	_, after, _ = strings.Cut(out, "The game is a draw.\n")
	require.Contains(t, after, "You are X.")
}
