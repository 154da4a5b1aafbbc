package minimax_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/minimax"
)

var _ game.Game[treeState, int] = tree{}

// The number of positions that minimax visits, including the empty board, is well known. It is the
// sum of the perft counts.
func TestTicTacToeIsADraw(t *testing.T) {
	g := tictactoe.Game{}
	plain := run(t, g, g.Start(), minimax.Config{Plain: true})
	require.InDelta(t, 0.5, plain.Value, 0)
	require.Equal(t, 1+9+72+504+3024+15120+54720+148176+200448+127872, plain.Nodes)
	require.Equal(t, 549946, plain.Nodes)
	require.Equal(t, tictactoe.Cell(0), plain.Action)
	require.Len(t, plain.Variation, 9)
	require.True(t, plain.Solved)

	alphaBeta := run(t, g, g.Start(), minimax.Config{})
	require.Equal(t, 18297, alphaBeta.Nodes, "often quoted for this order of actions")
	alphaBeta.Nodes = plain.Nodes
	require.Equal(t, plain, alphaBeta)

	// There are 5478 positions, of which alpha-beta visits only some.
	table := run(t, tictactoe.Game{}, g.Start(), minimax.Config{TableBits: 16})
	require.InDelta(t, 0.5, table.Value, 0)
	require.Equal(t, plain.Action, table.Action)
	require.Less(t, table.Nodes, 5478)
}

// Alpha-beta with a table agrees with minimax at every position after four or more plies.
func TestEveryPosition(t *testing.T) {
	plain, err := minimax.New(tictactoe.Game{}, minimax.Config{Plain: true})
	require.NoError(t, err)
	table, err := minimax.New(tictactoe.Game{}, minimax.Config{TableBits: 8})
	require.NoError(t, err)
	seen := map[tictactoe.State]bool{}
	var visit func(s tictactoe.State, plies int)
	visit = func(s tictactoe.State, plies int) {
		if seen[s] {
			return
		}
		seen[s] = true
		actions := tictactoe.Game{}.AppendActions(nil, &s)
		if plies >= 4 && len(actions) > 0 {
			want, err := plain.Run(context.Background(), &s)
			require.NoError(t, err)
			got, err := table.Run(context.Background(), &s)
			require.NoError(t, err)
			require.Equal(t, want.Action, got.Action, tictactoe.Game{}.Text(&s))
			require.InDelta(t, want.Value, got.Value, 0)
		}
		for _, a := range actions {
			next := s
			tictactoe.Game{}.Apply(&next, a)
			visit(next, plies+1)
		}
	}
	visit(tictactoe.Game{}.Start(), 0)
	require.Len(t, seen, 5478, "the published number of positions (Schaefer 2002)")
}

func TestDepth(t *testing.T) {
	g := tictactoe.Game{}
	blind := run(t, g, g.Start(), minimax.Config{Depth: 3})
	require.InDelta(t, 0.5, blind.Value, 0)
	require.False(t, blind.Solved)
	require.Len(t, blind.Variation, 3)

	s := play(g, 0, 8, 1) // X has a1 and b1, O has c3 and must take c1
	require.Equal(t, tictactoe.Cell(2), run(t, g, s, minimax.Config{Depth: 2}).Action)
	require.Equal(t, 7, run(t, g, s, minimax.Config{Depth: 1}).Nodes)

	all := run(t, g, s, minimax.Config{Depth: 6})
	require.True(t, all.Solved, "six plies end the game")
}

func play(g tictactoe.Game, cells ...tictactoe.Cell) tictactoe.State {
	s := g.Start()
	for _, c := range cells {
		g.Apply(&s, c)
	}
	return s
}

// judged evaluates a node by its number.
type judged struct{ tree }

func (judged) Evaluate(s *treeState, out []float64) { out[0], out[1] = float64(s.node), 0 }

func TestEvaluation(t *testing.T) {
	g := tree{{children: []int{1, 2}}, {children: []int{3}}, {children: []int{3}}, {value: 0.25}}
	without := struct {
		game.Game[treeState, int]
	}{g}
	for _, c := range []struct {
		name   string
		game   game.Game[treeState, int]
		config minimax.Config
		action int
		value  float64
	}{
		{"solved", judged{g}, minimax.Config{}, 0, 0.25},
		{"deep enough", judged{g}, minimax.Config{Depth: 2}, 0, 0.25},
		{"Evaluate of the game", judged{g}, minimax.Config{Depth: 1}, 1, 2},
		{"no evaluation", without, minimax.Config{Depth: 1}, 0, 0.5},
		{"Config.Evaluation", judged{g}, minimax.Config{Depth: 1, Evaluation: minimax.EvaluationFunc(
			func(s *treeState) float64 { return -float64(s.node) })}, 0, -1},
	} {
		got := run(t, c.game, treeState{}, c.config)
		require.Equal(t, c.action, got.Action, c.name)
		require.InDelta(t, c.value, got.Value, 0, c.name)
	}
}

