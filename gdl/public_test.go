package gdl

import (
	"math"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/gdl/internal/sheettest"
	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/rng"
)

// observed is what other engines found in random games: how often each player alone has the highest
// goal, how often several have, and the mean length.
type observed struct {
	games  int
	wins   []float64 // in percent
	shared float64   // in percent
	length float64   // or 0
	digits float64   // the last digit of the percentages
}

var public = map[string]observed{
	"connectFour":      {180256, []float64{55.76, 44.16}, 0.075, 22.3, 0.01},
	"conn4":            {20000, []float64{55.0, 44.7}, 0.275, 21.3, 0.1},
	"breakthrough":     {51316, []float64{51.0, 49.0}, 0, 64.0, 0.1},
	"knightThrough":    {100854, []float64{51.9, 48.1}, 0, 33.6, 0.1},
	"connect5":         {74290, []float64{51.5, 46.7}, 1.78, 45.8, 0.1},
	"pawnWhopping":     {96863, []float64{51.5, 47.8}, 0.74, 34.3, 0.1},
	"checkers":         {15605, []float64{40.7, 43.6}, 15.7, 100, 0.1},
	"sheepAndWolf":     {23139, []float64{91.7, 8.3}, 0, 41.0, 0.1},
	"2pffa_zerosum":    {87690, []float64{34.4, 39.3}, 26.2, 30.0, 0.1},
	"golden_rectangle": {110084, []float64{56.3, 43.7}, 0, 29.7, 0.1},
	"reversi":          {7778, []float64{44.1, 51.7}, 4.2, 60.4, 0.1},
	"ttcc4":            {35177, []float64{6.6, 8.6, 7.5}, 77.3, 28.2, 0.1},
	"battle":           {length: 30.0},
	"skirmish":         {length: 99.0},
	"chineseCheckers3": {length: 54.2},
	"pentago":          {length: 54.7},
}

// own are the sheets of this library with the rules of public ones.
var own = map[string]string{
	"breakthrough": "breakthrough", "checkers": "checkers", "connectfive": "connect5", "connectfour": "conn4", "connectfour8": "connectFour",
	"freeforall": "2pffa_zerosum", "goldenrectangle": "golden_rectangle",
	"knightthrough": "knightThrough", "othello": "reversi", "pawnwhopping": "pawnWhopping", "sheepandwolf": "sheepAndWolf", "ttcc4": "ttcc4",
}

// Random games of the sheets of this library end as random games of public sheets do in other
// engines.
func TestFrequencies(t *testing.T) {
	if testing.Short() {
		t.Skip("it plays thousands of games")
	}
	texts := sheettest.Own(t)
	for name, other := range own {
		t.Run(name, func(t *testing.T) {
			if name != "tictactoe" {
				testkit.Long(t)
			}
			g, err := Load(t.Context(), []byte(texts[name]), Limits{})
			require.NoError(t, err)
			public[other].require(t, g, 2000)
		})
	}
}

// Random games of public sheets end as they do in other engines, and sheets load in seconds.
func TestPublicSheets(t *testing.T) {
	texts := sheettest.Public(t)
	if texts == nil {
		t.Skip("BANYAN_SHEETS names no folder")
	}
	for name, text := range texts {
		t.Run(name, func(t *testing.T) {
			begin := time.Now()
			g, err := Load(t.Context(), []byte(text), Limits{})
			require.NoError(t, err)
			t.Logf("loaded in %v", time.Since(begin))
			switch want, known := public[name]; {
			case known && want.games > 0:
				want.require(t, g, 20_000)
			case known:
				want.require(t, g, 1000)
			}
		})
	}
}

// require plays n random games. It requires that their ends and lengths are within three standard
// errors.
func (o observed) require(t *testing.T, g *Game, n int) {
	wins, shared, lengths := randomGames(g, n)
	t.Logf("wins %.4f, shared %.4f, length %.2f", wins, shared, lengths.mean)
	games := max(o.games, 10_000)
	require.InDelta(t, o.length, lengths.mean, 0.05+3*lengths.deviation*math.Sqrt(1/float64(n)+1/float64(games)))
	if o.games == 0 {
		return
	}
	for i, p := range slices.Concat(o.wins, []float64{o.shared}) {
		p /= 100
		have := slices.Concat(wins, []float64{shared})[i]
		rate := max(p, 1/float64(n))
		require.InDelta(t, p, have, 3*math.Sqrt(rate*(1-rate)*(1/float64(n)+1/float64(games)))+o.digits/200, "outcome %d", i)
	}
}

// distribution is the distribution of a number.
type distribution struct{ mean, deviation float64 }

// randomGames plays games and returns the shares of those that each player wins alone and of the
// others, and the lengths.
func randomGames(g *Game, n int) (wins []float64, shared float64, lengths distribution) {
	e := g.codes.NewEvaluator()
	r := rng.New(1)
	moves := make([]int32, len(g.moves))
	out := make([]float64, len(g.roles))
	wins = make([]float64, len(g.roles))
	sum, squares := 0.0, 0.0
	for range n {
		plies := 0.0
		for e.Set(g.start); !e.Terminal(); plies++ {
			e.Draw(moves, r)
			e.Do(moves)
			e.Advance()
		}
		sum += plies
		squares += plies * plies
		if err := g.readGoals(e.Machine, out); err != nil {
			panic(err)
		}
		best, alone := 0, true
		for i, v := range out[1:] {
			if v > out[best] {
				best, alone = i+1, true
			} else if v == out[best] {
				alone = false
			}
		}
		if alone {
			wins[best] += 1 / float64(n)
		} else {
			shared += 1 / float64(n)
		}
	}
	mean := sum / float64(n)
	return wins, shared, distribution{mean, math.Sqrt(max(0, squares/float64(n)-mean*mean))}
}
