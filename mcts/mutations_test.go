package mcts_test

import (
	"bytes"
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
	"github.com/banyan-go/banyan/timing"
)

// Node.Player returns the player who chooses at the node.
func TestPlayerOfANode(t *testing.T) {
	g := &script{players: 3}
	root := g.node(1, g.node(2, g.leaf(0, 0, 1), g.leaf(0, 1, 0)), g.leaf(1, 0, 0))
	s, _ := search[int](t, g, root, mcts.Config{Selection: exploring}, 50)
	player, known := s.Root().Player()
	require.True(t, known)
	require.Equal(t, 1, player)
	for _, child := range s.Root().Children() {
		player, known := child.Player()
		require.Equal(t, child.Action() == 0, known)
		if known {
			require.Equal(t, 2, player)
		}
	}
}

// Result.Full tells that an action of a node was left out, where others of that node are in the
// tree.
func TestFullWhereAnActionIsLeftOut(t *testing.T) {
	g := &script{players: 1}
	root := g.node(0, g.node(0, g.leaf(1), g.leaf(1)), g.leaf(0), g.leaf(0))
	for limit, full := range map[int]bool{4: true, 5: true, 6: false} {
		_, r := search[int](t, g, root, mcts.Config{MaxNodes: limit}, 20)
		require.Equal(t, full, r.Full, "%d nodes", limit)
		require.Equal(t, limit, r.Nodes)
	}
}

// Result.Full tells that any of the trees is full. Here the third simulation fills a tree, and the
// first tree has one more than the second.
func TestFullInOneTree(t *testing.T) {
	g := &script{players: 1}
	root := g.node(0, g.node(0, g.leaf(1), g.leaf(1)), g.node(0, g.leaf(1), g.leaf(1)))
	for simulations, full := range map[int]bool{4: false, 5: true, 6: true} {
		cfg := mcts.Config{MaxNodes: 6, Parallel: mcts.RootParallel{Trees: 2, Workers: 1}}
		_, r := search[int](t, g, root, cfg, simulations)
		require.Equal(t, full, r.Full, "%d simulations", simulations)
	}
}

// plainScript is a script without any optional interface but Evaluator, whose playouts take the
// loop for the plainest games.
type plainScript struct {
	bare[int, branch]
	script *script
}

func (p plainScript) Evaluate(s *int, out []float64) { p.script.Evaluate(s, out) }

// A playout is cut off after exactly Config.MaxPlies plies, in the plainest games too. A playout
// that reaches the end of the game with its last ply is not cut off.
func TestMaxPliesInPlainGames(t *testing.T) {
	const plies = 6
	g := &script{players: 1}
	node := g.leaf(plies) // A node is worth its depth.
	for depth := plies - 1; depth >= 0; depth-- {
		node = g.node(0, node)
		g.nodes[node].returns = []float64{float64(depth)}
	}
	for most := 1; most < plies; most++ {
		for _, game := range []mcts.Game[int, branch]{g, plainScript{bare[int, branch]{g}, g}} {
			_, r := search(t, game, node, mcts.Config{MaxPlies: most}, 1)
			require.Equal(t, []float64{float64(1 + most)}, r.Values)
		}
	}
	_, r := search[int, branch](t, bare[int, branch]{g}, node, mcts.Config{MaxPlies: plies - 1}, 1)
	require.Equal(t, []float64{plies}, r.Values)
	_, r = search[int, branch](t, bare[int, branch]{g}, node, mcts.Config{MaxPlies: plies - 2}, 1)
	require.Equal(t, []float64{0.5}, r.Values)
}

// jumper is a game with a Playouter that must not be used.
type jumper struct {
	plainScript
	used *bool
}

func (j jumper) Playout(_ *int, _ *rng.Rand, out []float64) { *j.used, out[0] = true, 0 }

// A Playouter knows nothing of Config.MaxPlies.
func TestMaxPliesTakesNoPlayouter(t *testing.T) {
	g := &script{players: 1}
	root := g.node(0, g.node(0, g.leaf(1)), g.leaf(1))
	used := false
	game := jumper{plainScript{bare[int, branch]{g}, g}, &used}
	search[int, branch](t, game, root, mcts.Config{MaxPlies: 1}, 10)
	require.False(t, used)
	search[int, branch](t, game, root, mcts.Config{}, 10)
	require.True(t, used)
}

// squareAuditor verifies what a selection sees of the squares, in a game in which every simulation
// is worth the same.
type squareAuditor struct {
	t      *testing.T
	square float64
	seen   *int
}

func (squareAuditor) Needs() policy.Needs { return policy.NeedSquares }

