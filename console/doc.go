// Package console makes a command-line program of a game:
//
//	func main() { console.Main(mygame.Game{}) }
//
// It plays the game in the terminal or in a web page, plays matches between players in text form,
// searches for the parameters that win most, and measures the speed of searches. The five methods
// of [mcts.Game] and a start state are enough; each optional method improves one thing, and the
// command methods lists those that the game has:
//
//	go run . play                                      # you against a search
//	go run . play -level 3                             # ten levels of strength
//	go run . match -a playout=mast -b playout=uniform -time 10ms
//	go run . match -gauntlet -a playout=mast -p level5 -p random -time 10ms -record games.txt
//	go run . play -replay games.txt -number 3          # steps through a recorded game
//	go run . analyze                                   # lines of JSON in and out; see docs/analyze.md
//	go run . inspect                                   # a web page; see docs/inspect.md
//	go run . tune -time 20ms -for 1h                   # finds parameters; see docs/tuning.md
//	go run . bench
//	go run . methods
//
// The parts:
//
//	Main     makes the program of one game
//	Program  is a program of several games; its method Run can be tested
//	New      makes a Game of the rules, for a Program
//	Option   changes what the program knows of the game: its name, its start, its rules in words,
//	         your players
//	Cluster  lets match and tune play in other processes: the option cluster.Commands
//	Plots    draws the files of -svg: the option plots.Output
//
// A program links what it imports. This package alone makes a program of 17 MB. Package
// [github.com/banyan-go/banyan/console/cluster] adds the command worker, and the flag -nats of
// match and tune, and links a NATS server. Package [github.com/banyan-go/banyan/console/plots] adds
// the flag -svg, and links a library for plots:
//
//	func main() { console.Main(mygame.Game{}, cluster.Commands, plots.Output) }
//
// Flags are written -like this or --like this. Commands, flags, help and completion for shells come
// from github.com/urfave/cli, which takes long flags with one dash, as the programs of Go do; the
// other libraries that we looked at (cobra, kong) read -game as five short flags.
//
// # Concurrency and determinism
//
// Main reads the arguments, the standard input and signals of the process, so a program calls it
// once. A Game may be shared by goroutines.
package console
