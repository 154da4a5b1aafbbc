package bundled

import (
	"context"
	"fmt"
	"os"

	"github.com/banyan-go/banyan/console"
	"github.com/banyan-go/banyan/gdl"
)

// files are the games that are read from files: rule sheets in the Game Description Language.
var files = map[string]func(ctx context.Context, path string) (console.Game, error){"gdl": readSheet}

// readSheet returns the game of the rule sheet in a file.
func readSheet(ctx context.Context, path string) (console.Game, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	g, err := gdl.Load(ctx, text, gdl.Limits{})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return console.New(g, console.Name("gdl:"+path), console.Speak(StandardPlayers[gdl.State, gdl.Action]("")))
}
