package main

import (
	"fmt"
	"math"
	"strings"
)

// This is the paper on parameters that are tuned while a game is played.
const sironi = "Sironi and Winands, \"On-Line Parameter Tuning for Monte-Carlo Tree Search in General Game Playing\", 2018"

// perBundled returns an experiment for each bundled game with one policy for all players. Their
// names are the given one and that of the game.
func perBundled(name string) (rows []experiment) {
	for _, g := range []struct {
		short, game string
		games       int
	}{
		{"c4", "connect4", 1000},
		{"bt6", "breakthrough 6x6", 1000},
		{"bt8", "breakthrough", 400},
		{"c5", "gomoku", 400},
		{"othello", "othello", 400},
		{"nogo7", "nogo 7x7", 400},
		{"nogo", "nogo", 400},
		{"knight", "knightthrough", 400},
		{"pawn", "pawnwhopping", 400},
		{"dots2", "dots2", 400},
		{"goofspiel", "goofspiel", 400},
		{"ttt", "tictactoe", 400},
	} {
		rows = append(rows, experiment{name: name + "-" + g.short, game: g.game, games: g.games})
	}
	return rows
}

// adaptiveUniform plays the policy that chooses playouts online against uniform ones.
var adaptiveUniform = group{
	key: "adaptive-uniform",
	experiment: experiment{
		topic: playouts,
		paper: sironi,
		claim: "A player that chooses its playouts online, between uniform ones and NST, against uniform playouts.",
		a:     "playout=adaptive",
		b:     "playout=uniform",
		both:  "c=0.4,final=max",
		sims:  1000,
	},
	rows: perBundled("adaptive-uniform"),
}

// adaptiveOther plays the other candidate of the adaptive policy against uniform playouts.
var adaptiveOther = group{
	key: "other-uniform",
	experiment: experiment{
		topic: playouts,
		claim: "NST, the other policy that it chooses from, against uniform playouts.",
		a:     "playout=nst",
		b:     "playout=uniform",
		both:  "c=0.4,final=max",
		sims:  1000,
	},
	rows: perBundled("other-uniform"),
}

// adaptiveNST plays the adaptive policy against NST.
var adaptiveNST = group{
	key: "adaptive-nst",
	experiment: experiment{
		topic: playouts,
		paper: sironi,
		claim: "A player that chooses its playouts online, between uniform ones and NST, against NST.",
		a:     "playout=adaptive",
		b:     "playout=nst",
		both:  "c=0.4,final=max",
		sims:  1000,
	},
	rows: perBundled("adaptive-nst"),
}

// choosing compares the policy that chooses playouts online with the better of its candidates,
// uniform playouts and NST, game by game: win rates against uniform playouts, and their difference.
func (p page) choosing() string {
	lines := []string{row("game", "NST", "adaptive", "less the better", "95 %"), "|---|---|---|---|---|"}
	others := adaptiveOther.experiments()
	for i, e := range adaptiveUniform.experiments() {
		adaptive, nst := p.results[e.name], p.results[others[i].name]
		if adaptive.Games == 0 || nst.Games == 0 {
			continue
		}
		best, squared := 0.5, squaredError(adaptive.Tally) // uniform playouts against themselves
		if nst.WinRate > best {
			best = nst.WinRate
			squared += squaredError(nst.Tally)
		}
		half := normal * math.Sqrt(squared)
		difference := adaptive.WinRate - best
		lines = append(lines, row(titles[e.game], fmt.Sprintf("%.3f", nst.WinRate), fmt.Sprintf("%.3f", adaptive.WinRate),
			fmt.Sprintf("%+.3f", difference), fmt.Sprintf("%+.3f to %+.3f", difference-half, difference+half)))
	}
	return strings.Join(lines, "\n")
}
