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
	status := g.PlayerName(g.ToMove(s)) + " to move"
	if g.over(s) {
		status = g.PlayerName(1-g.ToMove(s)) + " has won"
	}
	fmt.Fprintf(&text, "\n%s\n", status)
	return text.String()
}

func (s *State) letter(sq int) byte {
	return ".WB"[s.pawns[white]>>sq&1+s.pawns[black]>>sq&1*2]
}

// Legal returns nil if m may be played in s, and says why if not.
func (g Game) Legal(s *State, m Move) error {
	if g.over(s) {
		return errors.New("breakthrough: the game is over")
	}
	from, to := m.From(), m.To()
	if !g.onBoard(from%8, from/8) || !g.onBoard(to%8, to/8) {
		return fmt.Errorf("breakthrough: %v leaves the board, which has columns a to %c and rows 1 to %d",
			m, 'a'+g.Width()-1, g.Height())
	}
	me := s.mover & 1
	if s.pawns[me]>>from&1 == 0 {
		return g.noPawn(s, from)
	}
	return s.reach(m, me)
}

// noPawn says why the player to move cannot move from sq.
func (g Game) noPawn(s *State, sq int) error {
	if s.letter(sq) == '.' {
		return fmt.Errorf("breakthrough: there is no pawn on %s", square(sq))
	}
	return fmt.Errorf("breakthrough: the pawn on %s is %s's, and %s is to move",
		square(sq), g.PlayerName(1-g.ToMove(s)), g.PlayerName(g.ToMove(s)))
}

// reach says why the pawn of player me cannot make a move on the board, or returns nil.
func (s *State) reach(m Move, me uint8) error {
	to, rows, columns := m.To(), m.To()/8-m.From()/8, m.To()%8-m.From()%8
	forward, upOrDown := 1, "up"
	if me == black {
		forward, upOrDown = -1, "down"
	}
	switch {
	case rows != forward || columns < -1 || columns > 1:
		return fmt.Errorf("breakthrough: %v is not one square %s, straight or diagonally", m, upOrDown)
	case s.pawns[me]>>to&1 != 0:
		return fmt.Errorf("breakthrough: a pawn of your own is on %s", square(to))
	case columns == 0 && s.pawns[me^1]>>to&1 != 0:
		return fmt.Errorf("breakthrough: %s is blocked, for pawns capture diagonally only", square(to))
	}
	return nil
}
