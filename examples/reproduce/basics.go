package main

// alphaBeta plays Monte Carlo tree search against alpha-beta.
var alphaBeta = group{
	key: "basics",
	experiment: experiment{
		topic: basics,
		claim: "Plain UCT without game knowledge holds its own against alpha-beta.",
		a:     "c=1.4142135623730951,sims=10000",
		games: 200,
	},
	rows: []experiment{
		{name: "basics-c4-alphabeta", label: "alpha-beta to depth 6", game: "connect4", b: "alphabeta,depth=6", minutes: 0.2, optional: true},
		{name: "basics-bt6-alphabeta", label: "alpha-beta to depth 4, with an evaluation", game: "breakthrough 6x6", b: "alphabeta,depth=4", minutes: 0.2, optional: true},
	},
}
