package main

import (
	"slices"
	"strings"
)

// The players of the papers keep all statistics from one action to the next: decay=1 turns the
// default decay off.
const (
	mastGreedy = "playout=mast,epsilon=0.4,decay=1"
	mastSoft   = "playout=mast,rule=gibbs,decay=1"
	nstGreedy  = "playout=nst,epsilon=0.4,decay=1"
	repliesNST = "playout=lgrf,fallback=nst,epsilon=0.4,decay=1"
)

// cadia has the exploration constant and the final choice of CadiaPlayer, for both players.
const cadia = "c=0.4,final=max"

// playoutGames are the games of the experiments.
var playoutGames = []struct{ short, game string }{
	{"bt6", "breakthrough 6x6"},
	{"bt8", "breakthrough"},
	{"kt", "knightthrough"},
	{"pw", "pawnwhopping"},
	{"c5", "gomoku"},
	{"othello", "othello"},
	{"c4", "connect4"},
}

// perGame returns a row for every game.
func perGame(name string, row func(game string) experiment) (rows []experiment) {
	for _, g := range playoutGames {
		e := row(g.game)
		e.name, e.game = name+"-"+g.short, g.game
		rows = append(rows, e)
	}
	return rows
}

// mastUniform plays MAST with Gibbs sampling, the rule of the paper, against uniform playouts.
var mastUniform = group{
	key: "mast-uniform",
	experiment: experiment{
		topic: playouts,
		paper: finnsson,
		claim: "Playouts that prefer actions with a good mean over all positions (MAST) are stronger than uniform playouts.",
		b:     "playout=uniform",
		both:  cadia,
		games: 200,
	},
	rows: slices.Concat(
		perGame("mast-uniform-100", func(game string) experiment {
			return experiment{label: "Gibbs, 100", a: mastSoft, sims: 100, published: finnssonRate(game)}
		}),
		perGame("mast-uniform", func(game string) experiment {
			return experiment{label: "Gibbs, 1,000", a: mastSoft, sims: 1000, published: finnssonRate(game)}
		}),
		perGame("mast-uniform-10000", func(game string) experiment {
			return experiment{label: "Gibbs, 10,000", a: mastSoft, sims: 10000, games: 100, published: finnssonRate(game)}
		}),
		ofGames([]string{"bt6", "bt8", "othello"}, perGame("mast-uniform-time", func(game string) experiment {
			return experiment{label: "Gibbs, 50 ms", a: mastSoft, time: "50ms", games: 100, published: finnssonRate(game)}
		})),
	),
}

// ofGames returns those rows of perGame that are of games with these short names.
func ofGames(short []string, rows []experiment) []experiment {
	return slices.DeleteFunc(rows, func(e experiment) bool {
		return !slices.Contains(short, e.name[strings.LastIndex(e.name, "-")+1:])
	})
}

// finnssonRate returns the published win rate of MAST with Gibbs sampling in a game.
func finnssonRate(game string) published {
	switch {
	case strings.HasPrefix(game, "breakthrough"):
		return rate(0.887)
	case game == "othello":
		return rate(0.587)
	}
	return published{}
}

// mastEpsilon varies the exploration of epsilon-greedy MAST.
var mastEpsilon = group{
	key: "mast-epsilon",
	experiment: experiment{
		topic: playouts,
		claim: "Which epsilon suits MAST depends on the game.",
		b:     "playout=uniform",
		both:  cadia,
		sims:  1000,
		games: 200,
	},
	rows: slices.Concat(
		perGame("mast-uniform-e0.4", func(string) experiment { return experiment{label: "epsilon 0.4, 1,000", a: mastGreedy} }),
		perGame("mast-uniform-e0.2", func(string) experiment {
			return experiment{label: "epsilon 0.2, 1,000", a: "playout=mast,epsilon=0.2,decay=1"}
		}),
		perGame("mast-uniform-e0.1", func(string) experiment {
			return experiment{label: "epsilon 0.1, 1,000", a: "playout=mast,epsilon=0.1,decay=1"}
		}),
	),
}

// mastGibbs compares two ways to choose by the scores of MAST, at equal simulations and at equal
// time.
var mastGibbs = group{
	key: "mast-gibbs",
	experiment: experiment{
		topic: playouts,
		paper: tak,
		claim: "MAST with epsilon-greedy choice is stronger than MAST with Gibbs sampling in four of five games.",
		a:     mastGreedy, b: mastSoft,
		both:  cadia,
		games: 200,
	},
	rows: slices.Concat(
		perGame("mast-gibbs", func(game string) experiment {
			return experiment{label: "1,000", sims: 1000, published: takRate(game, better)}
		}),
		perGame("mast-gibbs-10000", func(game string) experiment {
			return experiment{label: "10,000", sims: 10000, games: 100, published: takRate(game, better)}
		}),
		perGame("mast-gibbs-time", func(game string) experiment {
			return experiment{label: "50 ms", time: "50ms", games: 100, published: takRate(game, better)}
		}),
	),
}

