package breakthrough

import (
	"fmt"
	"strings"

	"github.com/banyan-go/banyan/rng"
)

// PawnWhopping is chess with nothing but the pawns, on 8x8 squares. A pawn moves one square
// straight forward, or two squares from its place at the start, if all these squares are empty. It
// captures diagonally forward, and moves diagonally only to capture. There is no capture en
// passant. A player that reaches the far row wins, and so does a player that captures the last pawn
// of the opponent. A player that cannot move must pass. If neither player can move, the game is a
// draw. These are the rules of the sheet pawnWhopping in the repository of general game playing,
// ggp.org.
//
// Sixteen pawns make at most six steps each, and there are never two passes in a row, so a game
// ends within 192 plies.
//
// Random games last 34.3 plies on average, and 8 in 1000 are draws. M. Uemiya and H. Yokoyama
// ("Towards a universally effective utilization of board similarities in General Game Playing")
// measured 34.8 plies in 100 games, 1.0 standard error more.
type PawnWhopping struct{}

// pawnSteps are the distances of a capture to the left, a single step, a capture to the right and a
// double step.
var pawnSteps = distances{7, 8, 9, 16}

// pawnLandings returns the squares that the pawns me may go to, upwards, if op are the opponent's
// pawns.
func pawnLandings(me, op uint64) landings {
	const thirdRow = 0xff << 16
	single := me << 8 &^ (me | op)
	return landings{
		me << 7 & columnsAToG & op,
		single,
		me << 9 & columnsBToH & op,
		single & thirdRow << 8 &^ (me | op),
	}
}

// pawnLandings returns the squares that the side to move may go to, in its view.
func (s *State) pawnLandings() landings {
	me, op := s.seen()
	return pawnLandings(me, op)
}

// isStuck reports whether the side to move cannot move.
func (s *State) isStuck() bool {
	l := s.pawnLandings()
	return l.count() == 0
}

// isBlocked reports whether neither side can move.
func (s *State) isBlocked() bool {
	return s.isStuck() && (&State{s.pawns, s.mover ^ 1}).isStuck()
}

// Start returns the first position, with White to move.
func (PawnWhopping) Start() State { return State{pawns: [2]uint64{0xff << 8, 0xff << 48}} }

// NumPlayers returns 2.
func (PawnWhopping) NumPlayers() int { return 2 }

// ToMove returns 0 for White and 1 for Black.
func (PawnWhopping) ToMove(s *State) int { return int(s.mover) }

// AppendActions appends the captures to the left, the single steps, the captures to the right and
// the double steps, as White sees it, and within a kind from the player's own row to the far row.
// If only the opponent can move, it appends Pass.
func (PawnWhopping) AppendActions(dst []Move, s *State) []Move {
	if (Game{}).over(s) {
		return dst
	}
	l := s.pawnLandings()
	if l.count() == 0 && !s.isBlocked() {
		return append(dst, Pass)
	}
	return l.appendMoves(dst, &pawnSteps, s.mover)
}

// Apply moves a pawn and captures the pawn on its target, or passes.
func (PawnWhopping) Apply(s *State, m Move) {
	if m == Pass {
		s.mover ^= 1
		return
	}
	Game{}.Apply(s, m)
}

// IsPass reports whether m is Pass.
func (PawnWhopping) IsPass(m Move) bool { return m == Pass }

// Returns writes 1 for the winner, which made the last move, and 0 for the loser, or 1/2 for both.
func (PawnWhopping) Returns(s *State, out []float64) {
	if (Game{}).over(s) {
		Game{}.Returns(s, out)
		return
	}
	out[white], out[black] = 0.5, 0.5
}

// Hash returns a hash of the pawns and of the side to move.
func (PawnWhopping) Hash(s *State) uint64 { return Game{}.Hash(s) }

// NumActions returns 449: four steps up from each square except the last row, four down from each
// square except the first row, and Pass. Some of them would leave the board or are double steps
// from other rows.
func (PawnWhopping) NumActions() int { return allSteps + 1 }

// ActionIndex returns the number of a move. White's moves come before Black's, and Pass is last.
// Moves of a side are in the order of their origins, row by row from the side's own row, and moves
// of an origin in the order of AppendActions.
func (PawnWhopping) ActionIndex(m Move) int {
	if m == Pass {
		return allSteps
	}
	return stepIndex(m)
}

