package sliding

import (
	"cmp"
	"fmt"
	"math/bits"

	"github.com/banyan-go/banyan/rng"
)

// The limits of a [Config].
const (
	MinSize   = 3
	MaxSize   = 4
	MaxSlides = 10_000
	MaxLimit  = 60_000
)

// Config is the size of a puzzle, and how a game starts and ends.
type Config struct {
	// Size is the number of columns and of rows. If it is 0, 3 is used.
	Size int

	// Slides is the number of random slides from the goal to the start. If it is 0, 100 is used.
	Slides int

	// Seed is the seed of the random slides.
	Seed uint64

	// Limit is the number of plies after which a game ends. If it is 0, 100 is used for 3x3 places
	// and 200 for 4x4.
	Limit int
}

// Game is the rules. The zero Game has the zero Config.
type Game struct{ config Config }

// New returns the game of a configuration.
func New(c Config) (Game, error) {
	switch {
	case c.Size != 0 && (c.Size < MinSize || c.Size > MaxSize):
		return Game{}, fmt.Errorf("sliding: Config.Size is %d, want %d or %d", c.Size, MinSize, MaxSize)
	case c.Slides < 0 || c.Slides > MaxSlides:
		return Game{}, fmt.Errorf("sliding: Config.Slides is %d, want 0 to %d", c.Slides, MaxSlides)
	case c.Limit < 0 || c.Limit > MaxLimit:
		return Game{}, fmt.Errorf("sliding: Config.Limit is %d, want 0 to %d", c.Limit, MaxLimit)
	}
	return Game{c}, nil
}

// Size returns the number of columns and of rows.
func (g Game) Size() int { return cmp.Or(g.config.Size, MinSize) }

// Limit returns the number of plies after which a game ends.
func (g Game) Limit() int {
	if g.Size() == MaxSize {
		return cmp.Or(g.config.Limit, 200)
	}
	return cmp.Or(g.config.Limit, 100)
}

func (g Game) slides() int { return cmp.Or(g.config.Slides, 100) }

// State is a position. It is copied by assignment and compared by ==.
type State struct {
	tiles uint64 // nibble p is the tile on place p, and 0 for the gap; places count from the upper left
	left  uint16 // plies
	gap   uint8  // its place
}

// Left returns the number of plies that are left.
func (s *State) Left() int { return int(s.left) }

func (s *State) tile(place int) int { return int(s.tiles >> (4 * place & 63) & 15) }

// slide moves the tile of a place into the gap.
func (s *State) slide(place int) {
	tile := s.tiles >> (4 * place & 63) & 15
	s.tiles ^= tile<<(4*place&63) | tile<<(4*s.gap&63)
	s.gap = uint8(place)
}

// Tile is an action: the number of the tile that slides into the gap.
type Tile uint8

// Goal returns the state with all tiles in their places, which is terminal.
func (g Game) Goal() State {
	return State{g.goal(), uint16(g.Limit()), uint8(g.places() - 1)}
}

// goal returns the tiles of the goal.
func (g Game) goal() uint64 {
	if g.Size() == MaxSize {
		return 0x0FED_CBA9_8765_4321
	}
	return 0x8765_4321
}

func (g Game) places() int { return g.Size() * g.Size() }

// Start returns the state after the random slides of the configuration.
func (g Game) Start() State { return g.Shuffled(rng.New(g.config.Seed)) }

// Shuffled returns a start that is as far from the goal as the configuration says, with slides from
// r, whatever the seed of the configuration is.
func (g Game) Shuffled(r *rng.Rand) State {
	s := g.Goal()
	before := s.gap
	for n := g.slides(); n > 0 || s.tiles == g.goal(); n-- {
		at := g.neighbors(s.gap)
		if s.gap != before {
			at &^= 1 << before
		}
		before = s.gap
		s.slide(draw(at, r))
	}
	return s
}

// neighbors returns the set of the places next to a place.
func (g Game) neighbors(place uint8) uint {
	if g.Size() == MaxSize {
		return uint(neighbors4[place&15])
	}
	return uint(neighbors3[place&15])
}

// The neighbors of every place of the boards. Boards of 3x3 places have nine.
var neighbors3, neighbors4 = neighborsOf(3), neighborsOf(4)

func neighborsOf(size int) (all [16]uint16) {
	for place := range size * size {
		for other := range size * size {
			if distance(size, place, other) == 1 {
				all[place] |= 1 << other
			}
		}
	}
	return all
}

