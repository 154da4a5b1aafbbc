package bundled

import (
	"context"
	"fmt"
	"os"

	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/console"
	"github.com/banyan-go/banyan/gdl"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// files are the games that are read from files: rule sheets in the Game Description Language.
var files = map[string]func(ctx context.Context, path string) (console.Game, error){"gdl": readSheet}

// readSheet returns the game of the rule sheet in a file. Its players have one more playout: with
// playout=mean, 64 random games at once.
func readSheet(ctx context.Context, path string) (console.Game, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	g, err := gdl.Load(ctx, text, gdl.Limits{})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	names := spec.Names{Playouts: map[string]policy.Playout{"mean": mcts.WholePlayout(g.MeanPlayout(64))}}
	return console.New(g, console.Name("gdl:"+path), console.Speak(console.Language[gdl.State, gdl.Action]{
		Parse: names.Parse, Entrant: spec.Entrant[gdl.State, gdl.Action],
	}))
}
