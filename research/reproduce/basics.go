package main

// alphaBeta plays Monte Carlo tree search against alpha-beta with iterative deepening at equal
// time. Alpha-beta uses the evaluation of the game. So does the strongest search, and UCT does not.
var alphaBeta = group{
	key: "basics",
	experiment: experiment{
		topic: basics,
		claim: "UCT without game knowledge holds its own against alpha-beta, which needs an evaluation.",
		b:     "alphabeta",
		time:  "50ms",
		games: 100,
	},
	rows: []experiment{
		{name: "basics-c4-uct", label: "UCT", game: "connect4", a: "c=0.4"},
		{name: "basics-c4-strong", label: "the strongest search", game: "connect4", a: "strong,c=0.4"},
		{name: "basics-bt6-uct", label: "UCT", game: "breakthrough 6x6", a: "c=0.4"},
		{name: "basics-bt6-strong", label: "the strongest search", game: "breakthrough 6x6", a: "strong"},
		{name: "basics-othello-uct", label: "UCT", game: "othello", a: "c=0.4"},
		{name: "basics-othello-strong", label: "the strongest search", game: "othello", a: "strong"},
		{name: "basics-c5-uct", label: "UCT", game: "gomoku", a: "c=0.4"},
		{name: "basics-c5-strong", label: "the strongest search", game: "gomoku", a: "strong"},
	},
}
