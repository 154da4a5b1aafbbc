package policy

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// naivePUCT is the formula of the doc comment, for children that are not all without prior.
func naivePUCT(p PUCT, n *Node, i int) float64 {
	if p.C == 0 {
		p.C = 3
	}
	if p.Base == 0 {
		p.Base = 19652
	}
	if p.FPU == 0 {
		p.FPU = 0.2
	}
	s, visits := n.Children[i], float64(n.Visits)
	explore := p.C + math.Log1p((visits+1)/p.Base)
	explore *= max(1./1024, float64(n.Priors[i])) * math.Sqrt(visits) / (1 + float64(s.Visits))
	if s.Visits > 0 {
		return float64(s.Mean) + explore
	}
	var sum, tried, mass float64
	for j, c := range n.Children {
		if c.Visits > 0 {
			sum += float64(c.Mean) * float64(c.Visits)
			tried += float64(c.Visits)
			mass += float64(n.Priors[j])
		}
	}
	return sum/tried - p.FPU*math.Sqrt(mass) + explore
}

// puctNode draws a node with priors in descending order, zeros among them. One child may be
// untried, the last one.
func puctNode() *rapid.Generator[*Node] {
	return rapid.Custom(func(t *rapid.T) *Node {
		n := &Node{Visits: counts().Draw(t, "N")}
		total := float32(0)
		for range rapid.IntRange(1, 30).Draw(t, "children") {
			n.Children = append(n.Children, Stats{Mean: rapid.Float32Range(-1, 1).Draw(t, "mean"), Visits: counts().Draw(t, "visits")})
			prior := rapid.SampledFrom([]float32{0, 1e-6, 0.3, 1, 2, 50}).Draw(t, "prior")
			n.Priors = append(n.Priors, prior)
			total += prior
		}
		slices.SortFunc(n.Priors, func(a, b float32) int { return int(math.Copysign(1, float64(b-a))) })
		for i := range n.Priors {
			n.Priors[i] /= max(total, 1e-6)
		}
		if rapid.Bool().Draw(t, "untried") && len(n.Children) > 1 {
			n.Children[len(n.Children)-1] = Stats{}
		}
		return n
	})
}

func drawPUCT(t *rapid.T) PUCT {
	return PUCT{
		C:    rapid.SampledFrom([]float64{0, 0.01, 1, 3, 1000}).Draw(t, "C"),
		Base: rapid.SampledFrom([]float64{0, 1, 100, 1e30}).Draw(t, "base"),
		FPU:  rapid.SampledFrom([]float64{0, math.SmallestNonzeroFloat64, 0.1, 1}).Draw(t, "fpu"),
	}
}

func TestPUCTSelectsTheGreatestBound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, p := puctNode().Draw(t, "node"), drawPUCT(t)
		if n.Priors[0] == 0 {
			for i := range n.Priors {
				n.Priors[i] = 1 / float32(len(n.Priors))
			}
		}
		k := p.Select(n)
		chosen := naivePUCT(p, n, k)
		for i := range n.Children {
			b := naivePUCT(p, n, i)
			require.LessOrEqual(t, b, chosen+1e-5*(1+math.Abs(b)+p.FPU), "child %d, chosen %d", i, k)
		}
	})
}

// The bounds are worked out by hand. With N = 16, c(N) is 1 + ln(19669/19652) = 1.000865, and
// c(N) * sqrt(N) is 4.00346.
func TestPUCTByHand(t *testing.T) {
	for name, c := range map[string]struct {
		second Stats
		priors []float32
		want   int
	}{
		// 0.5 + 4.00346 * 0.4 / 10 = 0.660138 and 0.26 + 4.00346 * 0.8 / 8 = 0.660346
		"just better": {Stats{0.26, 7}, []float32{0.4, 0.8}, 1},
		// 0.2595 + 4 * 0.8 / 8 = 0.6595 with c = 1 and 0.659846 with c(N)
		"just worse": {Stats{0.2595, 7}, []float32{0.4, 0.8}, 0},
		// 0.5 + 4.00346 * 0.64 / 10 = 0.756221 and 0.5 - 0.2 * sqrt(0.64) + 4.00346 * 0.1042
		"untried, just better": {Stats{}, []float32{0.64, 0.1042}, 1},
		"untried, just worse":  {Stats{}, []float32{0.64, 0.1038}, 0},
		// Equal priors of 1/2: 0.5 + 4.00346 * 0.5 / 10 = 0.700173, and with FPU 2.5 for the
		// untried child 0.5 - 2.5 * sqrt(0.5) + 4.00346 * 0.5 = 0.733963
		"untried, no priors": {Stats{}, []float32{0, 0}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			p := PUCT{C: 1, FPU: 0.2}
			if c.priors[0] == 0 {
				p.FPU = 2.5
			}
			n := &Node{Visits: 16, Children: []Stats{{0.5, 9}, c.second}, Priors: c.priors}
			require.Equal(t, c.want, p.Select(n))
		})
	}
}

