package gametest

import "slices"

// checkPlayers checks what the players may choose, where all do at the same time.
func (k *kit[S, A]) checkPlayers(p *position[S, A]) {
	if !p.isJoint() || k.simultaneous == nil {
		return
	}
	// The last player comes first, for a game may answer by the order of the questions.
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
	again := k.simultaneous.AppendPlayerActions(nil, p.state, player)
	if !slices.Equal(again, actions) {
		k.find(lawOrder, "AppendPlayerActions gives player %d [%s], and [%s] when asked again", player, list(actions), list(again))
		return
	}
	if !appends(again, func(dst []A) []A { return k.simultaneous.AppendPlayerActions(dst, p.state, player) }) {
		k.find(lawAppend, "AppendPlayerActions does not append to dst and keep what is there")
	}
}

// checkGiven looks at the joint actions that ApplyJoint was given when it made the scratch state of what was chosen.
func (k *kit[S, A]) checkGiven(given, chosen ply[A]) {
	if !slices.Equal(given, chosen) {
		k.find(lawJoint, "ApplyJoint(%v) made joint %v", chosen, given)
	}
	before := digest(&k.scratch)
	clear(given)
	if digest(&k.scratch) != before {
		k.find(lawJoint, "ApplyJoint(%v) keeps joint: the state changed with it", chosen)
	}
	copy(given, chosen)
}
