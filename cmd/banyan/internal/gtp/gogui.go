package gtp

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/banyan-go/banyan/mcts"
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
		{name: "banyan-gfx", usage: "[SIMULATIONS]", run: e.found(func(r mcts.Result[A]) (string, error) { return e.draw(r), nil })},
		{name: "banyan-pv", usage: "[SIMULATIONS]", run: e.found(func(r mcts.Result[A]) (string, error) {
			return strings.Join(e.vertices(r.PV), " "), nil
		})},
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
				row[x] = [...]string{black: "X", white: "O"}[e.board.color(player)]
			}
		}
		rows = append(rows, strings.Join(row, " "))
	}
	return strings.Join(rows, "\n"), nil
}

// rulesGraphics paints the points that are not on the board, and marks the origin of a move that is
// in progress.
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

// analyzeCommands returns the entries of a menu in GoGui: type, label and command. See chapter
// "Analyze Commands" of its manual.
func (e *engine[S, A]) analyzeCommands() string {
	variation := "var" // stones of alternating colors
	if e.board.moves {
		variation = "string"
	}
	return `string/Final Score/final_score
string/Best Move/reg_genmove %m
` + variation + `/Principal Variation/banyan-pv
gfx/Search/banyan-gfx
gfx/Search (Simulations)/banyan-gfx %s
hstring/Board/showboard
hstring/Statistics/banyan-analyze
hstring/Statistics (Simulations)/banyan-analyze %s`
}

// draw returns what a search found as graphics of GoGui. Each point that was tried has its share of
// the visits in percent and a square, black and large if Black wins there. Of a move from square to
// square only the chosen one is shown: its origin has a square and its target a triangle.
func (e *engine[S, A]) draw(r mcts.Result[A]) string {
	var lines []string
	if e.board.moves {
		from, to, two := strings.Cut(strings.ToUpper(e.board.vertex(&e.state, r.Action)), "-")
		if two {
			lines = append(lines, "SQUARE "+from, "TRIANGLE "+to)
		}
	} else {
		labels, values, total := "", "", visits(r)
		for _, c := range r.Children {
			if vertex := e.board.vertex(&e.state, c.Action); c.Visits > 0 && vertex != pass {
				labels += fmt.Sprintf(" %s %d", vertex, 100*c.Visits/total)
				values += fmt.Sprintf(" %s %.2f", vertex, 2*e.forBlack(c.Mean)-1)
			}
		}
		if labels != "" {
			lines = append(lines, "INFLUENCE"+values, "LABEL"+labels)
		}
	}
	value := 0.0
	if len(r.Values) > 0 {
		value = e.forBlack(r.Values[e.board.ToMove(&e.state)])
	}
	lines = append(lines, fmt.Sprintf("TEXT %d simulations, Black %.0f%%: %s", r.Simulations, 100*value, strings.Join(e.vertices(r.PV), " ")))
	return strings.Join(lines, "\n")
}

// visits returns the visits of all actions of the root.
func visits[A any](r mcts.Result[A]) (sum int) {
	for _, c := range r.Children {
		sum += c.Visits
	}
	return sum
}

// forBlack converts a value for the player to move to Black's point of view. Values lie between 0
// and 1.
func (e *engine[S, A]) forBlack(value float64) float64 {
	if e.mover() == white {
		return 1 - value
	}
	return value
}

// live returns a watcher that draws the search on the standard error while it runs, with -gogui.
// See chapter "Live Graphics" of the manual of GoGui.
func (e *engine[S, A]) live() *watcher[A] {
	if !e.settings.gogui {
		return nil
	}
	return &watcher[A]{every: time.Second / 2, report: func(r mcts.Result[A]) {
		text := "gogui-gfx: CLEAR\n"
		if r.Stop == mcts.StopUnfinished {
			text = "gogui-gfx:\n" + e.draw(r) + "\n\n"
		}
		_, _ = io.WriteString(e.settings.errs, text) // graphics are no reason to end a game
	}}
}