// mastFive asks why epsilon-greedy choice loses in Connect Five: whether because of its epsilon, or
// because Gibbs sampling has a temperature that suits the game.
var mastFive = group{
	key: "mast-five",
	experiment: experiment{
		topic: playouts,
		claim: "In Connect Five no epsilon of MAST is as good as Gibbs sampling.",
		game:  "gomoku", both: cadia, sims: 10000, games: 100,
	},
	rows: []experiment{
		{name: "mast-five-e0.2", label: "epsilon 0.2 against Gibbs, tau 0.1", a: "playout=mast,epsilon=0.2,decay=1", b: mastSoft},
		{name: "mast-five-e0.8", label: "epsilon 0.8 against Gibbs, tau 0.1", a: "playout=mast,epsilon=0.8,decay=1", b: mastSoft},
		{name: "mast-five-t0.05", label: "Gibbs, tau 0.05, against tau 0.1", a: mastSoft + ",tau=0.05", b: mastSoft},
		{name: "mast-five-t0.4", label: "Gibbs, tau 0.4, against tau 0.1", a: mastSoft + ",tau=0.4", b: mastSoft},
		{name: "mast-five-uniform", label: "uniform playouts against epsilon 0.4", a: "playout=uniform", b: mastGreedy},
	},
}

// takGames are the games here that the paper on NST has, too. It also has Checkers, a rule sheet.
var takGames = []string{"breakthrough", "gomoku", "othello"}

// nstGames plays NST against MAST with Gibbs sampling in all games. The paper reports the mean over
// five games.
var nstGames = group{
	key: "nst-games",
	experiment: experiment{
		topic: playouts,
		paper: tak,
		claim: "NST wins about 70 % of the games against MAST with Gibbs sampling, on average over five games.",
		a:     nstGreedy, b: mastSoft,
		both: cadia,
		sims: 10000, games: 100,
	},
	rows: perGame("nst-gibbs-10000", func(string) experiment { return experiment{label: "10,000 simulations"} }),
	mean: rate(0.70), meanGames: takGames,
}

// nstTime plays the same at equal time.
var nstTime = group{
	key: "nst-time",
	experiment: experiment{
		topic: playouts, paper: tak, a: nstGreedy, b: mastSoft, both: cadia,
		claim: "At equal time, too, NST wins about 70 % of the games against MAST with Gibbs sampling, on average over five games.",
		time:  "50ms", games: 100,
	},
	rows: perGame("nst-gibbs-time", func(string) experiment { return experiment{label: "50 ms"} }),
	mean: rate(0.70), meanGames: takGames,
}

// nstGibbs plays NST against MAST with Gibbs sampling, by budget and epsilon.
var nstGibbs = group{
	key: "nst-gibbs",
	experiment: experiment{
		topic: playouts,
		claim: "The effect of NST grows with the number of simulations, and a small epsilon uses more of it.",
		game:  "breakthrough 6x6",
		b:     mastSoft,
		both:  cadia,
		games: 200,
	},
	rows: []experiment{
		{name: "nst-gibbs-1000-e0.4", label: "1,000 | epsilon 0.4", a: nstGreedy, sims: 1000},
		{name: "nst-gibbs-1000-e0.2", label: "1,000 | epsilon 0.2", a: "playout=nst,epsilon=0.2,decay=1", sims: 1000},
		{name: "nst-gibbs-1000-e0.1", label: "1,000 | epsilon 0.1", a: "playout=nst,epsilon=0.1,decay=1", sims: 1000},
		{name: "nst-gibbs-3000-e0.4", label: "3,000 | epsilon 0.4", a: nstGreedy, sims: 3000},
		{name: "nst-gibbs-3000-e0.2", label: "3,000 | epsilon 0.2", a: "playout=nst,epsilon=0.2,decay=1", sims: 3000},
		{name: "nst-gibbs-3000-e0.1", label: "3,000 | epsilon 0.1", a: "playout=nst,epsilon=0.1,decay=1", sims: 3000},
		{name: "nst-gibbs-10000-e0.4", label: "10,000 | epsilon 0.4", a: nstGreedy, sims: 10000, games: 100},
		{name: "nst-gibbs-10000-e0.2", label: "10,000 | epsilon 0.2", a: "playout=nst,epsilon=0.2,decay=1", sims: 10000, games: 100},
		{name: "nst-gibbs-10000-e0.1", label: "10,000 | epsilon 0.1", a: "playout=nst,epsilon=0.1,decay=1", sims: 10000, games: 100},
		{name: "nst-gibbs-30000-e0.4", label: "30,000 | epsilon 0.4", a: nstGreedy, sims: 30000, games: 40},
		{name: "nst-gibbs-30000-e0.2", label: "30,000 | epsilon 0.2", a: "playout=nst,epsilon=0.2,decay=1", sims: 30000, games: 40},
		{name: "nst-gibbs-30000-e0.1", label: "30,000 | epsilon 0.1", a: "playout=nst,epsilon=0.1,decay=1", sims: 30000, games: 40},
	},
}

