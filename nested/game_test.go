package nested_test

import (
	"fmt"
	"math"
	"slices"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/gametree"
	"github.com/banyan-go/banyan/nested"
)

// action is the number of a child in a tree.
type action = gametree.Action

// tree is a game of one player that is written out as a tree, with a reward at each node.
type tree struct {
	gametree.Game
	rewards []float64 // by node
}

func (g tree) Rewards(s *int, out []float64) { out[0] = g.rewards[*s] }

// best returns the greatest return of a line from a node on.
func (g tree) best(node int) float64 {
	n := g.Nodes[node]
	if len(n.Children) == 0 {
		return n.Returns[0]
	}
	best := math.Inf(-1)
	for _, child := range n.Children {
		best = max(best, g.rewards[child]+g.best(child))
	}
	return best
}

// coded is a tree whose actions have few different codes, and weights.
type coded struct {
	tree
	codes   []uint64  // by node
	weights []float32 // by node
}

func (g coded) child(s *int, a action) int { return g.Nodes[*s].Children[a] }

func (g coded) Code(s *int, a action) uint64 { return g.codes[g.child(s, a)] }

func (g coded) Weigh(s *int, actions []action, weights []float32) {
	for i, a := range actions {
		weights[i] = g.weights[g.child(s, a)]
	}
}

// listed is the same game with a list of codes.
type listed struct{ coded }

func (g listed) AppendCodes(actions []action, codes []uint64, s *int) ([]action, []uint64) {
	for _, a := range g.AppendActions(nil, s) {
		actions, codes = append(actions, a), append(codes, g.Code(s, a))
	}
	return actions, codes
}

var (
	_ nested.Coder[int, action]      = coded{}
	_ nested.CodeLister[int, action] = listed{}
)

// numbered is a tree whose actions have numbers.
type numbered struct {
	tree
	count int
}

func (g numbered) NumActions() int          { return g.count }
func (g numbered) ActionIndex(a action) int { return g.count - 1 - int(a) }

// anyTree draws a tree.
func anyTree(t *rapid.T) tree {
	shape := gametree.Shape{
		Players: 1, Plies: rapid.IntRange(1, 5).Draw(t, "plies"), Actions: rapid.IntRange(2, 4).Draw(t, "actions"),
	}
	g := tree{Game: gametree.New(shape, func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "shape") })}
	for range g.Nodes {
		g.rewards = append(g.rewards, float64(rapid.IntRange(-4, 4).Draw(t, "reward"))/4)
	}
	return g
}

// anyCoded draws a tree with codes and weights. Each node has its own code, or shares one with
// others.
func anyCoded(t *rapid.T) coded {
	g := coded{tree: anyTree(t)}
	own := rapid.Bool().Draw(t, "own codes")
	for i := range g.Nodes {
		code := uint64(i) << 50
		if !own {
			code = rapid.SampledFrom([]uint64{0, 1, 2, math.MaxUint64, 1 << 63, 64, 128}).Draw(t, "code")
		}
		g.codes = append(g.codes, code)
		g.weights = append(g.weights, rapid.SampledFrom([]float32{1, 0.5, 3, 1e-3}).Draw(t, "weight"))
	}
	return g
}

// sum returns the return of the line that ends at a node.
func (g tree) sum(end int) float64 {
	sum := g.Nodes[end].Returns[0]
	for node := end; node != 0; {
		sum += g.rewards[node]
		node = slices.IndexFunc(g.Nodes, func(n gametree.Node) bool { return slices.Contains(n.Children, node) })
	}
	return sum
}

// end returns the node that a line leads to.
func end(g coded, actions []action) (node int) {
	for _, a := range actions {
		node = g.child(&node, a)
	}
	return node
}

// replay returns what a line from root brings, and fails t unless it is a legal line to the end.
func replay[S any, A comparable](t require.TestingT, g game.Game[S, A], root S, actions []A) float64 {
	rules, err := game.NewRules(g)
	require.NoError(t, err)
	var s S
	rules.Copy(&s, &root)
	sum := []float64{0}
	for _, a := range actions {
		require.NoError(t, rules.Play(&s, a))
		rules.AddRewards(&s, sum)
	}
	require.Empty(t, rules.AppendActions(nil, &s), "the line ends the game")
	rules.AddReturns(&s, sum)
	return sum[0]
}

// line is a game of n plies with three actions at each, of which the first is best: it returns the
// share of the plies at which that was played. A state is a list, which needs a copy.
type line struct{ plies int }

func (line) NumPlayers() int             { return 1 }
func (line) ToMove(*[]string) int        { return 0 }
func (line) Copy(dst, src *[]string)     { *dst = append((*dst)[:0], *src...) }
func (line) Apply(s *[]string, a string) { *s = append(*s, a) }
func (g line) over(s *[]string) bool     { return len(*s) == g.plies }
func (g line) Start() []string           { return nil }
func (g line) AppendActions(dst []string, s *[]string) []string {
	if g.over(s) {
		return dst
	}
	return append(dst, "best", "worse", fmt.Sprint("worse", len(*s)))
}

func (g line) Returns(s *[]string, out []float64) {
	good := len(slices.DeleteFunc(slices.Clone(*s), func(a string) bool { return a != "best" }))
	out[0] = float64(good) / float64(g.plies)
}

// recorder records where the games of a tree end.
type recorder struct {
	game.Game[int, action]
	ends *[]int
}

func (g recorder) Unwrap() game.Game[int, action] { return g.Game }

func (g recorder) Returns(s *int, out []float64) {
	*g.ends = append(*g.ends, *s)
	g.Game.Returns(s, out)
}

// randomTree returns a tree of moderate size.
func randomTree(seed uint64) tree {
	g := tree{Game: gametree.Random(gametree.Shape{Players: 1, Plies: 6, Actions: 4}, seed)}
	for i := range g.Nodes {
		g.rewards = append(g.rewards, float64(i*7%5)/8)
	}
	return g
}
