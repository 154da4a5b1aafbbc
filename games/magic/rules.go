package magic

import "github.com/banyan-go/banyan/rng"

// Rule is a fixed way to play. No rule looks at what is hidden from its player.
type Rule uint8

// The rules.
const (
	Uniform Rule = iota // all actions are equally likely, as with Game.Random
	Reduced             // plays as Game.Reduced
	Expert              // plays as Game.Expert
	Idle                // plays as Game.Idle
)

// Random returns the index of a uniformly random action. Like the other rules it is a function for
// [mcts.PlayoutFunc]: actions are legal actions of g at s, and the result is the index of one of
// them. A rule whose choice is not among the actions chooses at random.
func (Game) Random(_ *State, _ int, actions []Action, r *rng.Rand) int { return r.IntN(len(actions)) }

// Reduced plays like the expert, but works out no attack. Each creature that no two blockers kill,
// and no single one without a loss, attacks with probability 7/8; all attack if too few can be
// blocked to save the opponent. Cards are played in random order while they can be paid, a land
// always. It blocks as Expert does.
func (g Game) Reduced(s *State, _ int, actions []Action, r *rng.Rand) int {
	return seek(g.decide(Reduced, s, r), actions, r)
}

// Expert attacks if it gains by that against good blocks and can stop a deadly counter-attack. It
// blocks with one or two creatures if that is a gain, or if the attack is deadly otherwise. It
// plays a land and then the most expensive creatures.
func (g Game) Expert(s *State, _ int, actions []Action, r *rng.Rand) int {
	return seek(g.decide(Expert, s, r), actions, r)
}

// Idle neither attacks nor blocks, and plays no card. If g leaves that out, it chooses the last
// action.
func (g Game) Idle(s *State, _ int, actions []Action, r *rng.Rand) int {
	if s.phase == PhaseCards {
		return len(actions) - 1
	}
	return seek(g.decide(Idle, s, r), actions, r)
}

// seek returns the index of the wanted action, or a random one if that is not among the actions.
func seek(wanted Action, actions []Action, r *rng.Rand) int {
	for i, a := range actions {
		if a == wanted {
			return i
		}
	}
	return r.IntN(len(actions))
}

// decide returns the action that a rule chooses at s.
func (g *Game) decide(rule Rule, s *State, r *rng.Rand) Action {
	if g.combat == Whole && s.phase != PhaseCards {
		return g.decideWhole(rule, s, r)
	}
	switch s.phase {
	case PhaseAttack:
		k := int(s.cursor)
		n := 0
		switch rule {
		case Expert:
			n = g.deck().expertAttack(s).count(k)
		case Reduced:
			n = g.deck().reducedAttack(s, some(k, s.table[s.Active()].count(k)), r).count(k)
		}
		return action(opAttack, k, n)
	case PhaseBlock:
		if k := g.blocker(rule, s); k > 0 {
			return action(opBlock, k, 0)
		}
		return opDone
	}
	if g.main == Subsets {
		return g.set(rule, s, r)
	}
	k := g.card(s)
	if g.plays(rule, s, k, r) {
		return action(opCast, k, 0)
	}
	return action(opSkip, k, 0)
}

// decideWhole returns the attackers or the blockers that a rule chooses.
func (g *Game) decideWhole(rule Rule, s *State, r *rng.Rand) Action {
	rest := s.table[s.Active()].upTo(int(s.cursor))
	switch {
	case s.phase == PhaseBlock && rule == Idle:
		return opBlock | wholeBit
	case s.phase == PhaseBlock:
		return g.expertBattle(s)
	case rule == Expert:
		return wholeAttack(g.deck().expertAttack(s).upTo(int(s.cursor)))
	case rule == Reduced:
		return wholeAttack(g.deck().reducedAttack(s, rest, r))
	}
	return wholeAttack(0)
}

// plays reports whether a rule plays a card that the form Binary asks for.
func (g *Game) plays(rule Rule, s *State, k int, r *rng.Rand) bool {
	if k == 0 {
		return true
	}
	if g.order != Descending && g.prune != PruneDominated {
		// In these orders a card that was skipped may forbid a set that is not dominated otherwise.
		if may, must := g.dominated(s, k); may == must {
			return must
		}
	}
	return g.choose(rule, g.unasked(s), int(s.mana), r).count(k) > 0
}

