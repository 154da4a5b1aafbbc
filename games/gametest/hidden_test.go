package gametest_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/rng"
)

// secrets is a game of hidden numbers. Each player has one and, in turn, says it or another number
// up to 4. The player with the greater number wins.
type secrets struct{}

type secret struct {
	numbers [2]uint8
	said    uint8
}

func (secrets) NumPlayers() int      { return 2 }
func (secrets) ToMove(s *secret) int { return int(s.said & 1) }

func (secrets) AppendActions(dst []uint8, s *secret) []uint8 {
	if s.said >= 4 {
		return dst
	}
	return append(dst, s.numbers[s.said&1], 5)
}

func (secrets) Apply(s *secret, _ uint8) { s.said++ }

func (secrets) Returns(s *secret, out []float64) {
	for player := range out {
		out[player] = float64(s.numbers[player])
	}
}

func (secrets) Turn(s *secret) int { return int(s.said) / 2 }

// Determinize changes nothing at the end, when both numbers are known.
func (secrets) Determinize(s *secret, observer int, r *rng.Rand) {
	if s.said < 4 {
		s.numbers[1-observer] = uint8(r.IntN(5))
	}
}

func viewSecret(s *secret, observer int) string {
	return string([]byte{'0' + s.numbers[observer], '0' + s.said})
}

// broken is secrets with another Determinize.
type broken struct {
	secrets
	determinize func(s *secret, observer int, r *rng.Rand)
}

func (b broken) Determinize(s *secret, observer int, r *rng.Rand) { b.determinize(s, observer, r) }

func TestHidden(t *testing.T) {
	start := secret{numbers: [2]uint8{1, 2}}
	gametest.Hidden(t, secrets{}, start, viewSecret)
	calls := 0
	for want, determinize := range map[string]func(s *secret, observer int, r *rng.Rand){
		"hidden: no determinization changed a state": func(*secret, int, *rng.Rand) {},
		"hidden: Determinize for player 0 makes two different states": func(s *secret, observer int, _ *rng.Rand) {
			calls++
			s.numbers[1-observer] = uint8(calls)
		},
		"hidden: Determinize for player 0 depends on what it replaces": func(s *secret, observer int, r *rng.Rand) {
			s.numbers[1-observer] = (s.numbers[1-observer] + uint8(r.IntN(5))) % 5
		},
		"view: Determinize for player 1 changes the view": func(s *secret, _ int, r *rng.Rand) { s.numbers[1] = uint8(r.IntN(5)) },
		"view: Determinize for player 0 changes the returns": func(s *secret, observer int, r *rng.Rand) {
			s.numbers[1-observer] = uint8(r.IntN(5))
		},
		"panic: no": func(*secret, int, *rng.Rand) { panic("no") },
	} {
		t.Run(want, func(t *testing.T) {
			err := gametest.TestHidden(broken{determinize: determinize}, start, viewSecret)
			require.ErrorContains(t, err, "gametest: "+want)
		})
	}
	// A view that shows too little still reveals a change of the player to move or of its actions.
	blank := func(*secret, int) string { return "" }
	err := gametest.TestHidden(broken{determinize: func(s *secret, _ int, _ *rng.Rand) { s.said ^= 1 }}, start, blank)
	require.ErrorContains(t, err, "changes ToMove from 0 to 1")
	err = gametest.TestHidden(broken{determinize: func(s *secret, observer int, _ *rng.Rand) { s.numbers[observer]++ }}, start, blank)
	require.ErrorContains(t, err, "which is to move, changes its actions [1 5] to [2 5]")
	err = gametest.TestHidden(broken{determinize: func(s *secret, _ int, _ *rng.Rand) { s.said = 4 }}, start, blank)
	require.ErrorContains(t, err, "changes whether the game is over from false to true")
	err = gametest.TestHidden(broken{determinize: func(s *secret, _ int, _ *rng.Rand) { s.said += 2 }}, start, blank)
	require.ErrorContains(t, err, "changes the turn from 0 to 1")
	err = gametest.TestHidden(game.Game[heap, take](pebbles{}), pebbles{}.Start(), nil)
	require.ErrorContains(t, err, "the game has no Determinize")
}

