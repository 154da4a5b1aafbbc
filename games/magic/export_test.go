package magic

// Cards returns how many cards of a player there are in all zones.
func Cards(g Game, s *State, player int) int {
	return s.Library(player) + s.Hand(player) + s.Lands(player) + s.Creatures(player) + g.dead(s, player).size()
}

// HandLands returns how many lands a player holds.
func HandLands(s *State, player int) int { return int(s.handLands[player]) }
