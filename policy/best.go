package policy

import (
	"math"

	"github.com/banyan-go/banyan/rng"
)

// Best finds the highest of several scores, a random one among ties, in one pass. It is for games
// that choose by scores themselves (mcts.ScorePlayouter).
//
//	best := policy.NewBest(r)
//	for ... { // the legal actions
//		best.Add(index, scores[player][index])
//	}
//	play(best.Index)
type Best struct {
	Index int32 // of the highest score so far

	score float32
	ties  int
	rand  *rng.Rand
}

// NewBest returns a Best without scores. It draws from r for ties only.
func NewBest(r *rng.Rand) Best { return Best{score: float32(math.Inf(-1)), rand: r} }

// Add shows the score of index, which is a number.
func (b *Best) Add(index int32, score float32) {
	if score >= b.score { // rarely, so the rest can be a call
		b.take(index, score)
	}
}

//go:noinline
func (b *Best) take(index int32, score float32) {
	if score > b.score {
		b.ties, b.score = 0, score
	}
	if b.ties++; b.ties == 1 || b.rand.IntN(b.ties) == 0 {
		b.Index = index
	}
}
