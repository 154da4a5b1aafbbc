package gametest

import (
	"errors"
	"slices"
	"testing"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

// The names of the laws of hidden information.
const (
	lawHidden = "hidden"
	lawView   = "view"
	lawBlind  = "blind"
)

// determinizer is the ability to deal anew what a player cannot see.
type determinizer[S any] interface {
	Determinize(s *S, observer int, r *rng.Rand)
}

// How much is played to look at hidden information.
const (
	hiddenPlies   = 500 // positions, for every player
	hiddenDeals   = 3   // determinizations at each
	playedOut     = 16  // every so many positions, one is played to its end
	blindOneIn    = 6   // positions at which a decision is looked at
	maxBlindGames = 10_000
)

// Hidden fails t with each finding of TestHidden.
func Hidden[S any, A comparable](t testing.TB, g mcts.Game[S, A], start S, view func(s *S, observer int) string) {
	t.Helper()
	for _, finding := range checkHidden(g, start, view) {
		t.Error(finding)
	}
}

// TestHidden checks Determinize of a game by random play from start, and returns all findings joined, or nil. view writes all that an
// observer sees of a state. For every position and every observer:
//
//	hidden  Determinize is a method of the game, does the same for the same stream, also from what it has dealt, and changes
//	        some states
//	view    Determinize leaves as they were: the view of the observer, who moves, and the actions that he has; the returns
//	        of a terminal state
//	ends    a game ends that is played on from a determinized state
//	panic   no method panics
func TestHidden[S any, A comparable](g mcts.Game[S, A], start S, view func(s *S, observer int) string) error {
	return errors.Join(checkHidden(g, start, view)...)
}

func checkHidden[S any, A comparable](g mcts.Game[S, A], start S, view func(s *S, observer int) string) []error {
	h := newHidden(g, start)
	h.view = view
	if h.determinizer == nil {
		h.find(lawHidden, "the game has no Determinize")
		return h.findings
	}
	for seed := uint64(0); h.plies < hiddenPlies && seed < maxGames; seed++ {
		h.play(seed, func(p *position[S, A], _ *rng.Rand) bool {
			h.plies++
			for observer := range g.NumPlayers() {
				h.checkObserver(p, observer)
			}
			return h.plies < hiddenPlies
		})
	}
	if !h.changed && len(h.findings) == 0 {
		h.find(lawHidden, "no determinization changed a state, so nothing is hidden or nothing is dealt")
	}
	return h.findings
}

// Blind fails t with each finding of TestBlind.
func Blind[S any, A comparable](t testing.TB, g mcts.Game[S, A], start S, positions int, decide func(s *S, player int, seed uint64) A) {
	t.Helper()
	for _, finding := range checkBlind(g, start, positions, decide) {
		t.Error(finding)
	}
}

// TestBlind checks at so many positions of random games that a decision does not depend on what the player cannot see, and returns all
// findings joined, or nil. decide returns what player, who is to move at s, plays. It must depend on its arguments alone, and may change s.
//
//	blind  decide plays a legal action, and the same one with the same seed after any Determinize for that player
//	panic  no method panics
func TestBlind[S any, A comparable](g mcts.Game[S, A], start S, positions int, decide func(s *S, player int, seed uint64) A) error {
	return errors.Join(checkBlind(g, start, positions, decide)...)
}

func checkBlind[S any, A comparable](g mcts.Game[S, A], start S, positions int, decide func(s *S, player int, seed uint64) A) []error {
	h := newHidden(g, start)
	if h.determinizer == nil {
		h.find(lawHidden, "the game has no Determinize")
		return h.findings
	}
	for seed := uint64(0); h.plies < positions; seed++ {
		if seed == maxBlindGames {
			h.find(lawBlind, "there are only %d positions with a decision in %d games", h.plies, seed)
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

// hidden is one check of what a game hides.
type hidden[S any, A comparable] struct {
	walker[S, A]
	report[A]
	determinizer determinizer[S]
	view         func(s *S, observer int) string
	start        S
	plies        int
	changed      bool
}

func newHidden[S any, A comparable](g mcts.Game[S, A], start S) *hidden[S, A] {
	h := &hidden[S, A]{walker: newWalker(g), start: start}
	h.determinizer, _ = mcts.As[determinizer[S]](g)
	return h
}

// play plays the game of a seed as long as visit says so. visit has a stream of its own.
func (h *hidden[S, A]) play(seed uint64, visit func(*position[S, A], *rng.Rand) bool) {
	h.seed, h.path = seed, nil
	defer h.catch()
	r, own := rng.New(seed), rng.New(seed).Split()
	var s S
	h.copy(&s, &h.start)
	var p position[S, A]
	for range maxPlies {
		if h.look(&p, &s); !visit(&p, own) || p.isTerminal() {
			return
		}
		chosen := slices.Clone(p.draw(r))
		h.apply(&s, chosen)
		h.path = append(h.path, chosen)
	}
}

// deal returns a determinization of s.
func (h *hidden[S, A]) deal(s *S, observer int, seed uint64) *S {
	var dealt S
	h.copy(&dealt, s)
	h.determinizer.Determinize(&dealt, observer, rng.New(seed))
	return &dealt
}

func (h *hidden[S, A]) checkObserver(p *position[S, A], observer int) {
	before := digest(p.state)
	for i := range hiddenDeals {
		seed := uint64(h.plies*hiddenDeals + i)
		dealt := h.deal(p.state, observer, seed)
		after := digest(dealt)
		if digest(h.deal(p.state, observer, seed)) != after {
			h.find(lawHidden, "Determinize for player %d makes two different states from the same stream", observer)
		}
		if digest(h.deal(dealt, observer, seed+1)) != digest(h.deal(p.state, observer, seed+1)) {
			h.find(lawHidden, "Determinize for player %d deals otherwise from one of its own deals than from what that replaced", observer)
		}
		h.changed = h.changed || after != before
		h.checkView(p, dealt, observer)
	}
	if digest(p.state) != before {
		h.find(lawHidden, "Determinize of a copy for player %d changed the original", observer)
	}
}

// checkView compares what an observer sees before and after.
func (h *hidden[S, A]) checkView(p *position[S, A], dealt *S, observer int) {
	if was, is := h.view(p.state, observer), h.view(dealt, observer); was != is {
		h.find(lawView, "Determinize for player %d makes a view\n%s\nof\n%s", observer, is, was)
		return
	}
	var q position[S, A]
	h.look(&q, dealt)
	switch {
	case p.isOver() != q.isOver():
		h.find(lawView, "Determinize for player %d makes a state that is over: %t, of one that is over: %t", observer, q.isOver(), p.isOver())
		return
	case p.isOver():
		h.checkEnd(p, dealt, observer)
		return
	case p.mover != q.mover:
		h.find(lawView, "Determinize for player %d makes a state where %d moves of one where %d moves", observer, q.mover, p.mover)
		return
	}
	if p.mover == observer && !slices.Equal(p.actions, q.actions) {
		h.find(lawView, "Determinize for player %d, who is to move, makes actions [%s] of [%s]", observer, list(q.actions), list(p.actions))
	}
	if p.isJoint() && !slices.Equal(p.of(observer), q.of(observer)) {
		h.find(lawView, "Determinize for player %d makes his actions [%s] of [%s]", observer, list(q.of(observer)), list(p.of(observer)))
	}
	if h.plies%playedOut == 0 {
		out := make([]float64, h.game.NumPlayers())
		if !h.playout(&q, dealt, rng.New(h.seed), out) {
			h.find(lawEnds, "the game from a determinization for player %d does not end", observer)
		}
	}
}

// checkEnd compares the returns of a terminal state with those of its determinization.
func (h *hidden[S, A]) checkEnd(p *position[S, A], dealt *S, observer int) {
	was, is := make([]float64, h.game.NumPlayers()), make([]float64, h.game.NumPlayers())
	h.game.Returns(p.state, was)
	h.game.Returns(dealt, is)
	if !slices.Equal(was, is) {
		h.find(lawView, "Determinize for player %d makes returns %v of %v", observer, is, was)
	}
}

// checkDecision looks at one decision of a player who has these actions.
func (h *hidden[S, A]) checkDecision(s *S, player int, actions []A, decide func(s *S, player int, seed uint64) A) {
	seed := uint64(h.plies)
	var c S
	h.copy(&c, s)
	want := decide(&c, player, seed)
	if !slices.Contains(actions, want) {
		h.find(lawBlind, "player %d plays %v, which is not legal", player, want)
	}
	for i := range hiddenDeals {
		deal := uint64(h.plies*hiddenDeals + i)
		if got := decide(h.deal(s, player, deal), player, seed); got != want {
			h.find(lawBlind, "player %d plays %v, and %v if what he cannot see is dealt anew by stream %d", player, want, got, deal)
		}
	}
}