// stacked is a tree whose states hold a slice.
type stacked struct{ tree }

type stack struct{ nodes []int }

func (g stacked) top(s *stack) *treeState { return &treeState{s.nodes[len(s.nodes)-1]} }

func (g stacked) ToMove(s *stack) int { return g.tree.ToMove(g.top(s)) }

func (g stacked) AppendActions(dst []int, s *stack) []int { return g.tree.AppendActions(dst, g.top(s)) }

func (g stacked) Apply(s *stack, a int) {
	t := g.top(s)
	g.tree.Apply(t, a)
	s.nodes = append(s.nodes, t.node)
}

func (g stacked) Returns(s *stack, out []float64) { g.tree.Returns(g.top(s), out) }

func (g stacked) Evaluate(s *stack, out []float64) { g.tree.Returns(g.top(s), out) }

type copied struct{ stacked }

func (copied) Copy(dst, src *stack) { dst.nodes = append(dst.nodes[:0], src.nodes...) }

func TestCopy(t *testing.T) {
	g := tree{{children: []int{1, 2}}, {1, []int{3, 4}, 0}, {1, []int{4, 5}, 0}, {value: 0.25}, {value: 0.75}, {value: 0.5}}
	root := stack{append(make([]int, 0, 9), 0)}
	got := run(t, copied{stacked{g}}, root, minimax.Config{})
	require.Equal(t, run(t, g, treeState{}, minimax.Config{}), got)
	require.Equal(t, []int{0, 0, 0}, root.nodes[:3], "the root is unchanged")
}

func TestErrorsOfNew(t *testing.T) {
	g := tree{{}}
	for want, call := range map[string]func() error{
		"minimax: the game is nil":                          func() error { _, err := minimax.New[treeState, int](nil, minimax.Config{}); return err },
		"minimax: the game has 3 players, want 2":           func() error { return refusal(three{g}, minimax.Config{}) },
		"minimax: Config.Depth is -1, want >= 0":            func() error { return refusal(g, minimax.Config{Depth: -1}) },
		"minimax: Config.TableBits is -1, want 0 to 26":     func() error { return refusal(g, minimax.Config{TableBits: -1}) },
		"minimax: Config.TableBits is 27, want 0 to 26":     func() error { return refusal(g, minimax.Config{TableBits: 27}) },
		"minimax: Config.TableBits is 9 with Plain, want 0": func() error { return refusal(g, minimax.Config{TableBits: 9, Plain: true}) },
		"stacked has no Copy, and a state minimax_test.stack cannot be copied by assignment: state.nodes is a []int": func() error { return refusal(stacked{g}, minimax.Config{}) },
		"minimax.evaluationFunc[int], want one for minimax_test.tree": func() error {
			return refusal(g, minimax.Config{Evaluation: minimax.EvaluationFunc(func(*int) float64 { return 0 })})
		},
		"want one for minimax_test.treeState": func() error {
			return refusal(g, minimax.Config{Evaluation: minimax.EvaluationFunc[treeState](nil)})
		},
	} {
		t.Run(want, func(t *testing.T) {
			require.ErrorContains(t, call(), want)
		})
	}
}

func refusal[S any, A comparable](g game.Game[S, A], c minimax.Config) error {
	_, err := minimax.New(g, c)
	return err
}

type three struct{ tree }

func (three) NumPlayers() int { return 3 }

// dice has a chance node at node 1.
type dice struct{ tree }

func (dice) AppendOutcomes(dst []game.Outcome[int], _ *treeState) []game.Outcome[int] { return dst }

// returns is a tree with other returns.
type returns struct {
	tree
	out func(node int) (float64, float64)
}

func (g returns) Returns(s *treeState, out []float64) { out[0], out[1] = g.out(s.node) }

type silent struct{ tree }

func (silent) Returns(*treeState, []float64) {}

// endless is a game that never ends.
type endless struct{ tree }

