package gomoku

import "math"

// A line without stones of the opponent is worth 1, 4, 16, ... for one stone, two stones, and so
// on. The numbers are plausible, not tuned. Those of a logistic regression on games of a search are
// no better in matches.
const scale = 32 // a player that is ahead by scale is expected to win 73 games in 100

// mostFours limits the stones that a search for a win by fours tries.
const mostFours = 200

// Evaluate writes the winning chances of both players.
//
// They are 1 for the player to move if it lacks one stone of a line, and otherwise 0 if the
// opponent can complete a line at two points. They are 1 as well if the player wins by fours, which
// are moves that leave the opponent one point to play, and the last one two. The search for such a
// win tries 200 moves.
//
// Otherwise the chances of the player to move are 1/(1+exp(-d/32)), where d is the difference
// between the sums of both players. The sum of a player is that of 4^(n-1) over all lines with n>0
// of its stones and none of the opponent. A line has as many points as it takes to win, and those
// that lack more than four stones do not count. The sum of the player to move counts twice, because
// it adds the next stone.
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
	ahead, worth := 0.0, 1.0
	for n := 1; n < b.length; n++ {
		if missing := b.length - n; missing <= mostMissing {
			ahead += worth * float64(2*mine.count[missing]-its.count[missing])
		}
		worth *= 4
	}
	return 1 / (1 + math.Exp(-ahead/scale))
}
