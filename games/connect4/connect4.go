// Package connect4 implements Connect Four, on boards of up to 8 columns and 7 rows.
//
// # Rules
//
// Two players, X and O, take turns and drop a disc into a column of an upright board that is not
// full. X, player 0, begins. The player that first has four discs in a line, across, up or
// diagonally, wins. A full board without such a line is a draw.
//
// The returns are 1 for a win, 0 for a loss and 1/2 for a draw.
//
// The zero [Game] has the usual 7 columns and 6 rows. On that board X wins by opening in the center
// (V. Allis, "A Knowledge-based Approach of Connect-Four", 1988). [New] returns other boards, such
// as the 8x6 of general game playing.
//
// # Use
//
//	g := connect4.Game{}
//	search, err := mcts.New(g, mcts.Config{})
//	...
//	s := g.Start()
//	result, err := search.Run(ctx, &s, mcts.Budget{Simulations: 10_000})
//	...
//	g.Apply(&s, result.Action)
//	fmt.Print(g.Text(&s))
//
// # Optional interfaces
//
//	game.Playouter        uniform playouts
//	game.PlayoutRecorder  the drops of these playouts
//	game.Winner           wins with one disc
//	game.Weigher          the center, and squares that decide the game
//	game.Evaluator        by lines without discs of the opponent
//	game.Sampler          a random drop
//	game.IndexLister      one number per column
//	game.ScorePlayouter   playouts by scores of the columns
//	game.Hasher           64 bits that differ for different positions
//	game.CellBoard        one cell per square
//
// [Game.DecisivePlayout] and [Game.AntiDecisivePlayout] are playouts for mcts.WholePlayout that do
// what mcts.DecisiveMoves does ply by ply.
//
// A [State] has 16 bytes: two sets of squares. All rules work on these sets with a few instructions
// per ply, which makes this the fastest game of the library. No method allocates, except those that
// make text. A Game may be shared by goroutines.
package connect4

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"
)

const (
	defaultWidth  = 7
	defaultHeight = 6

	// A column has eight bits, the lowest row first. At least one of them stays empty, so that no
	// line runs from the top of a column into the next.
	columnBits = 8
	maxWidth   = 8
	maxHeight  = columnBits - 1

	bottoms = 0x0101010101010101 // the lowest square of every column
)

// Game is the rules on a board of one size. The zero Game has 7 columns and 6 rows.
type Game struct {
	wider, taller int8 // than the zero Game
}

// New returns the game on a board of 1 to 8 columns and 1 to 7 rows, with at least 4 columns or 4
// rows.
func New(width, height int) (Game, error) {
	if width < 1 || width > maxWidth || height < 1 || height > maxHeight || max(width, height) < 4 {
		return Game{}, fmt.Errorf("connect4: New(%d, %d): want 1..%d columns and 1..%d rows, and at least 4 columns or 4 rows",
			width, height, maxWidth, maxHeight)
	}
	return Game{wider: int8(width - defaultWidth), taller: int8(height - defaultHeight)}, nil
}

// Width returns the number of columns.
func (g Game) Width() int { return defaultWidth + int(g.wider) }

// Height returns the number of rows.
func (g Game) Height() int { return defaultHeight + int(g.taller) }

// bottoms returns the lowest square of every column.
func (g Game) bottoms() uint64 { return bottoms >> ((maxWidth - g.Width()) * columnBits & 63) }

// full returns all squares.
func (g Game) full() uint64 { return g.bottoms() * (1<<(g.Height()&63) - 1) }

// State is a position. States are copied by assignment and compared by ==.
type State struct {
	own   uint64 // discs of the player to move
	discs uint64 // all discs
}

// Start returns the empty board.
func (Game) Start() State { return State{} }

// NumPlayers returns 2.
func (Game) NumPlayers() int { return 2 }

// ToMove returns 0 for X and 1 for O.
func (Game) ToMove(s *State) int { return bits.OnesCount64(s.discs) & 1 }

// Drop is an action: the column to drop a disc into, 0 for the leftmost.
type Drop uint8

// openColumns lists the members of every set of columns.
var openColumns [1 << maxWidth]struct {
	drops [maxWidth]Drop
	n     int
}

func init() {
	for set := range openColumns {
		list := &openColumns[set]
		for c := range maxWidth {
			if set>>c&1 != 0 {
				list.drops[list.n] = Drop(c)
				list.n++
			}
		}
	}
}

