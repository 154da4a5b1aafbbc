package twenty48

import "math/bits"

// Position returns the state with these tiles, by column and row, and the player to move.
func Position(tiles [4][4]int) State { return PositionDue(tiles, 0) }

// PositionDue returns the state with these tiles, after which chance has to place a number of
// tiles.
func PositionDue(tiles [4][4]int, due uint8) State {
	s := State{due: due}
	for column := range tiles {
		for row, tile := range tiles[column] {
			if tile > 0 {
				s.board |= uint64(bits.TrailingZeros(uint(tile))) << (4 * (side*row + column))
			}
		}
	}
	return s
}