// set returns the cards that a rule plays in a turn, in the form Subsets.
func (g *Game) set(rule Rule, s *State, r *rng.Rand) Action {
	player := s.Active()
	lands := min(1, int(s.handLands[player]))
	return setOf(g.choose(rule, s.hand[player], int(s.mana)+lands, r), lands)
}

// choose returns creatures of a hand that can be paid together: random ones, or the most expensive.
func (g *Game) choose(rule Rule, hand zone, mana int, r *rng.Rand) zone {
	d, set := g.deck(), zone(0)
	for hand = d.affordable(hand, mana); hand != 0; hand = d.affordable(hand, mana) {
		k := hand.highest()
		if rule == Reduced {
			k = hand.pick(r.IntN(hand.size()))
		}
		set += one(k)
		hand -= one(k)
		mana -= int(d.cost[k])
	}
	return set
}

// pick returns the kind of creature n, counted from the lowest kind.
func (z zone) pick(n int) int {
	for {
		k := z.lowest()
		if n -= z.count(k); n < 0 {
			return k
		}
		z = z.without(k)
	}
}

// blocker returns the kind of the next blocker, or 0 for none.
func (g *Game) blocker(rule Rule, s *State) int {
	if rule == Idle {
		return 0
	}
	return g.deck().expertBlocker(s)
}

// PlayoutBy returns a function that plays by the rules, one of each player, to the end, in one call
// and without lists of actions. It leaves the last state in s and writes its returns. It is for
// mcts.WholePlayout. Reduced chooses all cards of a turn at once, so in the form Binary the
// probabilities of the sets differ slightly from playing card by card.
func (g Game) PlayoutBy(rules [2]Rule) func(s *State, r *rng.Rand, out []float64) {
	return func(s *State, r *rng.Rand, out []float64) {
		game := g
		for s.phase != PhaseOver {
			rule := rules[s.Active()]
			if s.phase == PhaseBlock {
				rule = rules[1-s.Active()]
			}
			game.playPhase(rule, s, r)
			if rules[0] != Uniform && rules[1] != Uniform {
				// Both rules choose all cards of a turn at once, so from the next turn on the form
				// does not matter, and this one is the fastest.
				game.main, game.prune = Subsets, PruneNone
			}
			game.advance(s)
		}
		g.Returns(s, out)
	}
}

// playPhase makes the remaining decisions of a phase by a rule.
func (g *Game) playPhase(rule Rule, s *State, r *rng.Rand) {
	if rule == Uniform || s.phase == PhaseDeal || s.phase == PhaseDraw {
		g.randomPhase(s, r)
		return
	}
	switch s.phase {
	case PhaseAttack:
		g.attackBy(rule, s, r)
	case PhaseBlock:
		g.blockBy(rule, s)
	case PhaseCards:
		g.castBy(rule, s, r)
	}
}

func (g *Game) attackBy(rule Rule, s *State, r *rng.Rand) {
	player := s.Active()
	switch cursor := int(s.cursor); rule {
	case Reduced:
		s.tapped[player] += g.deck().reducedAttack(s, s.table[player].upTo(cursor), r)
	case Expert:
		s.tapped[player] += g.deck().expertAttack(s).upTo(cursor)
	}
	s.beginBlock()
}

// blockBy names the remaining blockers of the next attacker and resolves its combat.
func (g *Game) blockBy(rule Rule, s *State) {
	switch {
	case rule == Idle:
	case s.blockers == 0:
		s.blockers = g.deck().expertBlockers(s)
	default:
		for k := g.deck().expertBlocker(s); k > 0; k = g.deck().expertBlocker(s) {
			s.blockers += one(k)
			s.cursor = uint8(k)
		}
	}
	g.deck().strike(s)
}

// castBy plays cards by a rule. Idle plays none, even if g leaves that out.
func (g *Game) castBy(rule Rule, s *State, r *rng.Rand) {
	if rule != Idle {
		lands := 0
		if s.cursor == 0 {
			lands = min(1, int(s.handLands[s.Active()]))
		}
		s.play(g.choose(rule, g.unasked(s), int(s.mana)+lands, r), lands)
	}
	s.endTurn()
}
