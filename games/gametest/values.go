package gametest

import (
	"math"
	"slices"
)

// checkWinner compares WinningAction with all actions, played one by one.
func (k *kit[S, A]) checkWinner(p *position[S, A]) {
	if k.Winner == nil || p.isJoint() || p.isChance() {
		return
	}
	a, ok := k.Winner.WinningAction(p.state)
	if b, again := k.Winner.WinningAction(p.state); a != b || ok != again {
		k.find(lawWinner, "WinningAction returns %v %t, and then %v %t", a, ok, b, again)
	}
	var wins []A
	for _, b := range p.actions {
		if k.winsBy(p, b) {
			wins = append(wins, b)
		}
	}
	switch {
	case !ok && len(wins) > 0:
		k.find(lawWinner, "WinningAction reports that there is none, and %v wins", wins[0])
	case ok && !slices.Contains(wins, a):
		k.find(lawWinner, "WinningAction returns %v, which does not win; those that win are [%s]", a, list(wins))
	}
}

// winsBy reports whether the player to move wins at once by an action: what it was paid before, the
// reward of the action, and the return make a win.
func (k *kit[S, A]) winsBy(p *position[S, A], a A) bool {
	next := k.copyOf(p.state)
	k.Apply(next, a)
	if k.ToMove(next) < 0 || len(k.AppendActions(nil, next)) > 0 {
		return false
	}
	sum := slices.Clone(k.paid)
	k.AddRewards(next, sum)
	k.AddReturns(next, sum)
	return sum[p.mover] >= k.Win()-k.slack()
}

// checkWeigher checks the weights of the actions, and of the actions in reverse order.
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

// maxReturn is the greatest magnitude of returns that the contract allows.
const maxReturn = 1e30

func (k *kit[S, A]) checkReturns(p *position[S, A]) {
	if p.isOver() {
		out := k.vector(lawReturns, "Returns", func(out []float64) { k.Returns(p.state, out) })
		k.checkRange("the game", out)
	}
}

func (k *kit[S, A]) checkEvaluate(p *position[S, A]) {
	if k.Evaluator != nil && !p.isTerminal() {
		k.vector(lawEvaluate, "Evaluate", func(out []float64) { k.Evaluator.Evaluate(p.state, out) })
	}
}

// vector calls a method that writes a value for every player, and checks what it writes.
func (k *kit[S, A]) vector(law, method string, write func(out []float64)) []float64 {
	out, again := make([]float64, k.players), make([]float64, k.players)
	for i := range out {
		out[i], again[i] = math.NaN(), 7
	}
	write(out)
	for i, v := range out {
		if !(math.Abs(v) <= maxReturn) {
			k.find(law, "%s wrote %v or nothing for player %d, want a number within 1e30", method, v, i)
			return out
		}
	}
	if write(again); !slices.Equal(out, again) {
		k.find(law, "%s wrote %v, and %v when called again", method, out, again)
	}
	return out
}
