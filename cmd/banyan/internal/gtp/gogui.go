package gtp

import (
	"strconv"
	"strings"
)

// GoGui shows and referees games other than Go with an engine that knows these commands: chapter
// "Rules" of its manual.
func (e *engine[S, A]) goguiCommands() []command {
	return []command{
		{name: "gogui-rules_game_id", run: answer(e.board.id)},
		{name: "gogui-rules_board", run: e.rulesBoard},
		{name: "gogui-rules_board_size", run: func([]string) (string, error) { return strconv.Itoa(e.side()), nil }},
		{name: "gogui-rules_board_gfx", run: e.rulesGraphics},
		{name: "gogui-rules_legal_moves", run: func([]string) (string, error) { return strings.Join(e.playable(), " "), nil }},
		{name: "gogui-rules_side_to_move", run: func([]string) (string, error) { return strings.ToLower(e.mover().String()), nil }},
		{name: "gogui-rules_final_result", run: e.rulesResult},
		{name: "gogui-analyze_commands", run: answer(e.analyzeCommands())},
		{name: "banyan-gfx", usage: "[SIMULATIONS]", run: e.graphics},
		{name: "banyan-pv", usage: "[SIMULATIONS]", run: e.variationOf},
	}
}

// side is the length of a side of GoGui's board, which is a square.
func (e *engine[S, A]) side() int { return max(e.board.width, e.board.height) }

// rulesBoard draws the stones, the highest row first: X is Black and O is White. GoGui reads a
// symbol for each point of its square board. Holes and points beyond the board are empty.
func (e *engine[S, A]) rulesBoard([]string) (string, error) {
	var rows []string
	for y := e.side() - 1; y >= 0; y-- {
		row := make([]string, e.side())
		for x := range row {
			row[x] = "."
			if !e.board.includes(x, y) {
				continue
			}
			if player := e.board.owner(&e.state, x, y); player != nobody {
				row[x] = [...]string{black: "X", white: "O"}[e.board.colour(player)]
			}
		}
		rows = append(rows, strings.Join(row, " "))
	}
	return strings.Join(rows, "\n"), nil
}

// rulesGraphics paints the points that are not on the board, and marks the origin of a move that is
// under way.
func (e *engine[S, A]) rulesGraphics([]string) (string, error) {
	text := ""
	for x := range e.side() {
		for y := range e.side() {
			if !e.board.includes(x, y) {
				text += " " + pointVertex(x, y)
			}
		}
	}
	if text != "" {
		text = "COLOR gray" + text + "\n"
	}
	if e.step.origin != "" {
		text += "SQUARE " + e.step.origin
	}
	return text, nil
}

func (e *engine[S, A]) rulesResult([]string) (string, error) {
	who, drawn, err := e.winner()
	switch {
	case err != nil:
		return "", err
	case drawn:
		return "Draw", nil
	}
	return who.String() + " wins", nil
}
