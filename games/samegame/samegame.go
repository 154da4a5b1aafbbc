package samegame

import (
	"encoding/binary"
	"fmt"

	"github.com/banyan-go/banyan/rng"
)

// The sizes of a board, and the number of colors.
const (
	MinSize = 1
	MaxSize = 15
	Colors  = 5
)

// clearBonus is what a cleared board brings.
const clearBonus = 1000

// Game is the rules with the board that games start with. The zero Game has the random board of
// 15x15 blocks with seed 0.
type Game struct {
	narrower, lower uint8 // than the largest board
	seed            uint64
	given           *State // the board at the start, if it is not a random one
}

// New returns the game with a random board of 1 to 15 columns and 1 to 15 rows. Every block has one
// of the five colors, all equally likely. Equal seeds and sizes have equal boards.
func New(width, height int, seed uint64) (Game, error) {
	if width < MinSize || width > MaxSize || height < MinSize || height > MaxSize {
		return Game{}, fmt.Errorf("samegame: New(%d, %d, %d): want a width and a height of %d to %d blocks",
			width, height, seed, MinSize, MaxSize)
	}
	return Game{narrower: uint8(MaxSize - width), lower: uint8(MaxSize - height), seed: seed}, nil
}

// Width returns the number of columns at the start.
func (g Game) Width() int { return MaxSize - int(g.narrower) }

// Height returns the number of rows at the start.
func (g Game) Height() int { return MaxSize - int(g.lower) }

// State is a position. States are copied by assignment and compared by ==.
type State struct {
	// columns has the blocks from the left and from below: 0 for none, and otherwise 1 more than
	// the number of the color. The last place of every column is empty.
	columns [MaxSize]column
	blocks  [Colors]uint8 // of each color
	size    uint8         // of the group that was removed last, 0 at the start
}

type column [MaxSize + 1]uint8

// Blocks returns the number of blocks of a color, which is 0 to 4.
func (s *State) Blocks(color int) int { return int(s.blocks[color]) }

// Start returns the board at the start.
func (g Game) Start() State {
	if g.given != nil {
		return *g.given
	}
	var s State
	r := rng.New(g.seed)
	for x := range g.Width() {
		for y := range g.Height() {
			s.put(x, y, r.IntN(Colors))
		}
	}
	return s
}

// put places a block on a free place of the board.
func (s *State) put(x, y, color int) {
	s.columns[x][y] = uint8(1 + color)
	s.blocks[color]++
}

// NumPlayers returns 1.
func (Game) NumPlayers() int { return 1 }

// ToMove returns 0.
func (Game) ToMove(*State) int { return 0 }

// AppendActions appends the first block of each group of at least two blocks: the lowest one in the
// leftmost column. They come column by column from the left, and each column from below.
func (Game) AppendActions(dst []Cell, s *State) []Cell {
	var t groups
	t.find(s)
	for i := range t.n {
		if t.parent[i] == uint8(i) && t.size[i] > 1 {
			dst = append(dst, t.first[i])
		}
	}
	return dst
}

// Apply removes the group of the block at c. The blocks above fall down, and empty columns close.
func (Game) Apply(s *State, c Cell) {
	var f flood
	f.fill(s, c, false)
	s.remove(&f)
}

// Rewards writes the points of the group that was removed last.
func (Game) Rewards(s *State, out []float64) { out[0] = float64(points(s.size)) }

// points returns the points of a group.
func points(size uint8) int {
	if size < 2 {
		return 0
	}
	return int(size-2) * int(size-2)
}

// Returns writes what the end brings: 1000 if the board is cleared, and otherwise the negative cost
// of the blocks that are left.
func (Game) Returns(s *State, out []float64) { out[0] = float64(s.end()) }

func (s *State) end() int {
	cost, left := 0, uint8(0)
	for _, n := range s.blocks {
		cost += points(n)
		left |= n
	}
	if left == 0 {
		return clearBonus
	}
	return -cost
}

// ReturnRange returns bounds: no block is removed, or the blocks of each color are one group.
func (g Game) ReturnRange() (low, high float64) {
	s := g.Start()
	sum := 0
	for _, n := range s.blocks {
		sum += points(n)
	}
	return float64(-sum), float64(sum + clearBonus)
}

// Hash returns a hash of the board. It leaves out the group that was removed last.
func (Game) Hash(s *State) uint64 {
	h := uint64(0)
	for x := range s.columns {
		c := &s.columns[x]
		low, high := binary.LittleEndian.Uint64(c[:8]), binary.LittleEndian.Uint64(c[8:])
		if low == 0 {
			break
		}
		h = rng.Mix(h ^ low)
		h = rng.Mix(h + high + 0x9e3779b97f4a7c15)
	}
	return h
}

// NumActions returns the number of places of the board.
func (g Game) NumActions() int { return g.Width() * g.Height() }

// ActionIndex returns the number of a place, column by column and from below.
func (g Game) ActionIndex(c Cell) int { return c.x()*g.Height() + c.y() }

// AppendCells appends 0 for an empty place, and otherwise 1 more than the number of the color,
// column by column and from below.
func (g Game) AppendCells(dst []uint8, s *State) []uint8 {
	for x := range g.Width() {
		dst = append(dst, s.columns[x][:g.Height()]...)
	}
	return dst
}

// tabooWeight is the weight of a group of the taboo color. Others have 1.
const tabooWeight = 0.0067379470 // exp(-5)

// Weigh gives groups of the taboo color, of which the board has most blocks, a weight of exp(-5),
// and others 1. If several colors have most blocks, the first of them is taboo.
func (Game) Weigh(s *State, actions []Cell, weights []float32) {
	taboo := s.taboo()
	for i, c := range actions {
		weights[i] = 1
		if s.columns[c.x()][c.y()] == taboo {
			weights[i] = tabooWeight
		}
	}
}

// taboo returns the color of most blocks, counted from 1.
func (s *State) taboo() uint8 {
	most := 0
	for color, n := range s.blocks {
		if n > s.blocks[most] {
			most = color
		}
	}
	return uint8(1 + most)
}
