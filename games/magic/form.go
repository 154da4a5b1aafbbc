package magic

import "errors"

// Form returns the game with the deck and the life of g and the form of decisions of c, for a
// player of a match in the canonical game g. It returns an error if c sets Deck or Life, or if
// [New] does.
func (g Game) Form(c Config) (Game, error) {
	if c.Deck != nil || c.Life != 0 {
		return Game{}, errors.New("magic: Form has a Config with Deck or Life, want those of the game")
	}
	own, err := New(c)
	if err == nil {
		own.custom, own.life = g.custom, g.life
	}
	return own, err
}

// Adopt converts s, a state of the canonical game, to a state of g. The game g may choose cards in
// another form, leave out more actions, or make draws chance. Both games must have the same deck,
// and the canonical game must have the form Subsets and no ChanceDraws.
//
// A search in g starts at the adopted state. If g leaves only one choice of cards at s, the adopted
// state is the next one with a choice.
func (g Game) Adopt(s *State) State {
	own := g.convert(s)
	g.advance(&own)
	return own
}

// convert makes the libraries multisets if g needs that.
func (g *Game) convert(s *State) State {
	own := *s
	if !g.chance || s.counted {
		return own
	}
	for player := range own.library {
		var cards [MaxCards]uint8
		n := s.library[player].list(&cards, false)
		own.library[player].fill(cards[:n], true)
	}
	own.counted = true
	return own
}

// Whole returns an action for s, a state of the canonical game, that is composed of decisions in g.
// It calls choose with states of g: once for attackers and blockers, and for cards until the turn
// is complete, which may be never if g leaves only one choice. If choose returns an error, Whole
// returns it.
//
// A player that searches in a different form needs only this:
//
//	a, err := g.Whole(s, func(s *magic.State) (magic.Action, error) {
//		result, err := search.Run(ctx, s, budget)
//		return result.Action, err
//	})
func (g Game) Whole(s *State, choose func(s *State) (Action, error)) (Action, error) {
	own := g.convert(s)
	if s.phase != PhaseCards {
		return choose(&own)
	}
	for g.ask(&own) {
		a, err := choose(&own)
		if err != nil {
			return 0, err
		}
		if a.op() == opSet {
			return a, nil
		}
		g.take(&own, a)
	}
	player := s.Active()
	return setOf(own.table[player]-s.table[player], int(own.lands[player]-s.lands[player])), nil
}

// Numbered is a game in the forms Binary and Chain that numbers its actions ([game.Indexer]). The
// forms Subsets and Whole have too many sets to number.
type Numbered struct{ Game }

// The first action number of each op.
const (
	indexBlock  = 16 * 16 // attacks with up to 15 creatures of each kind come before
	indexCast   = indexBlock + 16
	indexSkip   = indexCast + 16
	indexDraw   = indexSkip + 16
	indexDeal   = indexDraw + 16
	indexTotal  = indexDeal + Deals
	indexOfDone = indexBlock // free, because kind 0, a land, does not block
)

// NumActions returns 1320.
func (Numbered) NumActions() int { return indexTotal }

// ActionIndex returns the number of an action, which must not be a set of cards.
func (Numbered) ActionIndex(a Action) int {
	switch a.op() {
	case opAttack:
		return a.kind()<<4 + a.number()
	case opBlock:
		return indexBlock + a.kind()
	case opCast:
		return indexCast + a.kind()
	case opSkip:
		return indexSkip + a.kind()
	case opDraw:
		return indexDraw + a.kind()
	case opDeal:
		return indexDeal + a.number()
	}
	return indexOfDone
}
