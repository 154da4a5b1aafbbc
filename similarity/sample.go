package similarity

// symbols is how many different symbols there may be.
const symbols = 256

// Sample is what an Encoder knows of the boards of a game: how often each symbol was seen, and in which order they first
// appeared. The zero Sample has seen none.
type Sample struct {
	Cells  int             // of a board, the most seen
	Boards int             // seen
	Counts [symbols]uint64 // by symbol, over all cells of all boards
	Order  []uint8         // the symbols seen, in the order of their first appearance
}

// Add counts the cells of a board, which it only reads.
func (s *Sample) Add(cells []uint8) {
	s.Cells = max(s.Cells, len(cells))
	s.Boards++
	for _, symbol := range cells {
		if s.Counts[symbol] == 0 {
			s.Order = append(s.Order, symbol)
		}
		s.Counts[symbol]++
	}
}

// most returns one more than the greatest symbol seen.
func (s *Sample) most() int {
	most := 0
	for _, symbol := range s.Order {
		most = max(most, int(symbol)+1)
	}
	return most
}
