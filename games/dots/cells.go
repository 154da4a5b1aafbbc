package dots

// AppendCells appends the edges in the order of AppendActions, 0 free and 1 drawn, and then how many boxes each player
// owns. It is not recorded who owns which box.
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
