package main

// finalMoves plays rules for the final action against choosing the most visited one.
var finalMoves = group{
	key: "finals",
	experiment: experiment{
		topic: finals,
		paper: chaslotThesis,
		claim: "With few simulations the action with the highest mean is weaker than the most visited one; with many, no rule differs.",
		b:     "final=robust",
		games: 400,
	},
	rows: []experiment{
		{name: "final-max-nogo-200", label: "Hollow NoGo, 200 | max", game: "nogo", a: "final=max", both: "c=0.25", sims: 200, published: worse},
		{name: "final-max-nogo-100", label: "Hollow NoGo, 100 | max", game: "nogo", a: "final=max", both: "c=0.25", sims: 100, games: 1000, published: worse},
		{name: "final-max-nogo-5000", label: "Hollow NoGo, 5,000 | max", game: "nogo", a: "final=max", both: "c=0.25", sims: 5000, games: 200, published: level},
		{name: "final-max-c4-100", label: "Connect Four, 100 | max", game: "connect4", a: "final=max", both: "c=0.4", sims: 100, published: worse},
		{name: "final-max-c4-10000", label: "Connect Four, 10,000 | max", game: "connect4", a: "final=max", both: "c=0.4", sims: 10000, published: level},
		{name: "final-secure-nogo-200", label: "Hollow NoGo, 200 | secure", game: "nogo", a: "final=secure", both: "c=0.25", sims: 200, published: level},
		{name: "final-secure-nogo-again", label: "Hollow NoGo, 200, again | secure", game: "nogo", a: "final=secure", both: "c=0.25", sims: 200, seed: 2, games: 2000, published: level},
		{name: "final-secure-nogo-5000", label: "Hollow NoGo, 5,000 | secure", game: "nogo", a: "final=secure", both: "c=0.25", sims: 5000, games: 200, published: level},
		{name: "final-secure-c4-100", label: "Connect Four, 100 | secure", game: "connect4", a: "final=secure", both: "c=0.4", sims: 100, published: level},
		{name: "final-secure-c4-10000", label: "Connect Four, 10,000 | secure", game: "connect4", a: "final=secure", both: "c=0.4", sims: 10000, published: level},
		{name: "final-maxrobust-c4-100", label: "Connect Four, 100 | maxrobust", game: "connect4", a: "final=maxrobust,sims=150", b: "final=robust,sims=100", both: "c=0.4", published: level},
		{name: "final-maxrobust-c4-10000", label: "Connect Four, 10,000 | maxrobust", game: "connect4", a: "final=maxrobust,sims=15000", b: "final=robust,sims=10000", both: "c=0.4", published: level},
	},
}
