package breakthrough

import (
	"math"
	"math/bits"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/rng"
)

// draw maps an equal share of the 64-bit numbers to each step, in the order of the list. The test
// checks the first and the last number of each share.
func TestLandingsDrawIsUniform(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, s := anyState(t)
		if g.over(&s) || (Game{}).over(&s) {
			t.Skip("the game is over")
		}
		far, l := &pawnSteps, s.pawnLandings()
		if rapid.Bool().Draw(t, "knights") {
			me, _ := s.seen()
			far, l = &jumps, knightLandings(me)
		}
		moves := l.appendMoves(nil, far, s.mover)
		require.Len(t, moves, l.count())
		n := uint64(len(moves))
		for i, want := range moves {
			// The share begins at the ceiling of i*2^64/n and ends before the share of i+1.
			first, last := shareBegin(uint64(i), n), uint64(math.MaxUint64)
			if i+1 < len(moves) {
				last = shareBegin(uint64(i+1), n) - 1
			}
			for _, number := range []uint64{first, last} {
				to, from := l.draw(far, number)
				require.Equal(t, want, move(from, to, s.mover))
			}
		}
	})
}

func shareBegin(i, n uint64) uint64 {
	begin, rest := bits.Div64(i, 0, n)
	if rest > 0 {
		begin++
	}
	return begin
}

// pawnsOn returns the position with pawns on the named squares.
func pawnsOn(mover uint8, sides [2][]string) State {
	s := State{mover: mover}
	for player, names := range sides {
		for _, name := range names {
			s.pawns[player] |= 1 << (8*(name[1]-'1') + name[0] - 'a')
		}
	}
	return s
}

// A player that cannot move passes if the opponent can move.
func TestPawnWhoppingPass(t *testing.T) {
	g := PawnWhopping{}
	for name, test := range map[string]struct {
		s    State
		want []Move
	}{
		"White must pass": {pawnsOn(white, [2][]string{{"a3"}, {"a4", "h7"}}), []Move{Pass}},
		"Black must pass": {pawnsOn(black, [2][]string{{"a3", "h2"}, {"a4"}}), []Move{Pass}},
		"White can move":  {pawnsOn(white, [2][]string{{"a3", "h3"}, {"a4"}}), []Move{23 | 31<<8}},
		"neither can":     {pawnsOn(white, [2][]string{{"a3"}, {"a4"}}), nil},
		"White captures":  {pawnsOn(white, [2][]string{{"a3"}, {"a4", "b4"}}), []Move{16 | 25<<8}},
	} {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, test.want, g.AppendActions(nil, &test.s))
			m, ok := g.RandomAction(&test.s, rng.New(1))
			require.Equal(t, len(test.want) > 0, ok)
			if isPass := ok && m == Pass; isPass {
				require.True(t, g.IsPass(m))
				require.NoError(t, g.Legal(&test.s, Pass))
				require.Contains(t, g.Text(&test.s), "to move, but must pass")
				turned := test.s
				g.Apply(&turned, Pass)
				require.Equal(t, State{test.s.pawns, test.s.mover ^ 1}, turned)
			}
		})
	}
	require.False(t, g.IsPass(0))
}

// variant has the methods that the tests call.
type variant interface {
	Apply(s *State, m Move)
	AppendActions(dst []Move, s *State) []Move
	Returns(s *State, out []float64)
	Playout(s *State, r *rng.Rand, out []float64)
	RandomAction(s *State, r *rng.Rand) (Move, bool)
}

var variants = []variant{Knightthrough{}, PawnWhopping{}}

// Playout plays the same game as RandomAction and Apply with the same stream, and leaves its state
// alone. The positions are arbitrary, so that there are passes and draws.
func TestVariantPlayoutIsRandomActionInTurn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, s := anyState(t)
		fast := rng.New(rapid.Uint64().Draw(t, "seed"))
		slow := *fast
		for range 20 {
			for _, g := range variants {
				requireSameVariantPlayout(t, g, s, fast, &slow)
			}
		}
	})
}

func requireSameVariantPlayout(t require.TestingT, g variant, s State, fast, slow *rng.Rand) {
	before, out, want := s, make([]float64, 2), make([]float64, 2)
	g.Playout(&s, fast, out)
	require.Equal(t, before, s)
	for {
		m, ok := g.RandomAction(&s, slow)
		if !ok {
			break
		}
		require.Contains(t, g.AppendActions(nil, &s), m)
		g.Apply(&s, m)
	}
	require.Empty(t, g.AppendActions(nil, &s))
	g.Returns(&s, want)
	require.Equal(t, want, out)
	require.Equal(t, *slow, *fast, "one number per move of a piece")
}

// A player that captures the last piece wins.
func TestVariantCaptureOfTheLastPiece(t *testing.T) {
	s := pawnsOn(black, [2][]string{{"c3"}, {"d4", "h8"}})
	for _, g := range variants {
		next, out := s, make([]float64, 2)
		g.Apply(&next, 27|18<<8)
		require.Empty(t, g.AppendActions(nil, &next))
		g.Returns(&next, out)
		require.Equal(t, []float64{0, 1}, out)
		g.Playout(&next, rng.New(1), out)
		require.Equal(t, []float64{0, 1}, out)
	}
}
