package breakthrough

import (
	"errors"
	"fmt"
	"strings"
)

// String writes the squares of departure and arrival: a2-b3.
func (m Move) String() string { return squareName(m.from()) + "-" + squareName(m.to()) }

func squareName(square int) string {
	return fmt.Sprintf("%c%d", 'a'+square%rowBits, square/rowBits+1)
}

// Parse reads a move such as a2-b3; the hyphen may be missing.
func (g Game) Parse(text string) (Move, error) {
	t := strings.ToLower(strings.TrimSpace(text))
	if len(t) == 5 && (t[2] == '-' || t[2] == 'x') {
		t = t[:2] + t[3:]
	}
	if len(t) != 4 {
		return 0, fmt.Errorf("breakthrough: %q is no move, want two squares such as a2-b3", text)
	}
	from, err := g.parseSquare(t[:2])
	if err != nil {
		return 0, err
	}
	to, err := g.parseSquare(t[2:])
	if err != nil {
		return 0, err
	}
	for d, o := range offset {
		if from+int(o) == to && (from%rowBits-to%rowBits)*(from%rowBits-to%rowBits) <= 1 {
			return Move(from*directions + d), nil
		}
	}
	return 0, fmt.Errorf("breakthrough: %s: a pawn steps to one of the three squares before it", t[:2]+"-"+t[2:])
}

// parseSquare reads a letter and a digit.
func (g Game) parseSquare(text string) (int, error) {
	column, r := int(text[0])-'a', int(text[1])-'1'
	if column < 0 || column >= g.Width() || r < 0 || r >= g.Height() {
		return 0, fmt.Errorf("breakthrough: there is no square %q, the board is a1-%s",
			text, squareName((g.Height()-1)*rowBits+g.Width()-1))
	}
	return r*rowBits + column, nil
}

// Legal returns nil if m may be played at s, and otherwise why not.
func (g Game) Legal(s *State, m Move) error {
	player := g.ToMove(s)
	own, other := s.pawns[player], s.pawns[player^1]
	has := func(set uint64, square int) bool { return set>>(square&63)&1 != 0 }
	from, to := m.from(), m.to()
	switch {
	case g.isOver(s):
		return fmt.Errorf("breakthrough: the game is over, %s has won", g.PlayerName(player^1))
	case int(m) >= g.NumActions() || to < 0 || !has(g.board(), from) || !has(g.board(), to):
		return errors.New("breakthrough: the move leaves the board")
	case has(other, from):
		return fmt.Errorf("breakthrough: the pawn on %s is not %s's", squareName(from), g.PlayerName(player))
	case !has(own, from):
		return fmt.Errorf("breakthrough: there is no pawn on %s", squareName(from))
	case (int(m%directions) >= 3) != (player == 1):
		return fmt.Errorf("breakthrough: %v goes backward, %s's pawns go %s", m, g.PlayerName(player), [...]string{"up", "down"}[player])
	case has(own, to):
		return fmt.Errorf("breakthrough: %s is occupied by %s's own pawn", squareName(to), g.PlayerName(player))
	case m%3 == 1 && has(other, to):
		return fmt.Errorf("breakthrough: %s is occupied, and pawns capture diagonally only", squareName(to))
	}
	return nil
}

// PlayerName returns White for the first player and Black for the second.
func (Game) PlayerName(player int) string { return [...]string{"White", "Black"}[player] }

// Text draws the board, White's pawns as O and Black's as X, and says whose turn it is.
func (g Game) Text(s *State) string {
	var b strings.Builder
	for r := g.Height() - 1; r >= 0; r-- {
		fmt.Fprintf(&b, "%d", r+1)
		for column := range g.Width() {
			square, symbol := r*rowBits+column, "."
			switch {
			case s.pawns[0]>>square&1 != 0:
				symbol = "O"
			case s.pawns[1]>>square&1 != 0:
				symbol = "X"
			}
			b.WriteString(" " + symbol)
		}
		b.WriteByte('\n')
	}
	b.WriteByte(' ')
	for column := range g.Width() {
		fmt.Fprintf(&b, " %c", 'a'+column)
	}
	fmt.Fprintf(&b, "   %s to move (%s)\n", g.PlayerName(g.ToMove(s)), [...]string{"O", "X"}[g.ToMove(s)])
	return b.String()
}
