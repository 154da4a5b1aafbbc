package tune

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/rng"
)

// The levels of a grid have different values, and the level of each of them is its own.
func TestGrid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		log := rapid.Bool().Draw(t, "log")
		low := rapid.IntRange(1, 50).Draw(t, "low")
		k := rapid.SampledFrom([]Kind{
			Integer{Low: low, High: low + rapid.OneOf(rapid.IntRange(1, 30), rapid.IntRange(1, 1e6)).Draw(t, "size"), Log: log},
			Float{Low: float64(low), High: float64(low) * rapid.Float64Range(1.5, 1e6).Draw(t, "factor"), Log: log},
			Choice{{Name: "a"}, {Name: "b"}, {Name: "c"}},
		}).Draw(t, "kind")
		require.NoError(t, k.validate())
		for i := range k.levels() {
			require.Equal(t, i, k.level(k.onGrid(i)), "%v", k.onGrid(i))
		}
	})
}

// A short range of whole numbers has all of them in its grid.
func TestShortGrid(t *testing.T) {
	for high := 2; high <= gridLevels; high++ {
		k := Integer{Low: 1, High: high, Log: true}
		for i := range high {
			require.InDelta(t, i+1, k.onGrid(i), 0)
		}
		require.Equal(t, high, k.levels())
	}
}

// The level of a whole number is the nearest one.
func TestNearestLevel(t *testing.T) {
	require.Zero(t, Integer{Low: 0, High: 12}.level(1), "as near to the next one")
	rapid.Check(t, func(t *rapid.T) {
		low := rapid.IntRange(1, 20).Draw(t, "low")
		k := Integer{Low: low, High: low + rapid.IntRange(1, 60).Draw(t, "size"), Log: rapid.Bool().Draw(t, "log")}
		v := float64(rapid.IntRange(k.Low, k.High).Draw(t, "value"))
		best := 0
		for l := range k.levels() {
			if math.Abs(k.unit(k.onGrid(l))-k.unit(v)) < math.Abs(k.unit(k.onGrid(best))-k.unit(v)) {
				best = l
			}
		}
		require.Equal(t, best, k.level(v))
		require.InDelta(t, k.Low, k.onGrid(0), 0)
		require.InDelta(t, k.High, k.onGrid(k.levels()-1), 0)
	})
}

// The limits of ranges and choices belong to what is allowed.
func TestLimitsOfKinds(t *testing.T) {
	require.NoError(t, Float{Low: 1, High: 1.02}.validate(), "three values")
	require.ErrorContains(t, Float{Low: 1, High: 1.01}.validate(), "2 of at least 3 values")
	require.NoError(t, Float{High: math.MaxFloat64}.validate())
	require.ErrorContains(t, Float{Low: -1e308, High: 1e308}.validate(), "want a smaller one")
	require.ErrorContains(t, Float{High: 1, Log: true}.validate(), "want a number above 0")
	require.ErrorContains(t, Integer{High: 5, Log: true}.validate(), "want a number above 0")
	require.NoError(t, Integer{Low: -1e9, High: 1e9}.validate())
	require.ErrorContains(t, Integer{Low: 3, High: 3}.validate(), "the lower one first")
	var many Choice
	for i := range mostAlternatives {
		many = append(many, Alternative{Name: strconv.Itoa(i)})
	}
	require.NoError(t, many.validate())
	require.ErrorContains(t, append(many, Alternative{Name: "x"}).validate(), "there are 201 alternatives, want at most 200")
	require.ErrorContains(t, many[:1].validate(), "there is one value")
}

// A place in [0,1] is an alternative, all of them equally often.
func TestPlacesOfAlternatives(t *testing.T) {
	k := Choice{{Name: "a"}, {Name: "b"}, {Name: "c"}, {Name: "d"}}
	for u, want := range map[float64]float64{0: 0, 0.24: 0, 0.25: 1, 0.5: 2, 0.74: 2, 0.75: 3, 0.99: 3, 1: 3} {
		require.InDelta(t, want, k.value(u), 0, "%v", u)
	}
	require.Zero(t, k.first([]string{"a", "b"}))
	require.Equal(t, 1, k.first([]string{"x", "b", "a"}))
	require.Equal(t, -1, k.first([]string{"x"}))
}