// Playout plays uniformly at random from s to the end, with one number from r per move of a pawn,
// and writes the returns. It leaves s as it is. It plays the same game as RandomAction and Apply in
// turn.
func (PawnWhopping) Playout(s *State, r *rng.Rand, out []float64) {
	winner, won := s.mover&1^1, true
	if !(Game{}).over(s) {
		winner, won = playPawns(s, r)
	}
	if !won {
		out[white], out[black] = 0.5, 0.5
		return
	}
	out[winner&1], out[winner&1^1] = 1, 0
}

// playPawns returns the winner, if there is one. It turns the board after each ply, so that the
// side to move plays upwards.
func playPawns(s *State, r *rng.Rand) (winner uint8, won bool) {
	me, op := s.seen()
	goal := Game{}.goal(white)
	passed := false
	for player := s.mover & 1; ; player ^= 1 {
		l := pawnLandings(me, op)
		if l.count() == 0 {
			if passed {
				return 0, false
			}
			passed = true
		} else {
			passed = false
			to, from := l.draw(&pawnSteps, r.Uint64())
			me ^= to | from
			if op &^= to; op == 0 || to&goal != 0 {
				return player, true
			}
		}
		me, op = overturn(op, me)
	}
}

// RandomAction returns a uniformly random legal move, or Pass if that is the only action. It
// reports false if the game is over.
func (PawnWhopping) RandomAction(s *State, r *rng.Rand) (Move, bool) {
	if (Game{}).over(s) {
		return 0, false
	}
	l := s.pawnLandings()
	if l.count() == 0 {
		return Pass, !s.isBlocked()
	}
	to, from := l.draw(&pawnSteps, r.Uint64())
	return move(from, to, s.mover), true
}

// PlayerName returns "White" or "Black".
func (PawnWhopping) PlayerName(player int) string { return Game{}.PlayerName(player) }

// Text draws the board, with W and B for the pawns and the highest row at the top, and reports
// which player is to move, must pass or has won.
func (g PawnWhopping) Text(s *State) string {
	switch name := g.PlayerName(g.ToMove(s)); {
	case (Game{}).over(s):
		return Game{}.Text(s)
	case s.isBlocked():
		return Game{}.text(s, "a draw: neither side can move")
	case s.isStuck():
		return Game{}.text(s, name+" to move, but must pass")
	}
	return Game{}.Text(s)
}

// SVG draws the board as [Game.SVG] does.
func (PawnWhopping) SVG(s *State) string { return Game{}.SVG(s) }

// Parse reads "pass", or two squares, such as a2-a4, as [Game.Parse] does.
func (PawnWhopping) Parse(text string) (Move, error) {
	if strings.EqualFold(text, passText) {
		return Pass, nil
	}
	return Game{}.parse(text, "like a2-a4, or pass")
}

// Legal returns nil if m may be played at s, and otherwise an error that explains why not.
func (g PawnWhopping) Legal(s *State, m Move) error {
	switch {
	case (Game{}).over(s) || s.isBlocked():
		return errOver
	case m == Pass && !s.isStuck():
		return fmt.Errorf("%s can move, so it must not pass", g.PlayerName(g.ToMove(s)))
	case m == Pass:
		return nil
	}
	if err := (Game{}).place(s, m, "pawn"); err != nil {
		return err
	}
	return s.pawnStep(m)
}

// pawnStep returns an error that explains why a pawn of the side to move cannot make the move m, or
// nil.
func (s *State) pawnStep(m Move) error {
	me, from, to := s.mover&1, m.From(), m.To()
	rows, columns := m.rows(me), m.columns()
	switch {
	case rows == 1 && columns*columns == 1:
		return s.pawnCapture(to)
	case columns != 0 || rows != 1 && rows != 2:
		return fmt.Errorf("%v is neither straight %s nor a diagonal capture", m, upOrDown(me))
	case rows == 2 && from/8 != [2]int{1, 6}[me]:
		return fmt.Errorf("%v is a double step, but the pawn has moved before", m)
	case rows == 2 && s.letter((from+to)/2) != '.':
		return blocked((from + to) / 2)
	case s.letter(to) != '.':
		return blocked(to)
	}
	return nil
}

// pawnCapture returns an error that explains why the side to move cannot capture on a square, or
// nil.
func (s *State) pawnCapture(sq int) error {
	switch {
	case s.letter(sq) == '.':
		return fmt.Errorf("there is nothing to capture on %s", square(sq))
	case s.pawns[s.mover&1]>>sq&1 != 0:
		return ownPiece("pawn", sq)
	}
	return nil
}
