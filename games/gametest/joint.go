package gametest

import "slices"

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
	if a, ok := repeated(actions); ok {
		k.find(lawDistinct, "AppendPlayerActions lists %v twice for player %d", a, player)
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
