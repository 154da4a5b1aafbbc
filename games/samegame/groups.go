package samegame

import "math/bits"

// groups finds all groups in one pass over the board. A block belongs to the set of the block below
// or on the left if that has the same color. If both have, their sets are united. A set is known
// by the number of its first block, so that sets have the order of their first blocks.
type groups struct {
	n      int // the number of sets, including those that were united with others
	parent [256]uint8
	size   [256]uint8
	first  [256]Cell
	color  [256]uint8
}

// find finds the groups of s.
func (t *groups) find(s *State) {
	var ends column // no blocks
	var left, here column
	n := uint8(0)
	before := &ends
	for x := range s.columns {
		c := &s.columns[x]
		if c[0] == 0 {
			break
		}
		below, set := uint8(0), uint8(0)
		for y, color := range c {
			if color == 0 {
				break
			}
			switch {
			case color == below:
				if before[y] == color {
					set = t.unite(set, left[y])
				}
			case before[y] == color:
				set = t.root(left[y])
			default:
				set = n
				n++
				t.parent[set], t.size[set], t.first[set], t.color[set] = set, 0, cell(x, y), color
			}
			t.size[set]++
			here[y] = set
			below = color
		}
		left, before = here, c
	}
	t.n = int(n)
}

// root returns the set that a set was united with.
func (t *groups) root(set uint8) uint8 {
	for t.parent[set] != set {
		set = t.parent[set]
	}
	return set
}

// unite returns the union of a set, which is none's child, and another one.
func (t *groups) unite(a, b uint8) uint8 {
	b = t.root(b)
	if a == b {
		return a
	}
	if b < a {
		a, b = b, a
	}
	t.parent[b] = a
	t.size[a] += t.size[b]
	return a
}

// Code returns the place and the color of the group at c, and whether it has 2, 3 or more blocks.
// Package nested learns for each code how good it is to remove such a group.
func (Game) Code(s *State, c Cell) uint64 {
	var f flood
	f.fill(s, c, false)
	return code(c, f.color, f.size)
}

func code(first Cell, color, size uint8) uint64 {
	return uint64(first) | uint64(color)<<8 | uint64(min(size, 4))<<16
}

// AppendCodes appends the legal actions, as [Game.AppendActions] does, and the code of each of
// them.
func (Game) AppendCodes(actions []Cell, codes []uint64, s *State) ([]Cell, []uint64) {
	var t groups
	t.find(s)
	for i := range t.n {
		if t.parent[i] == uint8(i) && t.size[i] > 1 {
			actions = append(actions, t.first[i])
			codes = append(codes, code(t.first[i], t.color[i], t.size[i]))
		}
	}
	return actions, codes
}

// flood finds one group.
type flood struct {
	rows      [MaxSize + 2]uint16 // a bit for each block, by 1 more than its column
	low, high int                 // the first and the last column
	size      uint8
	color     uint8 // counted from 1
	stack     [MaxSize * MaxSize]Cell
}

// fill finds the group of the block at c. If first is set, it gives up as soon as it finds a block
// that comes before c. It reports whether it has found all.
func (f *flood) fill(s *State, c Cell, first bool) bool {
	x, y := c.x(), c.y()
	color := s.columns[x][y]
	f.low, f.high, f.size, f.color = x, x, 1, color
	f.rows[1+x] |= 1 << y
	f.stack[0] = c
	for n := 1; n > 0; {
		n--
		x, y := f.stack[n].x(), f.stack[n].y()
		f.low, f.high = min(f.low, x), max(f.high, x)
		for _, d := range [4][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
			u, v := x+d[0], y+d[1]
			if u < 0 || u >= MaxSize || v < 0 || s.columns[u][v] != color || f.rows[1+u]>>v&1 != 0 {
				continue
			}
			next := cell(u, v)
			if first && next < c {
				return false
			}
			f.rows[1+u] |= 1 << v
			f.stack[n] = next
			f.size++
			n++
		}
	}
	return true
}

// remove removes a group from the board.
func (s *State) remove(f *flood) {
	s.size = f.size
	s.blocks[f.color-1] -= f.size
	isEmpty := false
	for x := f.low; x <= f.high; x++ {
		c := &s.columns[x]
		c.drop(f.rows[1+x])
		isEmpty = isEmpty || c[0] == 0
	}
	if isEmpty {
		s.closeColumns(f.low)
	}
}

// drop removes some blocks of a column, so that the blocks above fall down.
func (c *column) drop(removed uint16) {
	to := bits.TrailingZeros16(removed)
	for from := to; from < MaxSize; from++ {
		if removed>>from&1 == 0 {
			c[to] = c[from]
			to++
		}
	}
	clear(c[to:])
}

// closeColumns moves the columns from x on to the left, over those that are empty.
func (s *State) closeColumns(x int) {
	for from := x; from < MaxSize; from++ {
		if s.columns[from][0] != 0 {
			s.columns[x] = s.columns[from]
			x++
		}
	}
	clear(s.columns[x:])
}
