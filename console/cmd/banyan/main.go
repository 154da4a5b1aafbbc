// Banyan plays, tests and measures the games of this module:
//
//	go install github.com/banyan-go/banyan/console/cmd/banyan@latest
//	banyan play -game nogo
//	banyan match -game breakthrough -a playout=mast -b playout=uniform -time 10ms
package main

import (
	"github.com/banyan-go/banyan/console"
	"github.com/banyan-go/banyan/console/bundled"
)

func main() { console.Exec(bundled.Program("banyan")) }