// nstNST plays NST against itself with other parameters.
var nstNST = group{
	key: "nst-nst",
	experiment: experiment{
		topic: playouts,
		claim: "Which epsilon suits NST depends on the game.",
		both:  cadia,
		sims:  3000,
		games: 100,
	},
	rows: slices.Concat(
		perGame("nst-e0.1-e0.4", func(string) experiment {
			return experiment{label: "epsilon 0.1 against 0.4", a: "playout=nst,epsilon=0.1,decay=0.2", b: "playout=nst,epsilon=0.4,decay=0.2"}
		}),
		perGame("nst-e0.2-e0.4", func(string) experiment {
			return experiment{label: "epsilon 0.2 against 0.4", a: "playout=nst,epsilon=0.2,decay=0.2", b: "playout=nst,epsilon=0.4,decay=0.2"}
		}),
	),
}

// noDecay plays NST and MAST without decay of their statistics against the same with it.
var noDecay = group{
	key: "no-decay",
	experiment: experiment{
		topic: playouts,
		paper: takDecay,
		claim: "Decay of the statistics makes NST and MAST stronger.",
		both:  cadia,
		sims:  3000,
		games: 100,
	},
	rows: slices.Concat(
		decayRows("nst-d1-d0.2", experiment{
			label: "NST without decay", a: "playout=nst,epsilon=0.2,decay=1", b: "playout=nst,epsilon=0.2,decay=0.2", published: worse,
		}),
		decayRows("mast-d1-d0.2", experiment{
			label: "MAST without decay", a: mastSoft, b: "playout=mast,rule=gibbs,decay=0.2", published: worse,
		}),
		perGame("nst-ply", func(string) experiment {
			return experiment{
				label: "NST, decay per ply against per move", a: "playout=nst,epsilon=0.2,decay=0.2,decayper=ply",
				b: "playout=nst,epsilon=0.2,decay=0.2",
			}
		}),
	),
}

// decayRows returns a row in each of the games, in one with three players and in one with
// simultaneous moves.
func decayRows(name string, e experiment) []experiment {
	rows := perGame(name, func(string) experiment { return e })
	for _, game := range []string{"dots", "goofspiel"} {
		e.name, e.game, e.games = name+"-"+game, game, 300
		rows = append(rows, e)
	}
	return rows
}

// nstUniform plays NST with the defaults against uniform playouts, with ten times the simulations
// of nstDefault.
var nstUniform = group{
	key: "nst-uniform",
	experiment: experiment{
		topic: playouts,
		claim: "NST against uniform playouts: the gain or loss in strength.",
		a:     "playout=nst,epsilon=0.2",
		b:     "playout=uniform",
		both:  cadia,
		sims:  10000, games: 100,
	},
	rows: perGame("nst-uniform-10000", func(string) experiment { return experiment{label: "10,000 simulations"} }),
}

// severalPlayers plays the policies against uniform playouts in a game of three players, and in one
// with simultaneous moves.
var severalPlayers = group{
	key: "several-players",
	experiment: experiment{
		topic: playouts,
		paper: tak,
		claim: "MAST, NST and last good reply are effective with more than two players and with simultaneous moves, too.",
		b:     "playout=uniform",
		both:  cadia,
		sims:  1000, games: 600, published: better,
	},
	rows: []experiment{
		{name: "dots-mast", label: "MAST", game: "dots", a: mastGreedy},
		{name: "dots-nst", label: "NST", game: "dots", a: nstGreedy},
		{name: "dots-lgrf", label: "last good reply with NST", game: "dots", a: repliesNST},
		{name: "goofspiel-mast", label: "MAST", game: "goofspiel", a: mastGreedy},
		{name: "goofspiel-nst", label: "NST", game: "goofspiel", a: nstGreedy},
		{name: "goofspiel-lgrf", label: "last good reply with NST", game: "goofspiel", a: repliesNST},
	},
}
