package breakthrough

import (
	"errors"
	"fmt"
	"strings"
)

// PlayerName returns "White" or "Black".
func (Game) PlayerName(player int) string { return [2]string{"White", "Black"}[player&1] }

// Text draws the board, W and B being the pawns and the highest row at the top, and says who is to move or has won.
func (g Game) Text(s *State) string {
	if g.over(s) {
		return g.text(s, g.PlayerName(1-g.ToMove(s))+" has won")
	}
	return g.text(s, g.PlayerName(g.ToMove(s))+" to move")
}

// text draws the board and writes the status below.
func (g Game) text(s *State, status string) string {
	var text strings.Builder
	for row := g.Height() - 1; row >= 0; row-- {
		fmt.Fprint(&text, row+1)
		for column := range g.Width() {
			text.WriteByte(' ')
			text.WriteByte(s.letter(8*row + column))
		}
		text.WriteByte('\n')
	}
	text.WriteByte(' ')
	for column := range g.Width() {
		fmt.Fprintf(&text, " %c", 'a'+column)
	}
	fmt.Fprintf(&text, "\n%s\n", status)
	return text.String()
}

func (s *State) letter(sq int) byte {
	return ".WB"[s.pawns[white]>>sq&1+s.pawns[black]>>sq&1*2]
}

// Legal returns nil if m may be played in s, and says why if not.
func (g Game) Legal(s *State, m Move) error {
	if err := g.place(s, m, "pawn"); err != nil {
		return err
	}
	return s.reach(m, s.mover&1)
}

// place returns nil if the game goes on and m starts from a piece of the side to move, and says why if not.
func (g Game) place(s *State, m Move, piece string) error {
	if g.over(s) {
		return errOver
	}
	from, to := m.From(), m.To()
	if m == Pass {
		return errors.New("breakthrough: there is no pass in this game")
	}
	if !g.onBoard(from%8, from/8) || !g.onBoard(to%8, to/8) {
		return fmt.Errorf("breakthrough: %v leaves the board, which has columns a to %c and rows 1 to %d",
			m, 'a'+g.Width()-1, g.Height())
	}
	switch {
	case s.letter(from) == '.':
		return fmt.Errorf("breakthrough: there is no %s on %s", piece, square(from))
	case s.pawns[s.mover&1]>>from&1 == 0:
		return fmt.Errorf("breakthrough: the %s on %s is %s's, and %s is to move",
			piece, square(from), g.PlayerName(1-g.ToMove(s)), g.PlayerName(g.ToMove(s)))
	}
	return nil
}

// reach says why the pawn of player me cannot make a move on the board, or returns nil.
func (s *State) reach(m Move, me uint8) error {
	to, rows, columns := m.To(), m.rows(me), m.columns()
	switch {
	case rows != 1 || columns < -1 || columns > 1:
		return fmt.Errorf("breakthrough: %v is not one square %s, straight or diagonally", m, upOrDown(me))
	case s.pawns[me]>>to&1 != 0:
		return ownPiece("pawn", to)
	case columns == 0 && s.pawns[me^1]>>to&1 != 0:
		return blocked(to)
	}
	return nil
}

// What the rules of several games say.
var errOver = errors.New("breakthrough: the game is over")

func ownPiece(piece string, sq int) error {
	return fmt.Errorf("breakthrough: a %s of your own is on %s", piece, square(sq))
}

func blocked(sq int) error {
	return fmt.Errorf("breakthrough: %s is blocked, for pawns capture diagonally only", square(sq))
}

func upOrDown(player uint8) string { return [2]string{"up", "down"}[player&1] }
