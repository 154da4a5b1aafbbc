package main

import "fmt"

// similarOpponents plays the encoder similarity.Opponents, which is not from the paper, as
// positionSimilarity plays those of the paper, with the constant of UCT that suits it as well.
var similarOpponents = group{
	key: "similar-opponents",
	experiment: experiment{
		topic: similar,
		claim: "Signatures that show only the pieces of the opponents of the player to move make a search stronger where those of the paper make it weaker.",
		b:     "selection=uct", sims: 500, games: 500, start: true,
	},
	rows: opponentRows(),
}

func opponentRows() (rows []experiment) {
	for _, g := range similarGames {
		constants := []float64{0.01, 0.1, 0.4, 0.7}
		if g.short == "c5" || g.short == "kt" {
			constants = constants[2:]
		}
		for _, c := range constants {
			rows = append(rows, experiment{
				name: fmt.Sprintf("similar-%s-opponents-0-c%v", g.short, c), label: fmt.Sprintf("c = %v", c), game: g.game,
				a: "similarity=opponents,distance=0", both: fmt.Sprintf("c=%v,reuse=off", c),
			})
		}
	}
	return rows
}

// similarOpponentsTime gives the opponent eight times the simulations, and not more time: a
// simulation with position similarity takes more than eight times as long as one without in these
// games.
var similarOpponentsTime = group{
	key: "similar-opponents-time",
	experiment: experiment{
		topic: similar, claim: "Such signatures make a search stronger at equal time, too.",
		both: "c=0.4", games: 200, start: true, b: "sims=4000",
	},
	rows: []experiment{
		{name: "similar-bt6-opponents-time", label: "signatures of the opponents' pieces", game: "breakthrough 6x6", a: "similarity=opponents,distance=0,sims=500"},
		{name: "similar-pw-opponents-time", label: "signatures of the opponents' pieces", game: "pawnwhopping", a: "similarity=opponents,distance=0,sims=500"},
		{name: "similar-c4-opponents-time", label: "signatures of the opponents' pieces", game: "connect4 8x6", a: "similarity=opponents,distance=0,sims=500"},
	},
}