// AppendActions appends the columns that are not full, from left to right, or nothing when a player
// has four in a line. It may write up to 8 elements after dst, within its capacity, even if the
// result is shorter.
func (g Game) AppendActions(dst []Drop, s *State) []Drop {
	if hasLine(s.own ^ s.discs) {
		return dst
	}
	list := &openColumns[g.openSet(s)]
	if n := len(dst); n+maxWidth <= cap(dst) {
		*(*[maxWidth]Drop)(dst[n : n+maxWidth]) = list.drops // one store; append would call memmove
		return dst[:n+list.n]
	}
	return append(dst, list.drops[:list.n]...)
}

// openSet returns the set of the columns that are not full.
func (g Game) openSet(s *State) uint8 {
	open := ^s.discs >> ((g.Height() - 1) & 63) & g.bottoms()
	return uint8(open * 0x0102040810204080 >> 56) // gathers eight bits in the top byte
}

// Apply drops a disc of the player to move.
func (Game) Apply(s *State, a Drop) {
	s.own ^= s.discs
	s.discs |= s.discs + 1<<(a*columnBits&63)
}

// Returns writes 1 for the player with a line and 0 for the other, or 1/2 for both.
func (Game) Returns(s *State, out []float64) {
	if hasLine(s.own ^ s.discs) {
		win(bits.OnesCount64(s.discs)&1^1, out)
		return
	}
	out[0], out[1] = 0.5, 0.5
}

func win(player int, out []float64) {
	out[player&1], out[player&1^1] = 1, 0
}

// hasLine reports whether there are four discs in a line.
func hasLine(discs uint64) bool {
	pairs := discs & (discs >> 1)
	lines := pairs & (pairs >> 2)
	pairs = discs & (discs >> columnBits)
	lines |= pairs & (pairs >> (2 * columnBits))
	pairs = discs & (discs >> (columnBits + 1))
	lines |= pairs & (pairs >> (2*columnBits + 2))
	pairs = discs & (discs >> (columnBits - 1))
	return lines|pairs&(pairs>>(2*columnBits-2)) != 0
}

// Hash returns 64 bits that differ for different positions.
func (Game) Hash(s *State) uint64 {
	key := s.own + s.discs + bottoms // per column: discs below a bit that marks the height
	key ^= key >> 32
	return key * 0x9e3779b97f4a7c15
}

// openIndices lists the members of every set of columns, like openColumns.
var openIndices [1 << maxWidth][maxWidth]int32

func init() {
	for set := range openIndices {
		n := 0
		for c := range int32(maxWidth) {
			if set>>c&1 != 0 {
				openIndices[set][n] = c
				n++
			}
		}
	}
}

// NumActions returns the number of columns.
func (g Game) NumActions() int { return g.Width() }

// ActionIndex returns the column.
func (Game) ActionIndex(a Drop) int { return int(a) }

// IndexAction returns the drop into column i.
func (Game) IndexAction(i int32) Drop { return Drop(i) }

// AppendIndices appends the columns that AppendActions lists. Like that, it may write up to 8
// elements after dst.
func (g Game) AppendIndices(dst []int32, s *State) []int32 {
	if hasLine(s.own ^ s.discs) {
		return dst
	}
	set := g.openSet(s)
	n := openColumns[set].n
	if old := len(dst); old+maxWidth <= cap(dst) {
		*(*[maxWidth]int32)(dst[old : old+maxWidth]) = openIndices[set]
		return dst[:old+n]
	}
	return append(dst, openIndices[set][:n]...)
}

// IsLegalIndex reports whether column i is not full and the game is not over.
func (g Game) IsLegalIndex(s *State, i int32) bool {
	return g.openSet(s)>>(i&7)&1 != 0 && !hasLine(s.own^s.discs)
}

// AppendCells appends the squares column by column, each from the lowest row up: 0 for an empty
// square, 1 for X and 2 for O. It may write up to 7 elements beyond the result, within the capacity
// of dst.
func (g Game) AppendCells(dst []uint8, s *State) []uint8 {
	width, height := g.Width(), g.Height()
	n := len(dst)
	dst = slices.Grow(dst, width*height+7)[:n+width*height+7]
	first, second := s.own, s.own^s.discs
	if bits.OnesCount64(s.discs)&1 != 0 {
		first, second = second, first
	}
	for column := range width {
		shift := column * columnBits & 63
		squares := bytesOf(uint8(first>>shift)) | bytesOf(uint8(second>>shift))<<1
		binary.LittleEndian.PutUint64(dst[n:], squares)
		n += height
	}
	return dst[:n]
}

// bytesOf spreads eight bits over eight bytes, the lowest first.
func bytesOf(set uint8) uint64 {
	apart := uint64(set) * bottoms & 0x8040201008040201 // byte i keeps bit i only
	return (apart + 0x7f7f7f7f7f7f7f7f) >> 7 & bottoms
}
