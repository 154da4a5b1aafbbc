package main

import (
	"slices"
	"strings"
)

// perBundled returns an experiment for each bundled game with one policy for all players. Their
// names are the given one and that of the game.
func perBundled(name string) (rows []experiment) {
	for _, g := range []struct {
		short, game string
		games       int
		start       bool // chance already varies the games
	}{
		{"c4", "connect4", 1000, false},
		{"bt6", "breakthrough 6x6", 1000, false},
		{"bt8", "breakthrough", 400, false},
		{"c5", "gomoku", 400, false},
		{"othello", "othello", 400, false},
		{"nogo7", "nogo 7x7", 400, false},
		{"nogo", "nogo", 400, false},
		{"knight", "knightthrough", 400, false},
		{"pawn", "pawnwhopping", 400, false},
		{"dots2", "dots2", 400, false},
		{"dots3", "dots", 402, false},
		{"goofspiel", "goofspiel", 400, false},
		{"goofspiel5", "goofspiel5", 400, false},
		{"ttt", "tictactoe", 400, false},
		{"pig", "pig", 400, true},
		{"whist", "whist", 402, true},
		{"magic", "magic", 200, true},
	} {
		rows = append(rows, experiment{name: name + "-" + g.short, game: g.game, games: g.games, start: g.start})
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
		both:  cadia,
		sims:  1000,
	},
	rows: perBundled("adaptive-uniform"),
}

// nstDefault plays NST with the defaults, the other candidate of the adaptive policy, against
// uniform playouts.
var nstDefault = group{
	key: "other-uniform",
	experiment: experiment{
		topic: playouts,
		claim: "NST, the other policy that it chooses from, against uniform playouts.",
		a:     "playout=nst",
		b:     "playout=uniform",
		both:  cadia,
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
		both:  cadia,
		sims:  1000,
	},
	rows: perBundled("adaptive-nst"),
}

// adaptiveOthello tells what the adaptive policy loses to NST in Othello by the share that uniform
// playouts always have, and what by learning.
var adaptiveOthello = group{
	key: "adaptive-othello",
	experiment: experiment{
		topic: playouts, claim: "Why choosing online loses to NST in Othello.",
		game: "othello", b: "playout=nst", both: cadia, sims: 1000, games: 400,
	},
	rows: []experiment{
		{name: "adaptive-othello-floor", label: "uniform playouts in 5 % of the simulations, nothing learned", a: "playout=adaptive,weights=1/1e9", games: 2000},
		{name: "adaptive-othello-less", label: "learned, uniform playouts in at least 0.5 %", a: "playout=adaptive,floor=0.005", games: 2000},
		{name: "adaptive-othello-tenth", label: "learned, uniform playouts in at least 0.5 %, with a tenth of their weight", a: "playout=adaptive,floor=0.005,weights=1/490"},
	},
}

// adaptiveFixed is the control of what learning is worth: NST in 95 % of the simulations and
// uniform playouts in the rest, which is where the adaptive policy begins.
var adaptiveFixed = group{
	key: "adaptive-fixed",
	experiment: experiment{
		topic: playouts, claim: "NST with uniform playouts in 5 % of the simulations, without learning.",
		a: "playout=adaptive,weights=1/1e9", both: cadia, sims: 1000, games: 400,
	},
	rows: slices.Concat(fixedRows("uniform"), fixedRows("nst")),
}

func fixedRows(opponent string) (rows []experiment) {
	for _, g := range []struct{ short, game string }{
		{"c4", "connect4"}, {"bt6", "breakthrough 6x6"}, {"bt8", "breakthrough"}, {"c5", "gomoku"}, {"nogo", "nogo"},
	} {
		rows = append(rows, experiment{
			name: "adaptive-fixed-" + opponent + "-" + g.short, label: against(opponent), game: g.game,
			b: "playout=" + opponent,
		})
	}
	return rows
}

// against returns the label of rows with an opponent.
func against(opponent string) string {
	return "against " + strings.Replace(opponent, "nst", "NST", 1)
}

// adaptiveTime plays the adaptive policy at equal time, of which NST takes more than uniform
// playouts.
var adaptiveTime = group{
	key: "adaptive-time",
	experiment: experiment{
		topic: playouts, claim: "Choosing playouts online at equal time.",
		a: "playout=adaptive", both: cadia, time: "20ms", games: 100,
	},
	rows: slices.Concat(timeRows("uniform"), timeRows("nst")),
}

func timeRows(opponent string) []experiment {
	return perGame("adaptive-time-"+opponent, func(string) experiment {
		return experiment{label: against(opponent), b: "playout=" + opponent}
	})
}

// adaptiveLong plays the adaptive policy where NST loses to uniform playouts, or may: with many
// simulations in games whose actions are not worth the same in every position.
var adaptiveLong = group{
	key: "adaptive-long",
	experiment: experiment{
		topic: playouts, claim: "Choosing playouts online where NST loses.",
		b: "playout=uniform", both: cadia, sims: 10000, games: 200,
	},
	rows: []experiment{
		{name: "adaptive-long-c5", label: "adaptive", game: "gomoku", a: "playout=adaptive"},
		{name: "adaptive-long-nogo", label: "adaptive", game: "nogo", a: "playout=adaptive", games: 100},
		{name: "adaptive-long-nst-nogo", label: "NST", game: "nogo", a: "playout=nst", games: 100},
		{name: "adaptive-long-equal-c5", label: "adaptive, equal weights", game: "gomoku", a: "playout=adaptive,weights=1/1"},
		{name: "adaptive-long-equal-nogo", label: "adaptive, equal weights", game: "nogo", a: "playout=adaptive,weights=1/1", games: 100},
	},
}

// adaptiveParameters lets the policy choose among parameters, as Sironi and Winands do.
var adaptiveParameters = group{
	key: "adaptive-parameters",
	experiment: experiment{
		topic: playouts, paper: sironi, claim: "A player that chooses the parameters of its playouts online, against NST with the defaults.",
		b: "playout=nst", both: cadia, sims: 1000, games: 200,
	},
	rows: slices.Concat(
		perGame("adaptive-epsilon", func(string) experiment {
			return experiment{label: "epsilon 0.1, 0.2, 0.4", a: "playout=adaptive,candidates=nst:0.1/nst:0.2/nst:0.4"}
		}),
		perGame("adaptive-k", func(string) experiment {
			return experiment{label: "k 3, 7, 15", a: "playout=adaptive,candidates=nst:0.2:3/nst:0.2:7/nst:0.2:15"}
		}),
		perGame("adaptive-kinds", func(string) experiment {
			return experiment{label: "uniform, MAST, NST, last good reply", a: "playout=adaptive,candidates=uniform/mast:0.2/nst:0.2/lgrf"}
		}),
	),
}
