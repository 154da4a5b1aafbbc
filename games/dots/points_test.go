package dots_test

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/dots"
	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/rng"
)

var (
	_ game.Rewarder[dots.PointsState]    = dots.Points{}
	_ game.ReturnRanger                  = dots.Points{}
	_ game.Playouter[dots.PointsState]   = dots.Points{}
	_ game.Indexer[dots.Edge]            = dots.Points{}
	_ game.Hasher[dots.PointsState]      = dots.Points{}
	_ game.CellBoard[dots.PointsState]   = dots.Points{}
	_ game.Illustrator[dots.PointsState] = dots.Points{}
)

func points(t require.TestingT, width, height int) dots.Points {
	p, err := dots.NewPoints(width, height)
	require.NoError(t, err)
	return p
}

func pointsRules(t require.TestingT, p dots.Points) *game.Rules[dots.PointsState, dots.Edge] {
	return testkit.Rules[dots.PointsState, dots.Edge](t, p)
}

func TestPointsConformance(t *testing.T) {
	for _, c := range [][2]int{{4, 4}, {1, 1}, {5, 5}, {5, 2}, {1, 4}} {
		gametest.Run(t, points(t, c[0], c[1]), dots.PointsState{})
	}
}

func TestNewPoints(t *testing.T) {
	require.Equal(t, dots.Points{}, points(t, 4, 4))
	p := points(t, 5, 2)
	low, high := p.ReturnRange()
	require.Equal(t, []float64{5, 2, -10, 10}, []float64{float64(p.Width()), float64(p.Height()), low, high})
	for _, c := range [][2]int{{0, 3}, {6, 3}, {3, -1}, {3, 260}} {
		_, err := dots.NewPoints(c[0], c[1])
		require.ErrorContains(t, err, "want a width and a height of 1 to 5 boxes")
	}
	require.LessOrEqual(t, unsafe.Sizeof(dots.PointsState{}), uintptr(16))
}

// Random games have the moves, boards and turns of the naive implementation, and the rewards add up
// to the difference of the boxes.
func TestPointsAreThoseOfTheNaiveGame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(dots.MinSize, dots.MaxSize).Draw(t, "width")
		height := rapid.IntRange(dots.MinSize, dots.MaxSize).Draw(t, "height")
		p, n := points(t, width, height), newNaive(width, height, 2)
		s, r, sum, out := p.Start(), rng.New(rapid.Uint64().Draw(t, "seed")), []float64{0, 0}, []float64{0, 0}
		for moves := n.moves(); len(moves) > 0; moves = n.moves() {
			require.ElementsMatch(t, texts(moves), texts(p.AppendActions(nil, &s)))
			require.Contains(t, p.Text(&s), n.board())
			require.Equal(t, n.mover, p.ToMove(&s))
			l := moves[r.IntN(len(moves))]
			e, err := p.Parse(l.String())
			require.NoError(t, err)
			require.NoError(t, p.Legal(&s, e))
			p.Apply(&s, e)
			require.Error(t, p.Legal(&s, e))
			n.play(l)
			p.Rewards(&s, out)
			sum[0], sum[1] = sum[0]+out[0], sum[1]+out[1]
			margin := float64(n.boxes(0) - n.boxes(1))
			require.Equal(t, []float64{margin, -margin}, sum)
		}
		require.Empty(t, p.AppendActions(nil, &s))
		p.Returns(&s, out)
		require.Equal(t, []float64{0, 0}, out)
	})
}

// The means of playouts are exact on small boards, and the means of single plies on others.
func TestPointsPlayout(t *testing.T) {
	for _, c := range [][2]int{{1, 1}, {2, 1}, {2, 2}} {
		gametest.PlayoutMean(t, points(t, c[0], c[1]), dots.PointsState{}, 4000)
	}
	p := points(t, 2, 2)
	for _, plies := range []string{"a1-b1 a1-a2 a2-b2", "a1-b1 a1-a2 a2-b2 b1-b2 c1-c2"} { // Blue and Red to move
		gametest.PlayoutMean(t, p, testkit.Play(t, p, plies), 4000)
	}
	p = dots.Points{}
	testkit.SameMeans(t, pointsRules(t, p), testkit.Play(t, p, "a1-b1 a1-a2 a2-b2"))
	one := points(t, 1, 1)
	blue, out := testkit.Play(t, one, "a1-b1 a1-a2 a2-b2"), []float64{9, 9}
	one.Playout(&blue, rng.New(1), out)
	require.Equal(t, []float64{-1, 1}, out)
	over := testkit.Play(t, one, "a1-b1 a1-a2 a2-b2 b1-b2")
	one.Playout(&over, rng.New(1), out)
	require.Equal(t, []float64{0, 0}, out)
}

