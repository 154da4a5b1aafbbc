package console

import (
	"fmt"
	"strings"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/mcts"
)

// Choices replays a game of a match and returns, for every seat, how many actions its player was
// asked for. A record does not say who played an action, and players need not alternate.
func (g game[S, A]) Choices(r arena.Record) ([]int, error) {
	rules, err := mcts.NewRules(g.rules)
	if err != nil {
		return nil, err
	}
	choices := make([]int, rules.NumPlayers())
	var s S
	rules.Copy(&s, &g.start)
	for i, text := range append(r.Opening[:len(r.Opening):len(r.Opening)], r.Actions...) {
		by := rules.ToMove(&s)
		if err := replay(&rules, &s, by, text); err != nil {
			return nil, fmt.Errorf("game %d, ply %d: %w", r.Game, i, err)
		}
		if i >= len(r.Opening) {
			count(choices, by)
		}
	}
	if r.Timeout {
		count(choices, rules.ToMove(&s)) // the last action came too late and was not played
	}
	return choices, nil
}

// count adds one choice of the player by, or of every player at a simultaneous-move node.
func count(choices []int, by int) {
	for seat := range choices {
		if by == seat || by == mcts.Simultaneous {
			choices[seat]++
		}
	}
}

// replay applies the action, chance outcome or joint action that a record writes as text.
func replay[S any, A comparable](rules *mcts.Rules[S, A], s *S, by int, text string) error {
	switch by {
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

// find returns the action that prints as text.
func find[A any](actions []A, text string) (a A, err error) {
	for _, a := range actions {
		if fmt.Sprint(a) == text {
			return a, nil
		}
	}
	return a, fmt.Errorf("there is no action %q", text)
}
