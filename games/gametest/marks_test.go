package gametest_test

import (
	"fmt"
	"math/bits"

	"github.com/banyan-go/banyan/rng"
)

// marks is a game in which two players mark 20 of 40 squares in a row, so that random games seldom
// meet the same squares twice. A square to the left of a marked one is good. One rule makes the
// order of the marks matter. The hash is correct unless it forgets what the rule remembers.
type marks struct {
	rule    rule
	forgets bool // in the hash
}

const (
	again rule = "again" // the player of a good square moves again; the mover at the end wins
	goods rule = "goods" // the player of more good squares wins
	paid  rule = "paid"  // a good square gives 1 at once; the state shows the total, without effect
	taboo rule = "taboo" // a square next to the one that was marked last is taboo
)

const (
	squares   = 40
	maxMarked = 20
)

type marksState struct {
	marked uint64
	mover  int
	good   [2]int
	last   int // the square marked last, counted from 1, for taboo; or the reward, for paid
}

type square int

func (marks) Start() marksState { return marksState{} }

func (marks) NumPlayers() int { return 2 }

func (marks) ToMove(s *marksState) int { return s.mover }

func (g marks) AppendActions(dst []square, s *marksState) []square {
	if bits.OnesCount64(s.marked) == maxMarked {
		return dst
	}
	for a := range square(squares) {
		near := g.rule == taboo && s.last > 0 && (int(a) == s.last-2 || int(a) == s.last)
		if s.marked>>a&1 == 0 && !near {
			dst = append(dst, a)
		}
	}
	return dst
}

func (g marks) Apply(s *marksState, a square) {
	good := int(s.marked >> (a + 1) & 1)
	s.marked |= 1 << a
	switch g.rule {
	case taboo:
		s.last = 1 + int(a)
	case paid:
		s.last = good
		if s.mover == 1 {
			s.last = -good
		}
		s.good[s.mover] += good
	case goods:
		s.good[s.mover] += good
	}
	if g.rule != again || good == 0 {
		s.mover = 1 - s.mover
	}
}

func (g marks) Returns(s *marksState, out []float64) {
	out[0], out[1] = 0.5, 0.5
	switch {
	case g.rule == paid:
		out[0], out[1] = 0, 0
	case g.rule == again || g.rule == goods && s.good[0] != s.good[1]:
		winner := s.mover
		if g.rule == goods {
			winner = 0
			if s.good[1] > s.good[0] {
				winner = 1
			}
		}
		out[winner], out[1-winner] = 1, 0
	}
}

// payingMarks is marks with rewards.
type payingMarks struct{ marks }

func (payingMarks) Rewards(s *marksState, out []float64) {
	out[0], out[1] = float64(s.last), -float64(s.last)
}

// Text shows what was paid.
func (marks) Text(s *marksState) string {
	return fmt.Sprintf("%040b, good squares %v, %d\n", s.marked, s.good, s.last)
}

func (g marks) Hash(s *marksState) uint64 {
	t := *s
	switch {
	case g.rule == paid:
		t.good, t.last = [2]int{}, 0
	case g.forgets && g.rule == again:
		t.mover = 0
	case g.forgets && g.rule == goods:
		t.good = [2]int{}
	case g.forgets && g.rule == taboo:
		t.last = 0
	}
	return rng.Mix(rng.Mix(t.marked+1) + uint64(t.mover)<<32 + uint64(t.good[0])<<16 + uint64(t.good[1])<<8 + uint64(t.last))
}
