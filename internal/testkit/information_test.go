package testkit_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/rng"
)

// cup is a game in which player 0 sees a coin that lies under it, and player 1 calls it.
type cup struct{ mistake string }

type cupState struct{ coin, call uint8 } // 1 or 2; 0 before

func (cup) NumPlayers() int { return 2 }

func (cup) ToMove(s *cupState) int {
	if s.coin == 0 {
		return game.Chance
	}
	return 1
}

func (cup) AppendActions(dst []uint8, s *cupState) []uint8 {
	if s.call > 0 {
		return dst
	}
	return append(dst, 1, 2)
}

func (cup) AppendOutcomes(dst []game.Outcome[uint8], _ *cupState) []game.Outcome[uint8] {
	return append(dst, game.Outcome[uint8]{Action: 1, Prob: 0.25}, game.Outcome[uint8]{Action: 2, Prob: 0.75})
}

func (cup) Apply(s *cupState, a uint8) {
	if s.coin == 0 {
		s.coin = a
	} else {
		s.call = a
	}
}

func (cup) Returns(s *cupState, out []float64) {
	out[0], out[1] = 1, 0
	if s.coin == s.call {
		out[0], out[1] = 0, 1
	}
}

func (cup) Start() cupState { return cupState{} }

// InformationState tells player 0 the coin, and both of them the call and the coin at the end.
func (g cup) InformationState(s *cupState, player int) uint64 {
	seen := *s
	if player == 1 && s.call == 0 && s.coin > 0 && g.mistake != "fine" {
		seen.coin = 3
	}
	if g.mistake == "coarse" {
		seen.call = 0
	}
	return uint64(seen.coin)<<8 | uint64(seen.call)
}

func (g cup) Determinize(s *cupState, observer int, r *rng.Rand) {
	if observer == 0 || s.coin == 0 || s.call > 0 {
		return
	}
	switch u := r.Float64(); {
	case g.mistake == "real":
	case g.mistake == "biased" && u < 0.5, g.mistake != "biased" && u < 0.25:
		s.coin = 1
	default:
		s.coin = 2
	}
	if g.mistake == "impossible" {
		s.coin = 3
	}
	if g.mistake == "changes" {
		s.call = 1
	}
}

// The check finds mistakes of InformationState and of Determinize.
func TestCheckInformation(t *testing.T) {
	seen := func(path []uint8, player int) string {
		if player == 1 && len(path) == 1 {
			return "?"
		}
		return string(path)
	}
	require.Equal(t, 1, testkit.CheckInformation(t, cup{}, 1000, seen))
	for mistake, want := range map[string]string{
		"fine":       "information states, want",
		"coarse":     "InformationState is",
		"real":       "Determinize depends on what it replaces",
		"biased":     "of 1000 samples, want",
		"impossible": "makes states that are not possible",
		"changes":    "Determinize changes the information state",
	} {
		said, failed := testkit.RunCheck(func(t testing.TB) { testkit.CheckInformation(t, cup{mistake}, 1000, seen) })
		require.True(t, failed, mistake)
		require.Contains(t, said, want, mistake)
	}
}
