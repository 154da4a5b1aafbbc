package bundled

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync"

	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/console"
	"github.com/banyan-go/banyan/gdl"
	"github.com/banyan-go/banyan/gdl/sheets"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// files are the games that are read from files: rule sheets in the Game Description Language, and
// boards of SameGame.
var files = map[string]func(ctx context.Context, path string) (console.Game, error){"gdl": readSheet, "samegame": readSameGame}

// SheetNames are the names that the players of a rule sheet have beyond package spec: with
// playout=mean, a playout is the mean of 64 random games, which are played at once. If g is nil,
// they serve only to find mistakes in a text before there is a game.
func SheetNames(g *gdl.Game) spec.Names {
	return spec.Names{Playouts: map[string]policy.Playout{"mean": mcts.WholePlayout(g.MeanPlayout(64))}}
}

// readSheet returns the game of the rule sheet in a file.
func readSheet(ctx context.Context, path string) (console.Game, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return newSheet(ctx, path, text)
}

// newSheet returns the game of a rule sheet.
func newSheet(ctx context.Context, path string, text []byte) (Game, error) {
	g, err := gdl.Load(ctx, text, gdl.Limits{})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	made, err := console.New(g, console.Name("gdl:"+path), console.Syntax(console.PlayerSyntax[gdl.State, gdl.Action]{
		Parse: SheetNames(g).Parse, Entrant: spec.Entrant[gdl.State, gdl.Action],
	}))
	return bundledGame[gdl.State, gdl.Action]{Game: made, rules: g, start: g.Start()}, err
}

// sheetFolder is where package sheets is in this repository.
const sheetFolder = "gdl/sheets/"

var (
	loaded   = map[string]Game{} // by file
	loadLock sync.Mutex
)

// sheet returns the game of a rule sheet of package sheets, which is loaded once.
func sheet(file string) (Game, error) {
	loadLock.Lock()
	defer loadLock.Unlock()
	if g, ok := loaded[file]; ok {
		return g, nil
	}
	text, err := sheets.Files.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("there is no sheet %q; there are: %s", file, strings.Join(sheetFiles(), ", "))
	}
	g, err := newSheet(context.Background(), sheetFolder+file, text)
	if err == nil {
		loaded[file] = g
	}
	return g, err
}

func sheetFiles() (files []string) {
	entries, err := sheets.Files.ReadDir(".")
	if err != nil {
		panic(err) // The folder is part of the program.
	}
	for _, e := range entries {
		files = append(files, e.Name())
	}
	return files
}
