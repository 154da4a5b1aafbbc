package gametest

import (
	"fmt"
	"math"
	"slices"

	"github.com/banyan-go/banyan/rng"
)

// checkPlayout checks the results of single playouts at every eighth position and at the end of
// every game.
func (k *kit[S, A]) checkPlayout(p *position[S, A]) {
	if k.Playouter == nil || (k.plies%8 != 1 && !p.isTerminal()) {
		return
	}
	seed := uint64(k.plies)
	out := k.vector(lawPlayout, "Playout", func(out []float64) {
		k.Copy(&k.scratch, p.state)
		k.Playouter.Playout(&k.scratch, rng.New(seed), out)
	})
	if !k.found(lawPlayout) {
		k.checkLast(p, &k.scratch, out)
	}
	if !p.isOver() {
		return
	}
	want := make([]float64, k.players)
	if k.Returns(p.state, want); !slices.Equal(out, want) {
		k.find(lawPlayout, "Playout of a terminal state wrote %v, and Returns %v", out, want)
	}
}

// The length of the comparison of means at one position, and its threshold. A correct game deviates
// by more than five standard errors less than once in a million comparisons.
const (
	meanPlies    = 50_000
	meanPlayouts = 2000
	meanSigmas   = 5
)

// checkPlayoutMeans compares Playout with uniform play at the start and in the course of three
// games.
func (k *kit[S, A]) checkPlayoutMeans() {
	if k.Playouter == nil || k.found(lawMover) || k.found(lawJoint) {
		return // the rules cannot be played uniformly
	}
	for quarter, g := range k.games[:min(4, len(k.games))] {
		k.checkPlayoutMean(g, len(g.path)*quarter/4)
	}
}

// checkPlayoutMean compares the means after the first plies of a game.
func (k *kit[S, A]) checkPlayoutMean(g record[A], plies int) {
	k.seed, k.path = g.seed, g.path[:plies]
	defer k.catch()
	n := min(meanPlayouts, max(meanPlies/(len(g.path)-plies), 50))
	var p position[S, A]
	fast := k.sample(n, 1, k.Playouter.Playout)
	slow := k.sample(n, 2, func(s *S, r *rng.Rand, out []float64) { k.playout(&p, s, r, out) })
	for i := range fast {
		a, b := fast[i], slow[i]
		bound := meanSigmas*math.Sqrt(a.errorSquared()+b.errorSquared()) + 1e-9*math.Abs(b.mean)
		if !(math.Abs(a.mean-b.mean) <= bound) {
			k.find(lawPlayoutMean, "the mean of the %s is %.4g over %d playouts, and %.4g in uniform play, want within %.2g",
				k.sampledName(i), a.mean, n, b.mean, bound)
		}
	}
}

// sampledName names the quantity of which sample returns the i-th moments.
func (k *kit[S, A]) sampledName(i int) string {
	switch {
	case i < k.players:
		return fmt.Sprintf("returns of player %d", i)
	case i < 2*k.players:
		return fmt.Sprintf("squared returns of player %d", i-k.players)
	}
	return "last turn"
}

// sample plays n times from the current place and returns the moments of each player's returns,
// followed by those of their squares and, in a game with Turn, those of the last turn. The squares
// distinguish draws from wins and losses that balance.
func (k *kit[S, A]) sample(n int, stream uint64, play func(s *S, r *rng.Rand, out []float64)) []moments {
	var root, s S
	k.Copy(&root, &k.start)
	for _, chosen := range k.path {
		k.apply(&root, chosen)
	}
	r, out, all := rng.New(stream), make([]float64, k.players), make([]moments, 2*k.players, 2*k.players+1)
	if k.Turns != nil {
		all = all[:cap(all)]
	}
	for range n {
		k.Copy(&s, &root)
		play(&s, r, out)
		for player, v := range out {
			all[player].add(v)
			all[k.players+player].add(v * v)
		}
		if k.Turns != nil {
			all[2*k.players].add(float64(k.Turns.Turn(&s)))
		}
	}
	return all
}

// moments are the mean and the squared deviations of a sample (Welford, Technometrics 4(3), 1962).
type moments struct{ n, mean, squares float64 }

func (m *moments) add(v float64) {
	m.n++
	delta := v - m.mean
	m.mean += delta / m.n
	m.squares += delta * (v - m.mean)
}

// errorSquared is the squared standard error of the mean.
func (m *moments) errorSquared() float64 { return m.squares / (m.n * m.n) }
