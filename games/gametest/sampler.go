package gametest

import (
	"math"
	"slices"

	"github.com/banyan-go/banyan/rng"
)

// checkSampler draws once at every position, and many times at some of them.
func (k *kit[S, A]) checkSampler(p *position[S, A]) {
	if k.Sampler == nil || p.isJoint() {
		return
	}
	seed := uint64(k.plies)
	a, ok := k.Sampler.RandomAction(p.state, rng.New(seed))
	if b, again := k.Sampler.RandomAction(p.state, rng.New(seed)); a != b || ok != again {
		k.find(lawSampler, "RandomAction returns %v %t, and then %v %t from the same stream", a, ok, b, again)
	}
	if ok == p.isTerminal() {
		k.find(lawSampler, "RandomAction reports %t at a state with %d actions", ok, len(p.actions))
	}
	if !ok || p.isTerminal() {
		return
	}
	if p.sample != nil {
		return
	}
	if !slices.Contains(p.actions, a) {
		k.find(lawSampler, "RandomAction draws %v, which is not legal", a)
		return
	}
	if len(p.actions) > 1 && k.sampled < maxSampled && k.plies%3 == 1 {
		k.sampled++
		k.checkUniform(p)
	}
}

// How often the kit measures the distribution of RandomAction, and with how many draws.
const (
	maxSampled    = 20
	drawsPerCount = 100
	maxDraws      = 5000
)

func (k *kit[S, A]) checkUniform(p *position[S, A]) {
	r, counts := rng.New(uint64(k.plies)), make([]float64, len(p.actions))
	draws := min(drawsPerCount*len(counts), maxDraws)
	for range draws {
		a, _ := k.Sampler.RandomAction(p.state, r)
		i := slices.Index(p.actions, a)
		if i < 0 {
			k.find(lawSampler, "RandomAction draws %v, which is not legal", a)
			return
		}
		counts[i]++
	}
	want := make([]float64, len(counts))
	for i := range want {
		want[i] = float64(draws) / float64(len(want))
		if p.isChance() {
			want[i] = float64(draws) * p.probs[i]
		}
	}
	if chi, bound := chiSquared(counts, want); chi > bound {
		k.find(lawSamplerUniform, "%d draws from [%s] have chi squared %.4g, want at most %.4g: counts %.0f, expected %.4g",
			draws, list(p.actions), chi, bound, counts, want)
	}
}

// chiSquared returns the statistic of Pearson's test and its bound at five standard deviations, by
// the approximation of Wilson and Hilferty (PNAS 17(12), 1931), which is too wide for few cells. As
// usual, cells with an expected count below five are merged.
func chiSquared(counts, want []float64) (chi, bound float64) {
	cells, restCount, restWant := 0, 0.0, 0.0
	add := func(count, want float64) {
		cells++
		chi += (count - want) * (count - want) / want
	}
	for i := range want {
		if want[i] < 5 {
			restCount += counts[i]
			restWant += want[i]
			continue
		}
		add(counts[i], want[i])
	}
	if restWant >= 5 {
		add(restCount, restWant)
	}
	free := math.Max(1, float64(cells-1))
	root := 1 - 2/(9*free) + 5*math.Sqrt(2/(9*free))
	return chi, free * root * root * root
}
