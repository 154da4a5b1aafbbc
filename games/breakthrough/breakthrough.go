// Package breakthrough is Breakthrough: pawns that step forward, straight or diagonally, and capture diagonally. Who
// brings a pawn to the far row, or captures all of the opponent's, wins; there are no draws.
//
//	g, err := breakthrough.New(6, 6)
//	search, err := mcts.New(g, mcts.Config{})
//	root := g.Start()
//
// The zero Game is the 8x8 board of Dan Troyka, who invented the game in 2000; 6x6 is common in papers on search. White
// has the two lowest rows and moves first. A player always has a move: the squares diagonally before the foremost
// pawn hold no pawn of the same side.
package breakthrough

import (
	"fmt"
	"math/bits"
)

const (
	maxSize   = 8
	minWidth  = 2
	minHeight = 4 // two rows of pawns a side

	rowBits = 8 // a row has eight bits on every board, column a first
	rows    = 0x0101010101010101
	row     = 1<<rowBits - 1
	columnA = rows
	columnH = rows << (rowBits - 1)
)

// Game is the rules on a board of a size.
type Game struct {
	missingColumns, missingRows uint8 // of the 8x8
}

// New returns the game on another board: 2 to 8 columns and 4 to 8 rows.
func New(width, height int) (Game, error) {
	if width < minWidth || width > maxSize || height < minHeight || height > maxSize {
		return Game{}, fmt.Errorf("breakthrough: New(%d, %d): want %d..%d columns and %d..%d rows",
			width, height, minWidth, maxSize, minHeight, maxSize)
	}
	return Game{missingColumns: uint8(maxSize - width), missingRows: uint8(maxSize - height)}, nil
}

// Width returns the number of columns.
func (g Game) Width() int { return maxSize - int(g.missingColumns) }

// Height returns the number of rows.
func (g Game) Height() int { return maxSize - int(g.missingRows) }

// board returns the set of all squares.
func (g Game) board() uint64 {
	columns := uint64(row) >> (g.missingColumns & 7)
	return columns * (rows >> (g.missingRows * rowBits & 63))
}

// flip turns the board upside down.
func (g Game) flip(squares uint64) uint64 {
	return bits.ReverseBytes64(squares) >> (g.missingRows * rowBits & 63)
}

// State is a position: the pawns of White and of Black, and whose turn it is.
type State struct {
	pawns [2]uint64
	turn  uint8
}

// Start returns the position in which the game begins.
func (g Game) Start() State {
	white := g.board() & (1<<(2*rowBits) - 1)
	return State{pawns: [2]uint64{white, g.flip(white)}}
}

// NumPlayers returns 2.
func (Game) NumPlayers() int { return 2 }

// ToMove returns 0 for White and 1 for Black.
func (Game) ToMove(s *State) int { return int(s.turn & 1) }

// isOver reports whether the player who moved last has won.
func (g Game) isOver(s *State) bool {
	own, other := s.pawns[s.turn&1], s.pawns[s.turn&1^1]
	home := uint64(row) // of the player to move
	if s.turn&1 != 0 {
		home <<= (g.Height() - 1) * rowBits & 63
	}
	return own == 0 || other&home != 0
}

// Move is a step of a pawn: from a square, in one of six directions.
type Move uint16

// A move is 6 times the square it comes from, row by row, and the number of its direction: diagonally to the left,
// straight and diagonally to the right as White sees them, upward and then downward.
const directions = 6

var offset = [directions]int8{7, 8, 9, -9, -8, -7}

func (m Move) from() int { return int(m / directions) }
func (m Move) to() int   { return m.from() + int(offset[m%directions]) }

// steps returns the squares that the pawns of a player may step to, by direction.
func (g Game) steps(s *State, player int) (left, straight, right uint64) {
	own, other, board := s.pawns[player&1], s.pawns[player&1^1], g.board()
	if player == 0 {
		return own << 7 & board &^ columnH &^ own, own << 8 & board &^ (own | other), own << 9 & board &^ columnA &^ own
	}
	return own >> 9 & board &^ columnH &^ own, own >> 8 & board &^ (own | other), own >> 7 & board &^ columnA &^ own
}

// AppendActions appends the steps to the left, those straight on and those to the right, each from the lowest square up.
func (g Game) AppendActions(dst []Move, s *State) []Move {
	if g.isOver(s) {
		return dst
	}
	player := int(s.turn & 1)
	left, straight, right := g.steps(s, player)
	direction := 3 * player
	dst = appendMoves(dst, left, direction)
	dst = appendMoves(dst, straight, direction+1)
	return appendMoves(dst, right, direction+2)
}

func appendMoves(dst []Move, targets uint64, direction int) []Move {
	for ; targets != 0; targets &= targets - 1 {
		from := bits.TrailingZeros64(targets) - int(offset[direction])
		dst = append(dst, Move(from*directions+direction))
	}
	return dst
}

// Apply moves a pawn and takes the pawn it meets.
func (Game) Apply(s *State, m Move) {
	to := uint64(1) << (m.to() & 63)
	player := s.turn & 1
	s.pawns[player] ^= to | 1<<(m.from()&63)
	s.pawns[player^1] &^= to
	s.turn ^= 1
}

// Returns gives 1 to the player who moved last, and 0 to the other.
func (Game) Returns(s *State, out []float64) {
	out[s.turn&1], out[s.turn&1^1] = 0, 1
}

// NumActions returns how many moves there are on an 8x8 board, the numbering of all boards.
func (Game) NumActions() int { return maxSize * maxSize * directions }

// ActionIndex returns 6 times the square of departure, row by row, plus the direction.
func (Game) ActionIndex(m Move) int { return int(m) }

// Hash mixes the pawns of both sides and whose turn it is.
func (Game) Hash(s *State) uint64 {
	h := (s.pawns[0] ^ uint64(s.turn)<<63) * 0x9e3779b97f4a7c15
	h = (h ^ h>>29 ^ s.pawns[1]) * 0xbf58476d1ce4e5b9
	return h ^ h>>32
}