func (a squareAuditor) Select(n *policy.Node) int {
	least := 0
	for i, c := range n.Children {
		*a.seen++
		require.InDelta(a.t, a.square*float64(c.Visits), n.Squares[i], 1e-9)
		if c.Visits < n.Children[least].Visits {
			least = i
		}
	}
	return least
}

// Squares are sums of squares, and Advance moves them with the tree.
func TestSquaresMove(t *testing.T) {
	g := &script{players: 2}
	var grow func(plies int) int
	grow = func(plies int) int {
		if plies == 0 {
			return g.leaf(0.5, -0.5)
		}
		return g.node(plies%2, grow(plies-1), grow(plies-1), grow(plies-1))
	}
	root, seen := grow(5), 0
	s, _ := search[int](t, g, root, mcts.Config{Selection: squareAuditor{t, 0.25, &seen}}, 500)
	for range 3 {
		requireAdvance(t, true, s, branch(1))
		root = g.nodes[root].children[1]
		before := seen
		run(t, s, root, 100)
		require.Greater(t, seen, before)
	}
}

// plyless is a Backup that wants no plies to be shown to it, as they are for a Learner only.
type plyless struct {
	t *testing.T
	policy.Average
}

func (b plyless) Credit(trace *policy.Trace, out []float64) {
	require.Empty(b.t, trace.Plies)
	require.Zero(b.t, trace.Root)
	require.Zero(b.t, trace.Leaf)
	b.Average.Credit(trace, out)
}

// A Backup does not see the plies of the simulation before.
func TestBackupSeesNoPlies(t *testing.T) {
	for _, p := range []mcts.Parallel{nil, mcts.LockStep{Workers: 1}} {
		t.Run(fmt.Sprintf("%T%+v", p, p), func(t *testing.T) {
			cfg := mcts.Config{Backup: plyless{t: t}, Playout: policy.MAST{}, Parallel: p}
			s, r := search(t, connect4.Game{}, connect4.State{}, cfg, 100)
			advance(t, s, r.Action)
			state := connect4.State{}
			connect4.Game{}.Apply(&state, r.Action)
			run(t, s, state, 100)
		})
	}
}

// late is a context whose deadline is over and whose timer has not run.
type late struct{ context.Context }

func (late) Deadline() (time.Time, bool) { return time.Unix(0, 0), true }

// The deadline of a context counts even if its timer has not run.
func TestDeadlineWithoutTimer(t *testing.T) {
	ctx, cancel := context.WithCancel(bg)
	defer cancel()
	s, err := mcts.New(connect4.Game{}, mcts.Config{})
	require.NoError(t, err)
	r, err := s.Run(late{ctx}, &connect4.State{}, mcts.Budget{Simulations: 1000})
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.Equal(t, mcts.StopContext, r.Stop)
	require.Zero(t, r.Simulations)
}

// A Final that has not decided is asked again, every 64th part of its reserve.
func TestFinalIsAskedAgain(t *testing.T) {
	g := &script{players: 1}
	root := g.node(0, g.leaf(0.5), g.leaf(0))
	asked := 0
	final := finalFunc(func(*policy.Candidates) (int, bool) {
		asked++
		return 0, asked >= 5
	})
	_, r := search[int](t, g, root, mcts.Config{Final: final}, 1280)
	require.Equal(t, mcts.StopDecided, r.Stop)
	require.Equal(t, 640+4*10, r.Simulations)
}

// A vote is decided when every tree is, and not when the last one is, or the first.
func TestVoteIsDecidedInEveryTree(t *testing.T) {
	g := &script{players: 1}
	root := g.node(0, g.leaf(0.5), g.leaf(0))
	for undecided := range 3 {
		asked := 0
		final := finalFunc(func(*policy.Candidates) (int, bool) {
			asked++
			return 0, (asked-1)%3 != undecided
		})
		cfg := mcts.Config{Final: final, Parallel: mcts.RootParallel{Trees: 3, Workers: 1, Merge: mcts.MergeVote}}
		_, r := search[int](t, g, root, cfg, 300)
		require.Equal(t, mcts.StopSimulations, r.Stop)
	}
}

// A win in one is not preferred to an action that is worth more than a win.
func TestMoreThanAWin(t *testing.T) {
	g := &script{players: 1}
	root := g.node(0, g.leaf(1), g.node(0, g.leaf(2)))
	_, r := search[int](t, g, root, mcts.Config{Selection: exploring}, 100)
	require.Greater(t, r.Children[1].Visits, 1, "the win is known to end the game")
	require.EqualValues(t, 1, r.Action)
	even := g.node(0, g.node(0, g.leaf(1)), g.leaf(1))
	_, r = search[int](t, g, even, mcts.Config{}, 100)
	require.EqualValues(t, 1, r.Action, "both win, this one now")
}

