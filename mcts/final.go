package mcts

import (
	"fmt"
	"math"

	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// decide asks Config.Final for the index of the final action among the choices of the root, of one
// tree or of all together.
func (s *Search[S, A]) decide(choices []Child[A]) (index int, decided bool, err error) {
	if index, known := s.knownBest(choices); known {
		return index, true, nil
	}
	from := &s.candidates
	from.Children = from.Children[:0]
	visits := 0
	for _, c := range choices {
		child := c.candidate()
		if s.w.play.Indexer != nil {
			child.Action = s.w.play.Index(c.Action)
		}
		if c.ends && math.IsInf(child.Lower, 0) {
			child.Lower, child.Upper = c.Mean, c.Mean
		}
		from.Children = append(from.Children, child)
		visits += c.Visits
	}
	if err := s.w.play.TakeFault(); err != nil {
		return 0, false, fmt.Errorf("mcts: %T: %w", s.rules.Game, err)
	}
	if visits == 0 {
		return 0, false, nil
	}
	from.Best = -1
	if len(s.line.Actions) > 0 {
		for i, c := range choices {
			if c.Action == s.line.Actions[0] {
				from.Best = i
			}
		}
	}
	from.Unit = s.scale.Unit
	from.Rand = rng.New(rng.Mix(s.cfg.Seed) + rng.Mix(s.moves) + uint64(visits))
	if s.proven != nil {
		return s.proven.Decide(provenOf(choices), from, s.pickFinal)
	}
	if index, decided, err = s.pickFinal(from); err != nil {
		return 0, false, err
	}
	// The value of an action that ends the game with a win is certain. Of actions that win anyway,
	// sooner or later, a search sees no difference, and without this rule it might put the win off
	// for ever.
	win := s.win()
	for i, c := range choices {
		if c.ends && c.Mean >= max(win, choices[index].Mean) {
			return i, true, nil
		}
	}
	return index, decided, nil
}

// win returns the least return that is a win, infinity if it is unknown.
func (s *Search[S, A]) win() float64 {
	known := s.rules.Range != nil || s.scale.IsChance()
	if s.rules.Rewarder != nil || !known { // Rewards: returns are what is to come, and do not decide the game.
		return math.Inf(1)
	}
	return s.rules.Win()
}

// knownBest returns the index of an action that is known to be at least as good as every other.
func (s *Search[S, A]) knownBest(choices []Child[A]) (index int, known bool) {
	if s.proven == nil {
		return 0, false
	}
	return s.proven.Best(provenOf(choices))
}

// pickFinal asks Config.Final for the index of one of the candidates.
func (s *Search[S, A]) pickFinal(from *policy.Candidates) (index int, decided bool, err error) {
	index, decided = s.cfg.Final.Pick(from)
	if uint(index) >= uint(len(from.Children)) {
		return 0, false, fmt.Errorf("mcts: Final %T picked child %d of %d", s.cfg.Final, index, len(from.Children))
	}
	return index, decided, nil
}
