// Inspect shows a search in a web page, and lets you play against it.
//
//	go run ./examples/inspect
//	go run ./examples/inspect -game othello -time 3s
//	go run ./examples/inspect -game breakthrough -player selection=puct -against mcts -sims 100000
//
// It prints the address of the page. Ctrl-C ends it. It is the command inspect of package console,
// for the bundled games.
package main

import (
	"github.com/banyan-go/banyan/console"
	"github.com/banyan-go/banyan/console/bundled"
)

func main() { console.Exec(bundled.Program("banyan"), "inspect") }
