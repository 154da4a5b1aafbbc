// Play is a game in the terminal: you against a search or another player, or such a player against
// itself.
//
//	go run ./examples/play
//	go run ./examples/play -game breakthrough -size 6x6 -human 2 -time 3s
//	go run ./examples/play -game nogo -human none -sims 2000
//	go run ./examples/play -game magic -player expert -seed 2
//
// The program draws the board, reads moves and commands from standard input, and shows how a search
// judges the position while it thinks. In magic, a game with hidden hands, it shows only what you
// see and describes what your opponent plays. The command help lists the moves and the commands.
//
// The program needs no terminal. Moves can come from a pipe, and the end of the input ends the
// program. It is the command play of package console, for the bundled games.
package main

import (
	"github.com/banyan-go/banyan/console"
	"github.com/banyan-go/banyan/console/bundled"
)

func main() { console.Exec(bundled.Program("banyan"), "play") }