// States with the same edges and the same player to move have equal hashes, whatever was paid
// before.
func TestPointsForgetWhoHasTheBoxes(t *testing.T) {
	p := points(t, 2, 2)
	red := testkit.Play(t, p, "a1-b1 a1-a2 a2-b2 c1-c2 b1-b2 c2-c3")
	blue := testkit.Play(t, p, "a1-b1 a1-a2 a2-b2 b1-b2 c1-c2 c2-c3")
	require.Equal(t, red, blue, "one of them has the box")
	require.Equal(t, 1, p.ToMove(&red))
	last, out := testkit.Play(t, p, "a1-b1 a1-a2 c2-c3 c1-c2 a2-b2 b1-b2"), []float64{0, 0}
	p.Rewards(&last, out)
	require.Equal(t, []float64{-1, 1}, out)
	require.NotEqual(t, red, last, "the last ply has completed the box")
	require.Equal(t, p.Hash(&red), p.Hash(&last))
}

func TestPointsText(t *testing.T) {
	p := points(t, 1, 1)
	s := testkit.Play(t, p, "a1-b1 a1-a2 a2-b2")
	require.Equal(t, "2 o---o\n  |\n1 o---o\n  a   b\nBlue to move\n", p.Text(&s))
	s = testkit.Play(t, p, "a1-b1 a1-a2 a2-b2 b1-b2")
	require.Equal(t, "2 o---o\n  | # |\n1 o---o\n  a   b\nThe game is over\n", p.Text(&s))
}

// A picture has all dots and edges, and the boxes that are completed.
func TestSVG(t *testing.T) {
	p := points(t, 3, 2)
	s := testkit.Play(t, p, "b1-c1 b1-b2 b2-c2 c1-c2 a3-b3")
	svg, elements, texts := p.SVG(&s), map[string]int{}, ""
	for in := xml.NewDecoder(strings.NewReader(svg)); ; {
		token, err := in.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		switch token := token.(type) {
		case xml.StartElement:
			elements[token.Name.Local]++
		case xml.CharData:
			texts += string(token)
		}
	}
	require.Equal(t, map[string]int{"svg": 1, "rect": 2, "path": 17, "circle": 12, "text": 7}, elements)
	require.Equal(t, "abcd123", texts)
	require.Equal(t, 5, strings.Count(svg, `stroke="#22262b" stroke-width="4"`))
	require.Contains(t, svg, `<rect x="72" y="72" width="44" height="44"`, "the middle box of the lower row")
	require.Contains(t, svg, `<path d="M28 28L72 28" stroke="#22262b"`, "the edge a3-b3")

	g := sized(t, 3, 2, 2)
	same := testkit.Play(t, g, "b1-c1 b1-b2 b2-c2 c1-c2 a3-b3")
	require.Contains(t, g.SVG(&same), `y="144" fill="#22262b">Red 0</text><text x="94" y="162" fill="#22262b">Blue 1</text></svg>`)
	require.Contains(t, g.SVG(&same), `width="188" height="180" `)
	require.Contains(t, svg, `width="188" height="144" `)
}

func TestPointsPlaythroughGolden(t *testing.T) {
	p := points(t, 2, 2)
	testkit.Golden(t, "testdata/points.txt", gametest.Playthrough(p, p.Start(), 1))
}

func TestPointsDoNotAllocate(t *testing.T) {
	p, out := dots.Points{}, make([]float64, 2)
	start, r, edges := p.Start(), rng.New(1), make([]dots.Edge, 0, 40)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		s := start
		p.Playout(&s, r, out)
		edges = p.AppendActions(edges[:0], &s)
		p.Apply(&s, edges[r.IntN(len(edges))])
		p.Rewards(&s, out)
		p.Hash(&s)
	}))
}
