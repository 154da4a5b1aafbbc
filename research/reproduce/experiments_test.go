package main

import (
	"cmp"
	"context"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/console/match"
	"github.com/banyan-go/banyan/distributed"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/timing"
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
		require.GreaterOrEqual(t, e.published.low, 0.0, e.name)
		require.LessOrEqual(t, e.published.low, e.published.high, e.name)
		require.LessOrEqual(t, e.published.high, 1.0, e.name)
		if e.published != (published{}) {
			require.NotEmpty(t, e.paper, "%s: published where?", e.name)
		}
		requireContest(t, e)
		requireContest(t, e.quick(time.Hour))
	}
}

// requireContest requires that the players of an experiment suit its game.
func requireContest(t *testing.T, e experiment) {
	t.Helper()
	c, err := e.contest()
	require.NoError(t, err)
	require.Positive(t, e.games, e.name)
	require.Zero(t, e.games%len(arena.Seatings(c.game.Players())), e.name)
	require.NotEqual(t, c.Names[0], c.Names[1], e.name)
	require.NotEmpty(t, e.budget(), e.name)
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = c.game.Match(cancelled, match.Options{Players: c.Players, Names: c.Names, Plan: arena.Plan{Pairs: 1, Clock: c.Clock, Workers: 1}})
	require.ErrorIs(t, err, context.Canceled, "%s: a player that does not fit the game is another error", e.name)
}

// All quick experiments together must take less than five minutes on two processors, by the stored
// costs. Budgets cannot be shorter than two simulations.
func TestQuickIsQuick(t *testing.T) {
	known, err := readCosts(stored)
	require.NoError(t, err)
	var total time.Duration
	for _, e := range all() {
		each := known.game(e)
		require.Positive(t, each, "%s has no cost; -cost measures it", e.name)
		q := e.quick(each)
		require.GreaterOrEqual(t, q.games, quickGames, e.name)
		require.LessOrEqual(t, q.games, e.games, e.name)
		total += time.Duration(float64(each)*budgetShare(e, q)*float64(q.games)) / time.Duration(e.concurrent())
	}
	require.Less(t, total, 5*time.Minute)
}

// What the papers publish is played in a night on two processors, by the stored costs, and the rest
// in another.
func TestNights(t *testing.T) {
	known, err := readCosts(stored)
	require.NoError(t, err)
	for _, e := range cells() {
		require.Positive(t, known.game(e), "%s has no cost; -cost measures it", e.name)
	}
	fromPapers, err := matching("published")
	require.NoError(t, err)
	const night = 14 * time.Hour
	first, everything := known.sum(fromPapers), known.sum(all())+known.sum(cells())
	require.Less(t, first, night)
	require.Less(t, everything-first, night)
}

// budgetShare returns the greatest share of a budget that a quick experiment is left with: 1 if it
// is as long as before, or has no budget.
func budgetShare(e, q experiment) (share float64) {
	parts := func(e experiment) (numbers []float64) {
		for _, m := range budgets.FindAllStringSubmatch(e.a+" "+e.b+" "+e.both, -1) {
			n, _ := strconv.ParseFloat(m[2], 64)
			numbers = append(numbers, n)
		}
		d, _ := time.ParseDuration(e.time)
		c, _ := timing.Parse(e.clock)
		return append(numbers, float64(e.sims), float64(d), float64(c.Main))
	}
	if strings.Contains(q.a, "trials=") && !strings.Contains(e.a, "trials=") {
		e.a += ",trials=250"
	}
	before, after := parts(e), parts(q)
	for i, n := range before {
		if n > 0 {
			share = max(share, after[i]/n)
		}
	}
	return cmp.Or(share, 1)
}

