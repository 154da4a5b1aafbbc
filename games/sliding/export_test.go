package sliding

// Position returns the state with these tiles, row by row from the upper left corner, and 0 for the
// gap, with all plies of the game left.
func (g Game) Position(tiles []int) State {
	s := State{left: uint16(g.Limit())}
	for place, tile := range tiles {
		s.tiles |= uint64(tile) << (4 * place)
		if tile == 0 {
			s.gap = uint8(place)
		}
	}
	return s
}

// Tiles returns the tiles of a state, row by row.
func (g Game) Tiles(s *State) (tiles []int) {
	for place := range g.places() {
		tiles = append(tiles, s.tile(place))
	}
	return tiles
}
