package nested_test

import (
	"context"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/gametree"
	"github.com/banyan-go/banyan/games/pig"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/nested"
	"github.com/banyan-go/banyan/rng"
)

// methods are searches whose runs are short.
var methods = []nested.Method{nested.NRPA{Level: 2, Iterations: 3}, nested.NMCS{Level: 2}, nested.NMCS{Level: 1}}

// broken is a game of two plies that breaks the contract in some way.
type broken struct {
	value   float64
	reward  float64
	mover   int
	endless bool
	high    float64
	weights []float32
	players int
}

func (g broken) NumPlayers() int { return 1 + g.players }

func (g broken) ToMove(s *int) int {
	if *s > 0 && *s < 2 {
		return g.mover
	}
	return 0
}

func (g broken) AppendActions(dst []bool, s *int) []bool {
	if *s > 1 && !g.endless {
		return dst
	}
	return append(dst, false, true)
}
func (broken) Apply(s *int, _ bool)               { *s++ }
func (g broken) Returns(_ *int, out []float64)    { out[0] = g.value }
func (g broken) Rewards(_ *int, out []float64)    { out[0] = g.reward }
func (g broken) ReturnRange() (low, high float64) { return -1, 1 }

func (g broken) Weigh(_ *int, _ []bool, weights []float32) { copy(weights, g.weights) }

func (g broken) Supports(c game.Capability) bool {
	switch c {
	case game.HasRewarder:
		return g.reward != 0
	case game.HasReturnRanger:
		return g.high != 0
	}
	return true
}

// sampling has SampleOutcome.
type sampling struct{ broken }

func (sampling) SampleOutcome(*int, *rng.Rand) bool { return true }

// search searches a broken game.
func search(g game.Game[int, bool], m nested.Method, b nested.Budget) (nested.Result[bool], error) {
	root := 0
	return nested.Search(bg, g, &root, nested.Config{Method: m}, b)
}

func TestBrokenGames(t *testing.T) {
	for _, c := range []struct {
		game game.Game[int, bool]
		want string
	}{
		{broken{value: math.NaN()}, "nested: nested_test.broken: the return of a line is NaN, want a number of magnitude up to 1e30"},
		{broken{value: math.Inf(-1)}, "the return of a line is -Inf"},
		{broken{value: 1.1e30}, "the return of a line is 1.1e+30"},
		{broken{value: 1e30}, ""},
		{broken{value: 1, reward: math.NaN()}, "the return of a line is NaN"},
		{broken{value: 1e30, reward: 1e30}, "the return of a line is 3.0000000000000003e+30"},
		{broken{value: 1.5, high: 1}, "the return of a line is 1.5, want one within its ReturnRange, -1 to 1"},
		{broken{value: -1.5, high: 1}, "the return of a line is -1.5, want one within its ReturnRange, -1 to 1"},
		{broken{value: -0.5, reward: 1, high: 1}, ""}, // The root may lie behind rewards.
		{broken{value: 1.5}, ""},
		{broken{value: 1, high: 1}, ""},
		{broken{value: -1, high: 1}, ""},
		{broken{mover: 1}, "nested_test.broken.ToMove is 1, want 0 for the only player"},
		{broken{mover: game.Chance}, "nested_test.broken.ToMove is -1, want 0"},
		{broken{endless: true}, "nested_test.broken: a playout goes on after 1048576 plies"},
		{broken{players: 1}, "nested_test.broken has 2 players, want a game for one"},
		{sampling{}, "nested: nested_test.sampling has chance, want a game without"},
		{nil, "nested: the game is nil"},
	} {
		for _, m := range methods {
			r, err := search(c.game, m, nested.Budget{Playouts: 10})
			if c.want == "" {
				require.NoError(t, err)
				require.Equal(t, 10, r.Playouts)
				continue
			}
			require.ErrorContains(t, err, "nested: ")
			require.ErrorContains(t, err, c.want)
		}
	}
}

func TestWeightsAreChecked(t *testing.T) {
	for _, weights := range [][]float32{{0, 0}, {float32(math.NaN()), 1}, {float32(math.Inf(1)), 1}, {-2, 1}} {
		for _, m := range []nested.Method{nested.NRPA{Prior: true}, nested.NMCS{Prior: true, Level: 1}} {
			_, err := search(broken{weights: weights}, m, nested.Budget{})
			require.ErrorContains(t, err, "nested: nested_test.broken.Weigh wrote [")
			require.ErrorContains(t, err, "want finite weights >= 0, not all 0")
		}
	}
	r, err := search(broken{weights: []float32{0, 1e-45}}, nested.NRPA{Prior: true, Level: 1}, nested.Budget{})
	require.NoError(t, err)
	require.Equal(t, []bool{true, true}, r.Actions, "an action without weight is not played")
	r, err = search(broken{weights: []float32{0, 1e-45}}, nested.NMCS{Prior: true, Level: 1}, nested.Budget{})
	require.NoError(t, err)
	require.Equal(t, []bool{false, true}, r.Actions, "nor in a playout")
}

