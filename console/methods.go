package console

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/banyan-go/banyan/game"
)

// methods implements Game.
func (g typedGame[S, A]) methods() []game.Description { return game.Describe(g.rules.Game) }

// writeMethods lists the optional interfaces of a game.
func writeMethods(out io.Writer, g Game) error {
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, m := range g.methods() {
		found, text := "-", m.Missing
		switch {
		case m.Found:
			found, text = "yes", m.Purpose
		case m.Mistake != "":
			found, text = "wrong", m.Mistake
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\n", m.Name, found, strings.Join(m.Methods, ", "), text)
	}
	return t.Flush()
}
