package main

// The default constant of policy.UCT against that of the theory, in every game.
var recommended = group{
	key: "recommended",
	experiment: experiment{
		topic: start,
		claim: "A smaller constant than the square root of 2 makes UCT stronger in nearly every game here.",
		a:     "c=0.4", b: "c=1.4142135623730951",
		games: 200,
	},
	rows: []experiment{
		{name: "start-c4", label: "1,000 simulations", game: "connect4", sims: 1000},
		{name: "start-bt6", label: "1,000 simulations", game: "breakthrough 6x6", sims: 1000},
		{name: "start-bt8", label: "1,000 simulations", game: "breakthrough", sims: 1000},
		{name: "start-kt", label: "1,000 simulations", game: "knightthrough", sims: 1000},
		{name: "start-pw", label: "1,000 simulations", game: "pawnwhopping", sims: 1000},
		{name: "start-nogo", label: "1,000 simulations", game: "nogo", sims: 1000},
		{name: "start-c5", label: "1,000 simulations", game: "gomoku", sims: 1000},
		{name: "start-othello", label: "1,000 simulations", game: "othello", sims: 1000},
		{name: "start-dots2", label: "1,000 simulations", game: "dots2", sims: 1000},
		{name: "start-goofspiel5", label: "1,000 simulations", game: "goofspiel5", sims: 1000},
		{name: "start-magic", label: "1,000 simulations", game: "magic", both: "trees=40,sims=25,playout=reduced", start: true},
		{name: "start-c4-10000", label: "10,000 simulations", game: "connect4", sims: 10000},
		{name: "start-bt6-10000", label: "10,000 simulations", game: "breakthrough 6x6", sims: 10000},
		{name: "start-bt8-10000", label: "10,000 simulations", game: "breakthrough", sims: 10000, games: 100},
		{name: "start-c5-10000", label: "10,000 simulations", game: "gomoku", sims: 10000, games: 100},
		{name: "start-othello-10000", label: "10,000 simulations", game: "othello", sims: 10000, games: 100},
		{name: "start-nogo-10000", label: "10,000 simulations", game: "nogo", sims: 10000, games: 100},
	},
}
