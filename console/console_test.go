package console_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/stats"
	"github.com/banyan-go/banyan/console"
	"github.com/banyan-go/banyan/console/cluster"
	"github.com/banyan-go/banyan/console/plots"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/pig"
	"github.com/banyan-go/banyan/games/sailing"
	"github.com/banyan-go/banyan/games/twenty48"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

// heap is a game of five methods: players take one, two or three stones, and who takes the last one
// wins.
type heap struct{}

type pile struct {
	stones int
	turn   int
}

type take string

func (heap) NumPlayers() int    { return 2 }
func (heap) ToMove(s *pile) int { return s.turn }

func (heap) AppendActions(dst []take, s *pile) []take {
	return append(dst, []take{"one", "two", "three"}[:min(3, s.stones)]...)
}

func (heap) Apply(s *pile, a take) {
	s.stones -= map[take]int{"one": 1, "two": 2, "three": 3}[a]
	s.turn = 1 - s.turn
}

func (heap) Returns(s *pile, out []float64) { out[s.turn], out[1-s.turn] = 0, 1 }

func program(t *testing.T, options ...console.Option) console.Program {
	t.Helper()
	g, err := console.New(heap{}, append([]console.Option{console.Start(pile{stones: 9})}, options...)...)
	require.NoError(t, err)
	return console.Program{Name: "heap", Games: []console.Entry{console.Only(g)}}
}

func run(t *testing.T, p console.Program, input string, args ...string) (out, errs string, status int) {
	t.Helper()
	return runWith(t.Context(), t, p, input, args...)
}

// runWith is run with a context.
func runWith(ctx context.Context, t *testing.T, p console.Program, input string, args ...string) (out, errs string, status int) {
	t.Helper()
	t.Setenv("COLUMNS", "")
	var stdout, stderr strings.Builder
	status = p.Run(ctx, args, strings.NewReader(input), &stdout, &stderr)
	return stdout.String(), stderr.String(), status
}

// A state is printed with %v, and an action is its text or its number.
func TestPlayWithFiveMethods(t *testing.T) {
	out, errs, status := run(t, program(t), "four\n4\nTWO\n1\nundo\nrules\nquit\n", "play", "-player", "random")
	require.Zero(t, status, errs)
	require.Contains(t, out, "You are Player 1.")
	require.Contains(t, out, "{9 0}\nMoves: 1: one, 2: two, 3: three\n")
	require.Contains(t, out, `"four" is not a legal move here: want one of the moves or its number, 1 to 3.`)
	require.Contains(t, out, `"4" is not a legal move here`)
	require.Contains(t, out, "{7 1}\n", "TWO")
	require.Regexp(t, `Player 2 plays (one|two|three)\n`, out)
	require.Contains(t, out, "The game has no text of its rules.\n")
	require.True(t, strings.HasSuffix(out, "Goodbye.\n"), out)

	out, _, _ = run(t, program(t, console.Rules("Take stones.")), "rules\n", "play", "-sims", "5")
	require.Contains(t, out, "Take stones.\n")
}

// A program of one game has no flag for the game, and it is named after the package or the type.
func TestOneGame(t *testing.T) {
	_, errs, status := run(t, program(t), "", "play", "-game", "heap")
	require.Equal(t, 2, status)
	require.Equal(t, "heap: flag provided but not defined: -game\n", errs)
	out, _, _ := run(t, program(t, console.Name("stones"), console.Opening(0)), "", "match", "-a", "random", "-b", "sims=9", "-games", "2")
	require.Contains(t, out, "stones, 2 games in pairs with 0 random plies")
	g, err := console.New(connect4.Game{})
	require.NoError(t, err)
	require.Equal(t, "connect4", g.Name())
	_, errs, status = run(t, program(t), "", "chess")
	require.Equal(t, 2, status)
	require.Contains(t, errs, `there is no command "chess"`)
	out, _, status = run(t, program(t), "")
	require.Zero(t, status)
	require.Contains(t, out, "match ")
}

// best always leaves a multiple of four stones if it can.
var best = arena.Func("best", func(_ context.Context, s *pile, _ int, _ *rng.Rand) (take, error) {
	return []take{"one", "one", "two", "three"}[s.stones%4], nil
})

