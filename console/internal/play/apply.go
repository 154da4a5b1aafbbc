package play

import (
	"fmt"
	"strings"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts"
)

// Apply applies the action, outcome of chance or joint action with a text, as records write it.
func Apply[S any, A comparable](rules *game.Rules[S, A], s *S, text string) error {
	lists, texts := rules.Choices(nil, s), []string{text}
	by := rules.ToMove(s)
	switch {
	case by == mcts.Simultaneous:
		texts = strings.Split(text, "|")
		if len(texts) != len(lists) {
			return fmt.Errorf("%q has %d components, want %d", text, len(texts), len(lists))
		}
	case len(lists) == 0:
		lists = [][]A{nil} // The game is over.
	}
	ply := make([]A, len(texts))
	for k, text := range texts {
		var err error
		if ply[k], err = find(lists[k], text); err != nil {
			if by == mcts.Chance {
				return fmt.Errorf("there is no outcome %q", text)
			}
			return err
		}
	}
	return rules.Play(s, ply...)
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
