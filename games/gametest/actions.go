package gametest

import (
	"fmt"
	"math"
	"slices"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/rng"
)

// checkMover checks NumPlayers and ToMove.
func (k *kit[S, A]) checkMover(p *position[S, A]) {
	if n := k.NumPlayers(); n != k.players {
		k.find(lawPlayers, "NumPlayers is %d, and was %d before", n, k.players)
	}
	if mover := k.ToMove(p.state); mover != p.mover {
		k.find(lawMover, "ToMove is %d, and %d when called again", p.mover, mover)
	}
	switch {
	case p.isChance() && (k.Chance != nil || k.Sampling != nil), p.isJoint() && k.Simultaneous != nil:
	case p.isJoint():
		k.find(lawMover, "ToMove is %d, Simultaneous, but the game does not have both AppendPlayerActions and ApplyJoint", p.mover)
	case p.mover < 0 || p.mover >= k.players:
		k.find(lawMover, "ToMove is %d, want 0 to %d, or Chance in a ChanceGame or a SamplingGame", p.mover, k.players-1)
	}
}

// checkActions checks the list of legal actions.
func (k *kit[S, A]) checkActions(p *position[S, A]) {
	if p.isChance() || p.isJoint() {
		return
	}
	if flaw := indistinct(p.actions); flaw != "" {
		k.find(lawDistinct, "AppendActions lists %s", flaw)
		return
	}
	again := k.AppendActions(nil, p.state)
	if !slices.Equal(again, p.actions) {
		k.find(lawOrder, "AppendActions returns [%s], and [%s] when called again", list(p.actions), list(again))
		return
	}
	p.actions = slices.Clone(again)
	clear(k.AppendActions(nil, p.state))
	if !slices.Equal(again, p.actions) {
		k.find(lawAppend, "AppendActions returns the same memory whenever dst is nil")
		return
	}
	if !appends(again, func(dst []A) []A { return k.AppendActions(dst, p.state) }) {
		k.find(lawAppend, "AppendActions does not append to dst, or changes its elements")
	}
}

// samples is how many outcomes of a chance node are drawn that cannot be listed.
const samples = 3

// checkSample checks outcomes that can only be drawn: they depend on the state and on the stream
// alone, so that equal streams give equal outcomes and continue equally, and each can be played.
func (k *kit[S, A]) checkSample(p *position[S, A]) {
	if p.sample == nil {
		return
	}
	a, b := rng.New(uint64(k.plies)), rng.New(uint64(k.plies))
	for range samples {
		drawn := p.sample(a)
		if again := p.sample(b); again != drawn {
			k.find(lawSample, "SampleOutcome draws %v, and %v from an equal stream", drawn, again)
			return
		}
		next := k.copyOf(p.state)
		k.apply(next, ply[A]{drawn})
		k.Copy(&k.scratch, p.state)
		k.apply(&k.scratch, ply[A]{drawn})
		if digest(next) != digest(&k.scratch) {
			k.find(lawSample, "Apply(%v) of a drawn outcome gives %+v, and %+v from an equal state", drawn, *next, k.scratch)
		}
	}
	if a.Uint64() != b.Uint64() {
		k.find(lawSample, "SampleOutcome leaves equal streams at different places")
	}
}

// checkOutcomes checks the outcomes of a chance node.
func (k *kit[S, A]) checkOutcomes(p *position[S, A]) {
	if !p.isChance() || k.Chance == nil {
		return
	}
	if flaw := indistinct(p.actions); flaw != "" {
		k.find(lawOutcomes, "AppendOutcomes lists %s", flaw)
	}
	if !k.checkProbabilities(p) {
		return
	}
	first, again := k.Chance.AppendOutcomes(nil, p.state), k.Chance.AppendOutcomes(nil, p.state)
	if !slices.Equal(first, again) {
		k.find(lawOutcomes, "AppendOutcomes returns [%s], and [%s] when called again", list(first), list(again))
		return
	}
	if !appends(again, func(dst []game.Outcome[A]) []game.Outcome[A] { return k.Chance.AppendOutcomes(dst, p.state) }) {
		k.find(lawAppend, "AppendOutcomes does not append to dst, or changes its elements")
	}
}

