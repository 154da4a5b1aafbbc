package dots

import (
	"fmt"
	"math/bits"

	"github.com/banyan-go/banyan/rng"
)

// Points is Dots and Boxes of two players for points: a player gets 1 for each box that it
// completes, and the other one loses 1. So the return of a game is the difference of the boxes, and
// what counts is how many boxes a player wins by. The zero Points has 4x4 boxes.
//
// The points are rewards: they are paid when a box is completed, and the state forgets them. A
// [PointsState] is the edges and the player to move alone, so that positions to which different
// boxes lead are the same if these are. What Returns adds at the end is 0.
//
// There is no such game for more players, because it is open what a box of one player should cost
// the others.
type Points struct{ wider, higher int8 } // than the zero Points

const defaultPointsSize = 4

// NewPoints returns the game for points on a board of 1 to 5 columns and 1 to 5 rows of boxes.
func NewPoints(width, height int) (Points, error) {
	if _, err := New(width, height, 2); err != nil {
		return Points{}, fmt.Errorf("dots: NewPoints(%d, %d): want a width and a height of %d to %d boxes",
			width, height, MinSize, MaxSize)
	}
	return Points{int8(width - defaultPointsSize), int8(height - defaultPointsSize)}, nil
}

// board returns the game for the most boxes on the same board.
func (p Points) board() Game {
	const wider = defaultPointsSize - defaultSize
	return Game{p.wider + wider, p.higher + wider, 2 - defaultPlayers}
}

// Width returns the number of columns of boxes.
func (p Points) Width() int { return p.board().Width() }

// Height returns the number of rows of boxes.
func (p Points) Height() int { return p.board().Height() }

// NumPlayers returns 2.
func (Points) NumPlayers() int { return 2 }

// PointsState is a position of [Points]. States are copied by assignment and compared by ==.
type PointsState struct {
	drawn     uint64 // a set of edges
	mover     uint8
	completed uint8 // boxes, by the last ply
}

// Start returns the empty board, with player 0 to move.
func (Points) Start() PointsState { return PointsState{} }

// ToMove returns the player that draws the next edge.
func (Points) ToMove(s *PointsState) int { return int(s.mover) }

// AppendActions appends the edges that are not drawn, in the order of [Game.AppendActions].
func (p Points) AppendActions(dst []Edge, s *PointsState) []Edge {
	return p.board().appendFree(dst, s.drawn)
}

// Apply draws an edge. If it completes no box, the turn goes to the other player.
func (p Points) Apply(s *PointsState, e Edge) {
	g, drawn := p.board(), s.drawn|1<<(e&63)
	s.completed = uint8(bits.OnesCount64(g.completed(drawn) &^ g.completed(s.drawn)))
	s.drawn = drawn
	if s.completed == 0 {
		s.mover = 1 - s.mover
	}
}

// Rewards writes the number of boxes that the last ply has completed for the player that drew it,
// who is to move again if there is one, and minus that number for the other player.
func (Points) Rewards(s *PointsState, out []float64) {
	out[s.mover&1], out[1-s.mover&1] = float64(s.completed), float64(-int(s.completed))
}

// Returns writes 0 for both players, because all points were paid before.
func (Points) Returns(_ *PointsState, out []float64) { out[0], out[1] = 0, 0 }

// ReturnRange returns minus and plus the number of boxes.
func (p Points) ReturnRange() (low, high float64) {
	boxes := float64(p.Width() * p.Height())
	return -boxes, boxes
}

// Hash returns a hash of the edges and the player to move.
func (Points) Hash(s *PointsState) uint64 {
	return rng.Mix(rng.Mix(uint64(s.mover)+0x9e3779b97f4a7c15) ^ s.drawn)
}

// Playout plays uniformly at random from s to the end, with one number from r per ply, and writes
// what the players get from s on. It leaves s as it is.
func (p Points) Playout(s *PointsState, r *rng.Rand, out []float64) {
	boxes := p.board().finish(s.drawn, s.mover, [MaxPlayers]uint8{}, r)
	margin := int(boxes[0]) - int(boxes[1])
	out[0], out[1] = float64(margin), float64(-margin)
}

// AppendCells appends the edges in the order of AppendActions, 0 for a free edge and 1 for a drawn
// one.
func (p Points) AppendCells(dst []uint8, s *PointsState) []uint8 {
	return p.board().appendEdges(dst, s.drawn)
}

// NumActions returns the number of edges, 40 for 4x4 boxes.
func (p Points) NumActions() int { return p.board().NumActions() }

// ActionIndex returns the number of an edge in the order of AppendActions.
func (p Points) ActionIndex(e Edge) int { return p.board().ActionIndex(e) }

// PlayerName returns "Red" or "Blue".
func (p Points) PlayerName(player int) string { return p.board().PlayerName(player) }

// Text draws the board like [Game.Text]. It does not show which player has completed the boxes.
func (p Points) Text(s *PointsState) string {
	g := p.board()
	status := p.PlayerName(int(s.mover)) + " to move"
	if s.drawn == g.edges() {
		status = "The game is over"
	}
	return g.grid(s.drawn) + status + "\n"
}

// SVG draws the board.
func (p Points) SVG(s *PointsState) string { return p.board().picture(s.drawn, nil) }

// Parse reads an edge like [Game.Parse].
func (p Points) Parse(text string) (Edge, error) { return p.board().Parse(text) }

// Legal returns nil if e may be drawn at s, and otherwise an error that explains why not.
func (p Points) Legal(s *PointsState, e Edge) error { return p.board().legal(s.drawn, e) }
