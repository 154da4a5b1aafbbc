package policy

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/rng"
)

func TestAdaptiveValidates(t *testing.T) {
	for _, test := range []struct {
		spec Adaptive
		want string
	}{
		{Adaptive{Candidates: []Playout{}}, "policy: Adaptive.Candidates is empty"},
		{Adaptive{Floor: -0.1}, "policy: Adaptive.Floor is -0.1, want 0..0.5 with 2 candidates"},
		{Adaptive{Floor: 0.4, Candidates: []Playout{MAST{}, NST{}, nil}}, "Adaptive.Floor is 0.4, want 0..0.3333"},
		{Adaptive{Weights: []float64{1}}, "policy: Adaptive.Weights has 1 elements, want one for each of 2 candidates"},
		{Adaptive{Weights: []float64{1, 0}}, "policy: Adaptive.Weights[1] is 0, want a number above 0"},
		{Adaptive{Weights: []float64{1, 1.1e9}}, "policy: Adaptive.Weights[1] is 1.1e+09, want a number above 0, up to 1e+09"},
		{Adaptive{Candidates: []Playout{nil, Adaptive{}}}, "policy: Adaptive.Candidates[1] is an Adaptive"},
		{Adaptive{Candidates: []Playout{MAST{}, NST{K: -1}}}, "NST.K is -1"},
	} {
		require.ErrorContains(t, test.spec.Validate(), test.want)
	}
	for _, spec := range []Adaptive{{}, {Floor: 0.5}, {Candidates: []Playout{nil}, Floor: 1}, {Weights: []float64{1, 1e9}}} {
		require.NoError(t, spec.Validate(), "%+v", spec)
	}
}

func newAdaptive(t require.TestingT, spec Adaptive, info Info) *adaptive {
	c, err := spec.New(info)
	require.NoError(t, err)
	a, _ := c.(*adaptive)
	return a
}

// Without a Floor, each of many candidates has half of an equal share for certain.
func TestAdaptiveFloorOfManyCandidates(t *testing.T) {
	require.Equal(t, 0.05, newAdaptive(t, Adaptive{Candidates: make([]Playout, 10)}, Info{Players: 1}).floor)
	require.Equal(t, 0.025, newAdaptive(t, Adaptive{Candidates: make([]Playout, 20)}, Info{Players: 1}).floor)
}

// played returns a simulation of a game for two players, in which an action of player 1 at the root
// led to a playout by a chooser.
func played(chooser int, action int32, value float64) *Trace {
	return &Trace{
		Plies:   []Ply{{Action: 9, Player: 0}, {Action: action, Player: 1}, {Action: 1, Player: 0}},
		Root:    1,
		Leaf:    2,
		Returns: []float64{1 - value, value},
		Chooser: 1 + chooser,
	}
}

// The candidate whose results depend on the action at the root gets the largest share, in whatever
// unit the returns are, and loses it if that changes.
func TestAdaptiveFindsTheSignal(t *testing.T) {
	for name, scale := range map[string]struct{ factor, offset float64 }{"wins": {1, 0}, "points": {200, -100}} {
		t.Run(name, func(t *testing.T) {
			a := newAdaptive(t, Adaptive{Candidates: []Playout{nil, nil, nil}, Floor: 0.1}, Info{Players: 2, Actions: 10})
			require.InDeltaSlice(t, []float64{1. / 3, 1. / 3, 1. / 3}, a.shares, 1e-9)
			r := rng.New(1)
			move := func(good int) {
				for range 1000 {
					k, action := r.IntN(3), int32(r.IntN(5))
					chance := 0.5
					if k == good {
						chance = 0.3 + 0.1*float64(action)
					}
					value := 0.0
					if r.Float64() < chance {
						value = 1
					}
					a.Learn(played(k, action, value*scale.factor+scale.offset))
				}
				a.Decay(1)
			}
			for range 4 {
				move(2)
			}
			require.Greater(t, a.shares[2], 0.7)
			for range 40 {
				move(0)
			}
			require.Greater(t, a.shares[0], 0.7)
			require.InDelta(t, 1, a.shares[0]+a.shares[1]+a.shares[2], 1e-9)
		})
	}
}

// Shares are numbers where the returns of an action hardly differ.
func TestAdaptiveOfSteadyReturns(t *testing.T) {
	a := newAdaptive(t, Adaptive{Candidates: []Playout{nil, nil}}, Info{Players: 2, Actions: 2})
	for i := range 2 * adaptivePeriod {
		value := float64(i / 2 % 2)
		if i%8 == 0 {
			value = 1e-155
		}
		a.Learn(played(i%2, int32(i/2%2), value))
	}
	require.Positive(t, a.candidates[0].all.within)
	require.InDelta(t, 1, a.shares[0]+a.shares[1], 1e-9)
}

