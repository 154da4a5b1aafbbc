package nogo_test

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/games/nogo"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

// Playout wins at the rate of uniform play, which is computed without sampling. On boards this
// small most playouts meet points that only one player may use.
func TestPlayoutIsUniform(t *testing.T) {
	const playouts = 5000
	for name, g := range map[string]nogo.Game{
		"3x3": must(nogo.New(3, 3)),
		"1x8": must(nogo.New(1, 8)),
		"4x3": must(nogo.New(4, 3, points("B2")...)),
		"5x2": must(nogo.New(5, 2)),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for seed := range uint64(testkit.Few(2, 4)) {
				for _, s := range line(g, seed) {
					gametest.PlayoutMean(t, g, s, playouts)
				}
			}
		})
	}
}

func TestPlayoutLeavesItsState(t *testing.T) {
	s := testkit.Play(t, nogo.Hollow9, "E5 A1")
	before := s
	nogo.Hollow9.Playout(&s, rng.New(1), make([]float64, 2))
	require.Equal(t, before, s)
}

// Playout relies on the fact that a point that is illegal for a player stays illegal for it. The
// naive implementation decides what is illegal.
func TestIllegalStaysIllegal(t *testing.T) {
	t.Parallel()
	checks, games := 0, 110
	if testing.Short() {
		games = 10
	}
	for seed := range uint64(games) {
		g, slow, r := nogo.Hollow9, newNaive(9, 9, hollow9), rng.New(seed)
		illegal := map[byte]map[nogo.Point]bool{'X': {}, 'O': {}}
		for s := g.Start(); ; {
			for _, mover := range "XO" {
				for p := range slow.at {
					isLegal := slow.verdict(p, byte(mover)) == "legal"
					require.False(t, isLegal && illegal[byte(mover)][p])
					illegal[byte(mover)][p] = !isLegal
					checks++
				}
			}
			legal := g.AppendActions(nil, &s)
			if len(legal) == 0 {
				break
			}
			p := legal[r.IntN(len(legal))]
			g.Apply(&s, p)
			slow.play(p)
		}
	}
	if !testing.Short() {
		require.Greater(t, checks, 1_000_000)
	}
	t.Logf("%d checks", checks)
}

// Another implementation measured 65.5 plies and equal wins in 200 games.
func TestRandomGamesOfHollow9(t *testing.T) {
	const games = 2000
	plies, black := 0, 0
	for seed := range uint64(games) {
		n := len(line(nogo.Hollow9, seed)) - 1
		plies += n
		black += n % 2 // the player of the last stone wins
	}
	require.InDelta(t, 65.5, float64(plies)/games, 0.5)
	require.InDelta(t, 0.5, float64(black)/games, 0.06)
	t.Logf("%.2f plies, Black wins %.1f %%", float64(plies)/games, 100*float64(black)/games)
}

// With epsilon 0 and different scores, the stones of a playout match a player that knows all legal
// points.
func TestScorePlayoutPlaysTheBestPoints(t *testing.T) {
	for name, g := range map[string]nogo.Game{
		"9x9":    {},
		"hollow": nogo.Hollow9,
		"4x3":    must(nogo.New(4, 3, points("B2")...)),
		"19x19":  must(nogo.New(19, 19)),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for seed := range uint64(20) {
				r, scores, out := rng.New(seed), make([][]float32, 2), make([]float64, 2)
				for player := range scores {
					for range g.NumActions() {
						scores[player] = append(scores[player], float32(r.Float64()))
					}
				}
				s := g.Start()
				plies := g.ScorePlayout(&s, scores, 0, r, out, nil)
				s = g.Start()
				for _, ply := range plies {
					numbers, row := g.AppendIndices(nil, &s), scores[g.ToMove(&s)]
					require.True(t, slices.Contains(numbers, ply.Action))
					best := slices.MaxFunc(numbers, func(i, j int32) int { return cmp.Compare(row[i], row[j]) })
					require.Equal(t, row[best], row[ply.Action])
					g.Apply(&s, g.IndexAction(ply.Action))
				}
				require.Empty(t, g.AppendIndices(nil, &s))
				want := make([]float64, 2)
				g.Returns(&s, want)
				require.Equal(t, want, out)
			}
		})
	}
}

func TestScorePlayoutDoesNotAllocate(t *testing.T) {
	g, r, out := nogo.Hollow9, rng.New(1), make([]float64, 2)
	scores := [][]float32{make([]float32, 81), make([]float32, 81)}
	s := g.Start()
	plies := g.ScorePlayout(&s, scores, 0.4, r, out, nil)
	require.Zero(t, testing.AllocsPerRun(20, func() {
		s = g.Start()
		plies = g.ScorePlayout(&s, scores, 0.4, r, out, plies[:0])
	}))
}

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

// sharedReturn is a SharedPlayout by the naive rules, with the same random numbers. It returns the
// return of Black, and fails if it plays an illegal point.
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
		default: // points of neither, too: they turn out to be illegal
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

// The playout matches the naive rules, down to the random numbers that it draws, from any position
// of any board.
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

// sharedMean returns the mean return of SharedPlayout for Black, computed from its definition
// without sampling.
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

// The mean of playouts matches the definition.
func TestSharedPlayoutMean(t *testing.T) {
	t.Parallel()
	const playouts = 5000
	met := 0
	for _, b := range []setup{{3, 3, nil}, {1, 8, nil}, {5, 2, nil}, {4, 3, points("B2")}} {
		g, known := must(nogo.New(b.width, b.height, b.hollow...)), map[string]float64{}
		for seed := range uint64(testkit.Few(1, 4)) {
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
	require.Greater(t, met, testkit.Few(5, 20), "too few positions are open")
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
	require.Zero(t, testing.AllocsPerRun(3, func() { nogo.Hollow9.SharedPlayout(&s, rng.New(1), make([]float64, 2)[:]) }))
}
