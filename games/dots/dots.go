package dots

import (
	"fmt"
	"math/bits"

	"github.com/banyan-go/banyan/rng"
)

// The sizes, in boxes, and the numbers of players that [New] accepts.
const (
	MinSize    = 1
	MaxSize    = 5
	MinPlayers = 2
	MaxPlayers = 4
)

// The board and the players of the zero Game.
const (
	defaultSize    = 3
	defaultPlayers = 3
)

// Game is the rules for one board and one number of players. The zero Game has 3x3 boxes and three
// players.
type Game struct{ wider, higher, more int8 } // than the zero Game

// New returns the game on a board of 1 to 5 columns and 1 to 5 rows of boxes, for 2 to 4 players.
func New(width, height, players int) (Game, error) {
	switch {
	case width < MinSize || width > MaxSize || height < MinSize || height > MaxSize:
		return Game{}, fmt.Errorf("dots: New(%d, %d, %d): want a width and a height of %d to %d boxes",
			width, height, players, MinSize, MaxSize)
	case players < MinPlayers || players > MaxPlayers:
		return Game{}, fmt.Errorf("dots: New(%d, %d, %d): want %d to %d players",
			width, height, players, MinPlayers, MaxPlayers)
	}
	return Game{int8(width - defaultSize), int8(height - defaultSize), int8(players - defaultPlayers)}, nil
}

// Width returns the number of columns of boxes.
func (g Game) Width() int { return defaultSize + int(g.wider) }

// Height returns the number of rows of boxes.
func (g Game) Height() int { return defaultSize + int(g.higher) }

// NumPlayers returns the number of players, 2 to 4.
func (g Game) NumPlayers() int { return defaultPlayers + int(g.more) }

// State is a position. States are copied by assignment and compared by ==.
type State struct {
	drawn uint64 // a set of edges
	boxes [MaxPlayers]uint8
	mover uint8
}

// Boxes returns the number of boxes that a player owns.
func (s *State) Boxes(player int) int { return int(s.boxes[player]) }

// Start returns the empty board, with player 0 to move.
func (Game) Start() State { return State{} }

// ToMove returns the player that draws the next edge.
func (Game) ToMove(s *State) int { return int(s.mover) }

// AppendActions appends the edges that are not drawn, row by row from the lowest. Of each row, the
// edges along it come before the edges to the next row, both from left to right.
func (g Game) AppendActions(dst []Edge, s *State) []Edge { return g.appendFree(dst, s.drawn) }

func (g Game) appendFree(dst []Edge, drawn uint64) []Edge {
	for free := g.edges() &^ drawn; free != 0; free &= free - 1 {
		dst = append(dst, Edge(bits.TrailingZeros64(free)))
	}
	return dst
}

// Apply draws an edge and gives the player the boxes that it completes. If it completes none, the
// turn goes to the next player.
func (g Game) Apply(s *State, e Edge) {
	drawn := s.drawn | 1<<(e&63)
	completed := bits.OnesCount64(g.completed(drawn) &^ g.completed(s.drawn))
	s.drawn = drawn
	s.boxes[s.mover&3] += uint8(completed)
	if completed == 0 {
		s.mover = g.next(s.mover)
	}
}

// next returns the player who follows player in turn.
func (g Game) next(player uint8) uint8 {
	if player++; int(player) < g.NumPlayers() {
		return player
	}
	return 0
}

// Returns writes 1 for the player with the most boxes and 0 for the others. If k players share the
// most, each of them gets 1/k.
func (g Game) Returns(s *State, out []float64) { g.share(s.boxes, out) }

func (g Game) share(boxes [MaxPlayers]uint8, out []float64) {
	out = out[:g.NumPlayers()]
	most, winners := uint8(0), 0
	for _, n := range boxes[:len(out)] {
		if n > most {
			most, winners = n, 0
		}
		if n == most {
			winners++
		}
	}
	for player := range out {
		out[player] = 0
		if boxes[player] == most {
			out[player] = 1 / float64(winners)
		}
	}
}

