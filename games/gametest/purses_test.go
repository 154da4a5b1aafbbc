package gametest_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/rng"
)

// purses is a game of simultaneous moves. Chance puts up to two coins into each player's purse. The
// players write a number, which is secret to the end, then say one that is at most four times the
// number of their coins, and then guess the sum of all coins. If isSampled is set, outcomes of
// chance can only be sampled. Determinize does not replace what forgets names.
type purses struct {
	isSampled bool
	forgets   string
}

type pursesState struct {
	step  uint8
	coins [2]uint8
	said  [2][3]uint8 // by player: the secret number, the one that the other hears, and the guess
}

func (g purses) Supports(c game.Capability) bool {
	return c != game.HasChanceGame || !g.isSampled
}

func (purses) NumPlayers() int { return 2 }

func (purses) ToMove(s *pursesState) int {
	switch s.step {
	case 0, 1:
		return game.Chance
	case 2, 3, 4:
		return game.Simultaneous
	}
	return 0
}

func (purses) AppendActions(dst []uint8, _ *pursesState) []uint8 { return dst }

func (purses) AppendPlayerActions(dst []uint8, s *pursesState, player int) []uint8 {
	most := uint8(2)
	if s.step == 3 {
		most = 4 * s.coins[player]
	}
	for a := range most + 1 {
		dst = append(dst, a)
	}
	return dst
}

func (purses) AppendOutcomes(dst []game.Outcome[uint8], _ *pursesState) []game.Outcome[uint8] {
	return append(dst, game.Outcome[uint8]{Action: 0, Prob: 0.25}, game.Outcome[uint8]{Action: 1, Prob: 0.5}, game.Outcome[uint8]{Action: 2, Prob: 0.25})
}

func (purses) SampleOutcome(_ *pursesState, r *rng.Rand) uint8 { return uint8(r.IntN(2) + r.IntN(2)) }

func (purses) Apply(s *pursesState, a uint8) {
	s.coins[s.step] = a
	s.step++
}

func (purses) ApplyJoint(s *pursesState, joint []uint8) {
	for player, a := range joint {
		s.said[player][s.step-2] = a
	}
	s.step++
}

func (purses) Returns(s *pursesState, out []float64) {
	sum := int(s.coins[0] + s.coins[1])
	for player, said := range s.said {
		out[player] = 1 / float64(1+max(sum-int(said[2]), int(said[2])-sum))
	}
}

func (purses) View(s *pursesState, observer int) string {
	if s.step == 5 {
		return fmt.Sprint(*s)
	}
	return fmt.Sprint(s.step, s.coins[observer], s.said[observer], s.said[1-observer][1])
}

func (g purses) InformationState(s *pursesState, player int) uint64 {
	return hashText(g.View(s, player))
}

func (g purses) Determinize(s *pursesState, observer int, r *rng.Rand) {
	other := 1 - observer
	if s.step == 5 {
		return
	}
	for s.step > uint8(other) && g.forgets != "coins" {
		s.coins[other] = g.SampleOutcome(s, r)
		if s.said[other][1] <= 4*s.coins[other] {
			break
		}
	}
	if s.step > 2 && g.forgets != "secret" {
		s.said[other][0] = uint8(r.IntN(3))
	}
}

// The laws hold for simultaneous moves and for outcomes that cannot be listed.
func TestPlantedInPurses(t *testing.T) {
	for _, isSampled := range []bool{false, true} {
		for forgets, laws := range map[string]string{"": "", "coins": "forgets", "secret": "forgets"} {
			g := purses{isSampled, forgets}
			require.Equal(t, laws, lawsOf(g, g.View), "%+v", g)
		}
	}
}
