package dots

import (
	"errors"
	"fmt"
	"math/bits"
	"strings"
)

// PlayerName returns "Red", "Blue", "Green" or "Yellow".
func (Game) PlayerName(player int) string {
	return [MaxPlayers]string{"Red", "Blue", "Green", "Yellow"}[player&3]
}

// Text draws the board, with o for dots, lines for edges and # for completed boxes, and the highest
// row at the top. It reports how many boxes each player has, and which player is to move or has
// won.
func (g Game) Text(s *State) string {
	return g.grid(s.drawn) + g.standing(s) + "; " + g.status(s) + "\n"
}

// grid draws the board.
func (g Game) grid(drawn uint64) string {
	var text strings.Builder
	for row := g.Height(); row >= 0; row-- {
		if row < g.Height() {
			fmt.Fprintln(&text, strings.TrimRight(g.upwards(drawn, row), " "))
		}
		fmt.Fprintf(&text, "%d%s\n", row+1, g.along(drawn, row))
	}
	text.WriteByte(' ')
	for column := range g.Width() + 1 {
		fmt.Fprintf(&text, " %c  ", 'a'+column)
	}
	return strings.TrimRight(text.String(), " ") + "\n"
}

// along draws a row of dots and its edges.
func (g Game) along(drawn uint64, row int) string {
	line := " o"
	for column := range g.Width() {
		line += pick(drawn, stride*row+right+column, "---", "   ") + "o"
	}
	return line
}

// upwards draws the edges from a row of dots to the one above, and the boxes between.
func (g Game) upwards(drawn uint64, row int) string {
	line := " "
	for column := range g.Width() + 1 {
		line += " " + pick(drawn, stride*row+up+column, "|", " ") +
			pick(g.completed(drawn), stride*row+column, " #", "  ")
	}
	return line
}

// pick returns yes if the set has the bit, and otherwise no.
func pick(set uint64, bit int, yes, no string) string {
	if set>>bit&1 != 0 {
		return yes
	}
	return no
}

// standing returns how many boxes each player has.
func (g Game) standing(s *State) string { return strings.Join(g.counts(s), ", ") }

// counts names the players with their numbers of boxes.
func (g Game) counts(s *State) []string {
	parts := make([]string, g.NumPlayers())
	for player := range parts {
		parts[player] = fmt.Sprint(g.PlayerName(player), " ", s.boxes[player])
	}
	return parts
}

// status returns which player is to move or has won.
func (g Game) status(s *State) string {
	if s.drawn != g.edges() {
		return g.PlayerName(g.ToMove(s)) + " to move"
	}
	out := make([]float64, g.NumPlayers())
	g.Returns(s, out)
	var winners []string
	for player, share := range out {
		if share > 0 {
			winners = append(winners, g.PlayerName(player))
		}
	}
	if last := len(winners) - 1; last > 0 {
		return strings.Join(winners[:last], ", ") + " and " + winners[last] + " share the win"
	}
	return winners[0] + " has won"
}

// Legal returns nil if e may be drawn at s, and otherwise an error that explains why not.
func (g Game) Legal(s *State, e Edge) error { return g.legal(s.drawn, e) }

func (g Game) legal(drawn uint64, e Edge) error {
	switch {
	case drawn == g.edges():
		return errors.New("the game is over: all edges are drawn")
	case !g.has(e):
		return fmt.Errorf("%v leaves the board: want dots from a1 to %c%d", e, 'a'+g.Width(), g.Height()+1)
	case drawn>>e&1 != 0:
		return fmt.Errorf("%v is already drawn", e)
	}
	return nil
}

// Edge is an action: a line from a dot to its neighbor on the right, 11*row+column, or above,
// 11*row+5+column. Rows and columns of dots are counted from 0 at the lower left, on boards of all
// sizes.
type Edge uint8

// ends returns the dots at the ends of an edge.
func (e Edge) ends() (column, row, toColumn, toRow int) {
	row, column = int(e)/stride, int(e)%stride
	if column < up {
		return column, row, column + 1, row
	}
	column -= up
	return column, row, column, row + 1
}

// String returns both dots, the left or the lower one first, such as a1-b1.
func (e Edge) String() string {
	column, row, toColumn, toRow := e.ends()
	return fmt.Sprintf("%c%d-%c%d", 'a'+column, row+1, 'a'+toColumn, toRow+1)
}

// Parse reads two neighboring dots of the board, such as a1-b1, in either order and either case.
// The dash may be missing. Parse does not know the position; [Game.Legal] reports whether the edge
// can be drawn.
func (g Game) Parse(text string) (Edge, error) {
	dots := strings.ToLower(text)
	if len(dots) == 5 && dots[2] == '-' {
		dots = dots[:2] + dots[3:]
	}
	if len(dots) == 4 {
		column, row, toColumn, toRow := int(dots[0])-'a', int(dots[1])-'1', int(dots[2])-'a', int(dots[3])-'1'
		if e, ok := between(min(column, toColumn), min(row, toRow), max(column, toColumn), max(row, toRow)); ok && g.has(e) {
			return e, nil
		}
	}
	return 0, fmt.Errorf("%q is not a move: want two neighboring dots from a1 to %c%d, like a1-b1",
		text, 'a'+g.Width(), g.Height()+1)
}

// between returns the edge between two dots, if they are neighbors on the largest board.
func between(column, row, toColumn, toRow int) (Edge, bool) {
	if column < 0 || row < 0 || toColumn > MaxSize || toRow > MaxSize {
		return 0, false
	}
	switch {
	case toRow == row && toColumn == column+1:
		return Edge(stride*row + right + column), true
	case toRow == row+1 && toColumn == column:
		return Edge(stride*row + up + column), true
	}
	return 0, false
}

// has reports whether e is on the board.
func (g Game) has(e Edge) bool { return e < 64 && g.edges()>>e&1 != 0 }

// NumActions returns the number of edges, w(h+1) + h(w+1) for w columns and h rows of boxes: 24 for
// 3x3.
func (g Game) NumActions() int { return bits.OnesCount64(g.edges()) }

// ActionIndex returns the number of an edge in the order of AppendActions.
func (g Game) ActionIndex(e Edge) int { return bits.OnesCount64(g.edges() & (1<<(e&63) - 1)) }