// TestOwnPlayers calls a player of the program by its name, as opponent and in a match.
func TestOwnPlayers(t *testing.T) {
	p := program(t, console.Players(best))
	out, errs, status := run(t, p, "", "match", "-a", "best", "-b", "random", "-games", "20", "-opening", "0")
	require.Zero(t, status, errs)
	require.Contains(t, out, "a: best\n")
	require.Contains(t, out, "in seat 1     10    10", "nine stones are won by who begins")
	out, errs, status = run(t, p, "one\n", "play", "-player", "best")
	require.Zero(t, status, errs)
	require.Contains(t, out, "Player 2 plays one\n")
	_, errs, status = run(t, p, "", "match", "-a", "worst", "-b", "random")
	require.Equal(t, 2, status)
	require.Contains(t, errs, `there is no kind "worst"; there are: mcts, alphabeta, random, nrpa, nmcs, best`)
	out, errs, status = run(t, p, "", "tune", "-base", "best", "-sims", "5", "-games", "20", "-space", "c=0.1..2")
	require.Zero(t, status, errs)
	require.Contains(t, out, "\ndefault: best\n")
}

func TestMethods(t *testing.T) {
	out, _, status := run(t, program(t), "", "methods")
	require.Zero(t, status)
	require.Regexp(t, `(?m)^Texter +- +Text `, out)
	g, err := console.New(connect4.Game{})
	require.NoError(t, err)
	out, _, _ = run(t, console.Program{Name: "x", Games: []console.Entry{console.Only(g)}}, "", "methods")
	require.Regexp(t, `(?m)^Texter +yes +Text `, out)
	require.Regexp(t, `(?m)^Determinizer +- +Determinize `, out)
	require.Contains(t, out, "\nThe returns of 100 random games are from 0 to 1: means are chances to win, and the unit of the constants is 1.\n")
}

// failing is a game that breaks its contract.
type failing struct{ connect4.Game }

func (failing) Apply(*connect4.State, connect4.Drop) { panic("no idea") }

// The unit of a game for points is the same as in a search: twice the standard deviation of the
// returns.
func TestMethodsTellTheUnit(t *testing.T) {
	for want, g := range map[string]func() (console.Game, error){
		`The returns of 100 random games are from 2\d\d to 2\d\d\d: means are points, .* is about (9|10)\d\d?\d?\.\n$`: func() (console.Game, error) { return console.New(twenty48.Game{}) },
		`from -1[0-9][0-9]\S* to -\d+\S*: means are points, .* is about \d\d\.\d\.\n$`:                                 func() (console.Game, error) { return console.New(sailing.Sampled{}) },
		`A random game failed, so that nothing is known of the returns: no idea\n$`:                                    func() (console.Game, error) { return console.New(failing{}) },
	} {
		made, err := g()
		require.NoError(t, err)
		out, errs, status := run(t, console.Program{Name: "x", Games: []console.Entry{console.Only(made)}}, "", "methods")
		require.Zero(t, status, errs)
		require.Regexp(t, want, out)
	}
}

func TestBench(t *testing.T) {
	out, errs, status := run(t, program(t), "", "bench", "-time", "1ms")
	require.Zero(t, status, errs)
	require.Regexp(t, `(?m)^ +[1-9]\d* +\d+ +\d+ +mcts,playout=mast$`, out)
	for args, want := range map[string]string{"-p random": "does not search", "-time 0s": "-time is 0, want more"} {
		_, errs, status = run(t, program(t), "", append([]string{"bench"}, strings.Fields(args)...)...)
		require.Equal(t, 2, status)
		require.Contains(t, errs, want)
	}
}

