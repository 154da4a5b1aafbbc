package gomoku

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/rng"
)

var _ game.Evaluator[State] = Game{}

// anyBoard draws a game. Half of the boards take the fast path.
func anyBoard(t *rapid.T) Game {
	width, height := rapid.IntRange(1, 10).Draw(t, "width"), rapid.IntRange(3, 10).Draw(t, "height")
	if rapid.Bool().Draw(t, "eight columns") {
		width, height = 8, rapid.IntRange(4, 8).Draw(t, "rows")
	}
	length := rapid.IntRange(MinLength, min(6, max(width, height))).Draw(t, "length")
	g, err := New(width, height, length)
	require.NoError(t, err)
	return g
}

// positionOf plays random stones, most of them near the last one, so that there are threats.
func positionOf(t *rapid.T, g Game) State {
	s, r := g.Start(), rng.New(rapid.Uint64().Draw(t, "stones"))
	last := g.board().points[r.IntN(g.board().area)]
	for range r.IntN(min(g.board().area, 45)) {
		actions := g.AppendActions(nil, &s)
		near := slices.DeleteFunc(slices.Clone(actions), func(p Point) bool {
			x, y := p.XY()
			lx, ly := last.XY()
			return max(x-lx, lx-x) > 2 || max(y-ly, ly-y) > 2
		})
		if len(near) == 0 {
			near = actions
		}
		next, p := s, near[r.IntN(len(near))]
		g.Apply(&next, p)
		if next.won || g.board().over(&next) {
			continue
		}
		s, last = next, p
	}
	return s
}

// naiveThreats looks at every line by its points.
type naiveThreats struct {
	g          Game
	own, other map[Point]bool
}

func newNaiveThreats(g Game, s *State, player int) naiveThreats {
	n := naiveThreats{g, map[Point]bool{}, map[Point]bool{}}
	for i := range g.board().area {
		p := g.board().points[i]
		if s.stones[player].has(i) {
			n.own[p] = true
		}
		if s.stones[player^1].has(i) {
			n.other[p] = true
		}
	}
	return n
}

func (n naiveThreats) turned() naiveThreats { return naiveThreats{n.g, n.other, n.own} }

// with returns the position with another stone of the player.
func (n naiveThreats) with(p Point) naiveThreats {
	own := map[Point]bool{p: true}
	for q := range n.own {
		own[q] = true
	}
	return naiveThreats{n.g, own, n.other}
}

// lines returns the player's open lines by direction.
func (n naiveThreats) lines() (lines [4][]naiveLine) {
	b := n.g.board()
	for d, step := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
		for x := range b.width {
		next:
			for y := range b.height {
				var line naiveLine
				for k := range b.length {
					px, py := x+k*step[0], y+k*step[1]
					p := At(px, py)
					if !b.includes(px, py) || n.other[p] {
						continue next
					}
					line.points = append(line.points, p)
					if !n.own[p] {
						line.empty = append(line.empty, p)
					}
				}
				if len(line.empty) < b.length {
					lines[d] = append(lines[d], line)
				}
			}
		}
	}
	return lines
}

type naiveLine struct{ points, empty []Point }

// lacking returns the empty points of lines that lack so many stones, in the order of the board.
func (n naiveThreats) lacking(missing int) (set []Point) {
	for _, lines := range n.lines() {
		for _, line := range lines {
			if len(line.empty) == missing {
				set = append(set, line.empty...)
			}
		}
	}
	slices.Sort(set)
	return slices.Compact(set)
}

// winsByFours reports whether the player, who is to move and cannot complete a line, wins by fours
// with 200 stones to try.
func (n naiveThreats) winsByFours() bool {
	left := 200
	return n.triesFours(&left)
}

func (n naiveThreats) triesFours(left *int) bool {
	must := n.turned().lacking(1)
	for _, p := range n.lacking(2) {
		if len(must) > 1 || len(must) == 1 && must[0] != p {
			continue
		}
		if *left--; *left < 0 {
			return false
		}
		after := n.with(p)
		replies := after.lacking(1)
		if len(replies) > 1 || after.turned().with(replies[0]).turned().triesFours(left) {
			return true
		}
	}
	return false
}

// Evaluate is what its comment says, on boards of one word and others.
func TestEvaluateIsTheFormula(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := anyBoard(t)
		s := positionOf(t, g)
		out := []float64{-1, -1}
		g.Evaluate(&s, out)
		me := g.ToMove(&s)
		n := newNaiveThreats(g, &s, me)
		must, want := n.turned().lacking(1), 0.0
		switch {
		case len(n.lacking(1)) > 0:
			want = 1
		case len(must) > 1:
		case n.winsByFours():
			want = 1
		default:
			d := 0.0
			for side, m := range []naiveThreats{n, n.turned()} {
				for _, lines := range m.lines() {
					for _, line := range lines {
						if len(line.empty) <= 4 {
							stones := float64(len(line.points) - len(line.empty))
							d += [...]float64{2, -1}[side] * math.Pow(4, stones-1)
						}
					}
				}
			}
			want = 1 / (1 + math.Exp(-d/32))
		}
		require.InDelta(t, want, out[me], 1e-12)
		require.Equal(t, 1.0, out[0]+out[1])
	})
}

