package policy

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/rng"
)

// bandit is a root whose actions are in descending order of perturbed prior. Pulling an arm gives
// its next return.
type bandit struct {
	scores  []float64 // g + ln P
	priors  []float32 // their exponentials
	returns func(arm, pull int) float64
	visits  []int
	sums    []float64
}

func newBandit(scores []float64, returns func(arm, pull int) float64) *bandit {
	b := &bandit{scores: scores, returns: returns, visits: make([]int, len(scores)), sums: make([]float64, len(scores))}
	for i := range scores {
		b.priors = append(b.priors, float32(math.Exp(scores[i])))
		b.scores[i] = math.Log(float64(b.priors[i]))
	}
	return b
}

func (b *bandit) pull(arm int) {
	b.sums[arm] += b.returns(arm, b.visits[arm])
	b.visits[arm]++
}

func (b *bandit) mean(arm int) float64 { return float64(float32(b.sums[arm] / float64(b.visits[arm]))) }

// node is what a search shows: the tried arms and the next untried one.
func (b *bandit) node(simulations int) *Node {
	n := &Node{Simulations: simulations}
	for i, v := range b.visits {
		n.Visits += uint32(v)
		var mean float32
		if v > 0 {
			mean = float32(b.mean(i))
		}
		n.Children, n.Priors = append(n.Children, Stats{Visits: uint32(v), Mean: mean}), append(n.Priors, b.priors[i])
		if v == 0 {
			break
		}
	}
	return n
}

func (b *bandit) candidates() *Candidates {
	var c Candidates
	for i, v := range b.visits {
		child := Child{Visits: v, NoisyPrior: float64(b.priors[i])}
		if v > 0 {
			child.Mean = b.mean(i)
		}
		c.Children = append(c.Children, child)
	}
	return &c
}

// run searches with Gumbel and returns the final action.
func (b *bandit) run(g Gumbel, simulations int) int {
	for range simulations {
		b.pull(g.Select(b.node(simulations)))
	}
	k, _ := g.Pick(b.candidates())
	return k
}

// naive is the same with a list of how many visits the arm has that each simulation pulls, and with
// all arms in sight (algorithm 2, in the order of DeepMind's mctx).
func (b *bandit) naive(considered, simulations int, visit, scale float64) int {
	arms := min(considered, len(b.scores))
	var list []int
	seen := make([]int, arms) // the visits of each, if the first are the best
	phases := int(math.Ceil(math.Log2(float64(arms))))
	for k := arms; len(list) < simulations; k = max(2, k/2) {
		if arms == 1 {
			list = append(list, len(list))
			continue
		}
		for range max(1, simulations/(phases*k)) {
			list = append(list, seen[:k]...)
			for i := range k {
				seen[i]++
			}
		}
	}
	best := func(visits int) int {
		best, most := -1, math.Inf(-1)
		for arm, v := range b.visits {
			sum := b.scores[arm]
			if v > 0 {
				sum += (visit + float64(slices.Max(b.visits))) * scale * b.mean(arm)
			}
			if v == visits && sum > most {
				best, most = arm, sum
			}
		}
		return best
	}
	for _, visits := range list[:simulations] {
		b.pull(best(visits))
	}
	return best(slices.Max(b.visits))
}

func drawScores(t *rapid.T) []float64 {
	scores := rapid.SliceOfN(rapid.Float64Range(-9, 3), 1, 40).Draw(t, "scores")
	slices.SortFunc(scores, func(a, b float64) int { return int(math.Copysign(1, b-a)) })
	return scores
}

// Gumbel is the naive algorithm, pull by pull, whatever the arms return.
func TestGumbelIsSequentialHalving(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scores := drawScores(t)
		seed := rapid.Uint64().Draw(t, "seed")
		returns := func(arm, pull int) float64 {
			return rng.New(seed + uint64(arm*100_000+pull)).Float64()
		}
		g := Gumbel{
			Considered: rapid.IntRange(0, 20).Draw(t, "considered"),
			CVisit:     rapid.SampledFrom([]float64{0, 1, 50}).Draw(t, "visit"),
			CScale:     rapid.SampledFrom([]float64{0, 0.1, 1}).Draw(t, "scale"),
		}
		require.NoError(t, g.Validate())
		n := rapid.IntRange(1, 300).Draw(t, "simulations")
		fast, slow := newBandit(scores, returns), newBandit(slices.Clone(scores), returns)
		visit, scale := g.CVisit, g.CScale
		if visit == 0 {
			visit = 50
		}
		if scale == 0 {
			scale = 1
		}
		considered := g.Considered
		if considered == 0 {
			considered = 16
		}
		want := slow.naive(considered, n, visit, scale)
		require.Equal(t, want, fast.run(g, n))
		require.Equal(t, slow.visits, fast.visits)
	})
}

