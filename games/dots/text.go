package dots

import (
	"errors"
	"fmt"
	"strings"
)

// PlayerName returns "Red", "Blue", "Green" or "Yellow".
func (Game) PlayerName(player int) string {
	return [MaxPlayers]string{"Red", "Blue", "Green", "Yellow"}[player&3]
}

// Text draws the board, with o for dots, lines for edges and # for completed boxes, and the highest
// row at the top. It says how many boxes each player has, and which player is to move or has won.
func (g Game) Text(s *State) string {
	var text strings.Builder
	for row := g.Height(); row >= 0; row-- {
		if row < g.Height() {
			fmt.Fprintln(&text, strings.TrimRight(g.upwards(s, row), " "))
		}
		fmt.Fprintf(&text, "%d%s\n", row+1, g.along(s, row))
	}
	text.WriteByte(' ')
	for column := range g.Width() + 1 {
		fmt.Fprintf(&text, " %c  ", 'a'+column)
	}
	return strings.TrimRight(text.String(), " ") + "\n" + g.standing(s) + "; " + g.status(s) + "\n"
}

// along draws a row of dots and its edges.
func (g Game) along(s *State, row int) string {
	line := " o"
	for column := range g.Width() {
		line += pick(s.drawn, stride*row+right+column, "---", "   ") + "o"
	}
	return line
}

// upwards draws the edges from a row of dots to the one above, and the boxes between.
func (g Game) upwards(s *State, row int) string {
	line := " "
	for column := range g.Width() + 1 {
		line += " " + pick(s.drawn, stride*row+up+column, "|", " ") +
			pick(g.completed(s.drawn), stride*row+column, " #", "  ")
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

// standing says how many boxes each player has.
func (g Game) standing(s *State) string {
	parts := make([]string, g.NumPlayers())
	for player := range parts {
		parts[player] = fmt.Sprint(g.PlayerName(player), " ", s.boxes[player])
	}
	return strings.Join(parts, ", ")
}

// status says which player is to move or has won.
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

// Legal returns nil if e may be drawn at s, and otherwise an error that says why not.
func (g Game) Legal(s *State, e Edge) error {
	switch {
	case s.drawn == g.edges():
		return errors.New("the game is over: all edges are drawn")
	case !g.has(e):
		return fmt.Errorf("%v leaves the board: want dots from a1 to %c%d", e, 'a'+g.Width(), g.Height()+1)
	case s.drawn>>e&1 != 0:
		return fmt.Errorf("%v is already drawn", e)
	}
	return nil
}