// All bounds are negative: for the tried child, -5 + 4.00346 * 0.5 / 10 = -4.8; for the untried
// one, -5 - 0.2 * sqrt(0.5) + 4.00346 * prior, which is -4.74 with a prior of 0.1 and -4.94 with
// 0.05.
func TestPUCTByHandWithNegativeBounds(t *testing.T) {
	for want, prior := range []float32{0.05, 0.1} {
		n := &Node{Visits: 16, Children: []Stats{{-5, 9}, {}}, Priors: []float32{0.5, prior}}
		require.Equal(t, want, PUCT{C: 1, FPU: 0.2}.Select(n))
	}
}

// pull lets p choose among actions, which are tried in the order of their priors, and returns their
// visits after some simulations. value is the return of each.
func pull(p Selection, priors []float32, simulations int, value func(action int) float32) []Stats {
	stats, tried := make([]Stats, len(priors)), 0
	for N := 1; N <= simulations; N++ {
		shown := min(tried+1, len(priors))
		n := &Node{Visits: uint32(N), Children: stats[:shown], Priors: priors[:shown]}
		k := 0
		if tried > 0 {
			k = p.Select(n)
		}
		if k == tried {
			tried++
		}
		s := &stats[k]
		s.Visits++
		s.Mean += (value(k) - s.Mean) / float32(s.Visits)
	}
	return stats
}

func TestPUCTWithEqualPriorsTriesAllBeforeAnyTwice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		count := rapid.IntRange(1, 60).Draw(t, "actions")
		priors := slices.Repeat([]float32{1 / float32(count)}, count)
		values := rapid.SliceOfN(rapid.Float32Range(0, 1), count, count).Draw(t, "values")
		stats := pull(PUCT{C: 1e6, FPU: 0.2}, priors, count, func(k int) float32 { return values[k] })
		for _, s := range stats {
			require.EqualValues(t, 1, s.Visits)
		}
	})
}

func TestPUCTReachesActionsWithoutPrior(t *testing.T) {
	for _, fpu := range []float64{1e-9, 0.2} {
		// The first action always wins, so nothing but the least prior leads to the others.
		stats := pull(PUCT{FPU: fpu}, []float32{1, 0, 0}, 20_000, func(k int) float32 { return float32(max(0, 1-k)) })
		require.Positive(t, stats[1].Visits)
		require.Positive(t, stats[2].Visits)
		require.Greater(t, stats[0].Visits, uint32(19_000))
	}
}

// Returns, C and FPU times a power of two change nothing. With an infinite Base, c(N) is C.
func TestPUCTScales(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, p := puctNode().Draw(t, "node"), drawPUCT(t)
		p.C, p.Base, p.FPU = max(p.C, 0.5), 1e30, max(p.FPU, 0.1)
		want := p.Select(n)
		factor := math.Ldexp(1, rapid.IntRange(-6, 6).Draw(t, "exponent"))
		p.C, p.FPU = p.C*factor, p.FPU*factor
		for i := range n.Children {
			n.Children[i].Mean *= float32(factor)
		}
		require.Equal(t, want, p.Select(n))
	})
}

// Without any priors, all count with the same.
func TestPUCTWithoutPriors(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, p := puctNode().Draw(t, "node"), drawPUCT(t)
		equal := *n
		n.Priors, equal.Priors = make([]float32, len(n.Children)), slices.Repeat([]float32{1 / float32(len(n.Children))}, len(n.Children))
		k := p.Select(n)
		for i := range n.Children {
			b := naivePUCT(p, &equal, i)
			require.LessOrEqual(t, b, naivePUCT(p, &equal, k)+1e-5*(1+math.Abs(b)+p.FPU))
		}
	})
}

func TestPUCTTakesTheFirstOfEquals(t *testing.T) {
	n := &Node{Visits: 40, Children: []Stats{{0.1, 10}, {0.5, 10}, {0.5, 10}, {0.5, 10}}, Priors: []float32{0.25, 0.25, 0.25, 0.25}}
	require.Equal(t, 1, PUCT{}.Select(n))
	n.Priors = make([]float32, 4)
	require.Equal(t, 1, PUCT{}.Select(n))
}

// An action that was tried comes before an untried one with the same bound.
func TestPUCTTakesTheTriedOfEquals(t *testing.T) {
	children := []Stats{{0.5, 1}, {}}
	require.Equal(t, 0, PUCT{}.bestOrUntried(children, []float32{0, 0}, 0, Stats{}))
}

func TestPUCTWithNothingTried(t *testing.T) {
	require.Zero(t, PUCT{FPU: 0.2}.Select(&Node{Visits: 1, Children: []Stats{{}}, Priors: []float32{0.5}}))
	require.Zero(t, PUCT{FPU: 0.2}.Select(&Node{Visits: 1, Children: []Stats{{}}, Priors: []float32{0}}))
}

func TestPUCTValidate(t *testing.T) {
	for want, p := range map[string]PUCT{
		"PUCT.C is -1":     {C: -1},
		"PUCT.C is NaN":    {C: math.NaN()},
		"PUCT.Base is 0.5": {Base: 0.5},
		"PUCT.Base is -1":  {Base: -1},
		"PUCT.FPU is -0.2": {FPU: -0.2},
		"PUCT.FPU is +Inf": {FPU: math.Inf(1)},
	} {
		require.ErrorContains(t, p.Validate(), want)
	}
	require.NoError(t, PUCT{}.Validate())
	require.NoError(t, PUCT{C: 1, Base: 1, FPU: 1}.Validate())
}
