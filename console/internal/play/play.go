// Package play is a game in the terminal: a person against a search or another player, or such a
// player against itself.
package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

// Options describe the players.
type Options struct {
	Player spec.Player // the opponent; a search has a budget
	Seed   uint64      // of random choices and chance
	Human  int         // the player whose moves come from the input, or Nobody

	// Resize prepares the same game on a board of another size, like "6x6". If nil, there is no
	// other size.
	Resize func(size string) error
}

// Nobody means that the opponent plays all sides.
const Nobody = -1

// Resized is the error of a session that continues with a new game on the board that Options.Resize
// has prepared.
type Resized struct{ Options Options }

// Error implements the interface error.
func (Resized) Error() string { return "the board has another size" }

// Run plays games until the person, the end of the input or ctx ends the session, or until it
// continues with another board, which is a [Resized]. It returns another error if the options do
// not suit the game.
func (b *Board[S, A]) Run(ctx context.Context, c *Console, o Options) error {
	switch err := b.play(ctx, c, o); {
	case errors.Is(err, io.EOF):
		c.print("End of input. The game is not finished.")
	case errors.Is(err, context.Canceled):
		c.print("Stopped. The game is not finished.")
	case errors.Is(err, errQuit):
		c.print("Goodbye.")
	default:
		return err
	}
	return nil
}

// Apply applies the action, outcome of chance or joint action with a text, as records write it.
func Apply[S any, A comparable](rules *game.Rules[S, A], s *S, text string) error {
	lists, texts := rules.Choices(nil, s), []string{text}
	by := rules.ToMove(s)
	switch {
	case by == mcts.Chance && rules.Chance == nil:
		a, err := drawn(rules, s, text)
		if err != nil {
			return err
		}
		return rules.Play(s, a)
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

// draws is how often chance outcomes are drawn to find one with a text.
const draws = 10_000

// drawn returns the outcome of chance with a text, where outcomes can only be drawn: the one that
// the game parses, or else one that it draws.
func drawn[S any, A comparable](rules *game.Rules[S, A], s *S, text string) (a A, err error) {
	if rules.Parser != nil {
		a, err = rules.Parser.Parse(text)
		if err == nil && fmt.Sprint(a) == text && (rules.Referee == nil || rules.Referee.Legal(s, a) == nil) {
			return a, nil
		}
	}
	r := rng.New(1)
	for range draws {
		if a = rules.Sampling.SampleOutcome(s, r); fmt.Sprint(a) == text {
			return a, nil
		}
	}
	return a, fmt.Errorf("there is no outcome %q: the game neither reads it nor draws it", text)
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
