package nested_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/nested"
	"github.com/banyan-go/banyan/rng"
)

var bg = context.Background()

// anyNRPA draws parameters of NRPA.
func anyNRPA(t *rapid.T) nested.NRPA {
	return nested.NRPA{
		Level: rapid.IntRange(1, 3).Draw(t, "level"), Iterations: rapid.IntRange(1, 6).Draw(t, "iterations"),
		Alpha:    rapid.SampledFrom([]float64{0.5, 1, 2}).Draw(t, "alpha"),
		Playouts: rapid.IntRange(0, 3).Draw(t, "playouts"), Prior: rapid.Bool().Draw(t, "prior"),
	}
}

// checkEqual fails t unless a search of g and of all its forms has the playouts with these ends,
// and finds the first of the best.
func checkEqual(t *rapid.T, g coded, m nested.Method, seed uint64, ends []int, runs int) {
	for _, form := range []game.Game[int, action]{g, listed{g}} {
		root, played := 0, []int{}
		got, err := nested.Search(bg, recorder{form, &played}, &root, nested.Config{Method: m, Seed: seed}, nested.Budget{Playouts: len(ends)})
		require.NoError(t, err)
		require.Equal(t, ends, played)
		require.Equal(t, []int{len(ends), runs}, []int{got.Playouts, got.Runs})
		require.Equal(t, ends[got.Found-1], end(g, got.Actions))
		require.Equal(t, got.Return, replay(t, form, 0, got.Actions))
		for i, node := range ends {
			if sum := g.sum(node); i+1 < got.Found {
				require.Less(t, sum, got.Return)
			} else {
				require.LessOrEqual(t, sum, got.Return)
			}
		}
	}
}

// The playouts match the paper (naive_test.go), with the same random numbers.
func TestNRPAIsThatOfThePaper(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, m := anyCoded(t), anyNRPA(t)
		seed, playouts := rapid.Uint64().Draw(t, "seed"), rapid.IntRange(1, 300).Draw(t, "playouts")
		naive, runs := naiveNRPA{game: g, method: m, rand: rng.New(seed), left: playouts}, 0
		for {
			if _, done := naive.search(m.Level, nil); !done {
				break
			}
			runs++
		}
		checkEqual(t, g, m, seed, naive.ends, runs)
	})
}

func TestNMCSIsThatOfThePaper(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, m := anyCoded(t), nested.NMCS{Level: rapid.IntRange(1, 3).Draw(t, "level"), Prior: rapid.Bool().Draw(t, "prior")}
		seed, playouts := rapid.Uint64().Draw(t, "seed"), rapid.IntRange(1, 300).Draw(t, "playouts")
		naive, runs := naiveNMCS{game: g, method: m, rand: rng.New(seed), left: playouts}, 0
		for {
			if _, done := naive.search(m.Level, 0, 0, nil); !done {
				break
			}
			runs++
		}
		checkEqual(t, g, m, seed, naive.ends, runs)
	})
}

// Without codes, actions share a weight if they are equal, or have the same number. Small numbers
// are in a slice, great ones in a table.
func TestActionsAreTheirOwnCodes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, m := coded{tree: anyTree(t)}, anyNRPA(t)
		m.Prior = false
		g.codes, g.weights = make([]uint64, len(g.Nodes)), make([]float32, len(g.Nodes))
		for _, n := range g.Nodes {
			for k, child := range n.Children {
				g.codes[child] = uint64(k)
			}
		}
		naive := naiveNRPA{game: g, method: m, rand: rng.New(1), left: 100}
		for done := true; done; {
			_, done = naive.search(m.Level, nil)
		}
		for _, form := range []game.Game[int, action]{g.tree, numbered{g.tree, 4}, numbered{g.tree, 1 << 20}} {
			root, played := 0, []int{}
			_, err := nested.Search(bg, recorder{form, &played}, &root, nested.Config{Method: m, Seed: 1}, nested.Budget{Playouts: 100})
			require.NoError(t, err)
			require.Equal(t, naive.ends, played)
		}
	})
}

// A search of as many levels as a game has plies tries everything.
func TestNMCSOfAllLevelsFindsTheOptimum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, root := anyTree(t), 0
		m := nested.NMCS{Level: rapid.IntRange(5, 6).Draw(t, "level")}
		got, err := nested.Search(bg, g, &root, nested.Config{Method: m}, nested.Budget{})
		require.NoError(t, err)
		require.Equal(t, g.best(0), got.Return)
		require.Equal(t, 1, got.Runs)
	})
}

func TestOptimumOfSmallTrees(t *testing.T) {
	// Each node has its own code, so that nothing misleads.
	for _, m := range []nested.Method{nested.NRPA{Level: 2, Iterations: 10}, nested.NRPA{Level: 1}, nested.NMCS{Level: 1}, nested.NMCS{}} {
		for seed := range uint64(12) {
			g, root := coded{tree: randomTree(seed)}, 0
			for i := range g.Nodes {
				g.codes = append(g.codes, uint64(i))
			}
			got, err := nested.Search(bg, g, &root, nested.Config{Method: m, Seed: seed}, nested.Budget{Playouts: 20_000})
			require.NoError(t, err)
			require.Equal(t, g.best(0), got.Return, "%#v, seed %d", m, seed)
			require.Equal(t, got.Return, replay(t, g, 0, got.Actions))
		}
	}
}

// States with slices are copied, and the root stays as it is.
func TestLongLine(t *testing.T) {
	g := line{20}
	root := []string{"best", "worse"}
	got, err := nested.Search(bg, g, &root, nested.Config{Method: nested.NRPA{Level: 2, Iterations: 30}}, nested.Budget{})
	require.NoError(t, err)
	require.Equal(t, []string{"best", "worse"}, root)
	require.InDelta(t, 19./20, got.Return, 1e-12)
	require.Len(t, got.Actions, 18)
	require.Equal(t, got.Return, replay(t, g, root, got.Actions))
	require.Equal(t, 900, got.Playouts)
}

// Equal seeds give equal lines, and the other parts of the random sequence other runs.
func TestSeeds(t *testing.T) {
	g, root := line{30}, []string(nil)
	for _, m := range []nested.Method{nested.NRPA{Level: 1, Iterations: 5}, nested.NMCS{Level: 1}} {
		lines := map[string]bool{}
		for seed := range uint64(5) {
			search := func(playouts int) nested.Result[string] {
				r, err := nested.Search(bg, g, &root, nested.Config{Method: m, Seed: seed}, nested.Budget{Playouts: playouts})
				require.NoError(t, err)
				return r
			}
			require.Equal(t, search(8), search(8))
			require.GreaterOrEqual(t, search(80).Return, search(8).Return)
			lines[fmt.Sprint(search(8).Actions)] = true
		}
		require.Greater(t, len(lines), 1, "%#v", m)
	}
}
