package main

// This is the paper on NST and last good replies.
const tak = "Tak, Winands and Björnsson, \"N-Grams and the Last-Good-Reply Policy Applied in General Game Playing\", 2012"

// mastUniform plays MAST against uniform playouts.
var mastUniform = group{
	key: "mast-uniform",
	experiment: experiment{
		topic: playouts,
		paper: "Finnsson and Björnsson, \"Simulation Control in General Game Playing Agents\", 2009",
		claim: "Playouts that prefer actions with a good mean over all positions (MAST) are stronger than uniform playouts.",
		a:     "playout=mast,epsilon=0.4,decay=0.2",
		b:     "playout=uniform",
		both:  "c=0.4,final=max",
		sims:  1000,
		games: 400,
	},
	rows: []experiment{
		{name: "mast-uniform-bt6", game: "breakthrough 6x6", published: rate(0.887), minutes: 0.1},
		{name: "mast-uniform-bt8", game: "breakthrough", published: rate(0.887), minutes: 0.5},
		{name: "mast-uniform-c5", game: "gomoku", minutes: 0.2},
		{name: "mast-uniform-othello", game: "othello", games: 200, published: rate(0.587), minutes: 0.4},
		{name: "mast-uniform-c4", game: "connect4", minutes: 0.1},
	},
}

// mastEpsilon varies the exploration of MAST.
var mastEpsilon = group{
	key: "mast-epsilon",
	experiment: experiment{
		topic: playouts,
		claim: "Which epsilon suits MAST depends on the game.",
		b:     "playout=uniform",
		both:  "c=0.4,final=max",
		sims:  1000,
		games: 200,
	},
	rows: []experiment{
		{name: "mast-uniform-bt6-e0.2", game: "breakthrough 6x6", a: "playout=mast,epsilon=0.2,decay=0.2", minutes: 0.1},
		{name: "mast-uniform-bt6-e0.1", game: "breakthrough 6x6", a: "playout=mast,epsilon=0.1,decay=0.2", minutes: 0.1},
		{name: "mast-uniform-bt8-e0.2", game: "breakthrough", a: "playout=mast,epsilon=0.2,decay=0.2", minutes: 0.1},
		{name: "mast-uniform-bt8-e0.1", game: "breakthrough", a: "playout=mast,epsilon=0.1,decay=0.2", minutes: 0.1},
		{name: "mast-uniform-c5-e0.2", game: "gomoku", a: "playout=mast,epsilon=0.2,decay=0.2", minutes: 0.1},
		{name: "mast-uniform-c5-e0.1", game: "gomoku", a: "playout=mast,epsilon=0.1,decay=0.2", minutes: 0.1},
		{name: "mast-uniform-othello-e0.2", game: "othello", a: "playout=mast,epsilon=0.2,decay=0.2", minutes: 0.2},
		{name: "mast-uniform-othello-e0.1", game: "othello", a: "playout=mast,epsilon=0.1,decay=0.2", minutes: 0.4},
		{name: "mast-uniform-c4-e0.2", game: "connect4", a: "playout=mast,epsilon=0.2,decay=0.2", minutes: 0.1},
		{name: "mast-uniform-c4-e0.1", game: "connect4", a: "playout=mast,epsilon=0.1,decay=0.2", minutes: 0.1},
	},
}

