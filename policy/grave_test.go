package policy

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// naiveGRAVE is the formula of the doc comment.
func naiveGRAVE(s, amaf Stats, bias, c float64, visits uint32) float64 {
	n, a := float64(s.Visits), float64(amaf.Visits)
	if n+a == 0 {
		return math.Inf(1)
	}
	beta := a / (a + n + bias*a*n)
	return (1-beta)*float64(s.Mean) + beta*float64(amaf.Mean) + c*math.Sqrt(math.Log(float64(visits))/max(1, n))
}

// graveNode draws the statistics of tried actions, followed by the statistics of untried ones.
func graveNode(most uint32) *rapid.Generator[*Node] {
	return rapid.Custom(func(t *rapid.T) *Node {
		n := &Node{Visits: rapid.Uint32Range(1, most).Draw(t, "N")}
		tried := rapid.IntRange(0, 10).Draw(t, "tried")
		for i := range rapid.IntRange(1, 20).Draw(t, "children") {
			s := Stats{}
			if i < tried {
				s = Stats{rapid.Float32Range(0, 1).Draw(t, "mean"), rapid.Uint32Range(1, most).Draw(t, "visits")}
			}
			a := Stats{Visits: rapid.Uint32Range(0, most).Draw(t, "amaf visits")}
			if a.Visits > 0 {
				a.Mean = rapid.Float32Range(0, 1).Draw(t, "amaf mean")
			}
			n.Children, n.AMAF = append(n.Children, s), append(n.AMAF, a)
		}
		return n
	})
}

func TestGRAVESelectsTheGreatestValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := graveNode(1e6).Draw(t, "node")
		g := GRAVE{
			Bias: rapid.SampledFrom([]float64{0, 1e-10, 1e-2, 10}).Draw(t, "bias"),
			C:    rapid.SampledFrom([]float64{0, 0.3}).Draw(t, "C"),
		}
		bias := g.Bias
		if bias == 0 {
			bias = DefaultBias
		}
		k := g.Select(n)
		value := func(i int) float64 { return naiveGRAVE(n.Children[i], n.AMAF[i], bias, g.C, n.Visits) }
		for i := range n.Children {
			require.LessOrEqual(t, value(i), value(k)+1e-5)
		}
	})
}

// Best chooses as Select does, wherever the AMAF statistics of the children stand.
func TestGRAVEBestIsSelect(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := graveNode(100).Draw(t, "node")
		if shift := rapid.SampledFrom([]float32{0, 0.5, 1}).Draw(t, "losses"); shift > 0 {
			for i := range n.Children {
				n.AMAF[i].Visits = max(1, n.AMAF[i].Visits) // An unplayed action is tried at once.
				n.Children[i].Mean -= shift
				n.AMAF[i].Mean -= shift
			}
		}
		g := GRAVE{C: rapid.SampledFrom([]float64{0, 0.3}).Draw(t, "C")}
		places := make([]int32, 30)
		for i := range places {
			places[i] = int32(i)
		}
		at := rapid.Permutation(places).Draw(t, "at")
		amaf := make([]Stats, len(places))
		for i, a := range n.AMAF {
			amaf[at[i]] = a
		}
		require.Equal(t, g.Select(n), g.Best(n.Children, amaf, at, n.Visits))
	})
}

// With a large bias the mean of a tried child counts alone, and so it does without AMAF statistics,
// when beta is 0.
func TestGRAVEIsTheMean(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := &Node{Visits: 1000}
		for range rapid.IntRange(1, 20).Draw(t, "children") {
			n.Children = append(n.Children, Stats{float32(rapid.IntRange(0, 8).Draw(t, "mean")) / 8, rapid.Uint32Range(1, 1000).Draw(t, "visits")})
			n.AMAF = append(n.AMAF, Stats{rapid.Float32Range(0, 1).Draw(t, "amaf mean"), rapid.Uint32Range(1, 1000).Draw(t, "amaf visits")})
		}
		want := 0
		for i, s := range n.Children {
			if s.Mean > n.Children[want].Mean {
				want = i
			}
		}
		got := GRAVE{Bias: 1e9}.Select(n)
		require.InDelta(t, n.Children[want].Mean, n.Children[got].Mean, 1e-5)
		clear(n.AMAF)
		require.Equal(t, want, GRAVE{}.Select(n))
		require.Zero(t, beta(5, 0, 0.1))
	})
}

// Values worked out by hand.
func TestGRAVEByHand(t *testing.T) {
	require.InDelta(t, 0.5, beta(10, 10, 1e-20), 1e-6)       // 10 / 20
	require.InDelta(t, 0.25, beta(10, 10, 0.2), 1e-6)        // 10 / (20 + 20)
	require.InDelta(t, 100.0/220, beta(20, 100, 0.05), 1e-6) // 100 / (120 + 100)
	for _, c := range []struct {
		want           int
		children, amaf []Stats
	}{
		{2, []Stats{{0.5, 10}, {}, {}}, []Stats{{0.5, 10}, {0.4, 5}, {0.6, 1}}},       // the untried one with the best AMAF
		{0, []Stats{{0.5, 10}, {}, {}}, []Stats{{0.9, 90}, {0.4, 5}, {0.6, 1}}},       // a tried one with a better value
		{1, []Stats{{0.5, 10}, {}, {}}, []Stats{{0.9, 90}, {}, {1, 7}}},               // nothing is known of the second
		{0, []Stats{{0.5, 10}, {0.5, 10}, {}}, []Stats{{0.5, 1}, {0.5, 9}, {0.5, 5}}}, // the first of equals
	} {
		require.Equal(t, c.want, GRAVE{Bias: 1e-9}.Select(&Node{Visits: 10, Children: c.children, AMAF: c.amaf}))
		require.Equal(t, c.want, RAVE{Bias: 1e-9}.Select(&Node{Visits: 10, Children: c.children, AMAF: c.amaf}))
	}
}

func TestGRAVEParameters(t *testing.T) {
	require.True(t, NeedsOf(GRAVE{}).Has(NeedAMAF))
	require.True(t, NeedsOf(RAVE{}).Has(NeedAMAF))
	require.Equal(t, DefaultRef, GRAVE{}.ReferenceVisits())
	require.Equal(t, 7, GRAVE{Ref: 7}.ReferenceVisits())
	require.Equal(t, 1, RAVE{}.ReferenceVisits())
	require.NoError(t, GRAVE{Ref: 15, Bias: 1e-10, C: 0.2}.Validate())
	require.EqualError(t, GRAVE{Ref: -1}.Validate(), "policy: GRAVE.Ref is -1, want 0..2147483647")
	require.EqualError(t, GRAVE{Bias: -1}.Validate(), "policy: GRAVE.Bias is -1, want 0 <= Bias <= 1e+30")
	require.EqualError(t, RAVE{Bias: math.NaN()}.Validate(), "policy: RAVE.Bias is NaN, want 0 <= Bias <= 1e+30")
	require.EqualError(t, RAVE{C: math.Inf(1)}.Validate(), "policy: RAVE.C is +Inf, want 0 <= C <= 1e+30")
}
