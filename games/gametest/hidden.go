package gametest

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/rng"
)

// The names of the laws of hidden information.
const (
	lawHidden    = "hidden"
	lawView      = "view"
	lawForgets   = "forgets"
	lawEveryone  = "everyone"
	lawMovers    = "movers"
	lawUnseen    = "unseen"
	lawKnows     = "knows"
	lawTell      = "tell"
	lawPosterior = "posterior"
	lawBlind     = "blind"
)

// How much the kit plays to check hidden information.
const (
	hiddenPlies   = 500 // positions, for every player
	hiddenSamples = 3   // determinizations at each position
	playedOut     = 16  // one in so many positions is played to its end
	blindOneIn    = 6   // one in so many positions has its decision checked
	maxBlindGames = 10_000
)

// Hidden fails t with each finding of TestHidden. In a game without InformationState, it logs two
// notes on what may need it: movers, on determinizations that differ in who is to move after the
// same actions, and unseen, on actions that a player does not see.
func Hidden[S any, A comparable](t testing.TB, g game.Game[S, A], start S, view func(s *S, observer int) string) {
	t.Helper()
	findings, notes := checkHidden(g, start, view)
	for _, finding := range findings {
		t.Error(finding)
	}
	for _, law := range slices.Sorted(maps.Keys(notes)) {
		t.Log(notes[law])
	}
}

// TestHidden checks the Determinize method of a game by random play from start, and returns all
// findings, joined, or nil. view returns everything that observer sees of a state. The laws hold
// for every position and every observer:
//
//	hidden    the game has Determinize; it makes equal states for equal streams, also from its own
//	          results; it changes some states, but none that its state is a copy of
//	view      Determinize keeps the view of the observer, the player to move, the actions of the
//	          observer if it is to move, the turn, and the returns of a terminal state
//	forgets   Determinize with equal streams makes equal states after outcomes of chance that the
//	          observer cannot tell apart; with InformationState, after such actions, too, and at
//	          all states with the same information state
//	everyone  Determinize changes some states for every observer that cannot see everything: one
//	          for which two different states of the games have the same view or, with
//	          InformationState, the same information state
//	knows     InformationState only reads its state, and Determinize for a player keeps it; where
//	          it is equal, the player has the same view, is to move at all states or at none, and
//	          has the same actions
//	tell      with InformationState, Tell describes equally what another player cannot tell apart
//	ends      a game played on from a determinized state ends
//	panic     no method panics
//
// If the rules allow it, start before chance hands out what is hidden. Otherwise, the law forgets
// sees no hand-out, and the law everyone no states that differ in it. [TestPosterior] checks the
// probabilities.
func TestHidden[S any, A comparable](g game.Game[S, A], start S, view func(s *S, observer int) string) error {
	findings, _ := checkHidden(g, start, view)
	return errors.Join(findings...)
}

// checkHidden returns the findings, and notes by their laws.
func checkHidden[S any, A comparable](g game.Game[S, A], start S, view func(s *S, observer int) string) (findings []error, notes map[string]string) {
	h, err := newHidden(g, start)
	if err != nil {
		return []error{err}, nil
	}
	h.view = view
	if h.Determinizer == nil {
		h.find(lawHidden, "the game has no Determinize")
		return h.findings, nil
	}
	for seed := uint64(0); h.plies < hiddenPlies && seed < maxGames; seed++ {
		h.play(seed, func(p *position[S, A], _ *rng.Rand) bool {
			h.plies++
			children := h.children(p)
			for observer := range g.NumPlayers() {
				h.checkObserver(p, observer)
				h.checkKnowledge(p, observer)
				h.checkChildren(p, children, observer)
				h.checkMovers(p, observer)
				h.checkUnseen(p, observer)
			}
			return h.plies < hiddenPlies
		})
	}
	h.checkEveryone()
	return h.findings, h.notes
}

// Blind fails t with each finding of TestBlind.
func Blind[S any, A comparable](t testing.TB, g game.Game[S, A], start S, positions int, decide func(s *S, player int, seed uint64) A) {
	t.Helper()
	for _, finding := range checkBlind(g, start, positions, decide) {
		t.Error(finding)
	}
}

// TestBlind checks that the decisions of a player, such as a rule or a search, do not depend on
// hidden information. It checks that number of positions of random games, and returns all findings,
// joined, or nil. decide returns the action of player, which is to move at s. Its result must
// depend on its arguments alone. It may change s.
//
//	blind  decide returns a legal action, and for the same seed the same action after every
//	       Determinize for that player
//	panic  no method panics
func TestBlind[S any, A comparable](g game.Game[S, A], start S, positions int, decide func(s *S, player int, seed uint64) A) error {
	return errors.Join(checkBlind(g, start, positions, decide)...)
}

func checkBlind[S any, A comparable](g game.Game[S, A], start S, positions int, decide func(s *S, player int, seed uint64) A) []error {
	h, err := newHidden(g, start)
	if err != nil {
		return []error{err}
	}
	if h.Determinizer == nil {
		h.find(lawHidden, "the game has no Determinize")
		return h.findings
	}
	for seed := uint64(0); h.plies < positions; seed++ {
		if seed == maxBlindGames {
			h.find(lawBlind, "%d games have only %d positions with a decision", seed, h.plies)
			break
		}
		h.play(seed, func(p *position[S, A], r *rng.Rand) bool {
			if p.isChance() || p.isTerminal() || r.IntN(blindOneIn) > 0 {
				return true
			}
			h.plies++
			for chooser := range p.ends {
				player := chooser
				if !p.isJoint() {
					player = p.mover
				}
				h.checkDecision(p.state, player, p.of(chooser), decide)
			}
			return h.plies < positions
		})
	}
	return h.findings
}