// A game that begins with chance is measured where a player has a choice.
func TestBenchChance(t *testing.T) {
	s := pig.Game{}.Start()
	pig.Game{}.Apply(&s, pig.Roll)
	g, err := console.New(pig.Game{}, console.Start(s))
	require.NoError(t, err)
	out, errs, status := run(t, console.Program{Name: "pig", Games: []console.Entry{console.Only(g)}}, "", "bench", "-time", "20ms")
	require.Zero(t, status, errs)
	perSecond, bytes := 0, 0
	_, err = fmt.Sscan(strings.Split(out, "\n")[1], &perSecond, &bytes)
	require.NoError(t, err, out)
	require.Less(t, bytes, 2000, "at the first choice, there are many more simulations than the 100 of a forced action")
}

// A program of this package alone reports what it would need, and plays all games in this process.
func TestLightProgram(t *testing.T) {
	for args, want := range map[string]string{
		"match -nats 127.0.0.1 -a random -b random": "console.Main(game, cluster.Commands)",
		"tune -nats 127.0.0.1 -games 20":            "import github.com/banyan-go/banyan/console/cluster",
		"match -metrics :0 -a random -b random":     "this program has no workers in other processes",
		"worker":                                    "console.Main(game, cluster.Commands)",
		"worker -nats 127.0.0.1":                    "import github.com/banyan-go/banyan/console/cluster",
		"match -svg a.svg -a random -b random":      "console.Main(game, plots.Output)",
		"tune -svg a.svg -games 20":                 "import github.com/banyan-go/banyan/console/plots",
	} {
		out, errs, status := run(t, program(t), "", strings.Fields(args)...)
		require.Equal(t, 2, status, args)
		require.Empty(t, out, args)
		require.Contains(t, strings.ReplaceAll(errs, "\n", " "), want, args)
	}
	for _, command := range []string{"", "match", "tune"} {
		out, _, _ := run(t, program(t), "", strings.Fields(command+" -help")...)
		require.NotRegexp(t, "nats|worker |svg|processes", out, command)
	}
	one, _, _ := run(t, program(t), "", strings.Fields("match -a sims=5 -b random -games 20 -workers 1 -json")...)
	two, _, _ := run(t, program(t), "", strings.Fields("match -a sims=5 -b random -games 20 -workers 2 -json")...)
	require.Equal(t, score(t, one), score(t, two))
}

// The options of a command come before the long text on players.
func TestHelpBeginsWithOptions(t *testing.T) {
	for _, command := range []string{"play", "match", "inspect"} {
		out, _, _ := run(t, program(t), "", command, "-help")
		before, after, _ := strings.Cut(out, "\n\nOPTIONS:\n")
		require.NotContains(t, before, "A player is a kind", command)
		require.Contains(t, after, "\n\nPLAYERS:\n   A player is a kind", command)
	}
}

// score returns the wins, draws and losses of a match.
func score(t *testing.T, out string) (counts stats.Tally) {
	t.Helper()
	require.NoError(t, json.Unmarshal([]byte(out), &counts))
	require.Equal(t, 20, counts.Games())
	return counts
}

// noPlayers is a heap without players.
type noPlayers struct{ heap }

func (noPlayers) NumPlayers() int { return 0 }

// Options for another game, and a game without a start, are errors that say so.
func TestWrongOptions(t *testing.T) {
	for want, options := range map[string][]console.Option{
		"there is no method Start() console_test.pile, want it or the option Start": nil,
		"the option Start has a int, want a console_test.pile":                      {console.Start(3)},
		"the option Players has a arena.Entrant": {
			console.Start(pile{}), console.Players(arena.Random[connect4.State, connect4.Drop]("x", connect4.Game{})),
		},
		"the option Syntax has a console.PlayerSyntax": {
			console.Start(pile{}), console.Syntax(console.PlayerSyntax[connect4.State, connect4.Drop]{}),
		},
	} {
		_, err := console.New(heap{}, options...)
		require.ErrorContains(t, err, want)
	}
	for _, option := range []console.Option{cluster.Commands, plots.Output} {
		_, err := console.New(heap{}, console.Start(pile{}), option)
		require.ErrorContains(t, err, "there is an option of a program, want it in a field of Program")
	}
	_, err := console.New(noPlayers{}, console.Start(pile{}))
	require.ErrorContains(t, err, "NumPlayers is 0, want >= 1", "what mcts.New refuses")
}

var _ mcts.Game[pile, take] = heap{}
