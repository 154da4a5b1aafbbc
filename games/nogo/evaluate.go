package nogo

import (
	"math"
	"math/bits"
)

// A player that is ahead by scale points is expected to win 73 games in 100. The number is
// plausible, not tuned.
const scale = 2

// Evaluate writes the winning chances of both players, 1/(1+exp(-d/2)), where d is the difference
// between the numbers of points where each of them may place a stone. Points where both may cancel
// out; what counts are those that only one of them can still take.
func (g Game) Evaluate(s *State, out []float64) {
	turned := *s
	turned.player ^= 1
	ahead := g.board().mobility(s) - g.board().mobility(&turned)
	me := s.player & 1
	out[me] = 1 / (1 + math.Exp(-float64(ahead)/scale))
	out[me^1] = 1 - out[me]
}

// mobility returns the number of points where the player to move may place a stone.
func (b *board) mobility(s *State) (n int) {
	legal := b.legal(s)
	for _, word := range legal[:b.words] {
		n += bits.OnesCount64(word)
	}
	return n
}
