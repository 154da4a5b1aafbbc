package nogo

// State is a position: the stones on the board and the player to move. States are copied by
// assignment and compared by ==. The zero State is the empty board with Black to move.
type State struct {
	stones [2]points // by player
	player uint8     // to move
}

// Stone returns the player whose stone is on p. It reports false if p has no stone.
func (s *State) Stone(p Point) (player int, ok bool) {
	switch {
	case p >= stride*MaxSize:
		return 0, false
	case s.stones[0].has(p):
		return 0, true
	case s.stones[1].has(p):
		return 1, true
	}
	return 0, false
}

// points is a set: bit p%64 of word p/64 is Point p.
type points [(stride*MaxSize + 63) / 64]uint64

func (set *points) has(p Point) bool { return set[p>>6]>>(p&63)&1 != 0 }
func (set *points) add(p Point)      { set[p>>6] |= 1 << (p & 63) }
func (set *points) remove(p Point)   { set[p>>6] &^= 1 << (p & 63) }
