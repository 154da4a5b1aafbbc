package breakthrough

import (
	"math/bits"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/game"
)

var (
	_ game.Weigher[State, Move] = Game{}
	_ game.Weigher[State, Move] = Knightthrough{}
	_ game.Weigher[State, Move] = PawnWhopping{}
)

// weights returns the weights of all actions.
func weights(g game.Game[State, Move], s State) map[Move]float32 {
	actions := g.AppendActions(nil, &s)
	w, all := make([]float32, len(actions)), map[Move]float32{}
	if len(actions) > 0 {
		weigher, _ := g.(game.Weigher[State, Move])
		weigher.Weigh(&s, actions, w)
	}
	for i, m := range actions {
		all[m] = w[i]
	}
	return all
}

// mapped returns a set of squares after a change of every square.
func mapped(set uint64, to func(sq int) int) (result uint64) {
	for ; set != 0; set &= set - 1 {
		result |= 1 << to(bits.TrailingZeros64(set))
	}
	return result
}

// A board seen in a mirror has the same weights, and so has one with White and Black exchanged.
func TestWeightsFollowTheSymmetries(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, s := anyState(t)
		games := []game.Game[State, Move]{g}
		if g == (Game{}) {
			games = append(games, Knightthrough{}, PawnWhopping{})
		}
		aside := func(sq int) int { return sq&^7 + g.Width() - 1 - sq%8 }
		over := func(sq int) int { return 8*(g.Height()-1-sq/8) + sq%8 }
		for _, game := range games {
			for m, w := range weights(game, s) {
				left := State{[2]uint64{mapped(s.pawns[0], aside), mapped(s.pawns[1], aside)}, s.mover}
				turned := State{[2]uint64{mapped(s.pawns[1], over), mapped(s.pawns[0], over)}, s.mover ^ 1}
				atLeft, atTurned := m, m
				if m != Pass {
					atLeft = Move(aside(m.From()) | aside(m.To())<<8)
					atTurned = Move(over(m.From()) | over(m.To())<<8)
				}
				require.Equal(t, w, weights(game, left)[atLeft])
				require.Equal(t, w, weights(game, turned)[atTurned])
			}
		}
	})
}

func TestWeightsByHand(t *testing.T) {
	at := func(squares ...int) (set uint64) {
		for _, sq := range squares {
			set |= 1 << sq
		}
		return set
	}
	const a1, b2, c1, c7, f4, e5, h6 = 0, 9, 2, 50, 29, 36, 47
	s := State{pawns: [2]uint64{at(a1, c1, c7, f4, h6), at(b2, e5)}}
	got := weights(Game{}, s)
	for text, want := range map[string]float32{
		"a1-a2": 1 + 0.15,
		"a1-b2": (1 + 0.15) * 9, // Black's pawn on b2 is about to win.
		"c7-d8": (1 + 0.15*7) * 50,
		"f4-e5": (1 + 0.15*4) * 3,
		"f4-f5": 1 + 0.15*4,
		"h6-h7": (1 + 0.15*6) * 10,
		"c1-c2": 1 + 0.15,
	} {
		m, err := Game{}.Parse(text)
		require.NoError(t, err)
		require.InEpsilon(t, want, got[m], 1e-6, text)
	}
	// Black on e5 and g8 attacks d4, f4, f7 and h7. White is recaptured on f4 and not on d4.
	s = State{pawns: [2]uint64{at(19, 20, 21, 46, 47), at(e5, 62)}} // d3, e3, f3, g6 and h6
	got = weights(Game{}, s)
	for text, want := range map[string]float32{
		"d3-d4": 1 + 0.15*3, // e3 defends it
		"f3-f4": 1 + 0.15*3, // e3 defends it
		"e3-d4": (1 + 0.15*3) / 4,
		"e3-f4": (1 + 0.15*3) / 4,
		"g6-g7": (1 + 0.15*6) * 10,
		"h6-h7": (1 + 0.15*6) * 2, // g6 defends it
		"g6-h7": (1 + 0.15*6) * 2 / 4,
	} {
		m, err := Game{}.Parse(text)
		require.NoError(t, err)
		require.InEpsilon(t, want, got[m], 1e-6, text)
	}
	got = weights(Knightthrough{}, State{pawns: [2]uint64{at(a1, h6), at(17, 36)}}) // b3 and e5
	for text, want := range map[string]float32{
		"a1-b3": (1 + 0.15*2) * 9,
		"a1-c2": 1 + 0.15,
		"h6-g8": (1 + 0.15*7) * 50,
		"h6-f7": (1 + 0.15*6) * 2,
	} {
		m, err := Knightthrough{}.Parse(text)
		require.NoError(t, err)
		require.InEpsilon(t, want, got[m], 1e-6, text)
	}
}
