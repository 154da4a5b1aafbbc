package breakthrough

import (
	"math"
	"math/bits"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/rng"
)

// draw maps an equal share of the 64-bit numbers to each move, in the order of AppendActions. The
// test checks the first and the last number of each share.
func TestDrawIsUniform(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, s := anyState(t)
		moves := g.AppendActions(nil, &s)
		if len(moves) == 0 {
			t.Skip("the game is over")
		}
		me, n := s.mover, uint64(len(moves))
		for i, want := range moves {
			first, rest := bits.Div64(uint64(i), 0, n) // starts at ceil(i*2^64/n)
			if rest > 0 {
				first++
			}
			last := uint64(math.MaxUint64)
			if i+1 < len(moves) {
				if last, rest = bits.Div64(uint64(i+1), 0, n); rest == 0 {
					last--
				}
			}
			for _, number := range []uint64{first, last} {
				to, from := g.board().draw(s.pawns[me], s.pawns[me^1], shift(me), number)
				require.Equal(t, uint64(1)<<want.From(), from, "%v, the origin", want)
				require.Equal(t, uint64(1)<<want.To(), to, "%v, the target", want)
			}
		}
	})
}

// anyState draws a state with pawns on any squares, which may be terminal.
func anyState(t *rapid.T) (Game, State) {
	width := rapid.IntRange(MinWidth, MaxWidth).Draw(t, "width")
	g, err := New(width, rapid.IntRange(MinHeight, MaxHeight).Draw(t, "height"))
	require.NoError(t, err)
	s := State{mover: uint8(rapid.IntRange(white, black).Draw(t, "mover"))}
	var inside []int
	for sq := range 64 {
		if g.onBoard(sq%8, sq/8) {
			inside = append(inside, sq)
		}
	}
	squares := rapid.Permutation(inside).Draw(t, "squares")
	whites := rapid.IntRange(1, len(squares)/2).Draw(t, "whites")
	blacks := rapid.IntRange(1, len(squares)/2).Draw(t, "blacks")
	for i, sq := range squares[:whites+blacks] {
		player := uint8(white)
		if i >= whites {
			player = black
		}
		// A pawn on its far row ends the game, so only the side that made the last move may have
		// one.
		if g.goal(player)>>sq&1 == 0 || player != s.mover {
			s.pawns[player] |= 1 << sq
		}
	}
	if s.pawns[s.mover^1] == 0 {
		t.Skip("the side to move has won, which cannot be")
	}
	return g, s
}

// Playout plays the same game as RandomAction and Apply with the same stream, and leaves its state
// alone.
func TestPlayoutIsRandomActionInTurn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, s := anyState(t)
		fast := rng.New(rapid.Uint64().Draw(t, "seed"))
		slow := *fast
		for range 20 {
			requireSamePlayout(t, g, s, fast, &slow)
		}
	})
}

func requireSamePlayout(t require.TestingT, g Game, s State, fast, slow *rng.Rand) {
	before, out, want := s, make([]float64, 2), make([]float64, 2)
	g.Playout(&s, fast, out)
	require.Equal(t, before, s)
	for {
		m, ok := g.RandomAction(&s, slow)
		if !ok {
			break
		}
		require.True(t, slices.Contains(g.AppendActions(nil, &s), m))
		g.Apply(&s, m)
	}
	g.Returns(&s, want)
	require.Equal(t, want, out)
	require.Equal(t, *slow, *fast, "one number per ply")
}

func TestNthFromTop(t *testing.T) {
	require.Equal(t, [8]uint8{0, 0, 0, 0, 1, 2, 8, 128}, nthFromTop[0b1000_1011])
}

// States that differ in one field have different hashes.
func TestHashDependsOnEveryField(t *testing.T) {
	g, s := Game{}, Game{}.Start()
	seen := map[uint64]State{}
	for mover := range uint8(2) {
		for sq := range 64 {
			for player := range 2 {
				other := s
				other.mover = mover
				other.pawns[player] ^= 1 << sq
				require.NotContains(t, seen, g.Hash(&other))
				seen[g.Hash(&other)] = other
			}
		}
	}
	require.Equal(t, g.Hash(&s), g.Hash(&State{pawns: s.pawns, mover: s.mover}))
}
