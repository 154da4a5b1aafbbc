package twenty48

import (
	"math/bits"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/rng"
)

// MaxTile is the greatest tile. Two of them do not merge.
const MaxTile = 1 << largest

// Game is the rules.
type Game struct{}

// State is a position. It is copied by assignment and compared by ==.
type State struct {
	board  uint64
	points uint32 // of the last ply
	due    uint8  // how many tiles chance has to place
}

// Tile returns the tile in a column and a row, both counted from 0 at the lower left: a power of
// two from 2 on, or 0 if the cell is empty.
func (s *State) Tile(column, row int) int {
	if power := s.board >> (4 * (side*row + column)) & 15; power > 0 {
		return 1 << power
	}
	return 0
}

// Action is a direction in which the tiles slide, or a tile that chance places: see [Place].
type Action uint8

// The directions.
const (
	Up Action = iota
	Down
	Left
	Right
)

// The actions from firstTile on place a tile on a cell: a 2 or a 4, cell by cell.
const (
	firstTile  = Right + 1
	numActions = int(firstTile) + 2*cells
)

// Place returns the outcome of chance by which a tile, 2 or 4, comes to a column and a row, both
// counted from 0 to 3 at the lower left.
func Place(column, row, tile int) Action {
	return firstTile + Action(2*(side*row+column)+tile/4)
}

// cell returns where a tile is placed, and its power of two.
func (a Action) cell() (cell int, power uint64) {
	n := uint64(a - firstTile)
	return int(n / 2), 1 + n%2
}

// Start returns the empty board, on which chance places two tiles.
func (Game) Start() State { return State{due: 2} }

// NumPlayers returns 1.
func (Game) NumPlayers() int { return 1 }

// ToMove returns [game.Chance] if a tile has to be placed, and otherwise the player.
func (Game) ToMove(s *State) int {
	if s.due > 0 {
		return game.Chance
	}
	return 0
}

// AppendActions appends the directions that change the board, in the order up, down, left, right.
func (Game) AppendActions(dst []Action, s *State) []Action {
	if s.due > 0 {
		return dst
	}
	for legal := directions(s.board); legal != 0; legal &= legal - 1 {
		dst = append(dst, Action(bits.TrailingZeros(legal)))
	}
	return dst
}

// AppendOutcomes appends a 2 and a 4 for each empty cell, row by row from the lowest.
func (Game) AppendOutcomes(dst []game.Outcome[Action], s *State) []game.Outcome[Action] {
	free := empty(s.board)
	each := 1 / float64(bits.OnesCount64(free))
	for ; free != 0; free &= free - 1 {
		two := firstTile + Action(bits.TrailingZeros64(free)/2)
		dst = append(dst, game.Outcome[Action]{Action: two, Prob: 0.9 * each}, game.Outcome[Action]{Action: two + 1, Prob: 0.1 * each})
	}
	return dst
}

// Apply slides the tiles, or places one.
func (Game) Apply(s *State, a Action) {
	if a >= firstTile {
		cell, power := a.cell()
		s.board |= power << (4 * cell)
		s.points, s.due = 0, s.due-1
		return
	}
	s.board, s.points = slides().slide(s.board, a)
	s.due = 1
}

// Rewards writes the points of the last ply.
func (Game) Rewards(s *State, out []float64) { out[0] = float64(s.points) }

// Returns writes 0, because all points were paid before.
func (Game) Returns(_ *State, out []float64) { out[0] = 0 }

// Playout plays uniformly at random from s to the end, with one number from r per ply, and writes
// the points from s on. It leaves s as it is.
func (Game) Playout(s *State, r *rng.Rand, out []float64) {
	board, points, t := s.board, uint64(0), slides()
	for range s.due {
		board |= randomTile(board, r)
	}
	for legal := directions(board); legal != 0; legal = directions(board) {
		next, gained := t.slide(board, randomDirection(legal, r))
		points += uint64(gained)
		board = next | randomTile(next, r)
	}
	out[0] = float64(points)
}

// randomDirection returns one of a set of directions.
func randomDirection(legal uint, r *rng.Rand) Action {
	return Action(lowest(uint64(legal), r.IntN(bits.OnesCount(legal))))
}

// randomTile returns a board with the tile that chance places.
func randomTile(board uint64, r *rng.Rand) uint64 {
	free := empty(board)
	n := r.IntN(10 * bits.OnesCount64(free))
	tile := uint64(1)
	if n%10 == 0 {
		tile = 2
	}
	return tile << lowest(free, n/10)
}

// RandomAction returns a random direction that changes the board, or a tile that chance places. It
// reports false if the game is over.
func (Game) RandomAction(s *State, r *rng.Rand) (Action, bool) {
	if s.due > 0 {
		tile := randomTile(s.board, r)
		at := bits.TrailingZeros64(tile)
		return firstTile + Action(at/4*2+at%4), true
	}
	legal := directions(s.board)
	if legal == 0 {
		return 0, false
	}
	return randomDirection(legal, r), true
}

// NumActions returns 36.
func (Game) NumActions() int { return numActions }

// ActionIndex returns the number of an action: 0 to 3 for the directions.
func (Game) ActionIndex(a Action) int { return int(a) }

// Hash returns a hash of the tiles and of the number of tiles that chance has to place.
func (Game) Hash(s *State) uint64 {
	return rng.Mix(rng.Mix(uint64(s.due)+0x9e3779b97f4a7c15) ^ s.board)
}

// AppendCells appends the power of two of each cell, 0 for an empty one.
func (Game) AppendCells(dst []uint8, s *State) []uint8 {
	for column := range side {
		for row := range side {
			dst = append(dst, uint8(s.board>>(4*(side*row+column))&15))
		}
	}
	return dst
}