// Names have letters and digits, and values most of what ASCII can print.
func TestCharacters(t *testing.T) {
	for c := rune(0); c < 300; c++ {
		letter := strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", c)
		require.Equal(t, letter, isName("x"+string(c)), "%q", c)
		require.Equal(t, c > ' ' && c < 127 && !strings.ContainsRune(",;|{}=#", c), isValue("x"+string(c)), "%q", c)
	}
	require.False(t, isName(""))
	require.False(t, isValue(""))
	require.False(t, isValue("a..b"))
}

// Steps are normal: their mean is 0, and their standard deviation is the width, of a range.
func TestNear(t *testing.T) {
	random := rng.New(1)
	const n = 100_000
	sum, squares, within := 0.0, 0.0, 0
	for range n {
		x := normal(random)
		sum, squares = sum+x, squares+x*x
		if math.Abs(x) < 1 {
			within++
		}
	}
	require.InDelta(t, 0, sum/n, 0.02)
	require.InDelta(t, 1, squares/n, 0.03)
	require.InDelta(t, 0.6827, float64(within)/n, 0.01)

	k := Float{Low: 10, High: 20}
	sum, squares = 0, 0
	for range n {
		step := (near(k, 15, 0.1, random) - 15) / 10
		sum, squares = sum+step, squares+step*step
	}
	require.InDelta(t, 0, sum/n, 0.002)
	require.InDelta(t, 0.01, squares/n, 0.0005)
	for range 1000 {
		require.Contains(t, []float64{10, 20}, near(k, 20, 1e6, random))
		require.Contains(t, []float64{0, 2}, near(Choice{{Name: "a"}, {Name: "b"}, {Name: "c"}}, 1, 0.1, random))
	}
}

// A small step of a whole number goes to one of its neighbors.
func TestNearInteger(t *testing.T) {
	k, random := Integer{Low: 3, High: 9}, rng.New(1)
	for v := k.Low; v <= k.High; v++ {
		seen := map[int]bool{}
		for range 200 {
			seen[int(near(k, float64(v), 1e-9, random))] = true
		}
		require.Equal(t, map[int]bool{max(v-1, k.Low): true, min(v+1, k.High): true}, seen)
	}
	far := map[float64]int{}
	for range 1000 {
		far[near(k, 3, 1e9, random)]++
	}
	require.Len(t, far, 3, "the ends, and the neighbor of the end where the step stays")
}

// A parameter has a condition on an earlier one, and not on itself.
func TestConditionOnItself(t *testing.T) {
	_, err := ParseSpace("kind=x|y if kind=x")
	require.ErrorContains(t, err, "want the name of an earlier parameter")
}

// A parameter without values is an error.
func TestNoValues(t *testing.T) {
	for _, text := range []string{"c=", "kind=x|y\nc= if kind=x", "kind=x|y\nc=if kind=x"} {
		_, err := ParseSpace(text)
		require.ErrorContains(t, err, "c", text)
	}
}

// A choice of which one alternative is left is no parameter, and neither is what depends on another
// one of its alternatives.
func TestSimplified(t *testing.T) {
	s := parse(t, "kind=x|y|z", "a=1..2 if kind=x", "b=1..2 if kind=y|z", "c=1..2 if kind=z", "d=p|q if kind=y", "e=1..2 if d=q")
	left := func(names ...string) Space {
		return s.without(func(player string) error {
			for _, name := range names {
				if strings.Contains(player, name) {
					return errors.New("no")
				}
			}
			return nil
		})
	}
	none := left()
	require.Equal(t, s.String(), none.String())
	noZ := left("kind=z")
	require.Equal(t, "kind=x|y\na=1..2 if kind=x\nb=1..2 if kind=y\nd=p|q if kind=y\ne=1..2 if d=q", strings.TrimSpace(noZ.String()))
	noQ := left("d=q", "kind=z")
	require.Equal(t, "kind=x|y\na=1..2 if kind=x\nb=1..2 if kind=y", strings.TrimSpace(noQ.String()))
	onlyX := left("kind=y", "kind=z")
	require.Equal(t, "a=1..2", strings.TrimSpace(onlyX.String()))
}
