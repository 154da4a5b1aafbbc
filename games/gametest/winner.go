package gametest

import "slices"

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

// winsBy reports whether the player to move wins at once by an action.
func (k *kit[S, A]) winsBy(p *position[S, A], a A) bool {
	var next S
	k.Copy(&next, p.state)
	k.Apply(&next, a)
	if k.ToMove(&next) < 0 || len(k.AppendActions(nil, &next)) > 0 {
		return false
	}
	out := make([]float64, k.players)
	k.Returns(&next, out)
	return out[p.mover] >= 1
}
