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

	// Points says that returns are points, and not a win, a draw or a loss.
	Points bool

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

// hides reports whether a person must not see everything: the game has hidden information, or
// defines what a person sees.
func (b *Board[S, A]) hides() bool {
	return b.rules.Determinizer != nil || b.rules.Viewer != nil && b.rules.Teller != nil
}

// text draws a position; without the method Text it prints the state with %v.
func (b *Board[S, A]) text(s *S) string {
	if b.rules.Texter == nil {
		return fmt.Sprintf("%v", *s)
	}
	return b.rules.Texter.Text(s)
}

// noView replaces a position that only the method View could draw: Text and %v show
// everything.
const noView = "The position is not shown: players of this game do not see everything, and it has no method View that draws what one of them sees."

// view draws a position as a person sees it, who plays human or watches.
func (b *Board[S, A]) view(s *S, human int) string {
	switch {
	case human == Nobody || !b.hides():
		return b.text(s)
	case b.rules.Viewer == nil:
		return noView
	}
	return b.rules.Viewer.View(s, human)
}

// tell describes an action to a person who does not see everything. Without the method Tell only
// its player sees the action, because its text may reveal hidden information.
func (b *Board[S, A]) tell(before *S, a A, after *S, human int) string {
	mover := b.Game.ToMove(before)
	switch {
	case b.rules.Teller != nil:
		return b.rules.Teller.Tell(before, a, after)
	case human == Nobody || human == mover:
		return fmt.Sprintf("%s plays %v.", b.playerName(mover), a)
	}
	return b.playerName(mover) + " has moved."
}

// Suits reports, in words for a person, why a player cannot be the opponent in a game.
func Suits[S any, A comparable](g mcts.Game[S, A], p spec.Player) error {
	rules, err := game.NewRules(g)
	switch {
	case err != nil:
		return err
	case rules.Determinizer != nil && (p.SeesAll() || p.LacksHidden()):
		return fmt.Errorf("player %q looks at what is hidden from it, want hidden=ensemble or hidden=infoset", p)
	case p.Kind != spec.MCTS:
	case p.Search.Hidden != nil && !p.SeesAll() && rules.Determinizer == nil:
		return fmt.Errorf("player %q: %w", p, errNothingHidden)
	case p.Search.Similarity != nil && rules.Cells == nil:
		return fmt.Errorf("player %q: %w", p, errNoCells)
	}
	return nil
}

// Errors of a player that does not suit the game.
var (
	errNothingHidden = errors.New("hidden is for games with hidden information, and in this game all players see everything")
	errNoCells       = errors.New("similarity is for games with a board of cells, and this game has none")
)
