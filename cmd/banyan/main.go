// Banyan plays, tests and measures the bundled games and games from rule sheets, as package console
// describes.
//
//	go install github.com/banyan-go/banyan/cmd/banyan@latest
//	banyan play -game othello
//	banyan match -game breakthrough -a playout=mast -b playout=uniform -time 10ms
//	banyan gtp -game nogo -board hollow9
//	banyan ggp -port 9147
package main

import (
	"github.com/banyan-go/banyan/cmd/banyan/bundled"
	"github.com/banyan-go/banyan/cmd/banyan/internal/ggp"
	"github.com/banyan-go/banyan/cmd/banyan/internal/gtp"
	"github.com/banyan-go/banyan/console"
	"github.com/banyan-go/banyan/console/cluster"
	"github.com/banyan-go/banyan/console/plots"
)

func main() { console.Exec(program("banyan")) }

// program returns the program with that name in its messages.
func program(name string) console.Program {
	p := bundled.Program(name)
	p.Cluster, p.Plots = cluster.Commands, plots.Output
	p.Commands = []console.Command{
		{Name: "gtp", Usage: "an engine for GoGui, Sabaki and others, by the Go Text Protocol", Run: gtp.Run},
		{Name: "ggp", Usage: "a player of general game playing, and a server of its matches", Run: ggp.Run},
	}
	return p
}