// If every pull of an arm gives its value, the final action is at least as good as the one with the
// greatest g + ln P, which is a sample of the priors: planning improves the policy, however few
// simulations there are.
func TestGumbelImprovesThePolicy(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scores := drawScores(t)
		seed := rapid.Uint64().Draw(t, "seed")
		value := func(arm, _ int) float64 { return float64(rng.New(seed+uint64(arm)).IntN(9)) / 8 }
		g := Gumbel{Considered: rapid.IntRange(1, 20).Draw(t, "considered")}
		k := newBandit(scores, value).run(g, rapid.IntRange(1, 100).Draw(t, "simulations"))
		require.GreaterOrEqual(t, value(k, 0), value(0, 0))
	})
}

// The visits of phases worked out by hand: 8 simulations of 4 arms are a round of 4 and two of 2.
func TestHalvingVisits(t *testing.T) {
	for _, c := range []struct {
		arms, simulations int
		want              []uint32
	}{
		{4, 8, []uint32{0, 0, 0, 0, 1, 1, 2, 2}},
		{4, 16, []uint32{0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5}},
		{4, 3, []uint32{0, 0, 0}},
		{5, 15, []uint32{0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5}}, // 5 rounds to 3 phases of 5
		{1, 3, []uint32{0, 1, 2}},
		{2, 5, []uint32{0, 0, 1, 1, 2}},
	} {
		var got []uint32
		for i := range c.simulations {
			got = append(got, halvingVisits(c.arms, c.simulations, i))
		}
		require.Equal(t, c.want, got, "%d simulations of %d arms", c.simulations, c.arms)
	}
}

// Without noise the priors stay, and the random stream is not used.
func TestQuietGumbel(t *testing.T) {
	priors, r := []float32{0.5, 0.2, 0.3}, rng.New(1)
	Gumbel{NoNoise: true}.Perturb(priors, r)
	require.Equal(t, []float32{0.5, 0.2, 0.3}, priors)
	require.Equal(t, rng.New(1), r)
}

// An action comes first in the sample as often as its prior says.
func TestGumbelSamplesThePriors(t *testing.T) {
	const draws = 40_000
	want := []float32{0.6, 0.3, 0, 0.1}
	r := rng.New(1)
	var counts [4]float64
	for range draws {
		priors := slices.Clone(want)
		Gumbel{}.Perturb(priors, r)
		sum, first := 0.0, 0
		for i, p := range priors {
			sum += float64(p)
			if p > priors[first] {
				first = i
			}
		}
		require.InDelta(t, 1, sum, 1e-5)
		counts[first]++
	}
	for i, p := range want {
		p := float64(p)
		require.InDelta(t, p, counts[i]/draws, 5*math.Sqrt(p*(1-p)/draws))
	}
}

// In games of points the means of the final choice are divided by the unit, too.
func TestGumbelPicksByUnits(t *testing.T) {
	for unit, want := range map[float64]int{0: 1, 1: 1, 0.5: 1, 100: 0} {
		k, _ := Gumbel{CVisit: 1, CScale: 1}.Pick(&Candidates{Unit: unit, Children: []Child{
			{Visits: 1, NoisyPrior: 0.9, Mean: 0},
			{Visits: 1, NoisyPrior: 0.1, Mean: 10}, // 2*10/unit makes up for ln 9, which is 2.2, or does not.
		}})
		require.Equal(t, want, k, "a unit of %v", unit)
	}
}

func TestGumbelValidates(t *testing.T) {
	require.NoError(t, Gumbel{}.Validate())
	require.NoError(t, Gumbel{CVisit: 1e9, CScale: 1e9}.Validate())
	for want, g := range map[string]Gumbel{
		"policy: Gumbel.Considered is -1": {Considered: -1},
		"policy: Gumbel.CVisit is -1":     {CVisit: -1},
		"policy: Gumbel.CScale is NaN":    {CScale: math.NaN()},
		"policy: Gumbel.CScale is 2e+09":  {CScale: 2e9},
		"policy: Gumbel.CVisit is +Inf":   {CVisit: math.Inf(1)},
	} {
		require.ErrorContains(t, g.Validate(), want)
	}
}

// Without Considered, the paper's 16 actions are considered, and ties go to the one tried first.
func TestGumbelOfEquals(t *testing.T) {
	b := newBandit(make([]float64, 40), func(int, int) float64 { return 0.5 })
	require.Equal(t, 0, b.run(Gumbel{}, 200))
	for arm, visits := range b.visits {
		require.Equal(t, arm < 16, visits > 0, "arm %d", arm)
	}
	require.Greater(t, b.visits[0], b.visits[2])
	_, decided := Gumbel{}.Pick(b.candidates())
	require.True(t, decided)
	n := &Node{Simulations: 100, Visits: 3, Priors: []float32{0.3, 0.3, 0.3}, Children: []Stats{{0.5, 1}, {0.5, 1}, {0.5, 1}}}
	require.Zero(t, Gumbel{}.Select(n))
}

// If a Solver hides children, no child may have the visits that are due. The best of the most
// visited ones is chosen then.
func TestGumbelWithoutTheChildThatIsDue(t *testing.T) {
	n := &Node{Simulations: 100, Visits: 40, Priors: []float32{0.3, 0.3, 0.3}, Children: []Stats{{1, 5}, {0.2, 7}, {0.9, 7}}}
	require.Equal(t, uint32(13), halvingVisits(3, 100, 40))
	require.Equal(t, 2, Gumbel{}.Select(n))
}
