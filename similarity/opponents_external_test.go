package similarity_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/similarity"
)

// In these samples # is an empty cell, and the pieces of players 0 and 1 are x and o.
func opponentsOf(t require.TestingT, seed uint64) similarity.TurnSignature {
	var sample similarity.Sample
	before := parseCells("#########")
	sample.Add(before)
	for i, text := range []string{"x########", "x###o####", "##x#o####", "##x##o###"} {
		after := parseCells(text)
		sample.Add(after)
		sample.AddAction(i%2, before, after)
		before = after
	}
	signature, err := similarity.Opponents{}.New(&sample, seed)
	require.NoError(t, err)
	own, ok := signature.(similarity.TurnSignature)
	require.True(t, ok)
	return own
}

func TestSampleAddAction(t *testing.T) {
	var sample similarity.Sample
	sample.AddAction(1, parseCells("#x#"), parseCells("##o"))
	require.Len(t, sample.Writes, 2)
	require.Equal(t, []uint64{1, 0, 1}, sample.Writes[1][:3])
	require.Zero(t, sample.Writes[0])
	require.Zero(t, sample.Positions)
}

// Where the player to move has its pieces does not matter, but their number does.
func TestOpponents(t *testing.T) {
	s := opponentsOf(t, 1)
	position := parseCells("xx##o####")
	for _, c := range []struct {
		other string
		equal [2]bool // with player 0 and player 1 to move
	}{
		{"xx##o####", [2]bool{true, true}},
		{"x##xo####", [2]bool{true, false}},
		{"xx#o#####", [2]bool{false, true}},
		{"x#x#o####", [2]bool{true, false}},
		{"x###o####", [2]bool{false, false}},
		{"xx##oo###", [2]bool{false, false}},
		{"x##x#o###", [2]bool{false, false}},
		{"xo##x####", [2]bool{false, false}},
	} {
		other := parseCells(c.other)
		for player, equal := range c.equal {
			require.Equal(t, equal, s.EncodeTurn(position, player) == s.EncodeTurn(other, player), "%s, %d to move", c.other, player)
		}
		for _, player := range []int{-1, 2} { // chance, or a player that never acts in the sample
			require.Equal(t, c.other == "xx##o####", s.EncodeTurn(position, player) == s.EncodeTurn(other, player), c.other)
		}
	}
	require.Equal(t, s.EncodeTurn(position, -1), s.Encode(position))
	require.NotEqual(t, s.EncodeTurn(position, 0), s.EncodeTurn(position, 1))
	require.NotEqual(t, s.EncodeTurn(position, 0), opponentsOf(t, 2).EncodeTurn(position, 0))
}

// Symbols that several players write, or none, are shown to all, even if the sample lacks them.
func TestOpponentsWithoutOwner(t *testing.T) {
	var sample similarity.Sample
	sample.Add([]uint8{0, 0, 0, 3})
	sample.AddAction(0, []uint8{0, 0, 0, 0}, []uint8{5, 5, 5, 0})
	sample.AddAction(1, []uint8{0, 0, 0, 0}, []uint8{0, 0, 0, 5}) // three of four are not enough
	signature, err := similarity.Opponents{}.New(&sample, 1)
	require.NoError(t, err)
	s, ok := signature.(similarity.TurnSignature)
	require.True(t, ok)
	for _, symbol := range []uint8{3, 5, 9} {
		for player := range 2 {
			require.NotEqual(t, s.EncodeTurn([]uint8{symbol, 0, 0, 0}, player), s.EncodeTurn([]uint8{0, symbol, 0, 0}, player))
		}
	}
	newSignature(t, similarity.Opponents{}, 0).Encode([]uint8{1, 2, 3}) // an empty sample
}

// Two positions have equal signatures if and only if the same player is to move, the opponents'
// pieces are in the same cells, and the player to move has equally many.
func TestOpponentsLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := opponentsOf(t, rapid.Uint64().Draw(t, "seed"))
		board := rapid.SliceOfN(rapid.Uint8Max(2), 9, 9)
		player := rapid.IntRange(0, 1)
		a, b := board.Draw(t, "a"), board.Draw(t, "b")
		if rapid.Bool().Draw(t, "same pieces") {
			b = rapid.Permutation(a).Draw(t, "order")
		}
		p, q := player.Draw(t, "p"), player.Draw(t, "q")
		own, opponent := uint8(1+p), uint8(2-p)
		equal, pieces := p == q, 0
		for i := range a {
			equal = equal && (a[i] == opponent) == (b[i] == opponent)
			if a[i] == own {
				pieces++
			}
			if b[i] == own {
				pieces--
			}
		}
		require.Equal(t, equal && pieces == 0, s.EncodeTurn(a, p) == s.EncodeTurn(b, q))
	})
}
