package connect4

// centreWeights are the weights of columns by the distance from the middle of the board, in halves
// of a column.
var centreWeights = [maxWidth]float32{1, 0.87, 0.75, 0.62, 0.5, 0.42, 0.35, 0.3}

// The factors of columns that decide the game.
const (
	winWeight   = 50
	blockWeight = 10 // of a square where the opponent would win
)

// Weigh prefers the middle: from the centre of the usual board outwards, the columns have the
// weights 1, 0.75, 0.5 and 0.35. A column that wins counts 50 times as much, and one where the
// opponent would win, 10 times.
func (g Game) Weigh(s *State, actions []Drop, weights []float32) {
	free := (s.discs + g.bottoms()) & g.full() // the square where the next disc of each column lands
	wins, losses := completing(s.own)&free, completing(s.own^s.discs)&free
	for i, a := range actions {
		distance := 2*int(a) - g.Width() + 1
		weights[i] = centreWeights[max(distance, -distance)]
		switch column := uint64(0xff) << (a * columnBits & 63); {
		case wins&column != 0:
			weights[i] *= winWeight
		case losses&column != 0:
			weights[i] *= blockWeight
		}
	}
}
