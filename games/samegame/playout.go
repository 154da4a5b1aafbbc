package samegame

import "github.com/banyan-go/banyan/rng"

// RandomAction returns a random group, all equally likely. It reports false if there is none.
func (g Game) RandomAction(s *State, r *rng.Rand) (Cell, bool) {
	var f flood
	return s.draw(&f, 0, r)
}

// Playout plays uniformly at random from s to the end, and writes the points from s on. It leaves
// the end in s.
func (Game) Playout(s *State, r *rng.Rand, out []float64) { out[0] = float64(s.playout(0, r)) }

// TabooPlayout is a playout for [mcts.WholePlayout] that does not remove the taboo color while
// other colors can be removed. The taboo color is the color of which s has most blocks, and does
// not change during the playout. Apart from that, all groups are equally likely. This is
// TabuColorRandomPolicy of Schadd et al. 2008.
func (Game) TabooPlayout(s *State, r *rng.Rand, out []float64) {
	out[0] = float64(s.playout(s.taboo(), r))
}

// playout plays to the end and returns what it brings. taboo is a color, counted from 1, or 0.
func (s *State) playout(taboo uint8, r *rng.Rand) int {
	sum := 0
	for {
		var f flood
		if _, ok := s.draw(&f, taboo, r); !ok {
			return sum + s.end()
		}
		s.remove(&f)
		sum += points(s.size)
	}
}

// tries is the number of places that draw looks at before it lists the groups.
const tries = 64

// draw draws a group that is not of the taboo color, or any group if there is no other one. It
// reports false if there is none.
//
// It draws places of the board and takes the first one that has the first block of a group, so that
// all groups are equally likely.
func (s *State) draw(f *flood, taboo uint8, r *rng.Rand) (Cell, bool) {
	width := 0
	for width < MaxSize && s.columns[width][0] != 0 {
		width++
	}
	for range tries {
		place := r.IntN(width * MaxSize)
		x, y := place/MaxSize, place%MaxSize
		if color := s.columns[x][y]; color == 0 || color == taboo || !s.begins(x, y) {
			continue
		}
		*f = flood{}
		if c := cell(x, y); f.fill(s, c, true) {
			return c, true
		}
	}
	var t groups
	t.find(s)
	c, ok := t.draw(taboo, r)
	if ok {
		*f = flood{}
		f.fill(s, c, false)
	}
	return c, ok
}

// begins reports whether the block may be the first one of a group: it has a neighbor of its
// color above or on the right, and none below or on the left.
func (s *State) begins(x, y int) bool {
	c := &s.columns[x]
	color := c[y]
	switch {
	case y > 0 && c[y-1] == color, x > 0 && s.columns[x-1][y] == color:
		return false
	}
	return c[y+1] == color || x+1 < MaxSize && s.columns[x+1][y] == color
}

// draw draws one of the groups that were found, like State.draw.
func (t *groups) draw(taboo uint8, r *rng.Rand) (Cell, bool) {
	var all, allowed [256]Cell
	n, m := 0, 0
	for i := range t.n {
		if t.parent[i] != uint8(i) || t.size[i] < 2 {
			continue
		}
		all[n] = t.first[i]
		n++
		if t.color[i] != taboo {
			allowed[m] = t.first[i]
			m++
		}
	}
	switch {
	case n == 0:
		return 0, false
	case m == 0:
		return all[r.IntN(n)], true
	}
	return allowed[r.IntN(m)], true
}