func (endless) Apply(*treeState, int) {}

func TestErrorsOfRun(t *testing.T) {
	twoEnds := tree{{children: []int{1, 2}}, {}, {}}
	chance := tree{{children: []int{1}}, {mover: game.Chance, children: []int{2}}, {}}
	nan := minimax.EvaluationFunc(func(*treeState) float64 { return math.NaN() })
	for _, c := range []struct {
		says   string
		is     error
		game   game.Game[treeState, int]
		config minimax.Config
	}{
		{"terminal", minimax.ErrTerminal, tree{{}}, minimax.Config{}},
		{"has chance", minimax.ErrChance, dice{chance}, minimax.Config{}},
		{"ToMove is -1, want 0 or 1", nil, chance, minimax.Config{}},
		{"ToMove is Simultaneous", nil, tree{{mover: game.Simultaneous}}, minimax.Config{}},
		{"ToMove is 2, want 0 or 1", nil, tree{{mover: 2, children: []int{1}}, {}}, minimax.Config{}},
		{"goes on after 10000 plies, want a Config.Depth (depth=N) or a time", minimax.ErrTooDeep, endless{twoEnds}, minimax.Config{}},
		{"Returns wrote [NaN NaN]", nil, silent{twoEnds}, minimax.Config{}},
		{"Returns wrote [0 +Inf]", nil, returns{twoEnds, func(int) (float64, float64) { return 0, math.Inf(1) }}, minimax.Config{}},
		{"want the sum 1 of an earlier one", nil, returns{twoEnds, func(n int) (float64, float64) { return float64(n), 0 }}, minimax.Config{}},
		{"the evaluation is NaN", nil, endless{twoEnds}, minimax.Config{Depth: 1, Evaluation: nan}},
	} {
		for _, c.config.Plain = range []bool{false, true} {
			search, err := minimax.New(c.game, c.config)
			require.NoError(t, err)
			_, err = search.Run(context.Background(), &treeState{})
			require.ErrorContains(t, err, c.says)
			if c.is != nil {
				require.ErrorIs(t, err, c.is)
			}
			_, err = search.Values(context.Background(), &treeState{})
			require.ErrorContains(t, err, c.says)
		}
	}
	search, err := minimax.New(twoEnds, minimax.Config{})
	require.NoError(t, err)
	_, err = search.Run(context.Background(), nil)
	require.EqualError(t, err, "minimax: the root is nil")
}

// path is a game of one action that ends after a number of plies. The action takes no memory, and
// neither do lines of it.
type path struct{ plies int }

func (path) NumPlayers() int     { return 2 }
func (path) ToMove(ply *int) int { return *ply % 2 }
func (g path) AppendActions(dst []struct{}, ply *int) []struct{} {
	if *ply == g.plies {
		return dst
	}
	return append(dst, struct{}{})
}
func (path) Apply(ply *int, _ struct{})    { *ply++ }
func (path) Returns(_ *int, out []float64) { out[0], out[1] = 1, 0 }

// A game of 10,000 plies is searched to its end, and a longer one is an error.
func TestLongestGame(t *testing.T) {
	for _, plain := range []bool{false, true} {
		got := run(t, path{10_000}, 0, minimax.Config{Plain: plain})
		require.Len(t, got.Variation, 10_000)
		require.True(t, got.Solved)
		search, err := minimax.New(path{10_001}, minimax.Config{Plain: plain})
		require.NoError(t, err)
		_, err = search.Run(context.Background(), new(int))
		require.ErrorIs(t, err, minimax.ErrTooDeep)
	}
}

// At a terminal state ToMove may return anything, even the number of chance.
func TestMoverOfATerminalStateIsIgnored(t *testing.T) {
	g := tree{{children: []int{1, 2}}, {mover: -1, value: 0.25}, {mover: 7, value: 0.75}}
	require.InDelta(t, 0.75, run(t, g, treeState{}, minimax.Config{}).Value, 0)
}

// cancelling cancels a context when the search reaches its n-th position.
type cancelling struct {
	tictactoe.Game
	left   *int
	cancel context.CancelFunc
}

func (g cancelling) ToMove(s *tictactoe.State) int {
	if *g.left--; *g.left == 0 {
		g.cancel()
	}
	return g.Game.ToMove(s)
}