// A simulation without a chooser or with one that does not exist, without an action at the root or
// without a playout says nothing about the candidates.
func TestAdaptiveIgnores(t *testing.T) {
	a := newAdaptive(t, Adaptive{}, Info{Players: 2, Actions: 10})
	fresh := newAdaptive(t, Adaptive{}, Info{Players: 2, Actions: 10})
	for i := range 3 * adaptivePeriod {
		none, pass, end := *played(-1, int32(i%3), 1), *played(0, int32(i%3), 1), *played(1, int32(i%3), 1)
		pass.Leaf = pass.Root
		end.Leaf = len(end.Plies)
		for _, trace := range []Trace{none, *played(2, int32(i%3), 1), pass, end} {
			a.Learn(&trace)
		}
	}
	require.Equal(t, fresh.shares, a.shares)
	require.Equal(t, fresh.candidates, a.candidates)
	require.NotEqual(t, fresh.choosers, a.choosers, "the candidates learn from all simulations")
}

// rootResult is a simulation as naiveShares sees it.
type rootResult struct {
	chooser int
	action  int32
	value   float64
}

// naiveShares computes the shares of two candidates by the definition, from the simulations of
// every root.
func naiveShares(roots [][]rootResult, weights []float64, floor float64) []float64 {
	var between, units, within, freedom [2]float64
	for i, root := range roots {
		weight := 1.0
		for range len(roots) - 1 - i {
			weight *= adaptiveKeep
		}
		for k := range 2 {
			groups, n, sum := map[int32][]float64{}, 0.0, 0.0
			for _, d := range root {
				if d.chooser == k {
					groups[d.action] = append(groups[d.action], d.value)
					n++
					sum += d.value
				}
			}
			if len(groups) < 2 || n-float64(len(groups)) < 1 {
				continue
			}
			ssb, ssw, squares := 0.0, 0.0, 0.0
			for _, values := range groups {
				size, total := float64(len(values)), 0.0
				for _, v := range values {
					total += v
				}
				for _, v := range values {
					ssw += (v - total/size) * (v - total/size)
				}
				ssb += size * (total/size - sum/n) * (total/size - sum/n)
				squares += size * size
			}
			df := n - float64(len(groups))
			between[k] += weight * (ssb - float64(len(groups)-1)*ssw/df)
			units[k] += weight * (n - squares/n)
			within[k] += weight * ssw
			freedom[k] += weight * df
		}
	}
	if within[0]+within[1] <= 0 {
		share := floor + (1-2*floor)*weights[0]/(weights[0]+weights[1])
		return []float64{share, 1 - share}
	}
	noise := (within[0] + within[1]) / (freedom[0] + freedom[1])
	prior := max(0.005, ((between[0]+between[1])/noise+0.01*500)/(units[0]+units[1]+500))
	var squared [2]float64
	for k := range 2 {
		s := (between[k]/noise + 500*prior) / (units[k] + 500) / ((within[k]/noise + 500) / (freedom[k] + 500))
		squared[k] = weights[k] * max(5e-4, s) * max(5e-4, s)
	}
	share := floor + (1-2*floor)*squared[0]/(squared[0]+squared[1])
	return []float64{share, 1 - share}
}

func TestAdaptiveIsNaive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		weights := []float64{1, rapid.Float64Range(0.1, 9).Draw(t, "weight")}
		a := newAdaptive(t, Adaptive{Candidates: []Playout{nil, nil}, Weights: weights, Floor: 0.05}, Info{Players: 2})
		r := rng.New(rapid.Uint64().Draw(t, "seed"))
		var roots [][]rootResult
		moves := rapid.IntRange(1, 4).Draw(t, "moves")
		for m := range moves {
			var root []rootResult
			for range adaptivePeriod * rapid.IntRange(0, 8).Draw(t, "periods") {
				d := rootResult{r.IntN(2), int32(r.IntN(6)), 0}
				if r.Float64() < 0.2+0.1*float64(int(d.action)*(1+d.chooser)) {
					d.value = 1
				}
				root = append(root, d)
				a.Learn(played(d.chooser, d.action, d.value))
			}
			roots = append(roots, root)
			if m < moves-1 {
				a.Decay(1)
			}
		}
		a.update()
		require.InDeltaSlice(t, naiveShares(roots, weights, 0.05), a.shares, 1e-6)
	})
}

// Candidates are drawn with their shares, by the search and within other policies.
func TestAdaptiveDraws(t *testing.T) {
	a := newAdaptive(t, Adaptive{Candidates: []Playout{fixedPlayout(0), fixedPlayout(1), fixedPlayout(2)}}, Info{Players: 2})
	a.shares = []float64{0.2, 0.7, 0.1}
	r := rng.New(1)
	var draws, choices [3]int
	for range 20_000 {
		draws[a.Draw(r)]++
		choices[a.Choose(&Choice{Actions: []int32{5, 6, 7}, Rand: r})]++
	}
	for i, share := range a.shares {
		require.InDelta(t, share, float64(draws[i])/20_000, 0.015)
		require.InDelta(t, share, float64(choices[i])/20_000, 0.015)
	}
}

// fixedPlayout always chooses the action with one index.
type fixedPlayout int

func (f fixedPlayout) New(Info) (Chooser, error) { return f, nil }
func (f fixedPlayout) Choose(*Choice) int        { return int(f) }

func TestAdaptiveReportsCandidates(t *testing.T) {
	_, err := Adaptive{Candidates: []Playout{nilPlayout{}}}.New(Info{Players: 2})
	require.ErrorContains(t, err, "returned nil")
}

type nilPlayout struct{}

func (nilPlayout) New(Info) (Chooser, error) { return nil, nil }