// A game takes so long that ten shall take a sixteenth of its time, and then a short time.
func TestShortened(t *testing.T) {
	e := experiment{
		a: "time=fixed,each=2000", b: "parallel=root,trees=2,sims=1999,c=0.4", both: "sims=100", sims: 30000,
		clock: "1290000ticks", games: 400,
	}
	long := quickTime() * 16 / quickGames
	q := e.quick(long)
	require.Equal(t, 10, q.games)
	require.Equal(t, "time=fixed,each=130", q.a)
	require.Equal(t, "parallel=root,trees=2,sims=120,c=0.4", q.b)
	require.Equal(t, "sims=6", q.both)
	require.Equal(t, 1900, q.sims)
	require.Equal(t, "81000ticks", q.clock)
	e.time, e.a = "500ms", "similarity=auto,c=0.7"
	require.Equal(t, "31ms", e.quick(long).time)
	require.Equal(t, "similarity=auto,c=0.7,trials=16", e.quick(long).a)
	e.a = "similarity=auto,trials=1000"
	require.Equal(t, "similarity=auto,trials=63", e.quick(long).a)

	e.a = "trees=400,sims=250"
	require.Equal(t, "trees=50,sims=2", e.quick(quickTime()*100).a, "an eighth of the trees, as 250 simulations become 2 in place of a fourth of one")
	e.a = "trees=1,sims=250"
	require.Equal(t, "trees=1,sims=2", e.quick(quickTime()*100).a)

	q = e.quick(quickTime() / 20)
	require.Equal(t, 20, q.games)
	require.Equal(t, e.sims, q.sims)
	require.Equal(t, quickGamesMost, e.quick(time.Microsecond).games)
	require.Equal(t, e.sims, e.quick(0).sims, "the cost is unknown")
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
	g := group{experiment: experiment{paper: paper{text: "p"}, game: "nogo", sims: 5, games: 10}, rows: []experiment{{name: "x"}, {name: "y", sims: 7}}}
	list := g.experiments()
	require.Equal(t, experiment{name: "x", paper: paper{text: "p"}, game: "nogo", sims: 5, games: 10}, list[0])
	require.Equal(t, experiment{name: "y", paper: paper{text: "p"}, game: "nogo", sims: 7, games: 10}, list[1])
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
	some, err = choose([]string{"published"})
	require.NoError(t, err)
	for _, e := range all() {
		require.Equal(t, e.published.String() != "-", slices.ContainsFunc(some, func(s experiment) bool { return s.name == e.name }), e.name)
	}
	some, err = choose([]string{"similar-*-random-2-c0.7"})
	require.NoError(t, err)
	require.Len(t, some, 3, "without the cells of the grid")
	some, err = choose([]string{"similar-scan-*-random-2-c0.7"})
	require.NoError(t, err)
	require.Len(t, some, 5)
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
	for _, e := range groupOf("recommended").experiments() {
		c, err := e.contest()
		require.NoError(t, err)
		require.Equal(t, policy.UCT{C: policy.DefaultC}, c.Players[0].Search.Selection, e.name)
		require.Equal(t, policy.UCT{C: math.Sqrt2}, c.Players[1].Search.Selection, e.name)
	}
}

// A result stays reproducible when the default constant of UCT changes. Claims of strength are
// about the defaults.
func TestConstantIsNamed(t *testing.T) {
	for _, e := range all() {
		if e.topic == strength {
			continue
		}
		t.Run(e.name, func(t *testing.T) {
			c, err := e.contest()
			require.NoError(t, err)
			for _, p := range c.Players {
				uct, ok := p.Search.Selection.(policy.UCT)
				require.False(t, p.Kind == spec.MCTS && (p.Search.Selection == nil || ok && uct.C == 0), "%v has no constant", p)
			}
		})
	}
}

// The sum of a rule sheet is the sum of the file that workers read.
func TestRules(t *testing.T) {
	have, err := experiment{game: "gdl:gdl/sheets/checkers.kif"}.rules()
	require.NoError(t, err)
	want, err := distributed.FileSum("../../gdl/sheets/checkers.kif")
	require.NoError(t, err)
	require.Equal(t, want, have)
	lands, err := experiment{game: "magic:lands"}.rules()
	require.NoError(t, err)
	bombs, err := experiment{game: "magic:bombs"}.rules()
	require.NoError(t, err)
	require.Len(t, lands, len(bombs))
	require.NotEqual(t, lands, bombs)
	none, err := experiment{game: "breakthrough 6x6"}.rules()
	require.NoError(t, err)
	require.Empty(t, none)
	_, err = experiment{game: "gdl:gdl/sheets/nosuch.kif"}.rules()
	require.ErrorContains(t, err, "nosuch.kif")
}

// A journal belongs to one sheet.
func TestJournalOfSheet(t *testing.T) {
	journal := t.TempDir()
	_, errs, status := command(t, "-quick", "sheet-trap-mast", "-games", "2", "-journal", journal, "-results", stored)
	require.Zero(t, status, errs)
	text, err := os.ReadFile(filepath.Join(journal, "sheet-trap-mast-quick.jsonl"))
	require.NoError(t, err)
	sum, err := experiment{game: sheetPrefix + "trap.kif"}.rules()
	require.NoError(t, err)
	require.Contains(t, string(text), sum)
}
