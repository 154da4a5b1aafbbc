package gametest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/banyan-go/banyan/internal/moments"
	"github.com/banyan-go/banyan/rng"
)

// checkRewards checks what the ply before the position has brought. It plays on from copies to see
// that the rewards belong to the state and not to the ply that was played last anywhere.
func (k *kit[S, A]) checkRewards(p *position[S, A]) {
	if k.Rewarder == nil || len(k.path) == 0 {
		return
	}
	out := k.vector(lawRewards, "Rewards", func(out []float64) { k.Rewarder.Rewards(p.state, out) })
	if k.found(lawRewards) {
		return
	}
	k.Copy(&k.scratch, p.state)
	if again := k.rewards(&k.scratch); !slices.Equal(out, again) {
		k.find(lawRewards, "Rewards of a state wrote %v, and %v for its copy", out, again)
	}
	if p.isTerminal() {
		return
	}
	var q position[S, A]
	r := rng.New(uint64(k.plies))
	for range 2 {
		if k.look(&q, &k.scratch); q.isTerminal() {
			break
		}
		k.apply(&k.scratch, q.draw(r))
	}
	if again := k.rewards(p.state); !slices.Equal(out, again) {
		k.find(lawRewards, "Rewards wrote %v, and %v after plies were played on a copy", out, again)
	}
}

// slack is the rounding of sums of rewards that the declared range allows.
func (k *kit[S, A]) slack() float64 {
	if k.Range == nil {
		return 0
	}
	low, high := k.Bounds()
	return 1e-9 * (high - low)
}

// checkRange checks that what a game brings, which is what was paid before and what is to come, is
// in the declared range.
func (k *kit[S, A]) checkRange(what string, toCome []float64) {
	if k.Range == nil {
		return
	}
	for player, v := range toCome {
		if sum := k.paid[player] + v; !k.InRange(sum) {
			low, high := k.Bounds()
			k.find(lawRange, "%s brings player %d %v, want a number of ReturnRange, %v to %v", what, player, sum, low, high)
			return
		}
	}
}

// seen is what the returns of a player were.
type seen struct {
	moments.Sample
	low, high float64
}

// see notes the returns of a game that ends with s.
func (k *kit[S, A]) see(s *S) {
	sum := slices.Clone(k.paid)
	k.AddReturns(s, sum)
	if k.seen == nil {
		for _, v := range sum {
			k.seen = append(k.seen, seen{low: v, high: v})
		}
	}
	for player, v := range sum {
		one := &k.seen[player]
		one.Add(v)
		one.low, one.high = min(one.low, v), max(one.high, v)
	}
}

// describeReturns describes which returns the games had, and what the unit is.
func (k *kit[S, A]) describeReturns() string {
	if len(k.seen) == 0 {
		return "gametest: no game came to its end, so there are no returns"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "gametest: returns of %.0f random games:", k.seen[0].N)
	chances := !slices.ContainsFunc(k.seen, func(s seen) bool { return s.low < 0 || s.high > 1 })
	for player, s := range k.seen {
		unit := 1.0
		if !chances {
			unit = 2 * s.Deviation()
		}
		fmt.Fprintf(&b, " player %d: %.4g to %.4g, mean %.4g, unit %.4g;", player, s.low, s.high, s.Mean, unit)
	}
	return strings.TrimSuffix(b.String(), ";")
}
