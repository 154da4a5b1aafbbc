package magic

import (
	"math/bits"

	"github.com/banyan-go/banyan/rng"
)

// Rule is a player by rule. None looks at what is hidden from him.
type Rule uint8

// The rules.
const (
	Uniform Rule = iota // every action that is left is equally likely, as for Game.Random
	Reduced             // as Game.Reduced
	Expert              // as Game.Expert
	Idle                // as Game.Idle
)

// Random draws one of the actions uniformly. It is a function for mcts.PlayoutFunc, as are the other rules: player is to move
// at s, actions are legal actions of g there, and the answer is the index of one of them. Rules whose choice is not among the actions
// draw uniformly.
func (Game) Random(_ *State, _ int, actions []Action, r *rng.Rand) int { return r.IntN(len(actions)) }

// Reduced is the expert without knowledge: each creature attacks with probability 1/2, each blocker chooses at random whether and whom
// to block, and cards are taken in random order as long as they can be paid, a land always.
func (g Game) Reduced(s *State, _ int, actions []Action, r *rng.Rand) int {
	return seek(g.decide(Reduced, s, r), actions, r)
}

// Expert attacks and blocks by the rules of thumb that expert.go describes, plays a land and then the most expensive creatures.
func (g Game) Expert(s *State, _ int, actions []Action, r *rng.Rand) int {
	return seek(g.decide(Expert, s, r), actions, r)
}

// Idle does nothing: no attack, no block, no card. Where g leaves that out, it does the last of the actions.
func (g Game) Idle(s *State, _ int, actions []Action, r *rng.Rand) int {
	if s.phase == cast {
		return len(actions) - 1
	}
	return seek(g.decide(Idle, s, r), actions, r)
}

// seek returns the index of the action that is wanted.
func seek(wanted Action, actions []Action, r *rng.Rand) int {
	for i, a := range actions {
		if a == wanted {
			return i
		}
	}
	return r.IntN(len(actions))
}

// decide returns what a rule decides at s.
func (g Game) decide(rule Rule, s *State, r *rng.Rand) Action {
	switch s.phase {
	case attack:
		k := int(s.cursor)
		n := 0
		switch rule {
		case Expert:
			n = g.deck().expertAttack(s).count(k)
		case Reduced:
			n = coins(s.table[s.active()].count(k), r)
		}
		return action(opAttack, k, n)
	case block:
		if k := g.blocker(rule, s, r); k > 0 {
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

// plays reports whether a rule plays a card that the form Binary asks for.
func (g Game) plays(rule Rule, s *State, k int, r *rng.Rand) bool {
	if k == 0 {
		return true
	}
	if g.order != Descending && g.prune != PruneDominated {
		// In these orders what was skipped may forbid a set that is otherwise not dominated.
		if may, must := g.dominated(s, k); may == must {
			return must
		}
	}
	return g.choose(rule, g.unasked(s), int(s.mana), r).count(k) > 0
}

// set returns the cards of a turn, in the form Subsets.
func (g Game) set(rule Rule, s *State, r *rng.Rand) Action {
	player := s.active()
	lands := min(1, int(s.handLands[player]))
	return setOf(g.choose(rule, s.hand[player], int(s.mana)+lands, r), lands)
}

// choose takes creatures of a hand as long as they can be paid: at random, or the most expensive first.
func (g Game) choose(rule Rule, hand zone, mana int, r *rng.Rand) zone {
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

// pick returns the kind of the n-th creature.
func (z zone) pick(n int) int {
	for {
		k := z.lowest()
		if n -= z.count(k); n < 0 {
			return k
		}
		z = z.without(k)
	}
}

// coins returns how many of n coins show heads, for n up to 15.
func coins(n int, r *rng.Rand) int {
	return bits.OnesCount64(r.Uint64() >> (64 - n))
}

// blocker returns the kind of the next blocker, or 0 for none.
func (g Game) blocker(rule Rule, s *State, r *rng.Rand) int {
	switch rule {
	case Expert:
		return g.deck().expertBlocker(s)
	case Idle:
		return 0
	}
	// A creature that has not blocked the attackers before blocks this one, or one of the others, or none.
	attackers := s.pending.size()
	for idle := s.idle(); idle != 0; {
		k := idle.highest()
		if r.IntN(attackers+1) == 0 {
			return k
		}
		idle -= one(k)
	}
	return 0
}

// Playing is a game whose Playout plays by rules instead of uniformly, in one call and without lists of actions. The search uses it where
// Config.Playout is nil. Reduced takes the cards of a turn at once, so in the form Binary the sets are not quite as likely as card by
// card. All else is as in Game.
type Playing struct {
	Game
	Rules [2]Rule // by player
}

// Playout plays by the rules to the end and leaves the last state in s.
func (g Playing) Playout(s *State, r *rng.Rand, out []float64) {
	game := g.Game
	for s.phase != over {
		rule := g.Rules[s.active()]
		if s.phase == block {
			rule = g.Rules[1-s.active()]
		}
		game.playPhase(rule, s, r)
		if g.Rules[0] != Uniform && g.Rules[1] != Uniform {
			// The rules choose cards at once, so what the form would ask does not matter from the next turn on.
			game.main, game.prune = Subsets, PruneNone
		}
		game.advance(s)
	}
	g.Returns(s, out)
}

// playPhase decides by a rule what is left of a phase.
func (g Game) playPhase(rule Rule, s *State, r *rng.Rand) {
	if rule == Uniform || s.phase == deal || s.phase == draw {
		g.randomPhase(s, r)
		return
	}
	switch s.phase {
	case attack:
		g.attackBy(rule, s, r)
	case block:
		g.blockBy(rule, s, r)
	case cast:
		g.castBy(rule, s, r)
	}
}

func (g Game) attackBy(rule Rule, s *State, r *rng.Rand) {
	player := s.active()
	switch rest := s.table[player].upTo(int(s.cursor)); rule {
	case Reduced:
		for rest != 0 {
			k := rest.highest()
			s.tapped[player] += some(k, coins(rest.count(k), r))
			rest = rest.without(k)
		}
	case Expert:
		s.tapped[player] += g.deck().expertAttack(s).upTo(int(s.cursor))
	}
	s.beginBlock()
}

func (g Game) blockBy(rule Rule, s *State, r *rng.Rand) {
	for s.idle() != 0 {
		k := g.blocker(rule, s, r)
		if k == 0 {
			break
		}
		s.gang += one(k)
		s.cursor = uint8(k)
	}
	g.deck().strike(s)
}

// castBy plays cards by a rule. Idle plays none, even where g would leave that out.
func (g Game) castBy(rule Rule, s *State, r *rng.Rand) {
	if rule != Idle {
		lands := 0
		if s.cursor == 0 {
			lands = min(1, int(s.handLands[s.active()]))
		}
		s.play(g.choose(rule, g.unasked(s), int(s.mana)+lands, r), lands)
	}
	s.endTurn()
}