// sliced is secrets with numbers in a slice.
type sliced struct {
	copy        func(dst, src *slicedSecret)
	determinize func(s *slicedSecret, observer int, r *rng.Rand)
}

type slicedSecret struct {
	numbers []uint8
	said    uint8
}

func (s *slicedSecret) plain() *secret { return &secret{[2]uint8(s.numbers), s.said} }

func (sliced) NumPlayers() int                        { return 2 }
func (sliced) ToMove(s *slicedSecret) int             { return secrets{}.ToMove(s.plain()) }
func (sliced) Apply(s *slicedSecret, _ uint8)         { s.said++ }
func (sliced) Returns(s *slicedSecret, out []float64) { secrets{}.Returns(s.plain(), out) }
func (g sliced) Copy(dst, src *slicedSecret)          { g.copy(dst, src) }
func (sliced) AppendActions(d []uint8, s *slicedSecret) []uint8 {
	return secrets{}.AppendActions(d, s.plain())
}

func (g sliced) Determinize(s *slicedSecret, observer int, r *rng.Rand) {
	if s.said < 4 {
		g.determinize(s, observer, r)
	}
}

// Determinize must not change the states that its state is a copy of.
func TestDeterminizeOfCopies(t *testing.T) {
	start := slicedSecret{numbers: []uint8{1, 2}}
	view := func(s *slicedSecret, observer int) string { return viewSecret(s.plain(), observer) }
	deep := func(dst, src *slicedSecret) {
		*dst = slicedSecret{append(dst.numbers[:0], src.numbers...), src.said}
	}
	shallow := func(dst, src *slicedSecret) { *dst = *src }
	inPlace := func(s *slicedSecret, observer int, r *rng.Rand) { s.numbers[1-observer] = uint8(r.IntN(5)) }
	require.NoError(t, gametest.TestHidden(sliced{deep, inPlace}, start, view))

	err := gametest.TestHidden(sliced{shallow, inPlace}, start, view)
	require.ErrorContains(t, err, "gametest: hidden: Determinize of a copy for player 0 changed the original")

	// This Determinize takes new memory for the first determinization of a state only.
	fresh := map[*uint8]bool{}
	once := func(s *slicedSecret, observer int, r *rng.Rand) {
		if !fresh[&s.numbers[0]] {
			s.numbers = slices.Clone(s.numbers)
			fresh[&s.numbers[0]] = true
		}
		inPlace(s, observer, r)
	}
	err = gametest.TestHidden(sliced{shallow, once}, slicedSecret{numbers: []uint8{1, 2}}, view)
	require.ErrorContains(t, err, "gametest: hidden: Determinize of a copy for player 0 changed an earlier determinization")
}

func TestBlind(t *testing.T) {
	start := secret{numbers: [2]uint8{1, 2}}
	own := func(s *secret, player int, seed uint64) uint8 {
		if seed%2 == 0 {
			return 5
		}
		return s.numbers[player]
	}
	gametest.Blind(t, secrets{}, start, 50, own)
	peeks := func(s *secret, player int, _ uint64) uint8 {
		if s.numbers[player] > s.numbers[1-player] {
			return s.numbers[player]
		}
		return 5
	}
	require.ErrorContains(t, gametest.TestBlind(secrets{}, start, 50, peeks), "gametest: blind: player 0 plays 5, and 1 after Determinize")
	wrong := func(*secret, int, uint64) uint8 { return 4 }
	require.ErrorContains(t, gametest.TestBlind(secrets{}, start, 1, wrong), "plays 4, which is not legal")
	over := secret{said: 4}
	require.ErrorContains(t, gametest.TestBlind(secrets{}, over, 1, own), "only 0 positions with a decision")
	var g game.Game[secret, uint8] = struct{ game.Game[secret, uint8] }{secrets{}}
	require.ErrorContains(t, gametest.TestBlind(g, start, 1, own), "the game has no Determinize")
}
