package gametest_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/rng"
)

// panicky is a game of five actions. Each method of an optional interface panics with the name of
// the interface, and all but one are switched off.
type panicky struct {
	mover int
	on    game.Capability
}

func (g panicky) Supports(c game.Capability) bool { return c == g.on }

func (panicky) NumPlayers() int { return 2 }

func (g panicky) ToMove(s *int) int {
	if *s < 5 {
		return g.mover
	}
	return 0
}

func (panicky) AppendActions(dst []int, s *int) []int {
	if *s < 5 {
		dst = append(dst, 1)
	}
	return dst
}

func (panicky) Apply(s *int, a int)               { *s += a }
func (panicky) Returns(_ *int, out []float64)     { out[0], out[1] = 1, 0 }
func (panicky) Copy(_, _ *int)                    { panic(game.HasCopier) }
func (panicky) NumActions() int                   { panic(game.HasIndexer) }
func (panicky) ActionIndex(int) int               { panic(game.HasIndexer) }
func (panicky) WinningAction(*int) (int, bool)    { panic(game.HasWinner) }
func (panicky) Weigh(*int, []int, []float32)      { panic(game.HasWeigher) }
func (panicky) Evaluate(*int, []float64)          { panic(game.HasEvaluator) }
func (panicky) ApplyJoint(*int, []int)            { panic(game.HasSimultaneousGame) }
func (panicky) IsPass(int) bool                   { panic(game.HasPasser) }
func (panicky) Turn(*int) int                     { panic(game.HasTurnCounter) }
func (panicky) Hash(*int) uint64                  { panic(game.HasHasher) }
func (panicky) AppendCells([]uint8, *int) []uint8 { panic(game.HasCellBoard) }

func (panicky) Determinize(*int, int, *rng.Rand)         { panic(game.HasDeterminizer) }
func (panicky) Playout(*int, *rng.Rand, []float64)       { panic(game.HasPlayouter) }
func (panicky) RandomAction(*int, *rng.Rand) (int, bool) { panic(game.HasSampler) }

func (panicky) AppendOutcomes([]game.Outcome[int], *int) []game.Outcome[int] {
	panic(game.HasChanceGame)
}

func (panicky) AppendPlayerActions([]int, *int, int) []int { panic(game.HasSimultaneousGame) }

// The kit does not call the methods of optional interfaces that the game switches off.
func TestOptionalInterfacesSwitchedOff(t *testing.T) {
	require.NoError(t, gametest.Test(panicky{}, 0))
	require.EqualValues(t, 1, gametest.Perft(panicky{}, 0, 5))
	require.Contains(t, gametest.Playthrough(panicky{}, 0, 1), "player 0: 1\n")
	require.Equal(t, []float64{1, 0}, gametest.UniformReturns(panicky{}, 0))
	for _, on := range []game.Capability{
		game.HasCopier, game.HasIndexer, game.HasPlayouter, game.HasSampler, game.HasEvaluator,
		game.HasWinner, game.HasWeigher, game.HasPasser, game.HasTurnCounter, game.HasHasher, game.HasCellBoard,
	} {
		t.Run(string(on), func(t *testing.T) {
			require.ErrorContains(t, gametest.Test(panicky{on: on}, 0), "gametest: panic: "+string(on))
		})
	}
}

func TestMoversSwitchedOff(t *testing.T) {
	for on, mover := range map[game.Capability]int{
		game.HasChanceGame:       game.Chance,
		game.HasSimultaneousGame: game.Simultaneous,
	} {
		t.Run(string(on), func(t *testing.T) {
			require.ErrorContains(t, gametest.Test(panicky{mover: mover, on: on}, 0), "gametest: panic: "+string(on))
			err := gametest.Test(panicky{mover: mover}, 0)
			require.ErrorContains(t, err, fmt.Sprintf("gametest: mover: ToMove is %d", mover))
			require.NotContains(t, err.Error(), "panic")
		})
	}
}

func TestDeterminizeSwitchedOff(t *testing.T) {
	view := func(*int, int) string { return "" }
	err := gametest.TestHidden(panicky{}, 0, view)
	require.ErrorContains(t, err, "gametest: hidden: the game has no Determinize")
	err = gametest.TestHidden(panicky{on: game.HasDeterminizer}, 0, view)
	require.ErrorContains(t, err, "gametest: panic: Determinizer")
}

func TestPlayoutSwitchedOff(t *testing.T) {
	said, failed := testkit.RunCheck(func(t testing.TB) { gametest.PlayoutMean(t, panicky{}, 0, 1) })
	require.True(t, failed)
	require.Equal(t, "gametest: PlayoutMean: gametest_test.panicky has no Playout\n", said)
}

// Functions that return no error panic for a game that cannot be played.
func TestUnplayableGame(t *testing.T) {
	const want = "gametest_test.withoutCopy has no Copy, and a state gametest_test.heap cannot be copied by assignment: state.counts is a []uint8"
	g, start := withoutCopy{pebbles{}}, pebbles{}.Start()
	require.PanicsWithValue(t, "gametest: "+want, func() { gametest.Perft(g, start, 1) })
	require.PanicsWithValue(t, "gametest: "+want, func() { gametest.Playthrough(g, start, 1) })
	require.EqualError(t, gametest.TestHidden(g, start, nil), "gametest: "+want)
	require.EqualError(t, gametest.TestBlind(g, start, 1, nil), "gametest: "+want)
}
