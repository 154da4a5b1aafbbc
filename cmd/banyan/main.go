// Banyan plays, tests and measures the bundled games, and those of rule sheets, as package console
// describes.
//
//	go install github.com/banyan-go/banyan/cmd/banyan@latest
//	banyan play -game othello
//	banyan match -game breakthrough -a playout=mast -b playout=uniform -time 10ms
package main

import (
	"github.com/banyan-go/banyan/cmd/banyan/bundled"
	"github.com/banyan-go/banyan/console"
)

func main() { console.Exec(program("banyan")) }

// program returns the program with that name in its messages.
func program(name string) console.Program { return bundled.Program(name) }
