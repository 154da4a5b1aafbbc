package breakthrough

import (
	"errors"
	"fmt"

	"github.com/banyan-go/banyan/games/picture"
)

// PlayerName returns "White" or "Black".
func (Game) PlayerName(player int) string { return [2]string{"White", "Black"}[player&1] }

// Text draws the board, with W and B for the pawns and the highest row at the top, and reports
// which player is to move or has won.
func (g Game) Text(s *State) string {
	if g.over(s) {
		return g.text(s, g.PlayerName(1-g.ToMove(s))+" has won")
	}
	return g.text(s, g.PlayerName(g.ToMove(s))+" to move")
}

// text draws the board with the status below.
func (g Game) text(s *State, status string) string {
	return g.picture(s).Text(1) + "\n" + status + "\n"
}

func (s *State) letter(sq int) byte {
	return ".WB"[s.pawns[white]>>sq&1+s.pawns[black]>>sq&1*2]
}

// Legal returns nil if m may be played at s, and otherwise an error that explains why not.
func (g Game) Legal(s *State, m Move) error {
	if err := g.place(s, m, "pawn"); err != nil {
		return err
	}
	return s.reach(m, s.mover&1)
}

// place returns an error that explains why m does not move a piece of the side to move on the
// board, or nil.
func (g Game) place(s *State, m Move, piece string) error {
	if g.over(s) {
		return errOver
	}
	from, to := m.From(), m.To()
	if m == Pass {
		return errors.New("this game has no pass")
	}
	if !g.onBoard(from%8, from/8) || !g.onBoard(to%8, to/8) {
		return fmt.Errorf("%v leaves the board: want squares from a1 to %c%d",
			m, 'a'+g.Width()-1, g.Height())
	}
	switch {
	case s.letter(from) == '.':
		return fmt.Errorf("there is no %s on %s", piece, square(from))
	case s.pawns[s.mover&1]>>from&1 == 0:
		return fmt.Errorf("the %s on %s is %s's, and %s is to move",
			piece, square(from), g.PlayerName(1-g.ToMove(s)), g.PlayerName(g.ToMove(s)))
	}
	return nil
}

// reach returns an error that explains why a pawn of player me cannot make the move m, or nil.
func (s *State) reach(m Move, me uint8) error {
	to, rows, columns := m.To(), m.rows(me), m.columns()
	switch {
	case rows != 1 || columns < -1 || columns > 1:
		return fmt.Errorf("%v is not one square %s, straight or diagonally", m, upOrDown(me))
	case s.pawns[me]>>to&1 != 0:
		return ownPiece("pawn", to)
	case columns == 0 && s.pawns[me^1]>>to&1 != 0:
		return blocked(to)
	}
	return nil
}

// The errors that several games have in common.
var errOver = errors.New("the game is over")

func ownPiece(piece string, sq int) error {
	return fmt.Errorf("a %s of your own is on %s", piece, square(sq))
}

func blocked(sq int) error {
	return fmt.Errorf("%s is blocked: pawns capture only diagonally", square(sq))
}

func upOrDown(player uint8) string { return [2]string{"up", "down"}[player&1] }

// SVG draws the board as an image.
func (g Game) SVG(s *State) string { return g.picture(s).SVG() }

func (g Game) picture(s *State) picture.Board {
	return picture.Board{
		Width: g.Width(), Height: g.Height(), Colors: [2]string{"#a98a68", "#e9dcc5"},
		Symbol: func(column, row int) byte { return s.letter(8*row + column) },
		Pieces: map[byte]string{'W': picture.White, 'B': picture.Black},
	}
}