func TestCancel(t *testing.T) {
	for _, plain := range []bool{false, true} {
		ctx, cancel := context.WithCancel(context.Background())
		g := cancelling{left: new(int), cancel: cancel}
		*g.left = 3000
		search, err := minimax.New(g, minimax.Config{Plain: plain})
		require.NoError(t, err)
		root := g.Start()
		result, err := search.Run(ctx, &root)
		require.ErrorIs(t, err, context.Canceled)
		require.ErrorContains(t, err, fmt.Sprintf("stopped after %d positions", result.Nodes))
		require.LessOrEqual(t, result.Nodes, 6000, "the context is checked often enough")
		_, err = search.Run(ctx, &root)
		require.ErrorIs(t, err, context.Canceled, "before the search begins")
		_, err = search.Values(ctx, &root)
		require.ErrorIs(t, err, context.Canceled)
	}
}

// A context that has ended before a search begins ends it, however few positions there are.
func TestEndedContextOfASmallGame(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	search, err := minimax.New(tree{{children: []int{1, 2}}, {}, {}}, minimax.Config{})
	require.NoError(t, err)
	result, err := search.Run(ctx, &treeState{})
	require.ErrorIs(t, err, context.Canceled)
	require.Zero(t, result)
	values, err := search.Values(ctx, &treeState{})
	require.ErrorIs(t, err, context.Canceled)
	require.Empty(t, values)
}

// Returns of any size may have sums that differ by rounding, and only by that.
func TestSumsMayDifferByRounding(t *testing.T) {
	g := tree{{children: []int{1, 2}}, {}, {}}
	for _, size := range []float64{1e-12, 1, 1e12, 1e300} {
		split := func(gap float64) returns {
			return returns{g, func(node int) (float64, float64) {
				if node == 1 {
					return 0.25 * size, 0.75 * size
				}
				return 0.5 * size, 0.5 * size * (1 + gap)
			}}
		}
		require.Equal(t, 1, run(t, split(1e-12), treeState{}, minimax.Config{}).Action, size)
		search, err := minimax.New(split(1e-6), minimax.Config{})
		require.NoError(t, err)
		_, err = search.Run(context.Background(), &treeState{})
		require.ErrorContains(t, err, "the game is not constant-sum", size)
	}
}

// ending is a context that ends when it was asked a number of times.
type ending struct {
	context.Context
	left int
}

func (e *ending) Err() error {
	if e.left--; e.left < 0 {
		return context.DeadlineExceeded
	}
	return nil
}

// Deepen returns what a search to the depth returns, for the last depth that it finishes.
func TestDeepen(t *testing.T) {
	g := connect4.Game{}
	s := g.Start()
	nodes := 0
	for depth := 1; depth <= 5; depth++ {
		want := run(t, g, s, minimax.Config{Depth: depth})
		nodes += want.Nodes
		search, err := minimax.New(g, minimax.Config{Depth: depth})
		require.NoError(t, err)
		for range 2 {
			got, err := search.Deepen(t.Context(), &s)
			require.NoError(t, err)
			require.Equal(t, nodes, got.Nodes)
			got.Nodes = want.Nodes
			require.Equal(t, want, got)
		}
		again, err := search.Run(t.Context(), &s)
		require.NoError(t, err)
		require.Equal(t, want, again, "the depth of Run stays")
	}
}

// An interrupted search answers by the last depth that it has finished.
func TestDeepenIsInterrupted(t *testing.T) {
	g := connect4.Game{}
	s := g.Start()
	search, err := minimax.New(g, minimax.Config{})
	require.NoError(t, err)
	for asked := range 60 {
		result, err := search.Deepen(&ending{t.Context(), asked}, &s)
		if asked == 0 {
			require.ErrorIs(t, err, context.DeadlineExceeded)
			continue
		}
		require.NoError(t, err, asked)
		require.NoError(t, g.Legal(&s, result.Action))
		depth := len(result.Variation)
		require.Positive(t, depth)
		want := run(t, g, s, minimax.Config{Depth: depth})
		result.Nodes = want.Nodes
		require.Equal(t, want, result, asked)
	}
}

func TestDeepenSolves(t *testing.T) {
	g := tictactoe.Game{}
	s := g.Start()
	search, err := minimax.New(g, minimax.Config{})
	require.NoError(t, err)
	result, err := search.Deepen(t.Context(), &s)
	require.NoError(t, err)
	require.True(t, result.Solved)
	require.Equal(t, 0.5, result.Value)
	_, err = search.Deepen(t.Context(), nil)
	require.ErrorContains(t, err, "the root is nil")
}
