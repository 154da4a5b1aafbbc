package goofspiel_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/goofspiel"
)

// The solver solves textbook games with payoffs scaled to 0 and 1.
func TestSolver(t *testing.T) {
	for name, c := range map[string]struct {
		matrix        [][]float64
		value         float64
		rows, columns []float64
	}{
		"matching pennies":    {[][]float64{{1, 0}, {0, 1}}, 0.5, []float64{0.5, 0.5}, []float64{0.5, 0.5}},
		"rock paper scissors": {[][]float64{{0.5, 0, 1}, {1, 0.5, 0}, {0, 1, 0.5}}, 0.5, []float64{1. / 3, 1. / 3, 1. / 3}, []float64{1. / 3, 1. / 3, 1. / 3}},
		"a saddle point":      {[][]float64{{0.2, 0.6}, {0.4, 0.8}}, 0.4, []float64{0, 1}, []float64{1, 0}},
		"unequal stakes":      {[][]float64{{0.75, 0}, {0, 0.25}}, 0.1875, []float64{0.25, 0.75}, []float64{0.25, 0.75}},
		"two rows of three":   {[][]float64{{0, 1, 0.9}, {1, 0, 0.8}}, 0.5, []float64{0.5, 0.5}, []float64{0.5, 0.5, 0}},
		"nothing to choose":   {[][]float64{{0.25}}, 0.25, []float64{1}, []float64{1}},
	} {
		t.Run(name, func(t *testing.T) {
			value, rows, columns := solve(t, c.matrix)
			require.InDelta(t, c.value, value, 1e-12)
			require.InDeltaSlice(t, c.rows, rows, 1e-12)
			require.InDeltaSlice(t, c.columns, columns, 1e-12)
		})
	}
}

func TestSolverOfAnyMatrix(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		columns := rapid.IntRange(1, 5).Draw(t, "columns")
		matrix := rapid.SliceOfN(rapid.SliceOfN(rapid.SampledFrom([]float64{0, 0.25, 1. / 3, 0.5, 1}), columns, columns), 1, 5).Draw(t, "matrix")
		solve(t, matrix)
	})
}

// The game is symmetric, so neither player has an advantage.
func TestValueIsHalf(t *testing.T) {
	for _, order := range orders {
		for cards := 1; cards <= 5; cards++ {
			if cards == 5 && (testing.Short() || order == goofspiel.Random) {
				continue
			}
			g := newGame(t, 2, cards, order)
			require.InDelta(t, 0.5, newSolver(t, g).value(g.Start()), 1e-9, "%v, %d cards", order, cards)
		}
	}
}

// The values of these positions are worked out by hand.
func TestValuesByHand(t *testing.T) {
	for _, c := range []struct {
		cards int
		order goofspiel.Order
		bids  [][]goofspiel.Card
		want  float64
	}{
		{2, goofspiel.Descending, [][]goofspiel.Card{{2, 1}}, 1},
		{2, goofspiel.Descending, [][]goofspiel.Card{{1, 1}}, 0.5},
		{2, goofspiel.Ascending, [][]goofspiel.Card{{2, 1}}, 0},
		// The first player has 3 points and the cards 1 and 2. The second has 1 and 3, which cannot
		// win both prizes, 2 and 1.
		{3, goofspiel.Descending, [][]goofspiel.Card{{3, 2}}, 1},
		// The first player has 3 points and the cards 1 and 2. The second has 2 and 3, which draw
		// if they win both prizes, 2 and 1. The first player wins if the two cards 2 meet. Each
		// chooses when to bid its 2, as in matching pennies with payoffs 1 and 1/2.
		{3, goofspiel.Descending, [][]goofspiel.Card{{3, 1}}, 0.75},
	} {
		g := newGame(t, 2, c.cards, c.order)
		s := g.Start()
		for _, joint := range c.bids {
			round(g, &s, 0, joint...)
		}
		require.InDelta(t, c.want, newSolver(t, g).value(s), 1e-9, "%+v", c)
	}
}

// Against a random player, the best strategy is to bid the value of the prize (S. Ross, "Goofspiel
// -- The Game of Pure Strategy", Journal of Applied Probability 8(3), 1971).
func TestBestAgainstRandomIsTheValueOfThePrize(t *testing.T) {
	for cards := 1; cards <= 5; cards++ {
		g := newGame(t, 2, cards, goofspiel.Random)
		best := lead(g, g.Start(), map[goofspiel.State]float64{}, func(*goofspiel.State, goofspiel.Card) bool { return true })
		match := lead(g, g.Start(), map[goofspiel.State]float64{}, func(s *goofspiel.State, a goofspiel.Card) bool { return int(a) == s.Prize() })
		require.InDelta(t, best, match, 1e-9, "%d cards", cards)
	}
}

// lead returns the expected lead of the first player in points at the end, if it plays the best of
// the allowed cards and the second player plays at random.
func lead(g goofspiel.Game, s goofspiel.State, known map[goofspiel.State]float64, may func(*goofspiel.State, goofspiel.Card) bool) float64 {
	if value, ok := known[s]; ok {
		return value
	}
	value := float64(s.Points(0) - s.Points(1))
	switch g.ToMove(&s) {
	case game.Chance:
		value = 0
		for _, o := range g.AppendOutcomes(nil, &s) {
			next := s
			g.Apply(&next, o.Action)
			value += o.Prob * lead(g, next, known, may)
		}
	case game.Simultaneous:
		value = math.Inf(-1)
		others := g.AppendPlayerActions(nil, &s, 1)
		for _, mine := range g.AppendPlayerActions(nil, &s, 0) {
			if !may(&s, mine) {
				continue
			}
			sum := 0.0
			for _, other := range others {
				next := s
				g.ApplyJoint(&next, []goofspiel.Card{mine, other})
				sum += lead(g, next, known, may)
			}
			value = max(value, sum/float64(len(others)))
		}
	}
	known[s] = value
	return value
}
