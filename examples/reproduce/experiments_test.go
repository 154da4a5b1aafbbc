package main

import (
	"context"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/console/match"
	"github.com/banyan-go/banyan/policy"
)

// Every row of the tables must be an experiment that can be played.
func TestExperiments(t *testing.T) {
	names, keys := map[string]bool{}, map[string]bool{}
	for _, g := range groups {
		require.False(t, keys[g.key], "the key %q is there twice", g.key)
		keys[g.key] = true
		require.NotEmpty(t, g.key)
		require.NotEmpty(t, g.rows, g.key)
	}
	for _, e := range all() {
		require.NotEmpty(t, e.name)
		require.False(t, names[e.name] || keys[e.name], "the name %q is there twice", e.name)
		names[e.name] = true
		require.Contains(t, topics, e.topic, e.name)
		require.NotEmpty(t, e.claim, e.name)
		require.Contains(t, titles, e.game, e.name)
		require.Positive(t, e.minutes, e.name)
		require.GreaterOrEqual(t, e.published.low, 0.0, e.name)
		require.LessOrEqual(t, e.published.low, e.published.high, e.name)
		require.LessOrEqual(t, e.published.high, 1.0, e.name)
		if e.published != (published{}) {
			require.NotEmpty(t, e.paper, "%s: published where?", e.name)
		}
		requireContest(t, e)
		requireContest(t, e.quick())
	}
}

// requireContest requires that the players of an experiment suit its game.
func requireContest(t *testing.T, e experiment) {
	t.Helper()
	c, err := e.contest()
	require.NoError(t, err)
	require.Positive(t, e.games, e.name)
	require.Zero(t, e.games%len(arena.Seatings(c.game.Players())), e.name)
	require.NotEqual(t, c.names[0], c.names[1], e.name)
	require.NotEmpty(t, e.budget(), e.name)
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = c.game.Match(cancelled, match.Options{Players: c.players, Names: c.names, Pairs: 1, Clock: c.clock, Workers: 1})
	require.ErrorIs(t, err, context.Canceled, "%s: a player that does not fit the game is another error", e.name)
}

// All quick experiments together must take less than five minutes.
func TestQuickIsQuick(t *testing.T) {
	var total time.Duration
	for _, e := range all() {
		q := e.quick()
		require.GreaterOrEqual(t, q.games, quickGames, e.name)
		require.LessOrEqual(t, q.games, e.games, e.name)
		each := e.duration() / time.Duration(e.games)
		total += min(quickTime, each*time.Duration(q.games))
	}
	require.Less(t, total, 5*time.Minute)
}

func TestShortened(t *testing.T) {
	e := experiment{
		a: "time=fixed,each=2000", b: "parallel=root,trees=2,sims=1999,c=0.4", both: "sims=100", sims: 30000,
		clock: "1290000ticks", games: 400, minutes: 200.0 / 3,
	}
	q := e.quick() // 10 s a game, of which ten shall take 0.6 s
	require.Equal(t, 10, q.games)
	require.Equal(t, "time=fixed,each=12", q.a)
	require.Equal(t, "parallel=root,trees=2,sims=12,c=0.4", q.b)
	require.Equal(t, "sims=2", q.both)
	require.Equal(t, 180, q.sims)
	require.Equal(t, "7700ticks", q.clock)
	e.time = "500ms"
	require.Equal(t, "3ms", e.quick().time)

	e.minutes = 0.6 / 3 // 30 ms a game
	q = e.quick()
	require.Equal(t, 20, q.games)
	require.Equal(t, e.sims, q.sims)
	e.minutes = 0.001
	require.Equal(t, quickGamesMost, e.quick().games)
}

func TestPortion(t *testing.T) {
	for _, c := range []struct {
		n     int
		share float64
		want  int
	}{{1000, 1, 1000}, {1234, 1, 1200}, {1000, 0.5, 500}, {1000, 0.0333, 33}, {100, 0.001, 2}, {10000, 0.178, 1800}} {
		require.Equal(t, c.want, portion(c.n, c.share), c)
	}
}

// A row has its own fields and inherits the others from its group.
func TestInheritance(t *testing.T) {
	g := group{experiment: experiment{paper: "p", game: "nogo", sims: 5, games: 10}, rows: []experiment{{name: "x"}, {name: "y", sims: 7}}}
	list := g.experiments()
	require.Equal(t, experiment{name: "x", paper: "p", game: "nogo", sims: 5, games: 10}, list[0])
	require.Equal(t, experiment{name: "y", paper: "p", game: "nogo", sims: 7, games: 10}, list[1])
	require.Empty(t, g.rows[0].game, "the table does not change")
}

func TestCommand(t *testing.T) {
	e := experiment{game: "breakthrough 6x6", a: "x", b: "y", both: "c=1", sims: 10, clock: "5ticks", start: true, games: 400}
	require.Equal(t, "-game breakthrough -size 6x6 -a x -b y -both c=1 -sims 10 -clock 5ticks -games 100 -opening 0", e.command(100))
	require.Equal(t, "-game nogo -a x -b y -games 2 -opening 2", experiment{game: "nogo", a: "x", b: "y"}.command(2))
}

func TestOpening(t *testing.T) {
	require.Equal(t, 0, experiment{start: true}.opening())
	require.Equal(t, 2, experiment{}.opening())
}

func TestChoose(t *testing.T) {
	everything, err := choose([]string{"all"})
	require.NoError(t, err)
	require.Equal(t, all(), everything)
	some, err := choose([]string{"time-c4-40000-f5", "mast-uniform-bt?", "mast-uniform-bt6"})
	require.NoError(t, err)
	var names []string
	for _, e := range some {
		names = append(names, e.name)
	}
	require.Equal(t, "mast-uniform-bt6 mast-uniform-bt8 time-c4-40000-f5", strings.Join(names, " "))
}

func TestEdits(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"kitten", "sitting", 3}, {"same", "same", 0}, {"ab", "ba", 2}} {
		require.Equal(t, c.want, edits(c.a, c.b), c)
	}
}

// What the page calls the default is the default.
func TestDefaultConstant(t *testing.T) {
	for _, e := range recommended.experiments() {
		c, err := e.contest()
		require.NoError(t, err)
		require.Equal(t, policy.UCT{C: policy.DefaultC}, c.players[0].Search.Selection, e.name)
		require.Equal(t, policy.UCT{C: math.Sqrt2}, c.players[1].Search.Selection, e.name)
	}
}

// A result stays reproducible when the default constant of UCT changes.
func TestConstantIsNamed(t *testing.T) {
	for _, e := range all() {
		t.Run(e.name, func(t *testing.T) {
			c, err := e.contest()
			require.NoError(t, err)
			for _, p := range c.players {
				uct, ok := p.Search.Selection.(policy.UCT)
				require.False(t, p.Kind == spec.MCTS && (p.Search.Selection == nil || ok && uct.C == 0), "%v has no constant", p)
			}
		})
	}
}
