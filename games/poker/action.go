package poker

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Action is what a player does, or the rank of a card that chance shows.
type Action uint8

// The actions. Cards are actions of chance. In both games, equal ranks are equal cards.
const (
	Jack Action = iota + 1
	Queen
	King

	Pass // in Kuhn poker: check, or fold
	Bet  // in Kuhn poker: bet, or call

	Fold  // in Leduc poker
	Call  // in Leduc poker: call, or check
	Raise // in Leduc poker
)

// Marks that stand in a state instead of a card.
const (
	noCard Action = 0         // the player or the table has no card yet
	unseen Action = Raise + 1 // in the hand of a player whose cards are hidden
)

var names = [...]string{"-", "J", "Q", "K", "pass", "bet", "fold", "call", "raise", "?"}

// String returns the letter of a card, such as Q, or the name of the action, such as bet.
func (a Action) String() string {
	if int(a) >= len(names) {
		return fmt.Sprintf("Action(%d)", uint8(a))
	}
	return names[a]
}

// parse returns the one of actions with a text.
func parse(text string, actions ...Action) (Action, error) {
	for _, a := range actions {
		if strings.EqualFold(strings.TrimSpace(text), a.String()) {
			return a, nil
		}
	}
	return 0, fmt.Errorf("%q is not an action: want %s", text, list(actions))
}

// legal returns nil if a is one of actions, which are those that are legal.
func legal(a Action, actions []Action) error {
	switch {
	case len(actions) == 0:
		return errors.New("the game is over")
	case slices.Contains(actions, a):
		return nil
	}
	return fmt.Errorf("%v is not possible: want %s", a, list(actions))
}

func list(actions []Action) string {
	words := make([]string, len(actions))
	for i, a := range actions {
		words[i] = a.String()
	}
	return strings.Join(words, " or ")
}

// pack writes actions as one number, with four bits for each.
func pack(actions ...Action) (number uint64) {
	for _, a := range actions {
		number = number<<4 | uint64(a)
	}
	return number
}

// count returns the number of actions that are a.
func count(actions []Action, a Action) (n int) {
	for _, b := range actions {
		if a == b {
			n++
		}
	}
	return n
}

// played returns the actions in front of the first one that is missing.
func played(actions []Action) []Action {
	for i, a := range actions {
		if a == noCard {
			return actions[:i]
		}
	}
	return actions
}

// playerName returns "Player 1" or "Player 2".
func playerName(player int) string { return "Player " + strconv.Itoa(player+1) }
