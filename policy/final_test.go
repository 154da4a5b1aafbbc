package policy

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestFinal(t *testing.T) {
	// The bounds of SecureChild{} are 0.5-2/20 = 0.4, 0.62-2/10 = 0.42, 0.9-2/2 = -0.1 and nothing without visits.
	children := []Child{{400, 0.5}, {100, 0.62}, {4, 0.9}, {0, 0}}
	for _, c := range []struct {
		final    Final
		children []Child
		want     int
		decided  bool
	}{
		{RobustChild{}, children, 0, true},
		{MaxChild{}, children, 2, true},
		{MaxRobustChild{}, children, 0, false},
		{SecureChild{}, children, 1, true},
		{SecureChild{A: 4}, children, 0, true},                          // 0.3, 0.22
		{SecureChild{A: 0.1, MinShare: 0.01}, children, 2, true},        // 0.495, 0.61, 0.85
		{SecureChild{A: 0.1}, children, 1, true},                        // 4 visits are less than a tenth of 400
		{SecureChild{MinShare: 1}, children, 0, true},                   // no other has the visits
		{RobustChild{}, []Child{{5, 0.1}, {5, 0.3}, {5, 0.3}}, 1, true}, // ties: mean, then the first
		{MaxChild{}, []Child{{5, 0.3}, {9, 0.3}, {9, 0.3}}, 1, true},    // ties: visits, then the first
		{MaxChild{}, []Child{{0, 0}, {9, -1}}, 1, true},                 // no visits are no value of 0
		{SecureChild{}, []Child{{0, 0}, {1, -1}}, 1, true},
		{MaxRobustChild{}, []Child{{3, 0.2}, {7, 0.8}}, 1, true},
		{MaxRobustChild{}, []Child{{7, 0.8}, {3, 0.8}}, 0, true}, // equal means: both have the highest
	} {
		k, decided := c.final.Pick(c.children)
		require.Equal(t, c.want, k, "%#v of %v", c.final, c.children)
		require.Equal(t, c.decided, decided, "%#v of %v", c.final, c.children)
	}
}

// Of a hundred visits the bound takes A/10.
func TestSecureChildSubtracts(t *testing.T) {
	k, _ := SecureChild{A: 2, MinShare: 0.001}.Pick([]Child{{100, 0.75}, {10_000, 0.5601}})
	require.Equal(t, 0, k, "0.55 against 0.5401")
	k, _ = SecureChild{A: 2, MinShare: 0.001}.Pick([]Child{{100, 0.75}, {10_000, 0.5801}})
	require.Equal(t, 1, k, "0.55 against 0.5601")
}

func TestFinalsPickVisitedChildren(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		children := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Child {
			return Child{rapid.IntRange(0, 50).Draw(t, "visits"), rapid.Float64Range(-2, 2).Draw(t, "mean")}
		}), 1, 20).Draw(t, "children")
		children[rapid.IntRange(0, len(children)-1).Draw(t, "visited")].Visits = 1 + rapid.IntRange(0, 9).Draw(t, "more")
		for _, f := range []Final{RobustChild{}, MaxChild{}, MaxRobustChild{}, SecureChild{}} {
			k, _ := f.Pick(children)
			require.Positive(t, children[k].Visits, "%#v picked %d", f, k)
		}
	})
}

func TestReserve(t *testing.T) {
	require.InDelta(t, 1.0/3, MaxRobustChild{}.Reserve(), 1e-12)
	require.Equal(t, 0.5, MaxRobustChild{Held: 0.5}.Reserve())
}

func TestAverageCreditsEachChooser(t *testing.T) {
	values := make([]float64, 5)
	Average{}.Credit(&Trace{Movers: []int32{2, 0, 0, 1, 2}, Returns: []float64{0.1, 0.2, 0.7}}, values)
	require.Equal(t, []float64{0.7, 0.1, 0.1, 0.2, 0.7}, values)
}

func TestUniform(t *testing.T) {
	c := Uniform{}.New(Info{Players: 2})
	var counts [3]int
	choice := &Choice{Actions: []int32{7, 8, 9}, Rand: newRand()}
	for range 30_000 {
		counts[c.Choose(choice)]++
	}
	for _, n := range counts {
		require.InDelta(t, 10_000, n, 400)
	}
}
