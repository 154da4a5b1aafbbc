package gametest_test

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/rng"
)

// pebbles is a small correct game with all optional interfaces of sequential games. Two players
// take turns and take one, two or three pebbles. When an even number is left, chance takes one or
// none. The player that takes the last pebble wins, but if no player ever took three at once, the
// game is a draw.
type pebbles struct{}

type heap struct {
	left   int
	mover  int
	nature bool
	counts []uint8 // how many times each number was taken
}

type take int

func (a take) String() string { return strconv.Itoa(int(a)) }

func (pebbles) Start() heap { return heap{left: 13, counts: make([]uint8, 4)} }

func (pebbles) NumPlayers() int { return 2 }

func (pebbles) ToMove(s *heap) int {
	if s.nature {
		return game.Chance
	}
	return s.mover
}

func (pebbles) AppendActions(dst []take, s *heap) []take {
	for a := take(1); a <= 3 && int(a) <= s.left; a++ {
		dst = append(dst, a)
	}
	return dst
}

func (pebbles) AppendOutcomes(dst []game.Outcome[take], _ *heap) []game.Outcome[take] {
	return append(dst, game.Outcome[take]{Action: 0, Prob: 0.25}, game.Outcome[take]{Action: 1, Prob: 0.75})
}

func (pebbles) Apply(s *heap, a take) {
	s.left -= int(a)
	s.counts[a]++
	if s.nature {
		s.nature = false
		return
	}
	s.mover = 1 - s.mover
	s.nature = s.left > 0 && s.left%2 == 0
}

func (pebbles) Returns(s *heap, out []float64) {
	out[0], out[1] = 0.5, 0.5
	if s.counts[3] > 0 {
		out[1-s.mover], out[s.mover] = 1, 0
	}
}

func (pebbles) Copy(dst, src *heap) {
	counts := append(dst.counts[:0], src.counts...)
	*dst = *src
	dst.counts = counts
}

// WinningAction takes the last pebbles.
func (pebbles) WinningAction(s *heap) (take, bool) {
	a := take(s.left)
	return a, a > 0 && a <= 3 && (a == 3 || s.counts[3] > 0)
}

func (pebbles) NumActions() int { return 3 }

func (pebbles) ActionIndex(a take) int { return int(a) - 1 }

func (pebbles) Hash(s *heap) uint64 {
	h := uint64(s.left)<<8 | uint64(s.mover)
	if s.nature {
		h |= 1 << 6
	}
	for _, n := range s.counts {
		h = h*1_000_003 + uint64(n)
	}
	return h
}

func (g pebbles) RandomAction(s *heap, r *rng.Rand) (take, bool) {
	switch {
	case s.left == 0:
		return 0, false
	case s.nature && r.Float64() < 0.25:
		return 0, true
	case s.nature:
		return 1, true
	}
	return take(1 + r.IntN(min(3, s.left))), true
}

func (g pebbles) Playout(s *heap, r *rng.Rand, out []float64) {
	for {
		a, ok := g.RandomAction(s, r)
		if !ok {
			g.Returns(s, out)
			return
		}
		g.Apply(s, a)
	}
}

func (pebbles) AppendCells(dst []uint8, s *heap) []uint8 { return append(dst, uint8(s.left)) }

// Turn counts two plies as one turn.
func (pebbles) Turn(s *heap) int {
	plies := 0
	for _, n := range s.counts {
		plies += int(n)
	}
	return plies / 2
}

func (pebbles) Evaluate(_ *heap, out []float64) { out[0], out[1] = 0.5, 0.5 }

// Weigh prefers to leave a multiple of four.
func (pebbles) Weigh(s *heap, actions []take, weights []float32) {
	for i, a := range actions {
		weights[i] = 1
		if (s.left-int(a))%4 == 0 {
			weights[i] = 3
		}
	}
}

func (pebbles) Text(s *heap) string { return fmt.Sprintf("%d left\n", s.left) }

func (pebbles) PlayerName(player int) string { return []string{"Ann", "Bob"}[player] }

func (pebbles) Parse(text string) (take, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > 3 {
		return 0, fmt.Errorf("pebbles: Parse(%q): want 1, 2 or 3", text)
	}
	return take(n), nil
}

func (pebbles) Legal(s *heap, a take) error {
	if s.nature || a < 1 || a > 3 || int(a) > s.left {
		return errors.New("pebbles: that many may not be taken")
	}
	return nil
}
