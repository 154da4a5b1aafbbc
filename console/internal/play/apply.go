package play

import (
	"fmt"
	"strings"

	"github.com/banyan-go/banyan/mcts"
)

// Apply applies the action, outcome of chance or joint action with a text, as records write it.
func Apply[S any, A comparable](rules *mcts.Rules[S, A], s *S, text string) error {
	switch rules.ToMove(s) {
	case mcts.Chance:
		for _, o := range rules.Chance.AppendOutcomes(nil, s) {
			if fmt.Sprint(o.Action) == text {
				rules.Apply(s, o.Action)
				return nil
			}
		}
		return fmt.Errorf("there is no outcome %q", text)
	case mcts.Simultaneous:
		texts := strings.Split(text, "|")
		if len(texts) != rules.NumPlayers() {
			return fmt.Errorf("%q has %d components, want %d", text, len(texts), rules.NumPlayers())
		}
		joint := make([]A, len(texts))
		for seat, text := range texts {
			var err error
			if joint[seat], err = find(rules.Simultaneous.AppendPlayerActions(nil, s, seat), text); err != nil {
				return err
			}
		}
		rules.Simultaneous.ApplyJoint(s, joint)
		return nil
	}
	a, err := find(rules.AppendActions(nil, s), text)
	if err == nil {
		rules.Apply(s, a)
	}
	return err
}

// listed lists the first actions, for an error.
func listed[A any](actions []A) string {
	if len(actions) == 0 {
		return "none"
	}
	text := join(actions, shownMoves)
	if len(actions) > shownMoves {
		text += " ..."
	}
	return text
}

// find returns the action that prints as text.
func find[A any](actions []A, text string) (a A, err error) {
	for _, a := range actions {
		if fmt.Sprint(a) == text {
			return a, nil
		}
	}
	return a, fmt.Errorf("there is no action %q; legal here: %s", text, listed(actions))
}
