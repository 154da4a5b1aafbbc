package bundled

import (
	"fmt"

	"github.com/banyan-go/banyan/console"
	"github.com/banyan-go/banyan/games/breakthrough"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/games/dots"
	"github.com/banyan-go/banyan/games/gomoku"
	"github.com/banyan-go/banyan/games/goofspiel"
	"github.com/banyan-go/banyan/games/liarsdice"
	"github.com/banyan-go/banyan/games/nogo"
	"github.com/banyan-go/banyan/games/othello"
	"github.com/banyan-go/banyan/games/pig"
	"github.com/banyan-go/banyan/games/poker"
	"github.com/banyan-go/banyan/games/sailing"
	"github.com/banyan-go/banyan/games/samegame"
	"github.com/banyan-go/banyan/games/sliding"
	"github.com/banyan-go/banyan/games/tictactoe"
	"github.com/banyan-go/banyan/games/twenty48"
	"github.com/banyan-go/banyan/games/whist"
)

// Board is a game with the board sizes that it can be played on.
type Board[G any] struct {
	Name   string
	Usual  G
	Resize func(width, height int) (G, error) // nil if there is only one board

	variant string // which of several boards Usual has, in the title

	// FromStart says that the games of a match usually start without random plies. When cards are
	// dealt, games differ without them, and in Connect Four they decide nearly half of the games.
	FromStart bool
}

// The games with their boards.
var (
	Connect4      = Board[connect4.Game]{Name: "connect4", Resize: connect4.New, FromStart: true}
	Breakthrough  = Board[breakthrough.Game]{Name: "breakthrough", Resize: breakthrough.New}
	Knightthrough = Board[breakthrough.Knightthrough]{Name: "knightthrough"}
	PawnWhopping  = Board[breakthrough.PawnWhopping]{Name: "pawnwhopping"}
	Gomoku        = Board[gomoku.Game]{Name: "gomoku", Resize: fiveInARow}
	NoGo          = Board[nogo.Game]{Name: "nogo", Usual: nogo.Hollow9, Resize: withoutHoles}
	Othello       = Board[othello.Game]{Name: "othello", Resize: square(othello.New)}
	Goofspiel     = Board[goofspiel.Game]{Name: "goofspiel"}
	Goofspiel5    = Board[goofspiel.Game]{Name: "goofspiel5", Usual: must(goofspiel.New(2, 5, goofspiel.Descending))}
	Dots          = Board[dots.Game]{Name: "dots", Resize: dotsFor(3)}
	Dots2         = Board[dots.Game]{Name: "dots2", Usual: must(dots.New(3, 3, 2)), Resize: dotsFor(2)}
	DotsPoints    = Board[dots.Points]{Name: "dots-points", Resize: dots.NewPoints}
	Pig           = Board[pig.Game]{Name: "pig", FromStart: true}
	SameGame      = Board[samegame.Game]{Name: "samegame", Resize: randomBoard, FromStart: true}
	Whist         = Board[whist.Game]{Name: "whist", FromStart: true}
	Kuhn          = Board[poker.Kuhn]{Name: "kuhn", FromStart: true}
	Leduc         = Board[poker.Leduc]{Name: "leduc", FromStart: true}
	LiarsDice     = Board[liarsdice.Game]{Name: "liarsdice", FromStart: true}
	Sealed        = Board[goofspiel.Sealed]{Name: "sealed", FromStart: true}
	TicTacToe     = Board[tictactoe.Game]{Name: "tictactoe"}
	Twenty48      = Board[twenty48.Game]{Name: "2048", FromStart: true}
	EightPuzzle   = Board[sliding.Game]{Name: "8-puzzle"}
	FifteenPuzzle = Board[sliding.Game]{Name: "15-puzzle", Usual: must(sliding.New(sliding.Config{Size: 4, Slides: 60}))}
	Sailing       = Board[sailing.Game]{Name: "sailing", Resize: lake, FromStart: true}
)

func fiveInARow(width, height int) (gomoku.Game, error) { return gomoku.New(width, height, 5) }
func withoutHoles(width, height int) (nogo.Game, error) { return nogo.New(width, height) }

func lake(width, height int) (sailing.Game, error) {
	return sailing.New(sailing.Config{Width: width, Height: height})
}

func dotsFor(players int) func(width, height int) (dots.Game, error) {
	return func(width, height int) (dots.Game, error) { return dots.New(width, height, players) }
}

// square adapts a constructor of square boards to a width and a height.
func square[G any](sized func(size int) (G, error)) func(width, height int) (G, error) {
	return func(width, height int) (g G, err error) {
		if width != height {
			return g, fmt.Errorf("the board is %dx%d, want a square", width, height)
		}
		return sized(width)
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// On returns the game on a board of that size. The error may be console.ErrOneSize.
func (b Board[G]) On(s console.Size) (g G, err error) {
	switch {
	case s == console.Size{}:
		return b.Usual, nil
	case b.Resize == nil:
		return g, fmt.Errorf("%s %w", b.Name, console.ErrOneSize)
	}
	return b.Resize(s.Width, s.Height)
}

// title returns the name of the game on a board of that size.
func (b Board[G]) title(s console.Size) string {
	switch {
	case b.variant != "":
		return b.Name + ":" + b.variant
	case s == (console.Size{}):
		return b.Name
	}
	return fmt.Sprintf("%s %dx%d", b.Name, s.Width, s.Height)
}