// Hash returns a hash of the edges, the numbers of boxes and the player to move.
func (Game) Hash(s *State) uint64 {
	rest := uint64(s.mover)
	for _, n := range s.boxes {
		rest = rest<<8 | uint64(n)
	}
	return rng.Mix(rng.Mix(rest+0x9e3779b97f4a7c15) ^ s.drawn)
}

// A set of edges is a uint64. On boards of all sizes, eleven bits stand for a row of dots: five for
// the edges along the row, and six for the edges to the row above. Bit 11*y+x is the edge from the
// dot in column x and row y to the right, and bit 11*y+5+x the edge from that dot upwards, both
// counted from 0 at the lower left.
//
// A set of boxes is a uint64 as well. The bit of a box is the bit of its lower edge.
const (
	right  = 0
	up     = MaxSize
	stride = 2*MaxSize + 1
)

// everyRow multiplied by a set of edges of one row is that set in five rows.
const everyRow = 1 | 1<<stride | 1<<(2*stride) | 1<<(3*stride) | 1<<(4*stride)

// rows returns the bits of the lowest n rows, at most five.
func rows(n int) uint64 { return 1<<(stride*n&63) - 1 }

// squares returns all boxes.
func (g Game) squares() uint64 {
	row := uint64(1)<<(g.Width()&63) - 1
	return row * everyRow & rows(g.Height())
}

// edges returns all edges: below, above, left and right of the boxes.
func (g Game) edges() uint64 {
	b := g.squares()
	return b | b<<stride | b<<up | b<<(up+1)
}

// completed returns the boxes whose four edges are drawn.
func (g Game) completed(drawn uint64) uint64 { return enclosed(drawn) & g.squares() }

// enclosed returns the boxes whose four edges are drawn, including bits that are not boxes of the
// board.
func enclosed(drawn uint64) uint64 {
	return drawn & (drawn >> stride) & (drawn >> up) & (drawn >> (up + 1))
}

// AppendCells appends the edges in the order of AppendActions, 0 for a free edge and 1 for a drawn
// one, and then the number of boxes of each player.
func (g Game) AppendCells(dst []uint8, s *State) []uint8 {
	return append(g.appendEdges(dst, s.drawn), s.boxes[:g.NumPlayers()]...)
}

func (g Game) appendEdges(dst []uint8, set uint64) []uint8 {
	for edges := g.edges(); edges != 0; edges &= edges - 1 {
		drawn := uint8(0)
		if set&edges&-edges != 0 {
			drawn = 1
		}
		dst = append(dst, drawn)
	}
	return dst
}

// Playout plays uniformly at random from s to the end, with one number from r per ply, and writes
// the returns. It leaves s as it is.
func (g Game) Playout(s *State, r *rng.Rand, out []float64) {
	g.share(g.finish(s.drawn, s.mover, s.boxes, r), out)
}

// finish plays uniformly at random to the end, and returns the boxes of the players.
func (g Game) finish(drawn uint64, mover uint8, boxes [MaxPlayers]uint8, r *rng.Rand) [MaxPlayers]uint8 {
	var order [64]uint8 // the edges that are not drawn
	n := 0
	for free := g.edges() &^ drawn; free != 0; free &= free - 1 {
		order[n&63] = uint8(bits.TrailingZeros64(free))
		n++
	}
	squares := g.squares()
	done := bits.OnesCount64(enclosed(drawn) & squares)
	for ; n > 0; n-- {
		i := r.IntN(n) & 63
		drawn |= 1 << (order[i] & 63)
		order[i] = order[(n-1)&63]
		now := bits.OnesCount64(enclosed(drawn) & squares)
		boxes[mover&3] += uint8(now - done)
		if now == done {
			mover = g.next(mover)
		}
		done = now
	}
	return boxes
}
