package dots

// AppendCells appends the edges in the order of AppendActions, 0 for a free edge and 1 for a drawn
// one, and then the number of boxes of each player.
func (g Game) AppendCells(dst []uint8, s *State) []uint8 {
	for edges := g.edges(); edges != 0; edges &= edges - 1 {
		drawn := uint8(0)
		if s.drawn&edges&-edges != 0 {
			drawn = 1
		}
		dst = append(dst, drawn)
	}
	return append(dst, s.boxes[:g.NumPlayers()]...)
}
