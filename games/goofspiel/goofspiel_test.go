package goofspiel_test

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/gametest"
	"github.com/banyan-go/banyan/games/goofspiel"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/rng"
)

var (
	_ game.Game[goofspiel.State, goofspiel.Card]             = goofspiel.Game{}
	_ game.SimultaneousGame[goofspiel.State, goofspiel.Card] = goofspiel.Game{}
	_ game.ChanceGame[goofspiel.State, goofspiel.Card]       = goofspiel.Game{}
	_ game.Indexer[goofspiel.Card]                           = goofspiel.Game{}
	_ game.Hasher[goofspiel.State]                           = goofspiel.Game{}
	_ game.Playouter[goofspiel.State]                        = goofspiel.Game{}
)

var orders = []goofspiel.Order{goofspiel.Random, goofspiel.Descending, goofspiel.Ascending}

func newGame(t require.TestingT, players, cards int, order goofspiel.Order) goofspiel.Game {
	g, err := goofspiel.New(players, cards, order)
	require.NoError(t, err)
	return g
}

// round shows the prize, unless it is 0, and plays the cards.
func round(g goofspiel.Game, s *goofspiel.State, prize goofspiel.Card, bids ...goofspiel.Card) {
	if prize > 0 {
		g.Apply(s, prize+16)
	}
	g.ApplyJoint(s, bids)
}

func TestConformance(t *testing.T) {
	gametest.Run(t, goofspiel.Game{}, goofspiel.Game{}.Start())
	for players := 2; players <= 4; players++ {
		for _, order := range orders {
			for _, cards := range []int{1, 4} {
				g := newGame(t, players, cards, order)
				gametest.Run(t, g, g.Start())
			}
		}
	}
}

func TestNew(t *testing.T) {
	require.Equal(t, goofspiel.Game{}, newGame(t, 2, 13, goofspiel.Random), "the usual game")
	g := newGame(t, 3, 5, goofspiel.Ascending)
	require.Equal(t, 3, g.NumPlayers())
	require.Equal(t, 5, g.Cards())
	require.Equal(t, 10, g.NumActions())
	require.Equal(t, goofspiel.Ascending, g.Order())
	for _, c := range []struct {
		players, cards int
		order          goofspiel.Order
	}{{1, 13, 0}, {5, 13, 0}, {-1, 13, 0}, {258, 13, 0}, {2, 0, 0}, {2, 14, 0}, {2, -3, 0}, {2, 13, 3}} {
		g, err := goofspiel.New(c.players, c.cards, c.order)
		require.ErrorContains(t, err, "want 2..4 players, 1..13 cards, and one of the orders")
		require.Zero(t, g)
	}
	_, err := goofspiel.New(5, 13, 7)
	require.ErrorContains(t, err, "New(5, 13, Order(7))")
	require.Equal(t, "random descending ascending", orders[0].String()+" "+orders[1].String()+" "+orders[2].String())
}

func TestStateIsSmall(t *testing.T) {
	require.LessOrEqual(t, unsafe.Sizeof(goofspiel.State{}), uintptr(16))
}

// In round k every player has n-k+1 cards, so there are (n-k+1)^players joint actions. In random
// order a chance node with n-k+1 outcomes comes before.
func TestPerft(t *testing.T) {
	for players := 2; players <= 4; players++ {
		for _, order := range orders {
			const cards = 3
			g, want, depth := newGame(t, players, cards, order), uint64(1), 0
			for left := uint64(cards); left > 0; left-- {
				if order == goofspiel.Random {
					depth, want = depth+1, want*left
					require.Equal(t, want, gametest.Perft(g, g.Start(), depth), "%v, depth %d", g, depth)
				}
				depth++
				for range players {
					want *= left
				}
				require.Equal(t, want, gametest.Perft(g, g.Start(), depth), "%v, depth %d", g, depth)
			}
			require.Zero(t, gametest.Perft(g, g.Start(), depth+1))
		}
	}
	require.EqualValues(t, 13*13*13*12*12*12, gametest.Perft(goofspiel.Game{}, goofspiel.Game{}.Start(), 4))
}

