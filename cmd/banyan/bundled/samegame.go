package bundled

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/banyan-go/banyan/console"
	"github.com/banyan-go/banyan/games/samegame"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

// sameGamePlayers are the standard players, and searches with playout=taboo.
var sameGamePlayers = withPlayouts(SameGame.Name, map[string]playoutsOf[samegame.State, samegame.Cell]{
	"taboo": func(mcts.Game[samegame.State, samegame.Cell]) func(*samegame.State, *rng.Rand, []float64) {
		return samegame.Game{}.TabooPlayout
	},
})

func randomBoard(width, height int) (samegame.Game, error) { return samegame.New(width, height, 0) }

// readSameGame returns the game with another board: the random one with a seed, like 7, or that
// with a number of a file, like FILE:3. The first board of a file has the number 1.
func readSameGame(_ context.Context, text string) (console.Game, error) {
	g, err := sameGameBoard(text)
	if err != nil {
		return nil, err
	}
	b := SameGame
	b.Usual, b.variant = g, text
	return newGame(g, b, console.Size{}, sameGamePlayers)
}

func sameGameBoard(text string) (g samegame.Game, err error) {
	if seed, err := strconv.ParseUint(text, 10, 64); err == nil {
		return samegame.New(samegame.MaxSize, samegame.MaxSize, seed)
	}
	path, number := text, 1
	if at := strings.LastIndexByte(text, ':'); at >= 0 {
		if number, err = strconv.Atoi(text[at+1:]); err != nil {
			return g, fmt.Errorf("%q is not a board: want FILE:3 for the third board of a file", text)
		}
		path = text[:at]
	}
	file, err := os.Open(path)
	if err != nil {
		return g, err
	}
	defer func() { _ = file.Close() }()
	boards, err := samegame.Read(file)
	switch {
	case err != nil:
		return g, fmt.Errorf("%s: %w", path, err)
	case number < 1 || number > len(boards):
		return g, fmt.Errorf("%s has %d boards, so there is none with the number %d", path, len(boards), number)
	}
	return boards[number-1], nil
}
