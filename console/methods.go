package console

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/banyan-go/banyan/console/internal/play"
)

// Method is an optional method of a game.
type Method struct {
	Name    string
	Found   bool
	Purpose string // what it improves, or what happens without it
}

// methods implements Game.
func (g typedGame[S, A]) methods() []Method {
	_, start := g.rules.Game.(interface{ Start() S })
	found := play.FindMethods(g.rules.Game)
	list := []Method{
		{"Start", start, "the state in which games start"},
		{"Text", found.Texter != nil, "draws a position; else it is printed with %v"},
		{"Parse", found.Parser != nil, "reads an action; else it is chosen by its text or number"},
		{"Legal", found.Referee != nil, "says why an action is illegal"},
		{"PlayerName", found.Namer != nil, "names a player; else it has a number"},
		{"View", found.Viewer != nil, "draws what one player sees, in a game with hidden information"},
		{"Tell", found.Teller != nil, "describes an action without what is hidden"},
	}
	rules := &g.rules
	return append(
		list,
		Method{"AppendOutcomes", rules.Chance != nil, "lists the outcomes of chance"},
		Method{"AppendPlayerActions", rules.Simultaneous != nil, "lists actions at simultaneous moves"},
		Method{"Determinize", rules.Determinizer != nil, "replaces what is hidden by a random sample, for Config.Hidden"},
		Method{"Playout", rules.Playouter != nil, "plays a random game in one call, which is fast"},
		Method{"RandomAction", rules.Sampler != nil, "draws an action without a list, which is fast"},
		Method{"ActionIndex", rules.Indexer != nil, "numbers the actions, for playouts that learn"},
		Method{"Evaluate", rules.Evaluator != nil, "estimates the returns of a state that is not terminal"},
		Method{"AppendCells", rules.Cells != nil, "lists the cells of the board, for position similarity"},
	)
}

// writeMethods lists the optional methods of a game.
func writeMethods(out io.Writer, g Game) error {
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, m := range g.methods() {
		found := "-"
		if m.Found {
			found = "yes"
		}
		fmt.Fprintf(t, "%s\t%s\t%s\n", m.Name, found, m.Purpose)
	}
	return t.Flush()
}
