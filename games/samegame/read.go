package samegame

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// Read reads boards, each of which is the start of a game. A line is a row of a board, the highest
// row first: a number from 0 to 4 for the color of each block, and -1 for an empty place, with
// blanks between them. A blank line ends a board. All rows of a board are equally long, no block is
// above an empty place, and no column is on the right of an empty one.
func Read(r io.Reader) ([]Game, error) {
	var games []Game
	var rows [][]int
	lines := bufio.NewScanner(r)
	number := 0
	finish := func() error {
		if len(rows) == 0 {
			return nil
		}
		g, err := board(rows)
		if err != nil {
			return fmt.Errorf("samegame: the board that ends before line %d: %w", number, err)
		}
		games, rows = append(games, g), nil
		return nil
	}
	for lines.Scan() {
		number++
		row, err := readRow(lines.Text())
		switch {
		case err != nil:
			return nil, fmt.Errorf("samegame: line %d: %w", number, err)
		case len(row) > 0:
			rows = append(rows, row)
		default:
			if err := finish(); err != nil {
				return nil, err
			}
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("samegame: line %d: %w", number+1, err)
	}
	number++
	return games, finish()
}

// readRow reads the numbers of a line.
func readRow(line string) (row []int, err error) {
	for word := range strings.FieldsSeq(line) {
		color := strings.Index("01234", word)
		if len(word) != 1 || color < 0 {
			if word != "-1" {
				return nil, fmt.Errorf("%q, want a color from 0 to 4, or -1 for an empty place", word)
			}
			color = -1
		}
		row = append(row, color)
	}
	return row, nil
}

// board returns the game with a board whose rows come from above.
func board(rows [][]int) (Game, error) {
	width, height := len(rows[0]), len(rows)
	if width > MaxSize || height > MaxSize {
		return Game{}, fmt.Errorf("it has %d columns and %d rows, want at most %d", width, height, MaxSize)
	}
	s := new(State)
	for i := range rows {
		row := rows[height-1-i]
		if len(row) != width {
			return Game{}, fmt.Errorf("a row has %d places and another one %d", len(row), width)
		}
		for x, color := range row {
			switch {
			case color < 0:
				continue
			case i > 0 && s.columns[x][i-1] == 0:
				return Game{}, fmt.Errorf("the block at %v is above an empty place", cell(x, i))
			case x > 0 && s.columns[x-1][0] == 0:
				return Game{}, fmt.Errorf("the block at %v is on the right of an empty column", cell(x, i))
			}
			s.put(x, i, color)
		}
	}
	return Game{narrower: uint8(MaxSize - width), lower: uint8(MaxSize - height), given: s}, nil
}
