package gametest_test

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/rng"
)

// fingers is a small correct game with simultaneous and sequential moves. Both players show one,
// two or three fingers; a player that showed three in the last round must rest. If the sum is even,
// Ann scores, and if it is odd, Bob does. The scorer then chooses one or two points.
type fingers struct{}

type bout struct {
	rounds int
	points [2]int
	scorer int     // the player that chooses the points, or -1
	shown  []shown // in the last round, by player
}

type shown int8

const (
	nobody = -1
	rest   = shown(0)
)

func (a shown) String() string { return strconv.Itoa(int(a)) }

func (fingers) Start() bout { return bout{rounds: 4, scorer: nobody, shown: make([]shown, 2)} }

func (fingers) NumPlayers() int { return 2 }

func (fingers) ToMove(s *bout) int {
	switch {
	case s.scorer != nobody:
		return s.scorer
	case s.rounds > 0:
		return game.Simultaneous
	}
	return 0
}

func (g fingers) AppendActions(dst []shown, s *bout) []shown {
	switch g.ToMove(s) {
	case s.scorer:
		return append(dst, 1, 2)
	case game.Simultaneous:
		panic("AppendActions where all choose")
	}
	return dst
}

func (fingers) AppendPlayerActions(dst []shown, s *bout, player int) []shown {
	if s.shown[player] == 3 {
		return append(dst, rest)
	}
	return append(dst, 1, 2, 3)
}

func (fingers) Apply(s *bout, a shown) {
	s.points[s.scorer] += int(a)
	s.scorer = nobody
}

func (fingers) ApplyJoint(s *bout, joint []shown) {
	s.rounds--
	copy(s.shown, joint)
	s.scorer = int(joint[0]+joint[1]) % 2
}

func (fingers) Returns(s *bout, out []float64) {
	switch ahead := s.points[0] - s.points[1]; {
	case ahead > 0:
		out[0], out[1] = 1, 0
	case ahead < 0:
		out[0], out[1] = 0, 1
	default:
		out[0], out[1] = 0.5, 0.5
	}
}

func (fingers) Copy(dst, src *bout) {
	last := append(dst.shown[:0], src.shown...)
	*dst = *src
	dst.shown = last
}

func (fingers) IsPass(a shown) bool { return a == rest }

func (fingers) NumActions() int { return 4 }

func (fingers) ActionIndex(a shown) int { return int(a) }

func (fingers) Hash(s *bout) uint64 {
	h := uint64(s.rounds)
	for _, n := range []int{s.points[0], s.points[1], s.scorer + 1, int(s.shown[0]), int(s.shown[1])} {
		h = h<<4 | uint64(n)
	}
	return h
}

func (g fingers) RandomAction(s *bout, r *rng.Rand) (shown, bool) {
	actions := g.AppendActions(nil, s)
	if len(actions) == 0 {
		return 0, false
	}
	return actions[r.IntN(len(actions))], true
}

func (g fingers) Playout(s *bout, r *rng.Rand, out []float64) {
	for {
		if g.ToMove(s) == game.Simultaneous {
			g.ApplyJoint(s, []shown{g.random(s, 0, r), g.random(s, 1, r)})
			continue
		}
		a, ok := g.RandomAction(s, r)
		if !ok {
			g.Returns(s, out)
			return
		}
		g.Apply(s, a)
	}
}

func (g fingers) random(s *bout, player int, r *rng.Rand) shown {
	actions := g.AppendPlayerActions(nil, s, player)
	return actions[r.IntN(len(actions))]
}

func (fingers) Text(s *bout) string { return fmt.Sprintf("%d to go, %v points\n", s.rounds, s.points) }

func (fingers) PlayerName(player int) string { return []string{"Ann", "Bob"}[player] }

func (fingers) Parse(text string) (shown, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > 3 {
		return 0, fmt.Errorf("fingers: Parse(%q): want 0, 1, 2 or 3", text)
	}
	return shown(n), nil
}

func (g fingers) Legal(s *bout, a shown) error {
	if s.scorer == nobody {
		return errors.New("fingers: it is nobody's turn alone")
	}
	if a != 1 && a != 2 {
		return errors.New("fingers: it counts one or two")
	}
	return nil
}

func (g fingers) LegalFor(s *bout, player int, a shown) error {
	if !slices.Contains(g.AppendPlayerActions(nil, s, player), a) {
		return errors.New("fingers: who showed three must rest")
	}
	return nil
}