// mastGibbs compares two ways to choose by the scores of MAST.
var mastGibbs = group{
	key: "mast-gibbs",
	experiment: experiment{
		topic: playouts,
		paper: tak,
		claim: "MAST with epsilon-greedy choice is stronger than MAST with Gibbs sampling in four of five games.",
		b:     "playout=mast,rule=gibbs,decay=0.2",
		both:  "c=0.4,final=max",
		sims:  1000,
		games: 200,
	},
	rows: []experiment{
		{name: "mast-gibbs-bt6", label: "0.4", game: "breakthrough 6x6", a: "playout=mast,epsilon=0.4,decay=0.2", games: 400, published: better, minutes: 0.4},
		{name: "mast-gibbs-bt6-e0.2", label: "0.2", game: "breakthrough 6x6", a: "playout=mast,epsilon=0.2,decay=0.2", minutes: 0.1},
		{name: "mast-gibbs-bt6-e0.1", label: "0.1", game: "breakthrough 6x6", a: "playout=mast,epsilon=0.1,decay=0.2", minutes: 0.1},
		{name: "mast-gibbs-c5", label: "0.4", game: "gomoku", a: "playout=mast,epsilon=0.4,decay=0.2", published: better, minutes: 0.9},
		{name: "mast-gibbs-bt8", label: "0.4", game: "breakthrough", a: "playout=mast,epsilon=0.4,decay=0.2", published: better, minutes: 0.5},
		{name: "mast-gibbs-othello", label: "0.4", game: "othello", a: "playout=mast,epsilon=0.4,decay=0.2", published: better, minutes: 0.9},
		{name: "mast-gibbs-c4", label: "0.4", game: "connect4", a: "playout=mast,epsilon=0.4,decay=0.2", minutes: 0.1},
		{name: "mast-gibbs-bt6-double", label: "0.4, 2,000 simulations against 1,000", game: "breakthrough 6x6", a: "playout=mast,epsilon=0.4,decay=0.2,sims=2000", b: "playout=mast,rule=gibbs,decay=0.2,sims=1000", published: better, minutes: 0.3},
		{name: "mast-gibbs-bt6-10000", label: "0.4, 10,000 simulations", game: "breakthrough 6x6", a: "playout=mast,epsilon=0.4,decay=0.2", sims: 10000, games: 60, published: better, minutes: 0.2},
	},
}

// nstGibbs plays NST against MAST with Gibbs sampling, by budget, epsilon and decay. The page
// refers to these rows by name.
var nstGibbs = group{
	key: "nst-gibbs",
	experiment: experiment{
		topic: playouts,
		paper: tak,
		claim: "Playouts that learn sequences of actions (NST) win about 70 % of the games against MAST with Gibbs sampling.",
		game:  "breakthrough 6x6",
		b:     "playout=mast,rule=gibbs,decay=0.2",
		both:  "c=0.4,final=max",
		games: 200,
	},
	rows: []experiment{
		{name: "nst-gibbs-bt6-1000-e0.4-d0.2", a: "playout=nst,epsilon=0.4,decay=0.2", sims: 1000, published: rate(0.70), minutes: 0.4},
		{name: "nst-gibbs-bt6-1000-e0.4-d0.6", a: "playout=nst,epsilon=0.4,decay=0.6", sims: 1000, published: rate(0.70), minutes: 0.4},
		{name: "nst-gibbs-bt6-1000-e0.4-d1", a: "playout=nst,epsilon=0.4,decay=1", sims: 1000, published: rate(0.70), minutes: 0.4},
		{name: "nst-gibbs-bt6-1000-e0.2-d0.2", a: "playout=nst,epsilon=0.2,decay=0.2", sims: 1000, minutes: 0.3},
		{name: "nst-gibbs-bt6-1000-e0.2-d0.6", a: "playout=nst,epsilon=0.2,decay=0.6", sims: 1000, minutes: 0.5},
		{name: "nst-gibbs-bt6-1000-e0.2-d1", a: "playout=nst,epsilon=0.2,decay=1", sims: 1000, minutes: 0.3},
		{name: "nst-gibbs-bt6-1000-e0.1-d0.2", a: "playout=nst,epsilon=0.1,decay=0.2", sims: 1000, minutes: 0.3},
		{name: "nst-gibbs-bt6-1000-e0.1-d0.6", a: "playout=nst,epsilon=0.1,decay=0.6", sims: 1000, minutes: 0.4},
		{name: "nst-gibbs-bt6-1000-e0.1-d1", a: "playout=nst,epsilon=0.1,decay=1", sims: 1000, minutes: 0.4},
		{name: "nst-gibbs-bt6-3000-e0.4-d0.2", a: "playout=nst,epsilon=0.4,decay=0.2", sims: 3000, published: rate(0.70), minutes: 0.6},
		{name: "nst-gibbs-bt6-3000-e0.4-d0.6", a: "playout=nst,epsilon=0.4,decay=0.6", sims: 3000, published: rate(0.70), minutes: 1.1},
		{name: "nst-gibbs-bt6-3000-e0.4-d1", a: "playout=nst,epsilon=0.4,decay=1", sims: 3000, published: rate(0.70), minutes: 0.7},
		{name: "nst-gibbs-bt6-3000-e0.2-d0.2", a: "playout=nst,epsilon=0.2,decay=0.2", sims: 3000, minutes: 0.8},
		{name: "nst-gibbs-bt6-3000-e0.2-d0.6", a: "playout=nst,epsilon=0.2,decay=0.6", sims: 3000, minutes: 0.9},
		{name: "nst-gibbs-bt6-3000-e0.2-d1", a: "playout=nst,epsilon=0.2,decay=1", sims: 3000, minutes: 0.8},
		{name: "nst-gibbs-bt6-3000-e0.1-d0.2", a: "playout=nst,epsilon=0.1,decay=0.2", sims: 3000, minutes: 0.4},
		{name: "nst-gibbs-bt6-3000-e0.1-d0.6", a: "playout=nst,epsilon=0.1,decay=0.6", sims: 3000, minutes: 0.6},
		{name: "nst-gibbs-bt6-3000-e0.1-d1", a: "playout=nst,epsilon=0.1,decay=1", sims: 3000, minutes: 0.6},
		{name: "nst-gibbs-bt6-10000-e0.4-d0.6", a: "playout=nst,epsilon=0.4,decay=0.6", sims: 10000, published: rate(0.70), minutes: 1.7},
		{name: "nst-gibbs-bt6-10000-e0.4-d1", a: "playout=nst,epsilon=0.4,decay=1", sims: 10000, published: rate(0.70), minutes: 2.4},
		{name: "nst-gibbs-bt6-10000-e0.2-d0.2", a: "playout=nst,epsilon=0.2,decay=0.2", sims: 10000, minutes: 3.2},
		{name: "nst-gibbs-bt6-10000-e0.2-d0.6", a: "playout=nst,epsilon=0.2,decay=0.6", sims: 10000, minutes: 3.8},
		{name: "nst-gibbs-bt6-10000-e0.2-d1", a: "playout=nst,epsilon=0.2,decay=1", sims: 10000, minutes: 3.8},
		{name: "nst-gibbs-bt6-10000-e0.1-d0.2", a: "playout=nst,epsilon=0.1,decay=0.2", sims: 10000, minutes: 2.9},
		{name: "nst-gibbs-bt6-10000-e0.1-d1", a: "playout=nst,epsilon=0.1,decay=1", sims: 10000, minutes: 3.0},
		{name: "nst-gibbs-bt6-30000-e0.4-d0.2", a: "playout=nst,epsilon=0.4,decay=0.2", sims: 30000, games: 40, published: rate(0.70), minutes: 0.9},
		{name: "nst-gibbs-bt6-30000-e0.2-d0.2", a: "playout=nst,epsilon=0.2,decay=0.2", sims: 30000, games: 40, minutes: 1.0},
		{name: "nst-gibbs-bt6-30000-e0.1-d0.2", a: "playout=nst,epsilon=0.1,decay=0.2", sims: 30000, games: 40, minutes: 1.1},
	},
}

