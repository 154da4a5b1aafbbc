// Package plots lets the program of a game draw plots, by the flag -svg of match and tune:
//
//	func main() { console.Main(mygame.Game{}, plots.Output) }
//
//	go run . match -a playout=mast -b playout=uniform -time 10ms -svg rate.svg
//	go run . tune -time 20ms -for 1h -svg parameters.svg
//
// It links a library for plots, with its fonts.
package plots

import "github.com/banyan-go/banyan/console"

// Output draws the running win rate of a match, and what each parameter is worth in a search.
var Output = console.Plots{Match: plotMatch, Tune: plotTune}
