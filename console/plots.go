package console

import (
	"errors"

	urfave "github.com/urfave/cli/v3"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/console/internal/flags"
	"github.com/banyan-go/banyan/tune"
)

// Plots draws the files of the flag -svg. The value Output of package console/plots is one. Without
// it, a program has no plots.
type Plots struct {
	// Match plots the games of the first two players of a match.
	Match func(path, game string, players []spec.Player, records []arena.Record) error

	// Tune plots the result of a search for parameters.
	Tune func(path, game string, r tune.Result) error
}

var errNoPlots = errors.New("this program has no plots: its author can import " +
	"github.com/banyan-go/banyan/console/plots and write console.Main(game, plots.Output)")

// svgFlag returns the flag for the path of a plot.
func (p Program) svgFlag(usage string, to *string) urfave.Flag {
	if p.Plots.Match == nil {
		return flags.Missing("svg", errNoPlots)
	}
	return &urfave.StringFlag{Name: "svg", Usage: usage, Destination: to}
}
