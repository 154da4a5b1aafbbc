package similarity

// symbols is the number of different symbols.
const symbols = 256

// Sample counts the symbols in positions of a game, and who puts them there, for an [Encoder]. The
// zero Sample is empty.
type Sample struct {
	Cells     int             // greatest number of cells of a position
	Positions int             // number of positions
	Counts    [symbols]uint64 // by symbol, over all cells of all positions
	Order     []uint8         // the symbols in the order of their first appearance

	// Writes counts, by player and symbol, the cells that actions of the player change to the
	// symbol. It ends with the last player that acts.
	Writes [][symbols]uint64
}

// Add counts the cells of a position. It does not modify or retain them.
func (s *Sample) Add(cells []uint8) {
	s.Cells = max(s.Cells, len(cells))
	s.Positions++
	for _, symbol := range cells {
		if s.Counts[symbol] == 0 {
			s.Order = append(s.Order, symbol)
		}
		s.Counts[symbol]++
	}
}

// AddAction counts the cells that an action of a player changes. before and after are the cells of
// the positions around it, equally many; AddAction does not modify or retain them. Add counts the
// positions themselves.
func (s *Sample) AddAction(player int, before, after []uint8) {
	for len(s.Writes) <= player {
		s.Writes = append(s.Writes, [symbols]uint64{})
	}
	for cell, symbol := range after {
		if before[cell] != symbol {
			s.Writes[player][symbol]++
		}
	}
}

// bound returns one more than the greatest symbol in the sample.
func (s *Sample) bound() int {
	bound := 0
	for _, symbol := range s.Order {
		bound = max(bound, int(symbol)+1)
	}
	return bound
}
