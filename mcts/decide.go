package mcts

import (
	"fmt"

	"github.com/banyan-go/banyan/policy"
)

// decide asks Config.Final for the index of the final action among the choices of the root, of one
// tree or of all together.
func (s *Search[S, A]) decide(choices []choice[A]) (index int, decided bool, err error) {
	s.final = s.final[:0]
	visited := false
	for _, c := range choices {
		s.final = append(s.final, policy.Child{Visits: c.Visits, Mean: c.Mean})
		visited = visited || c.Visits > 0
	}
	if !visited {
		return 0, false, nil
	}
	index, decided = s.cfg.Final.Pick(s.final)
	if uint(index) >= uint(len(s.final)) {
		return 0, false, fmt.Errorf("mcts: Final %T picked child %d of %d", s.cfg.Final, index, len(s.final))
	}
	if win, ok := winInOne(choices, s.final[index].Mean); ok {
		return win, true, nil
	}
	return index, decided, nil
}

// winInOne returns the index of an action that ends the game with a return of at least 1, a win by
// convention, and no less than atLeast. Its value is certain. Of actions that win anyway, sooner or
// later, a search sees no difference, and without this rule it might put the win off for ever.
func winInOne[A any](choices []choice[A], atLeast float64) (int, bool) {
	for i, c := range choices {
		if c.ends && c.Mean >= max(1, atLeast) {
			return i, true
		}
	}
	return 0, false
}
