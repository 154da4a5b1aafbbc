package inspect

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

// track is a game on the fields from 0 to 5, with the steps that a player may take: the first
// player on even fields. It ends on field 5. With steps back, lines come back to a position.
type track []int

func (track) NumPlayers() int        { return 2 }
func (track) ToMove(field *int) int  { return *field % 2 }
func (track) Hash(field *int) uint64 { return rng.Mix(uint64(*field)) }
func (track) Text(field *int) string { return "field " + itoa(*field) }

func (g track) AppendActions(dst []int, field *int) []int {
	if *field == 5 {
		return dst
	}
	return append(dst, g...)
}

func (track) Apply(field *int, a int) { *field = min(max(*field+a, 0), 5) }

func (track) Returns(field *int, out []float64) {
	out[0] = float64(*field) / 8
	out[1] = 1 - out[0]
}

func (g track) Evaluate(field *int, out []float64) { g.Returns(field, out) }

var (
	forward = track{1, 2}
	around  = track{1, 2, -1, -2}
)

func trackSearch(t *testing.T, g track, simulations int) *mcts.Search[int, int] {
	t.Helper()
	s, err := mcts.New[int, int](g, mcts.Config{Graph: &mcts.Graph{}, Prediction: &mcts.Prediction{}, Discount: 0.9, Seed: 1})
	require.NoError(t, err)
	start := 0
	_, err = s.Run(context.Background(), &start, mcts.Budget{Simulations: simulations})
	require.NoError(t, err)
	require.NoError(t, s.Check())
	return s
}

// The golden graph is an example of the two formats.
func TestExportGraphGolden(t *testing.T) {
	root := trackSearch(t, forward, 60).Root()
	var dot, text bytes.Buffer
	require.NoError(t, WriteDOT(&dot, root, 0))
	testkit.Golden(t, "testdata/graph.dot", dot.String())
	require.NoError(t, WriteJSON(&text, root, 0))
	testkit.Golden(t, "testdata/graph.json", text.String())
}

// Exports have every position once, and every edge of it.
func TestExportGraph(t *testing.T) {
	for name, g := range map[string]track{"transpositions": forward, "circles": around} {
		t.Run(name, func(t *testing.T) {
			const fields = 6
			root := trackSearch(t, g, 2000).Root()
			edges := fields*len(g) - len(g)
			var dot bytes.Buffer
			require.NoError(t, WriteDOT(&dot, root, 0))
			require.Len(t, regexp.MustCompile(`(?m)^\tn\d+ \[`).FindAllString(dot.String(), -1), fields)
			require.Equal(t, edges, strings.Count(dot.String(), "->"))

			var text bytes.Buffer
			require.NoError(t, WriteJSON(&text, root, 0))
			whole := &exported{}
			require.NoError(t, json.Unmarshal(text.Bytes(), whole))
			require.Equal(t, root.Visits(), whole.Total)
			depths, children, nodes := map[int]int{}, map[int]int{}, 0
			var walk func(n *exported, depth int)
			walk = func(n *exported, depth int) {
				require.Positive(t, n.Position)
				nodes++
				if n.Children != nil {
					require.NotContains(t, children, n.Position, "the children of a position stand at one place")
					children[n.Position], depths[n.Position] = len(n.Children), depth
				}
				sum := 0
				for _, child := range n.Children {
					sum += child.Visits
					walk(child, depth+1)
				}
				require.LessOrEqual(t, sum, n.Total)
			}
			walk(whole, 0)
			require.Equal(t, edges+1, nodes)
			require.Len(t, children, fields-1)
			for position, depth := range depths { // Fields 1 and 2 are a step away, 3 and 4 are two.
				require.LessOrEqual(t, depth, 2, "position %d at its shallowest place", position)
			}
		})
	}
}

