package connect4_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/gametest"
)

// naive implements the rules word by word: a list of discs per column, and no bit operations.
type naive struct {
	width, height int
	columns       [][]int // the owners of the discs, from the lowest up
}

func newNaive(width, height int) *naive {
	return &naive{width, height, make([][]int, width)}
}

func (n *naive) discs() int {
	sum := 0
	for _, column := range n.columns {
		sum += len(column)
	}
	return sum
}

func (n *naive) toMove() int { return n.discs() % 2 }

func (n *naive) apply(column int) {
	n.columns[column] = append(n.columns[column], n.toMove())
}

// owner returns the player whose disc is on a square, or -1 for an empty square and outside the
// board.
func (n *naive) owner(column, row int) int {
	if column < 0 || column >= n.width || row < 0 || row >= len(n.columns[column]) {
		return -1
	}
	return n.columns[column][row]
}

func (n *naive) hasLine(player int) bool {
	for column, discs := range n.columns {
		for row := range discs {
			for _, step := range [...][2]int{{0, 1}, {1, 0}, {1, 1}, {1, -1}} {
				length := 0
				for length < 4 && n.owner(column+length*step[0], row+length*step[1]) == player {
					length++
				}
				if length == 4 {
					return true
				}
			}
		}
	}
	return false
}

func (n *naive) actions() []connect4.Drop {
	if n.hasLine(1 - n.toMove()) {
		return nil
	}
	var open []connect4.Drop
	for column, discs := range n.columns {
		if len(discs) < n.height {
			open = append(open, connect4.Drop(column))
		}
	}
	return open
}

func (n *naive) returns() []float64 {
	switch {
	case n.hasLine(0):
		return []float64{1, 0}
	case n.hasLine(1):
		return []float64{0, 1}
	}
	return []float64{0.5, 0.5}
}

// board returns what Text draws, without the line of column letters.
func (n *naive) board() string {
	var b strings.Builder
	for row := n.height - 1; row >= 0; row-- {
		for column := range n.width {
			b.WriteString(" " + string(".XO"[1+n.owner(column, row)]))
		}
		b.WriteString("\n")
	}
	return b.String()
}

func (n *naive) perft(depth int) uint64 {
	if depth == 0 {
		return 1
	}
	sum := uint64(0)
	for _, a := range n.actions() {
		n.apply(int(a))
		sum += n.perft(depth - 1)
		n.columns[a] = n.columns[a][:len(n.columns[a])-1]
	}
	return sum
}

// won counts the games that end with a line after that many plies.
func (n *naive) won(plies int) int {
	if plies == 0 {
		if n.hasLine(1 - n.toMove()) {
			return 1
		}
		return 0
	}
	sum := 0
	for _, a := range n.actions() {
		n.apply(int(a))
		sum += n.won(plies - 1)
		n.columns[a] = n.columns[a][:len(n.columns[a])-1]
	}
	return sum
}

func TestGameEqualsNaive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.SampledFrom(sizes).Draw(t, "size")
		g, slow := board(t, size), newNaive(size.width, size.height)
		s, out := g.Start(), make([]float64, 2)
		for {
			actions := g.AppendActions(nil, &s)
			require.Equal(t, slow.actions(), actions)
			require.Equal(t, slow.toMove(), g.ToMove(&s))
			require.True(t, strings.HasPrefix(g.Text(&s), slow.board()), "%swant\n%s", g.Text(&s), slow.board())
			if len(actions) == 0 {
				break
			}
			a := rapid.SampledFrom(actions).Draw(t, "drop")
			g.Apply(&s, a)
			slow.apply(int(a))
		}
		g.Returns(&s, out)
		require.Equal(t, slow.returns(), out)
	})
}

func TestPerftEqualsNaive(t *testing.T) {
	for _, c := range []struct {
		size
		depth int
	}{{size{1, 4}, 4}, {size{4, 1}, 4}, {size{2, 5}, 10}, {size{4, 4}, 8}, {size{5, 4}, 7}, {size{8, 6}, 5}, {size{8, 7}, 5}} {
		g := board(t, c.size)
		require.Equal(t, newNaive(c.width, c.height).perft(c.depth), gametest.Perft(g, g.Start(), c.depth), "%v", c)
	}
}