func TestOtherGamesAreRefused(t *testing.T) {
	s := tictactoe.State{}
	_, err := nested.Search(bg, tictactoe.Game{}, &s, nested.Config{}, nested.Budget{})
	require.EqualError(t, err, "nested: tictactoe.Game has 2 players, want a game for one")
	p := pig.State{}
	_, err = nested.Search(bg, pig.Game{}, &p, nested.Config{}, nested.Budget{})
	require.EqualError(t, err, "nested: pig.Game has 2 players, want a game for one")
	for shape, want := range map[gametree.Shape]string{
		{Players: 1, Chance: true, Plies: 6}: "nested: gametree.Game has chance, want a game without",
		{Players: 1, Simultaneous: true}:     "nested: gametree.Game has simultaneous moves, want a game without",
	} {
		root := 0
		_, err = nested.Search(bg, gametree.Random(shape, 3), &root, nested.Config{}, nested.Budget{})
		require.EqualError(t, err, want)
	}
}

func TestParametersAreChecked(t *testing.T) {
	for want, m := range map[string]nested.Method{
		"nested: NRPA.Level is -1, want 0 to 64":                                     nested.NRPA{Level: -1},
		"nested: NRPA.Level is 65, want 0 to 64":                                     nested.NRPA{Level: 65},
		"nested: NRPA.Iterations is -2, want >= 0":                                   nested.NRPA{Iterations: -2},
		"nested: NRPA.Playouts is -1, want >= 0":                                     nested.NRPA{Playouts: -1},
		"nested: NRPA.Alpha is -1, want 0 to 600":                                    nested.NRPA{Alpha: -1},
		"nested: NRPA.Alpha is NaN, want 0 to 600":                                   nested.NRPA{Alpha: math.NaN()},
		"nested: NMCS.Level is -1, want 0 to 64":                                     nested.NMCS{Level: -1},
		"nested: NMCS.Level is 65, want 0 to 64":                                     nested.NMCS{Level: 65},
		"nested: nested.NRPA.Prior is set, and nested_test.line has no method Weigh": nested.NRPA{Prior: true},
		"nested: nested.NMCS.Prior is set, and nested_test.line has no method Weigh": nested.NMCS{Prior: true},
	} {
		root := []string(nil)
		_, err := nested.Search(bg, line{3}, &root, nested.Config{Method: m}, nested.Budget{})
		require.EqualError(t, err, want)
		require.Equal(t, err, nested.Validate(line{3}, nested.Config{Method: m}))
	}
	root := 0
	for want, f := range map[string]func() (nested.Result[bool], error){
		"nested: the context is nil": func() (nested.Result[bool], error) {
			return nested.Search(nil, broken{}, &root, nested.Config{}, nested.Budget{}) //nolint:staticcheck // a nil context is the mistake
		},
		"nested: the root is nil": func() (nested.Result[bool], error) {
			return nested.Search(bg, broken{}, nil, nested.Config{}, nested.Budget{})
		},
		"nested: Budget.Playouts is -1, want >= 0": func() (nested.Result[bool], error) {
			return search(broken{}, nil, nested.Budget{Playouts: -1})
		},
		"nested: Budget.Time is -1ns, want >= 0": func() (nested.Result[bool], error) {
			return search(broken{}, nil, nested.Budget{Time: -1})
		},
	} {
		_, err := f()
		require.EqualError(t, err, want)
	}
	over := 2
	_, err := nested.Search(bg, broken{}, &over, nested.Config{}, nested.Budget{})
	require.ErrorIs(t, err, nested.ErrTerminal)
	for _, m := range []nested.Method{nil, nested.NMCS{Level: 64}, nested.NRPA{Level: 64}} {
		require.NoError(t, nested.Validate(broken{}, nested.Config{Method: m}))
	}
	require.ErrorContains(t, nested.Validate(tictactoe.Game{}, nested.Config{}), "has 2 players")
}

// Without limits there is one run.
func TestOneRun(t *testing.T) {
	for want, m := range map[int]nested.Method{
		3 * 3 * 3:       nested.NRPA{Level: 3, Iterations: 3},
		3 * 3 * 2:       nested.NRPA{Level: 2, Iterations: 3, Playouts: 2},
		3 + 3 + 3:       nested.NMCS{Level: 1}, // an action, and a playout after each of three
		3 * (6 + 3 + 1): nested.NMCS{},
	} {
		root := []string(nil)
		r, err := nested.Search(bg, line{3}, &root, nested.Config{Method: m}, nested.Budget{})
		require.NoError(t, err)
		require.Equal(t, []int{want, 1}, []int{r.Playouts, r.Runs}, "%#v", m)
	}
	root := []string(nil)
	r, err := nested.Search(bg, line{1}, &root, nested.Config{}, nested.Budget{})
	require.NoError(t, err)
	require.Equal(t, 1_000_000, r.Playouts, "the default is 100 iterations on each of 3 levels")
}