// distance returns the rows and columns between two places.
func distance(size, a, b int) int { return abs(a/size-b/size) + abs(a%size-b%size) }

func abs(n int) int { return max(n, -n) }

// draw returns a random element of a set of places.
func draw(set uint, r *rng.Rand) int {
	for n := r.IntN(bits.OnesCount(set)); n > 0; n-- {
		set &= set - 1
	}
	return bits.TrailingZeros(set)
}

// NumPlayers returns 1.
func (Game) NumPlayers() int { return 1 }

// ToMove returns 0.
func (Game) ToMove(*State) int { return 0 }

// over reports whether the game is over.
func (g Game) over(s *State) bool { return s.left == 0 || s.tiles == g.goal() }

// AppendActions appends the tiles next to the gap: the one above it, on the left, on the right, and
// below.
func (g Game) AppendActions(dst []Tile, s *State) []Tile {
	if g.over(s) {
		return dst
	}
	for at := g.neighbors(s.gap); at != 0; at &= at - 1 {
		dst = append(dst, Tile(s.tile(bits.TrailingZeros(at))))
	}
	return dst
}

// Apply slides a tile into the gap.
func (g Game) Apply(s *State, t Tile) {
	if place, ok := g.find(s, t); ok {
		s.slide(place)
	}
	s.left--
}

// find returns the place of a tile, and whether it is next to the gap.
func (g Game) find(s *State, t Tile) (place int, ok bool) {
	for at := g.neighbors(s.gap); at != 0; at &= at - 1 {
		if place := bits.TrailingZeros(at); s.tile(place) == int(t) {
			return place, true
		}
	}
	return 0, false
}

// Rewards writes -1, the cost of a ply.
func (Game) Rewards(_ *State, out []float64) { out[0] = -1 }

// Returns writes 0 at the goal, and minus the Manhattan distance to it elsewhere.
func (g Game) Returns(s *State, out []float64) { g.Evaluate(s, out) }

// Evaluate writes minus the Manhattan distance to the goal. No return from s on is greater.
func (g Game) Evaluate(s *State, out []float64) { out[0] = float64(-g.Distance(s)) }

// Distance returns the Manhattan distance to the goal: the rows and columns between the tiles and
// their places. There are at least as many plies to the goal.
func (g Game) Distance(s *State) (sum int) {
	table := &distances3
	if g.Size() == MaxSize {
		table = &distances4
	}
	for place, tiles := 0, s.tiles; tiles != 0; place, tiles = place+1, tiles>>4 {
		sum += int(table[tiles&15][place&15])
	}
	return sum
}

// The distances of the tiles, by number and place, to their places. The gap does not count.
var distances3, distances4 = distancesOf(3), distancesOf(4)

func distancesOf(size int) (all [16][16]uint8) {
	for tile := 1; tile < size*size; tile++ {
		for place := range size * size {
			all[tile][place] = uint8(distance(size, place, tile-1))
		}
	}
	return all
}

// Playout plays uniformly at random from s to the end, with one number from r per ply, and writes
// the return. It leaves the last state in s.
func (g Game) Playout(s *State, r *rng.Rand, out []float64) {
	before := s.left
	for !g.over(s) {
		s.slide(draw(g.neighbors(s.gap), r))
		s.left--
	}
	g.Returns(s, out)
	out[0] -= float64(before - s.left)
}

// RandomAction returns a random tile next to the gap, and false if the game is over.
func (g Game) RandomAction(s *State, r *rng.Rand) (Tile, bool) {
	if g.over(s) {
		return 0, false
	}
	return Tile(s.tile(draw(g.neighbors(s.gap), r))), true
}

// NumActions returns the number of tiles, 8 or 15.
func (g Game) NumActions() int { return g.places() - 1 }

// ActionIndex returns the number of a tile, counted from 0.
func (Game) ActionIndex(t Tile) int { return int(t) - 1 }

// Hash returns a hash of the tiles and of the number of plies that are left.
func (Game) Hash(s *State) uint64 {
	return rng.Mix(rng.Mix(uint64(s.left)+0x9e3779b97f4a7c15) ^ s.tiles)
}

// AppendCells appends the number of the tile on each place, column by column from the top, and 0
// for the gap.
func (g Game) AppendCells(dst []uint8, s *State) []uint8 {
	size := g.Size()
	for column := range size {
		for row := range size {
			dst = append(dst, uint8(s.tile(row*size+column)))
		}
	}
	return dst
}
