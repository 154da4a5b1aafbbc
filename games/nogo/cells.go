package nogo

// AppendCells appends the points column by column, each from row 1 on, without the hollow ones: 0 is empty, 1 Black, 2 White.
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