// checkProbabilities reports whether the probabilities of the outcomes are in order.
func (k *kit[S, A]) checkProbabilities(p *position[S, A]) bool {
	sum := 0.0
	for i, prob := range p.probs {
		if !(prob >= 0) {
			k.find(lawOutcomes, "the probability of %v is %v", p.actions[i], prob)
		}
		if prob == 0 { // The others are played sooner or later.
			k.Copy(&k.scratch, p.state)
			k.apply(&k.scratch, ply[A]{p.actions[i]})
		}
		sum += prob
	}
	if !(math.Abs(sum-1) <= 1e-6) {
		k.find(lawOutcomes, "the probabilities of %d outcomes sum to %v, want 1", len(p.probs), sum)
		return false
	}
	return true
}

// indistinct describes a value that the list has twice, or that is not even equal to itself, if
// there is one.
func indistinct[T comparable](values []T) string {
	seen := make(map[T]bool, len(values))
	for _, v := range values {
		if seen[v] {
			return fmt.Sprintf("%v twice", v)
		}
		if seen[v] = true; !seen[v] {
			return fmt.Sprintf("%v, which is not equal to itself", v)
		}
	}
	return ""
}

// appends reports whether call appends want to its dst, for several capacities of dst.
func appends[T comparable](want []T, call func(dst []T) []T) bool {
	prefix := make([]T, 2)
	if len(want) > 0 {
		prefix[0], prefix[1] = want[0], want[len(want)-1]
	}
	for _, room := range []int{0, 1, len(want), len(want) + 8} {
		dst := append(make([]T, 0, len(prefix)+room), prefix...)
		if !slices.Equal(call(dst), slices.Concat(prefix, want)) {
			return false
		}
	}
	return true
}

// checkPlayers checks the actions of the players at a simultaneous-move node.
func (k *kit[S, A]) checkPlayers(p *position[S, A]) {
	if !p.isJoint() || k.Simultaneous == nil {
		return
	}
	// The last player comes first, because results could depend on the order of the calls.
	for player := k.players - 1; player >= 0; player-- {
		k.checkPlayer(p, player)
	}
}

func (k *kit[S, A]) checkPlayer(p *position[S, A], player int) {
	actions := p.of(player)
	if len(actions) == 0 {
		k.find(lawJoint, "AppendPlayerActions lists nothing for player %d, want at least one action, such as a pass", player)
	}
	if flaw := indistinct(actions); flaw != "" {
		k.find(lawDistinct, "AppendPlayerActions lists %s for player %d", flaw, player)
	}
	again := k.Simultaneous.AppendPlayerActions(nil, p.state, player)
	if !slices.Equal(again, actions) {
		k.find(lawOrder, "AppendPlayerActions for player %d returns [%s], and [%s] when called again", player, list(actions), list(again))
		return
	}
	if !appends(again, func(dst []A) []A { return k.Simultaneous.AppendPlayerActions(dst, p.state, player) }) {
		k.find(lawAppend, "AppendPlayerActions does not append to dst, or changes its elements")
	}
}

// checkGiven checks the slice that ApplyJoint was given when it made the scratch state from the
// chosen ply.
func (k *kit[S, A]) checkGiven(given, chosen ply[A]) {
	if !slices.Equal(given, chosen) {
		k.find(lawJoint, "ApplyJoint(%v) changed joint to %v", chosen, given)
	}
	before := digest(&k.scratch)
	clear(given)
	if digest(&k.scratch) != before {
		k.find(lawJoint, "ApplyJoint(%v) keeps joint: the state changes with it", chosen)
	}
	copy(given, chosen)
}
