package gomoku

import "math"

// The worth of an open line by the stones that it lacks, for the player to move and for its
// opponent, and the cost of a reply that is forced: a logistic regression on 5,500 positions of
// self-play, whose values are the mean of the result and of a search.
var (
	moverWorth    = [mostMissing + 1]float64{2: 0.35, 3: 0.15, 4: 0.064}
	opponentWorth = [mostMissing + 1]float64{2: 0.29, 3: 0.136, 4: 0.044}
)

const forcedReply = 0.7

// mostFours limits the stones that a search for a win by fours tries.
const mostFours = 200

// Evaluate writes the winning chances of both players.
//
// They are 1 for the player to move if it lacks one stone of a line, and otherwise 0 if the
// opponent can complete a line at two points. They are 1 as well if the player wins by fours, which
// are moves that leave the opponent one point to play, and the last one two. The search for such a
// win tries 200 moves.
//
// Otherwise the chances of the player to move are 1/(1+exp(-d)), where d is a sum over all lines
// with stones of one player alone, of as many points as it takes to win. A line of the player to
// move adds 0.35, 0.15 or 0.064 if it lacks two, three or four stones. A line of the opponent
// subtracts 0.29, 0.136 or 0.044, and another 0.7 is subtracted if the opponent can complete a
// line.
func (g Game) Evaluate(s *State, out []float64) {
	b, me := g.board(), int(s.plies&1)
	value := b.value(&s.stones[me], &s.stones[me^1])
	out[me], out[me^1] = value, 1-value
}

// value returns the winning chances of own, who is to move.
func (b *board) value(own, other *points) float64 {
	mine, its := b.openLines(own, other), b.openLines(other, own)
	if mine.count[1] > 0 {
		return 1
	}
	must := its.completes.len()
	if must > 1 {
		return 0
	}
	if mine.count[2] > 0 {
		search := fourSearch{b: b, left: mostFours}
		if _, ok := search.wins(own, other, &mine.fours, &its.completes); ok {
			return 1
		}
	}
	ahead := -forcedReply * float64(must)
	for missing := 2; missing <= mostMissing; missing++ {
		ahead += moverWorth[missing] * float64(mine.count[missing])
		ahead -= opponentWorth[missing] * float64(its.count[missing])
	}
	return 1 / (1 + math.Exp(-ahead))
}