// nstGames plays NST against MAST with Gibbs sampling, at the budget with the effect of the paper.
var nstGames = group{
	key: "nst-games",
	experiment: experiment{
		topic:     playouts,
		paper:     tak,
		claim:     "NST wins about 70 % of the games against MAST with Gibbs sampling.",
		a:         "playout=nst,epsilon=0.4,decay=0.2",
		b:         "playout=mast,rule=gibbs,decay=0.2",
		both:      "c=0.4,final=max",
		sims:      10000,
		games:     60,
		published: rate(0.70),
	},
	rows: []experiment{
		{name: "nst-gibbs-bt6-10000", game: "breakthrough 6x6", games: 200, minutes: 2.9},
		{name: "nst-gibbs-bt8-10000", game: "breakthrough", minutes: 2.3},
		{name: "nst-gibbs-c5-10000", game: "gomoku", minutes: 3.5},
		{name: "nst-gibbs-othello-10000", game: "othello", minutes: 2.4},
	},
}

// nstNST plays NST against itself with other parameters.
var nstNST = group{
	key: "nst-nst",
	experiment: experiment{
		topic: playouts,
		claim: "Which epsilon and which decay suit NST depends on the game.",
		both:  "c=0.4,final=max",
		sims:  3000,
	},
	rows: []experiment{
		{name: "nst-e0.1-e0.4-bt8-3000", game: "breakthrough", a: "playout=nst,epsilon=0.1,decay=0.2", b: "playout=nst,epsilon=0.4,decay=0.2", games: 100, minutes: 2.0},
		{name: "nst-e0.2-e0.4-bt8-3000", game: "breakthrough", a: "playout=nst,epsilon=0.2,decay=0.2", b: "playout=nst,epsilon=0.4,decay=0.2", games: 200, minutes: 5.2},
		{name: "nst-d1-d0.2-bt8-3000", game: "breakthrough", a: "playout=nst,epsilon=0.2,decay=1", b: "playout=nst,epsilon=0.2,decay=0.2", games: 100, minutes: 5.2},
		{name: "nst-e0.1-e0.4-othello-3000", game: "othello", a: "playout=nst,epsilon=0.1,decay=0.2", b: "playout=nst,epsilon=0.4,decay=0.2", games: 100, minutes: 1.0},
		{name: "nst-e0.2-e0.4-othello-3000", game: "othello", a: "playout=nst,epsilon=0.2,decay=0.2", b: "playout=nst,epsilon=0.4,decay=0.2", games: 200, minutes: 3.4},
		{name: "nst-d1-d0.2-othello-3000", game: "othello", a: "playout=nst,epsilon=0.2,decay=1", b: "playout=nst,epsilon=0.2,decay=0.2", games: 100, minutes: 1.3},
		{name: "nst-e0.1-e0.4-c5-3000", game: "gomoku", a: "playout=nst,epsilon=0.1,decay=0.2", b: "playout=nst,epsilon=0.4,decay=0.2", games: 100, minutes: 0.7},
		{name: "nst-e0.2-e0.4-c5-3000", game: "gomoku", a: "playout=nst,epsilon=0.2,decay=0.2", b: "playout=nst,epsilon=0.4,decay=0.2", games: 200, minutes: 2.2},
		{name: "nst-d1-d0.2-c5-3000", game: "gomoku", a: "playout=nst,epsilon=0.2,decay=1", b: "playout=nst,epsilon=0.2,decay=0.2", games: 100, minutes: 0.8},
		{name: "nst-e0.1-e0.4-c4-3000", game: "connect4", a: "playout=nst,epsilon=0.1,decay=0.2", b: "playout=nst,epsilon=0.4,decay=0.2", games: 100, minutes: 0.1},
		{name: "nst-e0.2-e0.4-c4-3000", game: "connect4", a: "playout=nst,epsilon=0.2,decay=0.2", b: "playout=nst,epsilon=0.4,decay=0.2", games: 200, minutes: 0.3},
		{name: "nst-d1-d0.2-c4-3000", game: "connect4", a: "playout=nst,epsilon=0.2,decay=1", b: "playout=nst,epsilon=0.2,decay=0.2", games: 100, minutes: 0.1},
	},
}

