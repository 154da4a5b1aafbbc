package nogo_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/games/nogo"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

// position returns the naive position of s.
func position(b setup, s *nogo.State, mover int) *naive {
	n := newNaive(b.width, b.height, b.hollow)
	for p := range n.at {
		if player, ok := s.Stone(p); ok {
			n.at[p] = "XO"[player]
		}
	}
	n.mover = "XO"[mover]
	return n
}

// sharedReturn is a SharedPlayout by the naive rules, with the same random numbers. It returns what
// it is worth to Black, and fails if it plays an illegal point.
func sharedReturn(t require.TestingT, n *naive, r *rng.Rand) float64 {
	var deck []nogo.Point
	for y := range n.height {
		for x := range n.width {
			if p := nogo.At(x, y); n.at[p] == '+' {
				j := r.IntN(len(deck) + 1)
				deck = append(deck, p)
				deck[len(deck)-1], deck[j] = deck[j], p
			}
		}
	}
	only := map[byte][]nogo.Point{}
	for _, p := range slices.Backward(deck) {
		switch mine, others := n.verdict(p, n.mover) == "legal", n.verdict(p, n.other()) == "legal"; {
		case mine && others:
			n.play(p)
		case others:
			only[n.other()] = append(only[n.other()], p)
		default: // nobody's points too: they turn out to be illegal
			only[n.mover] = append(only[n.mover], p)
		}
	}
	for len(only[n.mover]) > 0 {
		list := only[n.mover]
		i, last := r.IntN(len(list)), len(list)-1
		p := list[i]
		list[i] = list[last]
		only[n.mover] = list[:last]
		if n.verdict(p, n.mover) == "legal" {
			require.NotEqual(t, "legal", n.verdict(p, n.other()), "shared points come first")
			n.play(p)
		}
	}
	require.Empty(t, n.legal(n.mover))
	if n.mover == 'O' {
		return 1
	}
	return 0
}

// The playout is that of the naive rules, down to the random numbers that it draws, from any
// position of any board.
func TestSharedPlayoutEqualsNaive(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		b := drawSetup(t)
		g := must(nogo.New(b.width, b.height, b.hollow...))
		states := line(g, rapid.Uint64().Draw(t, "line"))
		s := states[rapid.IntRange(0, len(states)-1).Draw(t, "ply")]
		before, seed, out := s, rapid.Uint64().Draw(t, "seed"), []float64{-1, -1}
		fast, slow := rng.New(seed), rng.New(seed)
		g.SharedPlayout(&s, fast, out)
		black := sharedReturn(t, position(b, &s, g.ToMove(&s)), slow)
		require.Equal(t, []float64{black, 1 - black}, out)
		require.Equal(t, slow.Uint64(), fast.Uint64(), "equally many random numbers")
		require.Equal(t, before, s)
	})
}

// sharedMean returns what SharedPlayout is worth to Black on average, computed without sampling
// from its definition.
func sharedMean(n *naive, known map[string]float64) float64 {
	key := fmt.Sprint(n.at, n.mover)
	if v, ok := known[key]; ok {
		return v
	}
	legal := n.legal(n.mover)
	if len(legal) == 0 {
		return map[byte]float64{'X': 0, 'O': 1}[n.mover]
	}
	var shared []nogo.Point
	for _, p := range legal {
		if n.verdict(p, n.other()) == "legal" {
			shared = append(shared, p)
		}
	}
	if len(shared) > 0 {
		legal = shared
	}
	sum := 0.0
	for _, p := range legal {
		n.play(p)
		sum += sharedMean(n, known)
		n.takeBack(p)
	}
	known[key] = sum / float64(len(legal))
	return known[key]
}

// The mean of playouts is that of the definition.
func TestSharedPlayoutMean(t *testing.T) {
	t.Parallel()
	const playouts = 5000
	met := 0
	for _, b := range []setup{{3, 3, nil}, {1, 8, nil}, {5, 2, nil}, {4, 3, points("B2")}} {
		g, known := must(nogo.New(b.width, b.height, b.hollow...)), map[string]float64{}
		for seed := range uint64(4) {
			for _, s := range line(g, seed) {
				want := sharedMean(position(b, &s, g.ToMove(&s)), known)
				sum, r, out := 0.0, rng.New(seed), make([]float64, 2)
				for range playouts {
					g.SharedPlayout(&s, r, out)
					sum += out[0]
				}
				// Five standard errors of a rate of a half.
				require.InDelta(t, want, sum/playouts, 0.036, "%dx%d:\n%s", b.width, b.height, g.Text(&s))
				if want > 0.05 && want < 0.95 {
					met++
				}
			}
		}
	}
	require.Greater(t, met, 20, "too few positions are open")
}

// Points that only one player may take cannot be counted. A1 and C1 are the two liberties of a
// black group. Black may take one of them, and then the other is suicide.
func TestSharedPlayoutDoesNotCount(t *testing.T) {
	n := newNaive(4, 2, nil)
	for text, c := range map[string]byte{"A2": 'X', "B2": 'X', "C2": 'X', "D2": 'X', "B1": 'X', "D1": 'X'} {
		n.at[points(text)[0]] = c
	}
	require.Equal(t, points("A1", "C1"), n.legal('X'))
	require.Empty(t, n.legal('O'))
	n.play(points("A1")[0])
	require.Empty(t, n.legal('X'))
}

func TestSharedPlayoutInASearch(t *testing.T) {
	search, err := mcts.New(nogo.Hollow9, mcts.Config{Playout: mcts.WholePlayout(nogo.Hollow9.SharedPlayout)})
	require.NoError(t, err)
	s := nogo.Hollow9.Start()
	result, err := search.Run(t.Context(), &s, mcts.Budget{Simulations: 200})
	require.NoError(t, err)
	require.NoError(t, nogo.Hollow9.Legal(&s, result.Action))
	require.Zero(t, testing.AllocsPerRun(1, func() { nogo.Hollow9.SharedPlayout(&s, rng.New(1), make([]float64, 2)[:]) }))
}
