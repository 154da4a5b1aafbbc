package magic

// Adopt returns s, a state of the game of a referee, as a state of g, which may choose cards in another form, leave more out, or
// make draws chance. Both games must have the same deck. In the game of a referee every choice of cards is one action: its Config
// has the form Subsets and no ChanceDraws.
//
// Who searches in g begins at the adopted state. If g leaves one choice of cards only, the adopted state is the next one with a choice.
func (g Game) Adopt(s *State) State {
	own := g.convert(s)
	g.advance(&own)
	return own
}

// convert makes the libraries what g wants.
func (g Game) convert(s *State) State {
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

// Whole returns an action for s, a state of the game of a referee, by decisions in g. It calls choose with states of g, as often as
// it takes: for attackers and blockers once, and for cards until the turn is done, but not at all if g leaves one choice only. An
// error of choose ends it.
//
// An entrant that searches in its own form needs no more:
//
//	a, err := g.Whole(s, func(s *magic.State) (magic.Action, error) {
//		result, err := search.Run(ctx, s, budget)
//		return result.Action, err
//	})
func (g Game) Whole(s *State, choose func(s *State) (Action, error)) (Action, error) {
	own := g.convert(s)
	if s.phase != cast {
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
	player := s.active()
	return setOf(own.table[player]-s.table[player], int(own.lands[player]-s.lands[player])), nil
}
