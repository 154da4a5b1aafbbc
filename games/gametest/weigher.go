package gametest

import (
	"math"
	"slices"
)

// checkWeigher checks the weights of the actions, and those of the actions in the reverse order.
func (k *kit[S, A]) checkWeigher(p *position[S, A]) {
	if k.Weigher == nil || p.isJoint() || p.isChance() || len(p.actions) == 0 {
		return
	}
	weights := k.weights(p, slices.Clone(p.actions))
	if k.found(lawWeigh) {
		return
	}
	reverse := slices.Clone(p.actions)
	slices.Reverse(reverse)
	again := k.weights(p, reverse)
	slices.Reverse(again)
	if !slices.Equal(weights, again) {
		k.find(lawWeigh, "Weigh wrote %v for [%s], and with the actions in another order %v", weights, list(p.actions), again)
	}
}

// weights returns the weights of actions, and checks them one by one.
func (k *kit[S, A]) weights(p *position[S, A], actions []A) []float32 {
	weights := slices.Repeat([]float32{float32(math.NaN())}, len(actions))
	given := slices.Clone(actions)
	k.Weigher.Weigh(p.state, given, weights)
	if !slices.Equal(given, actions) {
		k.find(lawWeigh, "Weigh changed the actions [%s] to [%s]", list(actions), list(given))
	}
	sum := float32(0)
	for i, w := range weights {
		if !(w >= 0 && w <= maxReturn) {
			k.find(lawWeigh, "Weigh wrote %v or nothing for %v, want a weight from 0 to 1e30", w, actions[i])
			return weights
		}
		sum += w
	}
	if sum == 0 {
		k.find(lawWeigh, "all weights of [%s] are 0", list(actions))
	}
	return weights
}
