package gomoku_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/games/gomoku"
)

// naive implements the rules word by word: the owner of each point by row and column, and a look at
// every line.
type naive struct {
	size
	owner [][]byte // 'X', 'O' or '.'
	plies int
}

func newNaive(c size) *naive {
	n := &naive{size: c}
	for range c.height {
		row := make([]byte, c.width)
		for x := range row {
			row[x] = '.'
		}
		n.owner = append(n.owner, row)
	}
	return n
}

// at returns the owner of a point, or a blank outside of the board.
func (n *naive) at(x, y int) byte {
	if x < 0 || x >= n.width || y < 0 || y >= n.height {
		return ' '
	}
	return n.owner[y][x]
}

func (n *naive) put(p gomoku.Point) {
	x, y := p.XY()
	n.owner[y][x] = "XO"[n.plies%2]
	n.plies++
}

func (n *naive) takeBack(p gomoku.Point) {
	x, y := p.XY()
	n.owner[y][x] = '.'
	n.plies--
}

// winner returns 'X', 'O', or 0 if there is no line.
func (n *naive) winner() byte {
	for y := range n.height {
		for x := range n.width {
			for _, step := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
				stones := 0
				for n.owner[y][x] != '.' && n.at(x+stones*step[0], y+stones*step[1]) == n.owner[y][x] {
					stones++
				}
				if stones >= n.length {
					return n.owner[y][x]
				}
			}
		}
	}
	return 0
}

func (n *naive) actions() []gomoku.Point {
	var empty []gomoku.Point
	for y := range n.height {
		for x := range n.width {
			if n.owner[y][x] == '.' {
				empty = append(empty, gomoku.At(x, y))
			}
		}
	}
	if n.winner() != 0 {
		return nil
	}
	return empty
}

func (n *naive) returns() []float64 {
	switch n.winner() {
	case 'X':
		return []float64{1, 0}
	case 'O':
		return []float64{0, 1}
	}
	return []float64{0.5, 0.5}
}

// text returns what Text draws, without the lines below the board.
func (n *naive) text() string {
	text := ""
	for y := n.height - 1; y >= 0; y-- {
		text += fmt.Sprintf("%2d", y+1)
		for _, c := range n.owner[y] {
			text += " " + string(c)
		}
		text += "\n"
	}
	return text
}

func (n *naive) perft(depth int) uint64 {
	if depth == 0 {
		return 1
	}
	sum := uint64(0)
	for _, p := range n.actions() {
		n.put(p)
		sum += n.perft(depth - 1)
		n.takeBack(p)
	}
	return sum
}

// anySize draws a board. Half of the boards are small, so that a set of points is one word and
// draws happen.
func anySize(t *rapid.T) size {
	most := 12
	if rapid.Bool().Draw(t, "small") {
		most = 8
	}
	c := size{width: rapid.IntRange(1, most).Draw(t, "width"), height: rapid.IntRange(1, most).Draw(t, "height")}
	if max(c.width, c.height) < gomoku.MinLength {
		c.width = gomoku.MinLength
	}
	c.length = rapid.IntRange(gomoku.MinLength, min(max(c.width, c.height), 10)).Draw(t, "length")
	return c
}

// Few random games have long lines, so in some of them the players keep to the first points of the
// list, or to every second or third.
func TestRulesAreThoseOfTheNaiveGame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := anySize(t)
		g, slow := sized(t, c), newNaive(c)
		s, stride := g.Start(), rapid.IntRange(1, 3).Draw(t, "stride")
		among := rapid.SampledFrom([]int{3, 5, 400}).Draw(t, "among")
		for {
			actions := g.AppendActions(nil, &s)
			require.Equal(t, slow.actions(), actions)
			require.Equal(t, slow.plies%2, g.ToMove(&s))
			require.Contains(t, g.Text(&s), slow.text())
			if len(actions) == 0 {
				break
			}
			p := actions[rapid.IntRange(0, among).Draw(t, "point")*stride%len(actions)]
			g.Apply(&s, p)
			slow.put(p)
		}
		out := make([]float64, 2)
		g.Returns(&s, out)
		require.Equal(t, slow.returns(), out)
	})
}

func TestPerftEqualsNaive(t *testing.T) {
	for _, test := range []struct {
		size
		depth int
	}{
		{size{4, 3, 3}, 5},
		{size{3, 1, 3}, 3},
		{size{1, 6, 3}, 6},
		{size{7, 1, 4}, 7},
		{size{5, 2, 3}, 6},
		{size{3, 4, 4}, 5},
		{size{19, 4, 3}, 2},
	} {
		g := sized(t, test.size)
		require.Equal(t, newNaive(test.size).perft(test.depth), gametest.Perft(g, g.Start(), test.depth), "%v", test)
	}
}
