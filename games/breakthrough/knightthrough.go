package breakthrough

import (
	"fmt"

	"github.com/banyan-go/banyan/rng"
)

// Knightthrough is Breakthrough with knights, on 8x8 squares. They jump as in chess, but only forward: two squares
// forward and one to a side, or one forward and two to a side. They capture on any square they jump to. Who reaches
// the far row wins, and so does who captures the last knight of the other side. These are the rules of the sheet
// knightThrough of the repository of general game playing, ggp.org.
//
// There is always a move while the game goes on: the foremost knights of the side to move are not on the far row, so
// a jump of one row and two columns stays on the board, and no knight of their own stands there. Every ply brings a
// knight nearer to the far row, so a game ends within 208 plies. There are no draws.
//
// Random games last 33.6 plies on average. M. Uemiya and H. Yokoyama ("Towards a universally effective utilization of
// board similarities in General Game Playing") measured 31.45 in 100 games, 1.8 standard errors less, and 41.7 actions
// at the most a player has in a game, where we count 41.6: nothing says that their rules were others.
type Knightthrough struct{}

// jumps are how far knights jump, from the left to the right.
var jumps = distances{6, 15, 17, 10}

// knightLandings returns where the knights me may jump to, upwards.
func knightLandings(me uint64) landings {
	return landings{
		me << 6 & columnsAToF &^ me,
		me << 15 & columnsAToG &^ me,
		me << 17 & columnsBToH &^ me,
		me << 10 & columnsCToH &^ me,
	}
}

// Start returns the first position, with White to move.
func (Knightthrough) Start() State { return Game{}.Start() }

// NumPlayers returns 2.
func (Knightthrough) NumPlayers() int { return 2 }

// ToMove returns 0 for White and 1 for Black.
func (Knightthrough) ToMove(s *State) int { return int(s.mover) }

// AppendActions appends the jumps by their direction, from the left to the right as White sees it, and those of one
// direction from the player's own row to the far one.
func (Knightthrough) AppendActions(dst []Move, s *State) []Move {
	if (Game{}).over(s) {
		return dst
	}
	me, _ := s.seen()
	l := knightLandings(me)
	return l.appendMoves(dst, &jumps, s.mover)
}

// Apply moves a knight and captures what is on its target.
func (Knightthrough) Apply(s *State, m Move) { Game{}.Apply(s, m) }

// Returns writes 1 for the winner, who made the last move, and 0 for the loser.
func (Knightthrough) Returns(s *State, out []float64) { Game{}.Returns(s, out) }

// Hash returns a hash of the knights and of the side to move.
func (Knightthrough) Hash(s *State) uint64 { return Game{}.Hash(s) }

// NumActions returns 448: four jumps up from each square but those of the last row, and four down from each but
// those of the first. Some of them would leave the board.
func (Knightthrough) NumActions() int { return allSteps }

// ActionIndex returns the number of a jump: first White's, then Black's, each by the square they leave, row by row
// from the side that jumps, and of one square from the left to the right.
func (Knightthrough) ActionIndex(m Move) int { return stepIndex(m) }

// Playout plays uniformly at random from s to the end, drawing one number from r per ply, and writes the returns.
// It leaves s as it is, and plays the same game as RandomAction and Apply in turn.
func (Knightthrough) Playout(s *State, r *rng.Rand, out []float64) {
	winner := s.mover&1 ^ 1
	if !(Game{}).over(s) {
		winner = playKnights(s, r)
	}
	out[winner&1], out[winner&1^1] = 1, 0
}

// playKnights returns the winner. The board is turned after each ply, so that the side to move plays upwards.
func playKnights(s *State, r *rng.Rand) (winner uint8) {
	me, op := s.seen()
	goal := Game{}.goal(white)
	for player := s.mover & 1; ; player ^= 1 {
		l := knightLandings(me)
		to, from := l.draw(&jumps, r.Uint64())
		me ^= to | from
		if op &^= to; op == 0 || to&goal != 0 {
			return player
		}
		me, op = overturn(op, me)
	}
}

// RandomAction draws a legal jump uniformly. It reports false if the game is over.
func (Knightthrough) RandomAction(s *State, r *rng.Rand) (Move, bool) {
	if (Game{}).over(s) {
		return 0, false
	}
	me, _ := s.seen()
	l := knightLandings(me)
	to, from := l.draw(&jumps, r.Uint64())
	return move(from, to, s.mover), true
}

// PlayerName returns "White" or "Black".
func (Knightthrough) PlayerName(player int) string { return Game{}.PlayerName(player) }

// Text draws the board, W and B being the knights and the highest row at the top, and says who is to move or has won.
func (Knightthrough) Text(s *State) string { return Game{}.Text(s) }

// Parse reads what String of a Move writes, in any case; an x may stand for the dash, or nothing. It knows the
// board, but no position: Legal tells whether a jump may be played.
func (Knightthrough) Parse(text string) (Move, error) { return Game{}.parse(text, "such as b2-c4") }

// Legal returns nil if m may be played in s, and says why if not.
func (Knightthrough) Legal(s *State, m Move) error {
	if err := (Game{}).place(s, m, "knight"); err != nil {
		return err
	}
	me := s.mover & 1
	rows, columns := m.rows(me), m.columns()
	switch {
	case rows < 1 || rows*rows+columns*columns != 5:
		return fmt.Errorf("breakthrough: %v is not the jump of a knight %s the board", m, upOrDown(me))
	case s.pawns[me]>>m.To()&1 != 0:
		return ownPiece("knight", m.To())
	}
	return nil
}