// hidden is one check of the hidden information of a game.
type hidden[S any, A comparable] struct {
	walker[S, A]
	report[A]
	view  func(s *S, observer int) string
	start S
	plies int

	changed []bool                    // by observer: a determinization changed a state
	unsure  []bool                    // by observer: two different states looked the same
	states  map[sight]uint64          // the digest of the first state that looked like this
	known   map[sight]*position[S, A] // the first position with this information state
	notes   map[string]string         // by the laws movers and unseen
}

func newHidden[S any, A comparable](g game.Game[S, A], start S) (*hidden[S, A], error) {
	rules, err := game.NewRules(g)
	if err != nil {
		return nil, fmt.Errorf("gametest: %w", err)
	}
	n := g.NumPlayers()
	return &hidden[S, A]{
		walker: walker[S, A]{rules}, start: start,
		changed: make([]bool, n), unsure: make([]bool, n), states: map[sight]uint64{}, known: map[sight]*position[S, A]{},
	}, nil
}

// play plays the game of a seed until visit returns false. visit gets a separate random stream.
func (h *hidden[S, A]) play(seed uint64, visit func(*position[S, A], *rng.Rand) bool) {
	defer h.catch()
	own := rng.New(seed).Split()
	h.walker.play(&h.report, seed, &h.start, func(p *position[S, A]) bool { return visit(p, own) })
}

// determinize returns a determinization of s.
func (h *hidden[S, A]) determinize(s *S, observer int, seed uint64) *S {
	sample := h.copyOf(s)
	h.Determinizer.Determinize(sample, observer, rng.New(seed))
	return sample
}

func (h *hidden[S, A]) checkObserver(p *position[S, A], observer int) {
	before := digest(p.state)
	for i := range hiddenSamples {
		seed := uint64(h.plies*hiddenSamples + i)
		sample := h.determinize(p.state, observer, seed)
		if digest(p.state) != before {
			h.find(lawHidden, "Determinize of a copy for player %d changed the original", observer)
			return
		}
		after := digest(sample)
		if digest(h.determinize(p.state, observer, seed)) != after {
			h.find(lawHidden, "Determinize for player %d makes two different states from the same stream", observer)
		}
		if digest(h.determinize(sample, observer, seed+1)) != digest(h.determinize(p.state, observer, seed+1)) {
			h.find(lawHidden, "Determinize for player %d depends on what it replaces", observer)
		}
		if digest(sample) != after {
			h.find(lawHidden, "Determinize of a copy for player %d changed an earlier determinization", observer)
			return
		}
		h.changed[observer] = h.changed[observer] || after != before
		h.checkView(p, sample, observer)
		h.meet(sample)
	}
}

// checkView compares what an observer sees before and after a determinization.
func (h *hidden[S, A]) checkView(p *position[S, A], sample *S, observer int) {
	if was, is := h.view(p.state, observer), h.view(sample, observer); was != is {
		h.find(lawView, "Determinize for player %d changes the view\n%s\nto\n%s", observer, was, is)
		return
	}
	var q position[S, A]
	h.look(&q, sample)
	switch {
	case p.isOver() != q.isOver():
		h.find(lawView, "Determinize for player %d changes whether the game is over from %t to %t", observer, p.isOver(), q.isOver())
		return
	case h.turn(p.state) != h.turn(sample):
		h.find(lawView, "Determinize for player %d changes the turn from %d to %d", observer, h.turn(p.state), h.turn(sample))
		return
	case p.isOver():
		if was, is := h.returns(p.state), h.returns(sample); !slices.Equal(was, is) {
			h.find(lawView, "Determinize for player %d changes the returns %v to %v", observer, was, is)
		}
		return
	case p.mover != q.mover:
		h.find(lawView, "Determinize for player %d changes ToMove from %d to %d", observer, p.mover, q.mover)
		return
	}
	if p.mover == observer && !slices.Equal(p.actions, q.actions) {
		h.find(lawView, "Determinize for player %d, which is to move, changes its actions [%s] to [%s]", observer, list(p.actions), list(q.actions))
	}
	if p.isJoint() && !slices.Equal(p.of(observer), q.of(observer)) {
		h.find(lawView, "Determinize for player %d changes its actions [%s] to [%s]", observer, list(p.of(observer)), list(q.of(observer)))
	}
	if h.plies%playedOut == 0 {
		out := make([]float64, h.NumPlayers())
		if !h.playout(&q, sample, rng.New(h.seed), out) {
			h.find(lawEnds, "the game from a determinization for player %d does not end", observer)
		}
	}
}

// turn returns the number of the turn, or 0 in a game without Turn.
func (h *hidden[S, A]) turn(s *S) int {
	if h.Turns == nil {
		return 0
	}
	return h.Turns.Turn(s)
}

// checkDecision checks one decision of a player with these actions.
func (h *hidden[S, A]) checkDecision(s *S, player int, actions []A, decide func(s *S, player int, seed uint64) A) {
	seed := uint64(h.plies)
	want := decide(h.copyOf(s), player, seed)
	if !slices.Contains(actions, want) {
		h.find(lawBlind, "player %d plays %v, which is not legal", player, want)
	}
	for i := range hiddenSamples {
		stream := uint64(h.plies*hiddenSamples + i)
		if got := decide(h.determinize(s, player, stream), player, seed); got != want {
			h.find(lawBlind, "player %d plays %v, and %v after Determinize with stream %d", player, want, got, stream)
		}
	}
}
