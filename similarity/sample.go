package similarity

// symbols is the number of different symbols.
const symbols = 256

// Sample counts the symbols in positions of a game, for an [Encoder]. The zero Sample is empty.
type Sample struct {
	Cells     int             // greatest number of cells of a position
	Positions int             // number of positions
	Counts    [symbols]uint64 // by symbol, over all cells of all positions
	Order     []uint8         // the symbols in the order of their first appearance
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

// bound returns one more than the greatest symbol in the sample.
func (s *Sample) bound() int {
	bound := 0
	for _, symbol := range s.Order {
		bound = max(bound, int(symbol)+1)
	}
	return bound
}
