package gametest_test

import "github.com/banyan-go/banyan/rng"

// rooks is a game in which random games hardly come back to a position. Each of two players moves a
// rook up to 16 squares across or up. Nothing stands in the way of a rook. The player that reaches
// the edge of the board wins. One more rule remembers something of the past. The hash is correct
// unless it forgets that.
type rooks struct {
	rule    rule
	forgets bool // in the hash
}

type rule string

const (
	nothing    rule = "nothing"    // is remembered
	limit      rule = "limit"      // a game of 16 plies is a draw
	repetition rule = "repetition" // a position that occurs for the third time is a draw
	castling   rule = "castling"   // a rook that has never left its column may stay where it is
	ko         rule = "ko"         // the square that the other rook has just left is taboo
	score      rule = "score"      // the game is won by points, which every third square brings
)

// The sides of the board, and how far a rook moves.
const (
	rookBoard = 64
	rookReach = 16
	rookPlies = 16 // the limit
)

// rooksState is a position. What the rule does not need stays zero.
type rooksState struct {
	at     [2]rookSquare
	mover  int
	memory [2]int   // the plies, the rooks that have left their columns, the square, or the points
	past   [][3]int // all positions: two squares and the player to move
}

// rookSquare is a square, row by row, and the action to move there.
type rookSquare int

func (a rookSquare) isEdge() bool {
	x, y := a%rookBoard, a/rookBoard
	return min(x, y) == 0 || max(x, y) == rookBoard-1
}

func (rooks) Start() rooksState {
	const middle = rookBoard * rookBoard / 2
	return rooksState{at: [2]rookSquare{middle + rookBoard/2, middle + rookBoard/3}}
}

func (rooks) NumPlayers() int { return 2 }

func (rooks) ToMove(s *rooksState) int { return s.mover }

func (rooks) Copy(dst, src *rooksState) {
	past := append(dst.past[:0], src.past...)
	*dst = *src
	dst.past = past
}

func (g rooks) AppendActions(dst []rookSquare, s *rooksState) []rookSquare {
	if s.at[1-s.mover].isEdge() || s.repeated() == 3 || g.rule == limit && s.memory[0] == rookPlies {
		return dst
	}
	from := s.at[s.mover]
	add := func(a rookSquare) {
		if g.rule != ko || int(a) != s.memory[0] {
			dst = append(dst, a)
		}
	}
	for d := -rookReach; d <= rookReach; d++ {
		if x := int(from%rookBoard) + d; d != 0 && x >= 0 && x < rookBoard {
			add(from + rookSquare(d))
		}
		if y := int(from/rookBoard) + d; d != 0 && y >= 0 && y < rookBoard {
			add(from + rookSquare(d*rookBoard))
		}
	}
	if g.rule == castling && s.memory[s.mover] == 0 {
		add(from)
	}
	return dst
}

func (g rooks) Apply(s *rooksState, a rookSquare) {
	from := s.at[s.mover]
	s.at[s.mover] = a
	switch {
	case g.rule == limit:
		s.memory[0]++
	case g.rule == castling && a%rookBoard != from%rookBoard:
		s.memory[s.mover] = 1
	case g.rule == ko:
		s.memory[0] = int(from)
	case g.rule == score && a%3 == 0:
		s.memory[s.mover]++
	}
	s.mover = 1 - s.mover
	if g.rule == repetition {
		s.past = append(s.past, s.position())
	}
}

func (s *rooksState) position() [3]int { return [3]int{int(s.at[0]), int(s.at[1]), s.mover} }

// repeated returns how often the position has occurred, if that matters.
func (s *rooksState) repeated() (n int) {
	for _, p := range s.past {
		if p == s.position() {
			n++
		}
	}
	return n
}

func (g rooks) Returns(s *rooksState, out []float64) {
	winner := 1 - s.mover
	if g.rule == score && s.memory[winner] < s.memory[1-winner] {
		winner = s.mover
	}
	out[winner], out[1-winner] = 1, 0
	if !s.at[1-s.mover].isEdge() {
		out[0], out[1] = 0.5, 0.5
	}
}

func (g rooks) Hash(s *rooksState) uint64 {
	h := hashOf(s.position())
	if !g.forgets {
		h = rng.Mix(rng.Mix(h+uint64(s.memory[0])) + uint64(s.memory[1]))
		for _, p := range s.past { // in any order
			h += hashOf(p)
		}
	}
	return h
}

func hashOf(numbers [3]int) (h uint64) {
	for _, n := range numbers {
		h = rng.Mix(h + uint64(n) + 1)
	}
	return h
}
