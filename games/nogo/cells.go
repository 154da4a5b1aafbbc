package nogo

// AppendCells appends the points that are not hollow, column by column, each from the lowest row
// up: 0 for an empty point, 1 for Black and 2 for White.
func (g Game) AppendCells(dst []uint8, s *State) []uint8 {
	b := g.board()
	for x := range b.width {
		for y := range b.height {
			p := At(x, y)
			if b.playable.has(p) {
				dst = append(dst, uint8(s.stones[0][p>>6]>>(p&63)&1|s.stones[1][p>>6]>>(p&63)&1<<1))
			}
		}
	}
	return dst
}
