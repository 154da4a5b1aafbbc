package gdl_test

import (
	"math"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/gdl"
	"github.com/banyan-go/banyan/gdl/internal/sheettest"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

// The returns of games played 64 at once equal the returns of single games on average, from every
// state: also where some players have chosen.
func TestMeanPlayout(t *testing.T) {
	sheets := sheettest.Own(t)
	for name, text := range map[string]string{
		"race": race, "dice": dice, "tictactoe": sheets["tictactoe"], "trap": sheets["trap"], "lamps": sheets["lamps"],
	} {
		t.Run(name, func(t *testing.T) {
			const games = 4000
			g := load(t, text)
			play := g.MeanPlayout(games)
			r := rng.New(1)
			mean, out := make([]float64, g.NumPlayers()), make([]float64, g.NumPlayers())
			s := g.Start()
			for range 5 {
				play(&s, r, mean)
				sum, squares := make([]float64, len(out)), make([]float64, len(out))
				for range games {
					var c gdl.State
					g.Copy(&c, &s)
					g.Playout(&c, r, out)
					for i, x := range out {
						sum[i] += x
						squares[i] += x * x
					}
				}
				for i := range out {
					m := sum[i] / games
					deviation := math.Sqrt(2 * (squares[i]/games - m*m) / games)
					require.InDelta(t, m, mean[i], 4.5*deviation+1e-9)
				}
				if g.ToMove(&s) == game.Simultaneous {
					g.ApplyJoint(&s, drawn(g, &s, r))
				} else if a, ok := g.RandomAction(&s, r); ok {
					g.Apply(&s, a)
				}
			}
		})
	}
}

// Any number of games can be asked for, by several goroutines, and the same seed gives the same
// mean.
func TestMeanPlayoutNumbers(t *testing.T) {
	g := own(t, "lamps")
	s := g.Start()
	require.PanicsWithValue(t, "gdl: MeanPlayout(0), want 1 or more", func() { g.MeanPlayout(0) })
	var group sync.WaitGroup
	for _, n := range []int{1, 2, 15, 63, 64, 65, 80, 81, 200} {
		group.Go(func() {
			a, b := []float64{7}, []float64{8}
			g.MeanPlayout(n)(&s, rng.New(uint64(n)), a)
			g.MeanPlayout(n)(&s, rng.New(uint64(n)), b)
			if a[0] != b[0] || a[0] < 0 || a[0] > 1 {
				t.Errorf("%d games: %v and %v", n, a, b)
			}
		})
	}
	group.Wait()
}

// What is wrong with a sheet shows in these games, too.
func TestMeanPlayoutPanics(t *testing.T) {
	for more, want := range map[string]string{
		"":                               "gdl: a role has no legal move in a state that is not terminal: [(step 12)]",
		"(<= terminal (true (step 12)))": "gdl: climber has no goal, or several, at the end of a random game",
	} {
		g := load(t, ladder+more)
		s := g.Start()
		up, err := g.Parse("up")
		require.NoError(t, err)
		for range 9 {
			g.Apply(&s, up)
		}
		func() {
			defer func() {
				v := recover()
				if err, ok := v.(error); ok {
					v = err.Error()
				}
				require.Equal(t, want, v)
			}()
			g.MeanPlayout(1000)(&s, rng.New(1), make([]float64, 1))
		}()
	}
}

// A search that plays so finds the move that wins.
func TestSearchWithMeanPlayout(t *testing.T) {
	g := own(t, "tictactoe")
	s := g.Start()
	for _, text := range []string{"(mark 1 1)", "(mark 3 1)", "(mark 2 2)", "(mark 3 2)"} {
		a, err := g.Parse(text)
		require.NoError(t, err)
		g.Apply(&s, a)
	}
	search, err := mcts.New(g, mcts.Config{Playout: mcts.WholePlayout(g.MeanPlayout(64))})
	require.NoError(t, err)
	result, err := search.Run(t.Context(), &s, mcts.Budget{Simulations: 100})
	require.NoError(t, err)
	require.Equal(t, "(mark 3 3)", result.Action.String())
}