// Depths are drawn by all visits of a position, of which an edge has a part.
func TestDrawInAGraph(t *testing.T) {
	node := trackSearch(t, forward, 60).Root()
	for range 2 {
		node = node.Children()[slices.IndexFunc(node.Children(), func(n mcts.Node[int]) bool { return n.Action() == 1 })]
	}
	require.Less(t, node.Visits(), node.Children()[0].Visits())
	r, drawn := rng.New(1), map[int]int{}
	for range 1000 {
		if n, below := draw(node, r); below {
			drawn[n.Action()]++
		}
	}
	_, total := node.Position()
	for _, child := range node.Children() {
		require.InDelta(t, 1000*child.Visits()/total, drawn[child.Action()], 100)
	}
}

// The page ends where a line comes back to a position, and continues there if the user does.
func TestPageOfAGraph(t *testing.T) {
	s := trackSearch(t, around, 5000)
	h := Handler(s)
	everything(t, h)
	tree := requireOnce(t, h, "")
	require.Len(t, tree.Nodes, 5*len(around)+1)
	require.Equal(t, s.Root().Visits(), tree.Nodes[0].total)

	var depths depthsJSON
	require.Equal(t, 200, get(t, Handler(trackSearch(t, around, 500)), "depths", &depths))
	require.True(t, depths.Sampled)
	require.LessOrEqual(t, len(depths.Counts), 6+1, "a simulation passes a position once")

	path := ""
	node := s.Root()
	for range 30 {
		for i, child := range node.Children() {
			if child.Action() == -2 {
				path, node = strings.Trim(path+"."+itoa(i), "."), child
				break
			}
		}
	}
	var b boardJSON
	require.Equal(t, 200, get(t, h, "board?path="+path, &b))
	require.Len(t, b.Steps, 30)
	require.Equal(t, tree.Nodes[0].position, b.Position, "a step back from the first field leads to it")
	require.Equal(t, s.Root().Visits(), b.Total)
	require.Less(t, b.Visits, b.Total)
	below := requireOnce(t, h, path)
	require.Len(t, below.Nodes, len(tree.Nodes))
	require.Equal(t, b.Visits, below.Nodes[0].visits)
}

// A page of a game with many transpositions has the children of a position once.
func TestPageOfTranspositions(t *testing.T) {
	s, err := mcts.New(tictactoe.Game{}, mcts.Config{Graph: &mcts.Graph{}, Seed: 1})
	require.NoError(t, err)
	start := tictactoe.Game{}.Start()
	_, err = s.Run(context.Background(), &start, mcts.Budget{Simulations: 20_000})
	require.NoError(t, err)
	h := Handler(s)
	everything(t, h)
	tree := requireOnce(t, h, "")
	again := func(n shownNode) bool { return n.more == 1 && n.total != n.visits }
	k := slices.IndexFunc(tree.Nodes, again)
	require.Positive(t, k)
	path := ""
	for i := k; i > 0; i = tree.Nodes[i].parent {
		path = strings.Trim(itoa(tree.Nodes[i].index)+"."+path, ".")
	}
	below := requireOnce(t, h, path)
	require.Equal(t, tree.Nodes[k].total, below.Nodes[0].total)
	require.Greater(t, len(below.Nodes), 1, "what is left out in the whole tree")
}

// requireOnce returns the tree below a path, in which one node of a position has children.
func requireOnce(t *testing.T, h http.Handler, path string) (tree shownTree) {
	t.Helper()
	require.Equal(t, 200, get(t, h, "tree?nodes=20000&path="+path, &tree))
	parents, visits := map[int]int{}, map[int]int{}
	for i, n := range tree.Nodes[1:] {
		up := tree.Nodes[n.parent]
		require.Positive(t, n.position)
		require.LessOrEqual(t, n.parent, i)
		if first, met := parents[up.position]; met {
			require.Equal(t, first, n.parent)
		}
		parents[up.position] = n.parent
		visits[up.position] += n.visits
		require.LessOrEqual(t, visits[up.position], up.total)
	}
	for i, n := range tree.Nodes {
		if first, met := parents[n.position]; met && first != i {
			require.Equal(t, 1, n.more, "it has children elsewhere")
		}
	}
	return tree
}
