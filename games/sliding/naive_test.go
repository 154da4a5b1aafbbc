package sliding_test

import "slices"

// board is the tiles row by row, a byte each, and 0 for the gap. It implements the rules again,
// without shared code.
type board string

func boardOf(tiles []int) board {
	var b []byte
	for _, tile := range tiles {
		b = append(b, byte(tile))
	}
	return board(b)
}

func (b board) tiles() (tiles []int) {
	for i := range len(b) {
		tiles = append(tiles, int(b[i]))
	}
	return tiles
}

func (b board) size() int {
	if len(b) == 9 {
		return 3
	}
	return 4
}

// solved returns the goal.
func solved(size int) board {
	var b []byte
	for tile := 1; tile < size*size; tile++ {
		b = append(b, byte(tile))
	}
	return board(append(b, 0))
}

// find returns the column and the row of a tile.
func (b board) find(tile byte) (column, row int) {
	for i := range len(b) {
		if b[i] == tile {
			return i % b.size(), i / b.size()
		}
	}
	panic("there is no such tile")
}

// moves returns the tiles that may slide, sorted.
func (b board) moves() (tiles []int) {
	column, row := b.find(0)
	for i := range len(b) {
		across, down := i%b.size()-column, i/b.size()-row
		if across*across+down*down == 1 {
			tiles = append(tiles, int(b[i]))
		}
	}
	slices.Sort(tiles)
	return tiles
}

// play returns the board after a tile has changed places with the gap.
func (b board) play(tile int) board {
	next := []byte(b)
	for i := range next {
		switch b[i] {
		case 0:
			next[i] = byte(tile)
		case byte(tile):
			next[i] = 0
		}
	}
	return board(next)
}

// distance returns the Manhattan distance to the goal.
func (b board) distance() (sum int) {
	for tile := byte(1); int(tile) < len(b); tile++ {
		column, row := b.find(tile)
		homeColumn, homeRow := solved(b.size()).find(tile)
		sum += max(column-homeColumn, homeColumn-column) + max(row-homeRow, homeRow-row)
	}
	return sum
}

// search returns all boards that can be reached from the goal in as many plies, each with the
// number of plies of a shortest way, and the boards by that number.
func search(size, plies int) (plyOf map[board]int, byPly [][]board) {
	plyOf = map[board]int{solved(size): 0}
	for front := []board{solved(size)}; len(front) > 0 && len(byPly) <= plies; {
		byPly = append(byPly, front)
		var next []board
		for _, b := range front {
			for _, tile := range b.moves() {
				after := b.play(tile)
				if _, known := plyOf[after]; !known {
					plyOf[after] = len(byPly)
					next = append(next, after)
				}
			}
		}
		front = next
	}
	return plyOf, byPly
}
