package twenty48_test

import (
	"github.com/banyan-go/banyan/games/twenty48"
)

// naive is a board of numbers by column and row, which implements the rules again, without shared
// code.
type naive [4][4]int

// line returns the places of the cells of one line, from the edge to which tiles slide.
func line(a twenty48.Action, n int) (places [4][2]int) {
	for i := range places {
		switch a {
		case twenty48.Up:
			places[i] = [2]int{n, 3 - i}
		case twenty48.Down:
			places[i] = [2]int{n, i}
		case twenty48.Left:
			places[i] = [2]int{i, n}
		case twenty48.Right:
			places[i] = [2]int{3 - i, n}
		}
	}
	return places
}

// slide returns the board after a direction, and the points.
func (b naive) slide(a twenty48.Action) (after naive, points int) {
	for n := range 4 {
		var tiles []int
		places := line(a, n)
		for _, p := range places {
			if tile := b[p[0]][p[1]]; tile > 0 {
				tiles = append(tiles, tile)
			}
		}
		for i := 0; i+1 < len(tiles); i++ {
			if tiles[i] == tiles[i+1] && tiles[i] < twenty48.MaxTile {
				tiles[i] *= 2
				points += tiles[i]
				tiles = append(tiles[:i+1], tiles[i+2:]...)
			}
		}
		for i, tile := range tiles {
			after[places[i][0]][places[i][1]] = tile
		}
	}
	return after, points
}

// actions returns the directions that change the board.
func (b naive) actions() (legal []twenty48.Action) {
	for _, a := range []twenty48.Action{twenty48.Up, twenty48.Down, twenty48.Left, twenty48.Right} {
		if after, _ := b.slide(a); after != b {
			legal = append(legal, a)
		}
	}
	return legal
}

// boardOf returns the tiles of a state.
func boardOf(s *twenty48.State) (b naive) {
	for column := range b {
		for row := range b[column] {
			b[column][row] = s.Tile(column, row)
		}
	}
	return b
}
