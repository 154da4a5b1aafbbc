package main

import (
	"errors"
	"fmt"
	"strings"
)

// GoGui shows and referees games other than Go with an engine that knows these commands: chapter
// "Rules" of its manual.
func (e *engine[S, A]) goguiCommands() []command {
	return []command{
		{"gogui-rules_game_id", "", answer(e.board.id())},
		{"gogui-rules_board", "", e.rulesBoard},
		{"gogui-rules_board_size", "", e.rulesBoardSize},
		{"gogui-rules_legal_moves", "", e.rulesLegalMoves},
		{"gogui-rules_side_to_move", "", func([]string) (string, error) {
			return strings.ToLower(e.mover().String()), nil
		}},
		{"gogui-rules_final_result", "", e.rulesFinalResult},
	}
}

// goguiSize is the length of a side of GoGui's board, which is a square.
func (e *engine[S, A]) goguiSize() int {
	width, height := e.board.size()
	return max(width, height)
}

func (e *engine[S, A]) rulesBoardSize([]string) (string, error) {
	return fmt.Sprint(e.goguiSize()), nil
}

// rulesBoard draws the stones, the highest row first: X is Black and O is White. GoGui reads
// goguiSize symbols in each of goguiSize rows. Points beyond the board and holes are empty.
func (e *engine[S, A]) rulesBoard([]string) (string, error) {
	width, height := e.board.size()
	size := e.goguiSize()
	var rows []string
	for y := size - 1; y >= 0; y-- {
		row := make([]string, size)
		for x := range row {
			row[x] = "."
			if x >= width || y >= height {
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

// rulesLegalMoves lists the vertices of the legal moves. The list is empty at the end of the game,
// by which GoGui recognizes it.
func (e *engine[S, A]) rulesLegalMoves([]string) (string, error) {
	var words []string
	for _, a := range e.board.AppendActions(nil, &e.state) {
		words = append(words, e.board.vertex(&e.state, a))
	}
	return strings.Join(words, " "), nil
}

func (e *engine[S, A]) rulesFinalResult([]string) (string, error) {
	returns, over := e.returns()
	switch {
	case !over:
		return "", errors.New("the game is not over")
	case returns[0] == returns[1]:
		return "Draw", nil
	case returns[0] > returns[1]:
		return e.board.colour(0).String() + " wins", nil
	}
	return e.board.colour(1).String() + " wins", nil
}
