package samegame_test

import (
	"slices"

	"github.com/banyan-go/banyan/games/samegame"
)

// naive implements the rules again, without shared code: a list of blocks for each column, from
// below.
type naive struct {
	columns [][]int
	points  int
}

// place is a column and a row.
type place struct{ x, y int }

// newNaive returns the board of s.
func newNaive(g samegame.Game, s *samegame.State) *naive {
	n := &naive{}
	cells := g.AppendCells(nil, s)
	for x := range g.Width() {
		var blocks []int
		for _, c := range cells[x*g.Height() : (x+1)*g.Height()] {
			if c > 0 {
				blocks = append(blocks, int(c)-1)
			}
		}
		if len(blocks) > 0 {
			n.columns = append(n.columns, blocks)
		}
	}
	return n
}

// at returns the color of a block, or -1 if there is none.
func (n *naive) at(p place) int {
	if p.x < 0 || p.x >= len(n.columns) || p.y < 0 || p.y >= len(n.columns[p.x]) {
		return -1
	}
	return n.columns[p.x][p.y]
}

// group returns the blocks that are connected with p, by adding neighbors until there are no more.
func (n *naive) group(p place) []place {
	group := []place{p}
	for k := 0; k < len(group); k++ {
		q := group[k]
		for _, next := range []place{{q.x - 1, q.y}, {q.x + 1, q.y}, {q.x, q.y - 1}, {q.x, q.y + 1}} {
			if n.at(next) == n.at(p) && !slices.Contains(group, next) {
				group = append(group, next)
			}
		}
	}
	slices.SortFunc(group, compare)
	return group
}

// compare orders places by column and then by row.
func compare(a, b place) int {
	if a.x != b.x {
		return a.x - b.x
	}
	return a.y - b.y
}

// groups returns the groups of at least two blocks, in the order of their first blocks.
func (n *naive) groups() (groups [][]place) {
	for x := range n.columns {
		for y := range n.columns[x] {
			if group := n.group(place{x, y}); len(group) > 1 && group[0] == (place{x, y}) {
				groups = append(groups, group)
			}
		}
	}
	return groups
}

// play removes a group.
func (n *naive) play(group []place) {
	var columns [][]int
	for x, blocks := range n.columns {
		var rest []int
		for y, b := range blocks {
			if !slices.Contains(group, place{x, y}) {
				rest = append(rest, b)
			}
		}
		if len(rest) > 0 {
			columns = append(columns, rest)
		}
	}
	n.columns = columns
	n.points += (len(group) - 2) * (len(group) - 2)
}

// end returns what the end of the game brings.
func (n *naive) end() int {
	left := map[int]int{}
	for _, blocks := range n.columns {
		for _, b := range blocks {
			left[b]++
		}
	}
	if len(left) == 0 {
		return 1000
	}
	cost := 0
	for _, k := range left {
		if k > 2 {
			cost += (k - 2) * (k - 2)
		}
	}
	return -cost
}

// cells returns the board as AppendCells does.
func (n *naive) cells(width, height int) []uint8 {
	cells := make([]uint8, width*height)
	for x, blocks := range n.columns {
		for y, b := range blocks {
			cells[x*height+y] = uint8(1 + b)
		}
	}
	return cells
}
