package magic

// Cards returns the number of cards that a player has in all zones.
func Cards(g Game, s *State, player int) int {
	return s.Library(player) + s.Hand(player) + s.Lands(player) + s.Creatures(player) + g.dead(s, player).size()
}

// HandLands returns the number of lands that a player holds.
func HandLands(s *State, player int) int { return int(s.handLands[player]) }
