package gametest

import (
	"testing"

	"github.com/stretchr/testify/require"
)

type ring struct{ next *ring }

type everything struct {
	b    bool
	i    int8
	u    uint64
	f    float64
	c    complex64
	s    string
	list []int
	grid [2][2]uint8
	m    map[string]int
	any  any
	p    *int
	ring *ring
	fn   func()
}

func sample() everything {
	n, r := 1, &ring{}
	r.next = &ring{next: r}
	return everything{
		true, 1, 2, 3, 4, "five", []int{6}, [2][2]uint8{{7, 8}, {9, 10}}, map[string]int{"a": 1, "b": 2}, 3, &n, r, nil,
	}
}

func TestDigestSeesEveryChange(t *testing.T) {
	first, same := sample(), sample()
	require.Equal(t, digest(&first), digest(&same), "equal values behind other pointers")
	two := 2
	for name, change := range map[string]func(*everything){
		"bool":       func(e *everything) { e.b = false },
		"int":        func(e *everything) { e.i = -1 },
		"uint":       func(e *everything) { e.u++ },
		"float":      func(e *everything) { e.f = -3 },
		"complex":    func(e *everything) { e.c += 1i },
		"string":     func(e *everything) { e.s = "fiv" },
		"element":    func(e *everything) { e.list[0] = 7 },
		"length":     func(e *everything) { e.list = append(e.list, 0) },
		"array":      func(e *everything) { e.grid[1][1]++ },
		"map value":  func(e *everything) { e.m["a"] = 2 },
		"map swap":   func(e *everything) { e.m["a"], e.m["b"] = 2, 1 },
		"map key":    func(e *everything) { delete(e.m, "a"); e.m["c"] = 1 },
		"any":        func(e *everything) { e.any = 4 },
		"any type":   func(e *everything) { e.any = int64(3) },
		"any nil":    func(e *everything) { e.any = nil },
		"pointee":    func(e *everything) { e.p = &two },
		"pointer":    func(e *everything) { e.p = nil },
		"short ring": func(e *everything) { e.ring.next = e.ring },
		"function":   func(e *everything) { e.fn = func() {} },
	} {
		changed := sample()
		change(&changed)
		require.NotEqual(t, digest(&first), digest(&changed), name)
	}
}

func TestDigestOfNothing(t *testing.T) {
	none, empty := everything{}, everything{list: []int{}, m: map[string]int{}}
	require.Equal(t, digest(&none), digest(&empty), "nil equals empty")
	one, no := []int{1}, []int{}
	require.NotEqual(t, digest(&one), digest(&no))
}

func TestChiSquared(t *testing.T) {
	// By hand: (12-10)^2/10 + (8-10)^2/10, and (7-6)^2/6 for the last two cells, which are merged.
	chi, bound := chiSquared([]float64{12, 8, 4, 3}, []float64{10, 10, 3, 3})
	require.InDelta(t, 0.8+1.0/6, chi, 1e-12)
	// For two degrees of freedom, the exact quantile at five deviations, p = 2.87e-7, is -2 ln p =
	// 30.13. The approximation is greater, in favor of the game.
	require.Greater(t, bound, 30.13)
	require.Less(t, bound, 35.0)
}

// The borders between slices count, not only their elements.
func TestDigestOfBorders(t *testing.T) {
	first, moved := [][]int{{1, 2}, {3}}, [][]int{{1}, {2, 3}}
	require.NotEqual(t, digest(&first), digest(&moved))
}

func TestPlaceIsCutAfterHundredPlies(t *testing.T) {
	r := report[int]{place: place[int]{path: make([]ply[int], 100)}}
	require.NotContains(t, r.String(), "...")
	r.path = append(r.path, nil)
	require.Contains(t, r.String(), "...")
}