func TestResults(t *testing.T) {
	type bids = [][]goofspiel.Card
	for name, c := range map[string]struct {
		players int
		bids    bids
		points  []int
		want    []float64
	}{
		"equal points":          {2, bids{{1, 3}, {2, 1}, {3, 2}}, []int{3, 3}, []float64{0.5, 0.5}},
		"all tied":              {2, bids{{3, 3}, {2, 2}, {1, 1}}, []int{0, 0}, []float64{0.5, 0.5}},
		"a prize lost":          {2, bids{{3, 3}, {1, 2}, {2, 1}}, []int{1, 2}, []float64{0, 1}},
		"three, two tie above":  {3, bids{{3, 3, 2}, {2, 1, 3}, {1, 2, 1}}, []int{0, 1, 2}, []float64{0, 0, 1}},
		"three, two tie below":  {3, bids{{1, 1, 3}, {3, 3, 1}, {2, 2, 2}}, []int{0, 0, 3}, []float64{0, 0, 1}},
		"three, one each":       {3, bids{{1, 1, 3}, {2, 3, 2}, {3, 2, 1}}, []int{1, 2, 3}, []float64{0, 0, 1}},
		"three, two share":      {3, bids{{5, 1, 5}, {3, 2, 1}, {1, 5, 4}, {2, 4, 2}, {4, 3, 3}}, []int{5, 5, 0}, []float64{0.5, 0.5, 0}},
		"four, one without":     {4, bids{{1, 1, 1, 3}, {2, 3, 2, 1}, {3, 2, 1, 2}}, []int{1, 2, 0, 3}, []float64{0, 0, 0, 1}},
		"four, none has points": {4, bids{{1, 1, 1, 1}, {2, 2, 2, 2}, {3, 3, 3, 3}}, []int{0, 0, 0, 0}, []float64{0.25, 0.25, 0.25, 0.25}},
		"four, pairs tie":       {4, bids{{3, 3, 1, 1}, {1, 1, 2, 2}, {2, 2, 3, 3}}, []int{0, 0, 0, 0}, []float64{0.25, 0.25, 0.25, 0.25}},
	} {
		t.Run(name, func(t *testing.T) {
			g := newGame(t, c.players, len(c.bids), goofspiel.Descending)
			s, out := g.Start(), make([]float64, c.players)
			for _, joint := range c.bids {
				round(g, &s, 0, joint...)
			}
			for player, want := range c.points {
				require.Equal(t, want, s.Points(player))
			}
			g.Returns(&s, out)
			require.Equal(t, c.want, out)
		})
	}
}

func TestIndexIsDense(t *testing.T) {
	g := newGame(t, 2, 3, goofspiel.Random)
	for i, text := range []string{"1", "2", "3", "P1", "P2", "P3"} {
		a, err := g.Parse(text)
		require.NoError(t, err)
		require.Equal(t, i, g.ActionIndex(a))
	}
}

func TestSearchMethodsDoNotAllocate(t *testing.T) {
	g := newGame(t, 4, 13, goofspiel.Random)
	r, out, actions := rng.New(1), make([]float64, 4), make([]goofspiel.Card, 0, 13)
	start := g.Start()
	g.Apply(&start, 16+7)
	require.Zero(t, testing.AllocsPerRun(10, func() {
		s := start
		actions = g.AppendPlayerActions(actions[:0], &s, 3)
		g.Hash(&s)
		g.Playout(&s, r, out)
	}))
}

func TestPlaythrough(t *testing.T) {
	for name, g := range map[string]goofspiel.Game{
		"testdata/playthrough.txt": newGame(t, 2, 5, goofspiel.Random),
		"testdata/three.txt":       newGame(t, 3, 4, goofspiel.Descending),
	} {
		testkit.Golden(t, name, gametest.Playthrough(g, g.Start(), 1))
	}
}

func BenchmarkPlayout(b *testing.B) {
	g := goofspiel.Game{}
	start, r, out := g.Start(), rng.New(1), make([]float64, 2)
	b.ReportAllocs()
	for b.Loop() {
		s := start
		g.Playout(&s, r, out)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds()/1e6, "Mplayouts/s")
}
