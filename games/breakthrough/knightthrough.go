package breakthrough

import (
	"fmt"

	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// Knightthrough is Breakthrough with knights, on 8x8 squares. Knights jump as in chess, but only
// forward: two squares forward and one to a side, or one square forward and two to a side. They
// capture on any square that they jump to. A player that reaches the far row wins, and so does a
// player that captures the last knight of the opponent. These are the rules of the sheet
// knightThrough in the repository of general game playing, ggp.org.
//
// There are no draws. Until the game is over, the player to move always has a move: none of its
// foremost knights is on the far row, so a jump of one row and two columns stays on the board, and
// none of the player's knights is there. Every ply brings a knight closer to its far row, so a game
// ends within 208 plies.
//
// Random games last 33.6 plies on average, and a player has at most 41.6 actions in a game on
// average. M. Uemiya and H. Yokoyama ("Towards a universally effective utilization of board
// similarities in General Game Playing") measured 31.45 plies, 1.8 standard errors less, and 41.7
// actions in 100 games. This agrees with the rules here.
type Knightthrough struct{}

// jumps are the distances of the jumps, from left to right.
var jumps = distances{6, 15, 17, 10}

// knightLandings returns the squares that the knights me may jump to, upwards.
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

// AppendActions appends the jumps by direction, from left to right as White sees it, and within a
// direction from the player's own row to the far row.
func (Knightthrough) AppendActions(dst []Move, s *State) []Move {
	if (Game{}).over(s) {
		return dst
	}
	me, _ := s.seen()
	l := knightLandings(me)
	return l.appendMoves(dst, &jumps, s.mover)
}

// Apply moves a knight and captures the knight on its target.
func (Knightthrough) Apply(s *State, m Move) { Game{}.Apply(s, m) }

// Returns writes 1 for the winner, which made the last move, and 0 for the loser.
func (Knightthrough) Returns(s *State, out []float64) { Game{}.Returns(s, out) }

// Hash returns a hash of the knights and of the side to move.
func (Knightthrough) Hash(s *State) uint64 { return Game{}.Hash(s) }

// NumActions returns 448: four jumps up from each square except the last row, and four down from
// each square except the first row. Some of them would leave the board.
func (Knightthrough) NumActions() int { return allSteps }

// ActionIndex returns the number of a jump. White's jumps come before Black's. Jumps of a side are
// in the order of their origins, row by row from the side's own row, and jumps of an origin from
// left to right.
func (Knightthrough) ActionIndex(m Move) int { return stepIndex(m) }

// Playout plays uniformly at random from s to the end, with one number from r per ply, and writes
// the returns. It leaves s as it is. It plays the same game as RandomAction and Apply in turn.
func (Knightthrough) Playout(s *State, r *rng.Rand, out []float64) {
	winner := s.mover&1 ^ 1
	if !(Game{}).over(s) {
		winner = playKnights(s, r)
	}
	out[winner&1], out[winner&1^1] = 1, 0
}

// playKnights returns the winner. It turns the board after each ply, so that the side to move plays
// upwards.
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

// RecordPlayout is Playout and appends the jumps to plies.
func (Knightthrough) RecordPlayout(s *State, r *rng.Rand, out []float64, plies []policy.Ply) []policy.Ply {
	player, goal := s.mover&1, Game{}.goal(white)
	me, op := s.seen()
	winner := player ^ 1
	for over := (Game{}).over(s); !over; player ^= 1 {
		l := knightLandings(me)
		to, from := l.draw(&jumps, r.Uint64())
		plies = append(plies, policy.Ply{Action: int32(stepIndex(move(from, to, player))), Player: int16(player)})
		me ^= to | from
		op &^= to
		over, winner = op == 0 || to&goal != 0, player
		me, op = overturn(op, me)
	}
	out[winner&1], out[winner&1^1] = 1, 0
	return plies
}

// RandomAction returns a uniformly random legal jump. It reports false if the game is over.
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

// Text draws the board, with W and B for the knights and the highest row at the top, and reports
// which player is to move or has won.
func (Knightthrough) Text(s *State) string { return Game{}.Text(s) }

// SVG draws the board as [Game.SVG] does.
func (Knightthrough) SVG(s *State) string { return Game{}.SVG(s) }

// Parse reads two squares, such as b2-c4, as [Game.Parse] does.
func (Knightthrough) Parse(text string) (Move, error) { return Game{}.parse(text, "like b2-c4") }

// Legal returns nil if m may be played at s, and otherwise an error that explains why not.
func (Knightthrough) Legal(s *State, m Move) error {
	if err := (Game{}).place(s, m, "knight"); err != nil {
		return err
	}
	me := s.mover & 1
	rows, columns := m.rows(me), m.columns()
	switch {
	case rows < 1 || rows*rows+columns*columns != 5:
		return fmt.Errorf("%v is not the jump of a knight %s the board", m, upOrDown(me))
	case s.pawns[me]>>m.To()&1 != 0:
		return ownPiece("knight", m.To())
	}
	return nil
}