// A budget is used up exactly, and the runs that it has room for are made.
func TestBudgets(t *testing.T) {
	for _, m := range methods {
		for _, playouts := range []int{1, 2, 8, 9, 10, 100} {
			root, ends := 0, []int{}
			g := recorder{randomTree(1), &ends}
			r, err := nested.Search(bg, g, &root, nested.Config{Method: m}, nested.Budget{Playouts: playouts})
			require.NoError(t, err)
			require.Equal(t, []int{playouts, playouts}, []int{r.Playouts, len(ends)})
		}
	}
}

// The time ends a search after the playout in which it is over.
func TestTime(t *testing.T) {
	for _, m := range methods {
		now := time.Unix(0, 0)
		root := 0
		c := nested.Config{Method: m, Clock: func() time.Time {
			now = now.Add(time.Millisecond)
			return now
		}}
		r, err := nested.Search(bg, randomTree(1), &root, c, nested.Budget{Time: 21 * time.Millisecond})
		require.NoError(t, err)
		require.Equal(t, 21, r.Playouts, "the clock is read before all but the first one")
		r, err = nested.Search(bg, randomTree(1), &root, c, nested.Budget{Time: time.Hour, Playouts: 7})
		require.NoError(t, err)
		require.Equal(t, 7, r.Playouts)
		r, err = nested.Search(bg, randomTree(1), &root, c, nested.Budget{Time: 1})
		require.NoError(t, err)
		require.Equal(t, 1, r.Playouts, "the time is over before the first playout, which is made all the same")
	}
}

// canceller ends a context with the last of so many games.
type canceller struct {
	tree
	left   *int
	cancel func()
}

func (g canceller) Returns(s *int, out []float64) {
	if *g.left--; *g.left == 0 {
		g.cancel()
	}
	g.tree.Returns(s, out)
}

// A search that is cancelled has the best line of the playouts before.
func TestContext(t *testing.T) {
	for _, m := range methods {
		for _, playouts := range []int{1, 5, 50} {
			ctx, cancel := context.WithCancel(bg)
			left, root := playouts, 0
			g := canceller{randomTree(2), &left, cancel}
			got, err := nested.Search(ctx, g, &root, nested.Config{Method: m}, nested.Budget{Playouts: 1000})
			require.ErrorIs(t, err, context.Canceled)
			want, err := nested.Search(bg, g.tree, &root, nested.Config{Method: m}, nested.Budget{Playouts: playouts})
			require.NoError(t, err)
			require.Equal(t, want, got)
		}
	}
	ctx, cancel := context.WithCancel(bg)
	cancel()
	root := 0
	r, err := nested.Search(ctx, randomTree(2), &root, nested.Config{}, nested.Budget{})
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, nested.Result[action]{}, r)
}

// Watch yields what is better than all before, when it is found, and at last what Search returns.
func TestWatch(t *testing.T) {
	for _, m := range methods {
		root, ends := 0, []int{}
		g := recorder{randomTree(3), &ends}
		c, b := nested.Config{Method: m}, nested.Budget{Playouts: 200}
		want, err := nested.Search(bg, g, &root, c, b)
		require.NoError(t, err)
		ends = nil
		var all []nested.Result[action]
		for r, err := range nested.Watch(bg, g, &root, c, b) {
			require.NoError(t, err)
			require.Equal(t, len(ends), r.Playouts)
			require.Equal(t, r.Return, replay(t, g.Game, 0, r.Actions))
			all = append(all, r)
		}
		last := len(all) - 1
		require.Equal(t, want, all[last])
		require.Greater(t, last, 1)
		for i, r := range all[:last] {
			require.Equal(t, r.Playouts, r.Found)
			if i > 0 {
				require.Greater(t, r.Return, all[i-1].Return)
			}
		}
		require.Equal(t, all[last].Line, all[last-1].Line)

		ends = nil
		for r, err := range nested.Watch(bg, g, &root, c, b) {
			require.NoError(t, err)
			if r.Found == all[1].Found {
				break
			}
		}
		require.Len(t, ends, all[1].Found, "the search ends with the loop")
	}
	root := 0
	for _, err := range nested.Watch(bg, broken{players: 1}, &root, nested.Config{}, nested.Budget{}) {
		require.ErrorContains(t, err, "has 2 players")
	}
}

// A playout allocates nothing.
func TestPlayoutsDoNotAllocate(t *testing.T) {
	g := coded{tree: randomTree(5)}
	for i := range g.Nodes {
		g.codes, g.weights = append(g.codes, uint64(i)), append(g.weights, 1)
	}
	for _, m := range []nested.Method{nested.NRPA{Level: 2, Prior: true}, nested.NRPA{Level: 2}, nested.NMCS{Level: 2}, nested.NMCS{Level: 2, Prior: true}} {
		allocations := func(playouts int) float64 {
			return testing.AllocsPerRun(3, func() {
				root := 0
				_, err := nested.Search(bg, listed{g}, &root, nested.Config{Method: m}, nested.Budget{Playouts: playouts})
				require.NoError(t, err)
			})
		}
		require.Less(t, allocations(20_000)-allocations(10_000), 100., "%#v", m)
	}
}
