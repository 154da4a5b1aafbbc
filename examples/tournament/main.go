// Tournament plays matches between two or more players and reports, with confidence intervals,
// which player is stronger:
//
//	go run ./examples/tournament -game breakthrough -a playout=mast -b playout=uniform -time 10ms
//
// Games are played in pairs: both games of a pair start with the same random opening, with the
// seats swapped. With -time the players are compared at equal time. With -sims the match is
// reproducible, but a player whose simulations are slower uses more time, so the output shows the
// simulations per second and the time per move of every player. With -cpu all times are CPU time of
// the program, so that a match at equal time may run beside other programs.
//
// With -json the result is one JSON object. With -journal an interrupted tournament continues where
// it stopped. The flag -help lists the flags and explains the text form of a player. It is the
// command match of package console, for the bundled games.
package main

import (
	"github.com/banyan-go/banyan/console"
	"github.com/banyan-go/banyan/console/bundled"
)

func main() { console.Exec(bundled.Program("banyan"), "match") }
