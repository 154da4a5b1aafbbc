package play

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts"
)

// Board is a game that people can play: its rules, and its positions and actions as text. What the
// game lacks has a fallback.
type Board[S any, A comparable] struct {
	Game    mcts.Game[S, A]
	Start   S
	Summary string // the rules in one line; may be empty
	Rules   string // the goal, the moves, the end, and how to type a move; may be empty
	Entrant func(name string, p spec.Player) (arena.Entrant[S, A], error)

	// Config completes the configuration of a search for the game.
	Config func(cfg mcts.Config) mcts.Config

	rules game.Rules[S, A]
}

// prepare finds the methods of the game.
func (b *Board[S, A]) prepare() (err error) {
	b.rules, err = game.NewRules(b.Game)
	return err
}

// playerName names a player; without the method PlayerName by its number.
func (b *Board[S, A]) playerName(player int) string {
	if b.rules.Namer == nil {
		return fmt.Sprintf("Player %d", player+1)
	}
	return b.rules.Namer.PlayerName(player)
}

// parse returns the legal action that a person typed at s. Without the method Parse it is the text
// of the action, or its number in the list.
func (b *Board[S, A]) parse(s *S, line string) (a A, err error) {
	actions := b.Game.AppendActions(nil, s)
	if b.rules.Parser == nil {
		return pick(actions, line)
	}
	if a, err = b.rules.Parser.Parse(line); err != nil {
		return a, errors.New(sentence(Plain(err)) + "\n" + typeHelp)
	}
	if b.rules.Referee != nil {
		if err := b.rules.Referee.Legal(s, a); err != nil {
			return a, errors.New(sentence(Plain(err)))
		}
	}
	if !slices.Contains(actions, a) {
		return a, errors.New(sentence(fmt.Sprintf("%v is not a legal move here", a)))
	}
	return a, nil
}

// typeHelp follows an error of what a person typed.
const typeHelp = "Type help for the moves and the commands."

// pick returns the action with the given text or, if their texts are no numbers, the one with that
// number in the list.
func pick[A any](actions []A, line string) (a A, err error) {
	for _, a := range actions {
		if strings.EqualFold(fmt.Sprint(a), line) {
			return a, nil
		}
	}
	if n, err := strconv.Atoi(line); err == nil && numbered(actions) && 1 <= n && n <= len(actions) {
		return actions[n-1], nil
	}
	want := "want one of the moves"
	if numbered(actions) {
		want += " or its number, 1 to " + strconv.Itoa(len(actions))
	}
	return a, errors.New(sentence(fmt.Sprintf("%q is not a legal move here: %s", line, want)) + "\n" + typeHelp)
}

// numbered reports whether actions can be chosen by their number in the list: not if one of their
// texts is a number.
func numbered[A any](actions []A) bool {
	return !slices.ContainsFunc(actions, func(a A) bool {
		_, err := strconv.Atoi(fmt.Sprint(a))
		return err == nil
	})
}

// list lists the first actions, with their numbers if that is how they are chosen.
func (b *Board[S, A]) list(actions []A, limit int) string {
	if b.rules.Parser != nil || !numbered(actions) {
		return join(actions, limit)
	}
	var words []string
	for i, a := range actions[:min(len(actions), limit)] {
		words = append(words, fmt.Sprintf("%d: %v", i+1, a))
	}
	return strings.Join(words, ", ")
}

// howTo tells a person how to type a move.
func (b *Board[S, A]) howTo() string { return cmp.Or(b.Rules, "The game has no text of its rules.") }