func TestWinsByFoursByHand(t *testing.T) {
	for name, c := range map[string]struct {
		points string
		want   float64 // of Black, who is to move; -1 is neither 0 nor 1
	}{
		"an open four":                  {"d4 a1 e4 c1 f4 h8", 1},
		"a closed three makes one":      {"d4 c4 e4 h8 f4 a1", -1},
		"two fours meet in d4":          {"a4 d1 b4 h1 c4 h8 d2 h3 d3 f8 d5 a8", 1},
		"the reply of the first wins":   {"a4 e2 b4 e3 c4 e5 h8 a8", -1},
		"White has an open four":        {"a1 d4 c1 e4 h8 f4 a8 g4", 0},
		"White has to be stopped first": {"d4 a5 e4 b5 f4 c5 h1 d5", -1},
	} {
		t.Run(name, func(t *testing.T) {
			g := Game{}
			s := testkit.Play(t, g, c.points)
			out := make([]float64, 2)
			g.Evaluate(&s, out)
			t.Log(g.Text(&s), out)
			if c.want >= 0 {
				require.InDelta(t, c.want, out[0], 1e-12)
			} else {
				require.Greater(t, out[0], 0.0)
				require.Less(t, out[0], 1.0)
			}
		})
	}
}

var _ game.Weigher[State, Point] = Game{}

func weights(g Game, s State) map[Point]float32 {
	actions := g.AppendActions(nil, &s)
	w, all := make([]float32, len(actions)), map[Point]float32{}
	g.Weigh(&s, actions, w)
	for i, p := range actions {
		all[p] = w[i]
	}
	return all
}

// Weigh is what its comment says, on boards of one word and others.
func TestWeighIsTheFormula(t *testing.T) {
	own := map[int][2]float64{2: {8, 22}, 3: {8.3, 12}, 4: {2.4, 4.7}}
	other := map[int][2]float64{2: {34, 190}, 3: {6.4, 18}, 4: {1.8, 2.5}}
	rapid.Check(t, func(t *rapid.T) {
		g := anyBoard(t)
		s := positionOf(t, g)
		n := newNaiveThreats(g, &s, g.ToMove(&s))
		got := weights(g, s)
		only := n.lacking(1)
		if len(only) == 0 {
			only = n.turned().lacking(1)
			if len(only) < 2 && n.winsByFours() {
				only = nil
				for p, w := range got {
					if w > 0 {
						only = append(only, p)
					}
				}
				require.Len(t, only, 1)
				after := n.with(only[0])
				replies := after.lacking(1)
				require.NotEmpty(t, replies)
				require.True(t, len(replies) > 1 || after.turned().with(replies[0]).turned().winsByFours())
			}
		}
		if len(only) > 0 {
			for p, w := range got {
				require.Equal(t, w > 0, slices.Contains(only, p), p)
			}
			return
		}
		threat := n.turned().winsByFours()
		inTheWay := 0
		for p, w := range got {
			want := 1.0
			for side, m := range []naiveThreats{n, n.turned()} {
				for _, lines := range m.lines() {
					want *= naiveFactor(lines, p, [...]map[int][2]float64{own, other}[side])
				}
			}
			if threat && float64(w) < want/2 {
				want *= 0.005
				require.NotContains(t, n.lacking(2), p)
			} else {
				inTheWay++
			}
			require.InEpsilon(t, want, w, 1e-5, p)
		}
		if threat {
			require.GreaterOrEqual(t, inTheWay, 2)
		}
	})
}

func naiveFactor(lines []naiveLine, p Point, by map[int][2]float64) float64 {
	fewest, several := 5, 0
	for _, line := range lines {
		if missing := len(line.empty); slices.Contains(line.points, p) && missing >= 2 && missing < 5 {
			if missing < fewest {
				fewest, several = missing, 0
			} else if missing == fewest {
				several = 1
			}
		}
	}
	if fewest == 5 {
		return 1
	}
	return by[fewest][several]
}

// The fast path and the general one agree on everything.
func TestThreatsOnWordsEqualThoseOnAnyBoard(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		height := rapid.IntRange(2, 8).Draw(t, "height")
		fast, err := New(8, height, rapid.IntRange(MinLength, 8).Draw(t, "length"))
		require.NoError(t, err)
		require.True(t, fast.board().isBytes)
		other := *fast.board()
		other.isBytes = false
		slow := Game{&other}
		want, got := make([]float64, 2), make([]float64, 2)
		for range 20 {
			s := positionOf(t, fast)
			require.Equal(t, weights(slow, s), weights(fast, s))
			slow.Evaluate(&s, want)
			fast.Evaluate(&s, got)
			require.Equal(t, want, got)
		}
	})
}

func TestWeightsByHand(t *testing.T) {
	for name, c := range map[string]struct {
		points string
		want   map[string]float64 // of some points
	}{
		"no stones": {"", map[string]float64{"a1": 1, "d4": 1}},
		"one":       {"a1 h8", map[string]float64{"b1": 2.4, "a2": 2.4, "b3": 1, "h4": 1.8, "d4": 2.4 * 1.8, "e4": 1}},
		"several":   {"d4 h2", map[string]float64{"c4": 4.7, "e4": 4.7, "a4": 2.4}},
		"complete":  {"a1 b8 b1 c8 c1 d8 d1 e8", map[string]float64{"e1": 1, "a8": 0, "f8": 0}},
		"prevent":   {"a1 b8 b1 c8 h1 d8 d2 e8", map[string]float64{"a8": 1, "f8": 1, "e2": 0}},
		"open four": {"d4 a1 e4 c1 f4 h8", map[string]float64{"c4": 1, "g4": 0, "b4": 0}},
	} {
		t.Run(name, func(t *testing.T) {
			g := Game{}
			all := weights(g, testkit.Play(t, g, c.points))
			for text, want := range c.want {
				p, err := g.Parse(text)
				require.NoError(t, err)
				require.InDelta(t, want, all[p], 1e-6, text)
			}
		})
	}
}
