package play

import (
	"errors"
	"fmt"

	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts"
)

// hides reports whether a person must not see everything: the game has hidden information, or it
// says what a person sees.
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

// noView takes the place of a position that only the method View could draw: Text and %v show
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
// its player sees the action, because its text may say what is hidden.
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
	case err != nil || p.Kind != spec.MCTS:
		return err
	case p.Search.Hidden == nil && rules.Determinizer != nil:
		return fmt.Errorf("player %q looks at what is hidden from it, want hidden=ensemble or hidden=infoset", p)
	case p.Search.Hidden != nil && rules.Determinizer == nil:
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