// nstUniform plays NST against uniform playouts.
var nstUniform = group{
	key: "nst-uniform",
	experiment: experiment{
		topic: playouts,
		claim: "NST against uniform playouts: the gain or loss in strength.",
		a:     "playout=nst,epsilon=0.2",
		b:     "playout=uniform",
		both:  "c=0.4,final=max",
		games: 200,
	},
	rows: []experiment{
		{name: "nst-uniform-bt6-10000", label: "10,000", game: "breakthrough 6x6", sims: 10000, games: 100, minutes: 0.9},
		{name: "nst-uniform-othello-1000", label: "1,000", game: "othello", sims: 1000, minutes: 0.6},
		{name: "nst-uniform-c5-1000", label: "1,000", game: "gomoku", sims: 1000, minutes: 0.2},
		{name: "nst-uniform-c4-1000", label: "1,000", game: "connect4", sims: 1000, games: 400, minutes: 0.1},
		{name: "nst-uniform-c4-10000", label: "10,000", game: "connect4", sims: 10000, minutes: 0.5},
	},
}

// lgrfNST plays last good reply, with NST as fallback, against NST.
var lgrfNST = group{
	key: "lgrf-nst",
	experiment: experiment{
		topic:     playouts,
		paper:     tak,
		claim:     "Last good reply with NST as fallback is about level with NST, and better in Breakthrough and Connect Five.",
		a:         "playout=lgrf,fallback=nst,epsilon=0.4,decay=0.2",
		b:         "playout=nst,epsilon=0.4,decay=0.2",
		both:      "c=0.4,final=max",
		sims:      1000,
		published: better,
	},
	rows: []experiment{
		{name: "lgrf-nst-bt6", label: "1,000", game: "breakthrough 6x6", games: 400, minutes: 1.2},
		{name: "lgrf-nst-c5", label: "1,000", game: "gomoku", games: 200, minutes: 1.6},
		{name: "lgrf-nst-bt6-10000", label: "10,000", game: "breakthrough 6x6", sims: 10000, games: 100, minutes: 1.3},
	},
}