// A win in one counts if any of the trees knows that it is the end of the game.
func TestWinInOneOfAnyTree(t *testing.T) {
	g := &script{players: 1}
	root := g.node(0, g.node(0, g.leaf(1)), g.leaf(1)) // The second action wins at once.
	secondOnly := 0
	for seed := range uint64(30) {
		cfg := mcts.Config{Seed: seed, Parallel: mcts.RootParallel{Trees: 2, Workers: 1}}
		s, r := search[int](t, g, root, cfg, 6)
		var knows [2]bool
		for tree, top := range s.Roots() {
			for _, child := range top.Children() {
				knows[tree] = knows[tree] || child.Action() == 1 && child.Visits() > 1
			}
		}
		if knows[0] || knows[1] {
			require.EqualValues(t, 1, r.Action, "seed %d", seed)
		}
		if knows[1] && !knows[0] {
			secondOnly++
		}
	}
	require.Positive(t, secondOnly, "no seed tells anything")
}

// The trees of a root-parallel search differ.
func TestTreesDiffer(t *testing.T) {
	s, _ := search(t, connect4.Game{}, connect4.State{}, mcts.Config{Parallel: mcts.RootParallel{Trees: 4, Workers: 1}}, 400)
	trees := map[string]bool{}
	for _, root := range s.Roots() {
		var b bytes.Buffer
		require.NoError(t, root.WriteJSON(&b, 1))
		trees[b.String()] = true
	}
	require.Len(t, trees, 4)
}

// No two playouts have the same random numbers, in one batch or in two.
func TestPlayoutsDiffer(t *testing.T) {
	for _, p := range []mcts.Parallel{
		mcts.LeafParallel{Workers: 1, Playouts: 3}, mcts.LockStep{Workers: 1, Batch: 4}, mcts.RootParallel{Workers: 1, Trees: 3}, nil,
	} {
		t.Run(fmt.Sprintf("%T%+v", p, p), func(t *testing.T) {
			drawn, calls := map[uint64]bool{}, 0
			playout := mcts.PlayoutFunc(func(_ *connect4.State, _ int, actions []connect4.Drop, r *rng.Rand) int {
				n := r.Uint64()
				drawn[n] = true
				calls++
				return int(n % uint64(len(actions)))
			})
			search(t, connect4.Game{}, connect4.State{}, mcts.Config{Playout: playout, Parallel: p}, 60)
			require.Len(t, drawn, calls, "%T", p)
		})
	}
}

// The session sees the value of the player who chooses: the one to move or, at simultaneous moves,
// that of the budget.
func TestSessionSeesTheValueOfThePlayer(t *testing.T) {
	g := &script{players: 3}
	root := g.node(1, g.leaf(0, 0.25, 1), g.leaf(0, 0.25, 1))
	all := g.add(scriptNode{player: mcts.Simultaneous, counts: []int{2, 1, 1}, children: []int{g.leaf(0, 0.25, 1), g.leaf(0, 0.25, 1)}})
	for _, c := range []struct {
		root, player int
		want         float64
	}{{root, 0, 0.25}, {root, 2, 0.25}, {all, 0, 0}, {all, 1, 0.25}, {all, 2, 1}} {
		told := &rule{}
		s, err := mcts.New[int, branch](g, mcts.Config{})
		require.NoError(t, err)
		_, err = s.Run(bg, &c.root, mcts.Budget{Player: c.player, Allotment: ticks(200, told)})
		require.NoError(t, err)
		require.NotEmpty(t, told.moments)
		for _, m := range told.moments {
			require.InDelta(t, c.want, m.Value, 1e-12)
		}
	}
}

// On a real clock the session is asked at least once in its interval, however fast simulations are,
// and not after every one of them.
func TestSessionIntervalOnARealClock(t *testing.T) {
	told := &rule{}
	session := timing.Planner{Plan: timing.Fixed{Each: time.Hour}, Rules: []timing.Rule{told}}.Begin(timing.Situation{
		Clock: timing.Clock{Main: 2 * time.Hour},
	})
	now := time.Unix(0, 0)
	s, err := mcts.New(connect4.Game{}, mcts.Config{Clock: func() time.Time { return now }})
	require.NoError(t, err)
	_, err = s.Run(bg, &connect4.State{}, mcts.Budget{Simulations: 2000, Allotment: &session})
	require.NoError(t, err)
	most, last := 0, 0
	for _, m := range told.moments {
		most, last = max(most, m.Simulations-last), m.Simulations
	}
	require.Equal(t, session.Interval(), most)
}
