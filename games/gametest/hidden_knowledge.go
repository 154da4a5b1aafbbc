package gametest

import "slices"

// maxKnown is the number of information states that the kit keeps for comparisons.
const maxKnown = 20_000

// sight is what an observer sees of a state, and its information state if the game has it.
type sight struct {
	observer int
	view     string
	state    uint64
}

func (h *hidden[S, A]) sightOf(s *S, observer int) sight {
	if h.Informer == nil {
		return sight{observer: observer, view: h.view(s, observer)}
	}
	return sight{observer, h.view(s, observer), h.Informer.InformationState(s, observer)}
}

// knowledgeOf is sightOf without the view, if the information state makes it superfluous.
func (h *hidden[S, A]) knowledgeOf(s *S, observer int) sight {
	if h.Informer == nil {
		return h.sightOf(s, observer)
	}
	return sight{observer: observer, state: h.Informer.InformationState(s, observer)}
}

// meet compares s with the states before that look the same to an observer. It does so only for
// observers without a changed determinization: the law everyone asks about these alone.
func (h *hidden[S, A]) meet(s *S) {
	for observer := range h.changed {
		if h.changed[observer] || h.unsure[observer] {
			continue
		}
		looks, is := h.knowledgeOf(s, observer), digest(s)
		if was, ok := h.states[looks]; ok && was != is {
			h.unsure[observer] = true
		} else if len(h.states) < maxKnown {
			h.states[looks] = is
		}
	}
}

// checkEveryone checks, after all games, for whom Determinize did nothing.
func (h *hidden[S, A]) checkEveryone() {
	if !slices.Contains(h.changed, true) && len(h.findings) == 0 {
		h.find(lawHidden, "no determinization changed a state")
	}
	for observer := range h.changed {
		if h.unsure[observer] && !h.changed[observer] {
			h.find(lawEveryone, "different states look the same to player %d, and no determinization for it changed a state", observer)
		}
	}
}

// checkKnowledge checks InformationState at a position, and whether Determinize keeps it.
func (h *hidden[S, A]) checkKnowledge(p *position[S, A], observer int) {
	h.meet(p.state)
	if h.Informer == nil {
		return
	}
	before := digest(p.state)
	is := h.Informer.InformationState(p.state, observer)
	if digest(p.state) != before {
		h.find(lawKnows, "InformationState of player %d changed the state", observer)
		return
	}
	if again := h.Informer.InformationState(p.state, observer); again != is {
		h.find(lawKnows, "InformationState of player %d is %#x, and %#x when asked again", observer, is, again)
		return
	}
	sample := h.determinize(p.state, observer, uint64(h.plies))
	if after := h.Informer.InformationState(sample, observer); after != is {
		h.find(lawKnows, "Determinize for player %d changes its InformationState from %#x to %#x, at\n%+v\nand it changes %s",
			observer, is, after, *p.state, difference(p.state, sample))
	}
	h.compareKnown(p.state, observer)
}

// compareKnown compares s with the first state of the same information state.
func (h *hidden[S, A]) compareKnown(s *S, observer int) {
	key := h.knowledgeOf(s, observer)
	q, ok := h.known[key]
	if !ok && len(h.known) == maxKnown {
		return
	}
	p := &position[S, A]{}
	h.look(p, h.copyOf(s))
	if !ok {
		h.known[key] = p
		return
	}
	if was, is := h.view(q.state, observer), h.view(s, observer); was != is {
		h.find(lawKnows, "InformationState of player %d is equal at states with the views\n%s\nand\n%s", observer, was, is)
		return
	}
	was, is := q.decisions(observer), p.decisions(observer)
	switch {
	case (len(was) == 0) != (len(is) == 0):
		h.find(lawKnows, "InformationState of player %d is equal at states where it is to move, and where it is not", observer)
	case !slices.Equal(was, is):
		h.find(lawKnows, "InformationState of player %d is equal at states where its actions are [%s], and [%s]", observer, list(was), list(is))
	default:
		h.compareSamples(q.state, s, observer)
	}
}

// compareSamples checks that equal streams make equal determinizations of two states that an
// observer cannot tell apart.
func (h *hidden[S, A]) compareSamples(was, is *S, observer int) {
	seed := uint64(h.plies)
	if a, b := h.determinize(was, observer, seed), h.determinize(is, observer, seed); digest(a) != digest(b) {
		h.find(lawForgets, "InformationState of player %d is equal at\n%+v\nand a state with other %s;\nequal streams make different determinizations: %s",
			observer, *was, difference(was, is), difference(a, b))
	}
}

// decisions returns the actions of a player if it is to move, or none.
func (p *position[S, A]) decisions(player int) []A {
	switch {
	case p.isJoint():
		return p.of(player)
	case p.mover == player:
		return p.actions
	}
	return nil
}
