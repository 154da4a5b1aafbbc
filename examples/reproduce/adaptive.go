package main

// This is the paper on parameters that are tuned while a game is played.
const sironi = "Sironi and Winands, \"On-Line Parameter Tuning for Monte-Carlo Tree Search in General Game Playing\", 2018"

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
	rows: []experiment{
		{name: "adaptive-uniform-c4", game: "connect4", games: 400, minutes: 0.4},
		{name: "adaptive-uniform-bt6", game: "breakthrough 6x6", games: 400, minutes: 0.5},
		{name: "adaptive-uniform-bt8", game: "breakthrough", games: 200, minutes: 1, optional: true},
		{name: "adaptive-uniform-c5", game: "gomoku", games: 200, minutes: 0.8},
		{name: "adaptive-uniform-othello", game: "othello", games: 200, minutes: 1, optional: true},
		{name: "adaptive-uniform-nogo7", game: "nogo 7x7", games: 200, minutes: 1, optional: true},
		{name: "adaptive-uniform-nogo", game: "nogo", games: 200, minutes: 2, optional: true},
		{name: "adaptive-uniform-knight", game: "knightthrough", games: 200, minutes: 0.8},
		{name: "adaptive-uniform-pawn", game: "pawnwhopping", games: 200, minutes: 0.3},
		{name: "adaptive-uniform-dots2", game: "dots2", games: 200, minutes: 0.5},
		{name: "adaptive-uniform-goofspiel", game: "goofspiel", games: 200, minutes: 0.3},
		{name: "adaptive-uniform-ttt", game: "tictactoe", games: 200, minutes: 0.1},
	},
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
	rows: []experiment{
		{name: "other-uniform-c4", game: "connect4", games: 400, minutes: 0.4},
		{name: "other-uniform-bt6", game: "breakthrough 6x6", games: 400, minutes: 0.5},
		{name: "other-uniform-bt8", game: "breakthrough", games: 200, minutes: 1, optional: true},
		{name: "other-uniform-c5", game: "gomoku", games: 200, minutes: 0.8},
		{name: "other-uniform-othello", game: "othello", games: 200, minutes: 1, optional: true},
		{name: "other-uniform-nogo7", game: "nogo 7x7", games: 200, minutes: 1, optional: true},
		{name: "other-uniform-nogo", game: "nogo", games: 200, minutes: 2, optional: true},
		{name: "other-uniform-knight", game: "knightthrough", games: 200, minutes: 0.8},
		{name: "other-uniform-pawn", game: "pawnwhopping", games: 200, minutes: 0.3},
		{name: "other-uniform-dots2", game: "dots2", games: 200, minutes: 0.5},
		{name: "other-uniform-goofspiel", game: "goofspiel", games: 200, minutes: 0.3},
		{name: "other-uniform-ttt", game: "tictactoe", games: 200, minutes: 0.1},
	},
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
	rows: []experiment{
		{name: "adaptive-nst-c4", game: "connect4", games: 400, minutes: 0.4, optional: true},
		{name: "adaptive-nst-bt6", game: "breakthrough 6x6", games: 400, minutes: 0.5, optional: true},
		{name: "adaptive-nst-bt8", game: "breakthrough", games: 200, minutes: 1, optional: true},
		{name: "adaptive-nst-c5", game: "gomoku", games: 200, minutes: 0.8, optional: true},
		{name: "adaptive-nst-othello", game: "othello", games: 200, minutes: 1, optional: true},
		{name: "adaptive-nst-nogo7", game: "nogo 7x7", games: 200, minutes: 1, optional: true},
		{name: "adaptive-nst-nogo", game: "nogo", games: 200, minutes: 2, optional: true},
		{name: "adaptive-nst-knight", game: "knightthrough", games: 200, minutes: 0.8, optional: true},
		{name: "adaptive-nst-pawn", game: "pawnwhopping", games: 200, minutes: 0.3, optional: true},
		{name: "adaptive-nst-dots2", game: "dots2", games: 200, minutes: 0.5, optional: true},
		{name: "adaptive-nst-goofspiel", game: "goofspiel", games: 200, minutes: 0.3, optional: true},
		{name: "adaptive-nst-ttt", game: "tictactoe", games: 200, minutes: 0.1, optional: true},
	},
}
