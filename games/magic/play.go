package magic

import (
	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/rng"
)

// AppendActions appends the legal actions. In [PhaseAttack] these are the numbers of attackers of
// one kind, from 0. In [PhaseBlock] the action to name no more blockers comes first. In
// [PhaseCards] cast comes before skip, and larger numbers of the expensive kinds come first.
func (g Game) AppendActions(dst []Action, s *State) []Action {
	switch s.phase {
	case PhaseAttack:
		k := int(s.cursor)
		if g.combat == Whole {
			return g.appendAttacks(dst, s, k)
		}
		for n := range s.table[s.Active()].count(k) + 1 {
			dst = append(dst, action(opAttack, k, n))
		}
	case PhaseBlock:
		if g.combat == Whole {
			return g.appendBlocks(dst, s)
		}
		dst = append(dst, opDone)
		for idle := s.idle(); idle != 0; {
			k := idle.highest()
			dst = append(dst, action(opBlock, k, 0))
			idle = idle.without(k)
		}
	case PhaseCards:
		if g.main == Binary {
			k := g.card(s)
			return append(dst, action(opCast, k, 0), action(opSkip, k, 0))
		}
		return g.appendSets(dst, s)
	}
	return dst
}

// appendSets appends the sets of cards that may be played.
func (g *Game) appendSets(dst []Action, s *State) []Action {
	player, w := s.Active(), subsets{deck: g.deck(), maximal: g.prune == PruneDominated, dst: dst}
	if w.dst == nil {
		w.dst = []Action{}
	}
	if s.handLands[player] > 0 {
		w.lands = 1
		w.walk(s.hand[player], 0, int(s.mana)+1, maxStat+1)
	}
	if w.lands = 0; s.handLands[player] == 0 || g.prune == PruneNone {
		w.walk(s.hand[player], 0, int(s.mana), maxStat+1)
	}
	return w.dst
}

// Apply plays an action and moves on to the next decision with more than one action.
func (g Game) Apply(s *State, a Action) {
	if a.whole() {
		g.fightWhole(s, a)
		g.advance(s)
		return
	}
	switch a.op() {
	case opDeal:
		g.deal(s, rng.New(uint64(a.number())))
	case opDraw:
		s.drawn(a.kind())
	case opAttack:
		s.tapped[s.Active()] += some(a.kind(), a.number())
		s.cursor--
	case opBlock:
		s.blockers += one(a.kind())
		s.cursor = uint8(a.kind())
	case opDone:
		g.deck().strike(s)
	default:
		g.take(s, a)
	}
	g.advance(s)
}

// fightWhole chooses all attackers or all blockers.
func (g *Game) fightWhole(s *State, a Action) {
	if a.op() == opBlock {
		g.defend(s, a)
		return
	}
	s.tapped[s.Active()] += a.attackers()
	s.beginBlock()
}

// take plays or skips cards. A set ends the turn.
func (g *Game) take(s *State, a Action) {
	switch a.op() {
	case opCast:
		g.castOne(s, a.kind())
	case opSkip:
		s.cursor++
	default:
		s.play(a.set())
		s.endTurn()
	}
}

// drawn gives the active player the card that chance draws.
func (s *State) drawn(kind int) {
	player := s.Active()
	s.library[player].take(kind)
	s.receive(player, kind)
	s.beginAttack()
}

// AppendOutcomes appends the deals, which are equally likely, or the cards that may be drawn.
func (g Game) AppendOutcomes(dst []game.Outcome[Action], s *State) []game.Outcome[Action] {
	if s.phase == PhaseDeal {
		for n := range Deals {
			dst = append(dst, game.Outcome[Action]{Action: action(opDeal, 0, n), Prob: 1.0 / Deals})
		}
		return dst
	}
	l := &s.library[s.Active()]
	for kind := range g.deck().kinds + 1 {
		if n := l.count(kind); n > 0 {
			dst = append(dst, game.Outcome[Action]{Action: action(opDraw, kind, 0), Prob: float64(n) / float64(l.size)})
		}
	}
	return dst
}

// Hash returns 64 bits that depend on the whole state.
func (Game) Hash(s *State) uint64 {
	h := uint64(s.turn) | uint64(s.phase)<<8 | uint64(s.cursor)<<16 | uint64(s.mana)<<24 | uint64(s.loser)<<32
	for player := range 2 {
		numbers := uint64(uint8(s.life[player])) | uint64(s.handLands[player])<<8 | uint64(s.lands[player])<<16 | uint64(s.library[player].size)<<24
		h = rng.Mix(h+hashStep) ^ numbers
		for _, word := range s.library[player].words {
			h = rng.Mix(h+hashStep) ^ word
		}
		for _, z := range [...]zone{s.hand[player], s.table[player], s.tapped[player]} {
			h = rng.Mix(h+hashStep) ^ uint64(z)
		}
	}
	for _, z := range [...]zone{s.pending, s.used, s.blockers} {
		h = rng.Mix(h+hashStep) ^ uint64(z)
	}
	if s.landed {
		h += hashStep
	}
	return rng.Mix(h)
}

// hashStep is the golden ratio in 64 bits. Adding it makes a run of zero words change the hash.
const hashStep = 0x9e3779b97f4a7c15
