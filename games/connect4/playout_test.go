package connect4_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/rng"
)

// The mean of playouts equals the mean over the tree of all games, in which all legal drops are
// equally likely. Most starts have full columns, where a playout could be biased.
func TestPlayoutMean(t *testing.T) {
	const playouts = 30_000
	for _, c := range []struct {
		size
		columns string
	}{
		{size{4, 4}, ""},
		{size{4, 4}, "aaaa"},
		{size{4, 4}, "aaaadddd"},
		{size{5, 3}, "aaabbb"},
		{size{8, 1}, "a"},
		{size{8, 2}, "aabbddee"},
		{size{8, 2}, "ddeebbaahhg"},
		{size{8, 2}, "bbddffgga"},
		{size{8, 3}, "aaabbbgggdddhhh"},
	} {
		g := board(t, c.size)
		gametest.PlayoutMean(t, g, play(t, g, c.columns), playouts)
	}
}

// A playout finds the only open column, whichever it is.
func TestPlayoutWithOneOpenColumn(t *testing.T) {
	for _, s := range sizes {
		g := board(t, s)
		for open := range s.width {
			position := almostFull(g, open)
			var out [2]float64
			for seed := range uint64(50) {
				state := position
				g.Playout(&state, rng.New(seed), out[:])
				require.InDelta(t, 1, out[0]+out[1], 0)
			}
		}
	}
}

// almostFull fills every column except one, leaving out the drops that win.
func almostFull(g connect4.Game, open int) connect4.State {
	s := g.Start()
	for range g.Height() {
		for _, a := range g.AppendActions(nil, &s) {
			next := s
			if g.Apply(&next, a); int(a) != open && len(g.AppendActions(nil, &next)) > 0 {
				s = next
			}
		}
	}
	return s
}

func TestPlayoutOfFinishedGames(t *testing.T) {
	for columns, want := range map[string][2]float64{
		"abababa":          {1, 0},
		"aabbccfdfd":       {0, 1},
		"aaaadbbbbccccddd": {0.5, 0.5},
	} {
		g := connect4.Game{}
		if len(columns) == 16 {
			g = board(t, size{4, 4})
		}
		s, out := play(t, g, columns), [2]float64{}
		g.Playout(&s, rng.New(1), out[:])
		require.Equal(t, want, out, columns)
	}
}

func (n *naive) takeBack(a connect4.Drop) {
	n.columns[a] = n.columns[a][:len(n.columns[a])-1]
}

// wins returns the drops with which the player to move makes a line.
func (n *naive) wins() (wins []connect4.Drop) {
	player := n.toMove()
	for _, a := range n.actions() {
		n.apply(int(a))
		if n.hasLine(player) {
			wins = append(wins, a)
		}
		n.takeBack(a)
	}
	return wins
}

// decisive plays an (anti-)decisive playout by the naive rules with the same random numbers.
func (n *naive) decisive(r *rng.Rand, anti bool) []float64 {
	for actions := n.actions(); len(actions) > 0; actions = n.actions() {
		if wins := n.wins(); len(wins) > 0 {
			n.apply(int(wins[0]))
			continue
		}
		if anti {
			var safe []connect4.Drop
			for _, a := range actions {
				n.apply(int(a))
				if len(n.wins()) == 0 {
					safe = append(safe, a)
				}
				n.takeBack(a)
			}
			if len(safe) == 0 {
				n.apply(int(actions[0])) // whatever it is, the opponent wins
				n.apply(int(n.wins()[0]))
				continue
			}
			actions = safe
		}
		n.apply(int(actions[r.IntN(len(actions))]))
	}
	return n.returns()
}

// Decisive playouts match the naive rules, down to the random numbers that they draw, from any
// position of any board.
func TestDecisivePlayoutsEqualNaive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width, height := rapid.IntRange(1, 8).Draw(t, "width"), rapid.IntRange(1, 7).Draw(t, "height")
		if max(width, height) < 4 {
			width = 7
		}
		g, err := connect4.New(width, height)
		require.NoError(t, err)
		slow, s := newNaive(width, height), g.Start()
		line := rng.New(rapid.Uint64().Draw(t, "line"))
		for range rapid.IntRange(0, width*height).Draw(t, "plies") {
			actions := g.AppendActions(nil, &s)
			if len(actions) == 0 {
				break
			}
			a := actions[line.IntN(len(actions))]
			g.Apply(&s, a)
			slow.apply(int(a))
		}
		anti := rapid.Bool().Draw(t, "anti")
		playout := g.DecisivePlayout
		if anti {
			playout = g.AntiDecisivePlayout
		}
		seed, out, before := rapid.Uint64().Draw(t, "seed"), []float64{-1, -1}, s
		one, other := rng.New(seed), rng.New(seed)
		playout(&s, one, out)
		require.Equal(t, slow.decisive(other, anti), out)
		require.Equal(t, other.Uint64(), one.Uint64(), "equally many random numbers")
		require.Equal(t, before, s)
	})
}

func BenchmarkDecisivePlayout(b *testing.B) {
	g := connect4.Game{}
	for _, v := range []struct {
		name    string
		playout func(*connect4.State, *rng.Rand, []float64)
	}{{"uniform", g.Playout}, {"decisive", g.DecisivePlayout}, {"antidecisive", g.AntiDecisivePlayout}} {
		b.Run("playout="+v.name, func(b *testing.B) {
			b.ReportAllocs()
			s, r, out := g.Start(), rng.New(1), make([]float64, 2)
			sum, draws := 0.0, 0
			for b.Loop() {
				v.playout(&s, r, out)
				sum += out[0]
				if out[0] == 0.5 {
					draws++
				}
			}
			b.ReportMetric(sum/float64(b.N), "first")
			b.ReportMetric(float64(draws)/float64(b.N), "draws")
		})
	}
}
