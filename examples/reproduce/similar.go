package main

import (
	"fmt"
	"strings"
)

// positionSimilarity plays statistics sharing against plain UCT: Tables 2 and 3 of the paper for
// the bundled games.
var positionSimilarity = group{
	key: "similar",
	experiment: experiment{
		topic: similar,
		paper: "Uemiya and Yokoyama, \"Towards a universally effective utilization of board similarities in General Game Playing\"",
		claim: "Sharing statistics between similar positions makes a search stronger in many games and weaker in some.",
		b:     "selection=uct", both: "c=0.7",
		sims: 500, games: 500, start: true,
	},
	rows: similarRows(),
}

// similarGames holds the games, the short names that the names of experiments contain, and the
// published rates: signatures by appearance and by Huffman codes at distances 0 and 2, and some
// random ones at 2.
var similarGames = []struct {
	short, game                         string
	appearance0, appearance2            float64
	huffman0, huffman2, random, minutes float64
}{
	{"bt6", "breakthrough 6x6", 0.604, 0.754, 0.624, 0.652, 0.386, 0.4},
	{"c5", "gomoku", 0.580, 0.550, 0.544, 0.574, 0.415, 0.6},
	{"pw", "pawnwhopping", 0.556, 0.693, 0.699, 0.733, 0, 0.5},
	{"kt", "knightthrough", 0.580, 0.776, 0.584, 0.534, 0, 0.6},
	{"c4", "connect4 8x6", 0.589, 0.274, 0.626, 0.574, 0.448, 0.3},
}

func similarRows() (rows []experiment) {
	for _, g := range similarGames {
		add := func(code string, distance int, published float64) {
			rows = append(rows, experiment{
				name: fmt.Sprintf("similar-%s-%s-%d", g.short, code, distance), label: fmt.Sprintf("%s | %d", code, distance),
				game: g.game, a: fmt.Sprintf("similarity=%s,distance=%d", code, distance),
				published: rate(published), minutes: g.minutes,
			})
		}
		add("appearance", 0, g.appearance0)
		add("appearance", 2, g.appearance2)
		add("huffman", 0, g.huffman0)
		add("huffman", 2, g.huffman2)
		if g.random > 0 {
			add("random", 2, g.random)
		}
	}
	return rows
}

// similarOpening repeats the first experiments with a random opening.
var similarOpening = group{
	key: "similar-opening",
	experiment: experiment{
		topic: similar, paper: positionSimilarity.paper, claim: positionSimilarity.claim, b: "selection=uct", both: "c=0.7", sims: 500, games: 500,
	},
	rows: []experiment{
		{name: "similar-bt6-appearance-2-opening", label: "appearance | 2", game: "breakthrough 6x6", a: "similarity=appearance,distance=2", published: rate(0.754), minutes: 0.4},
	},
}

// similarTime gives the opponent less than equal time: a simulation with position similarity takes
// more than eight times as long as one without.
var similarTime = group{
	key: "similar-time",
	experiment: experiment{
		topic: similar, paper: positionSimilarity.paper, claim: "Position similarity makes a search stronger at equal time, too.",
		both: "c=0.7", games: 200, start: true, b: "sims=4000",
	},
	rows: []experiment{
		{name: "similar-bt6-time", game: "breakthrough 6x6", a: "similarity=appearance,distance=2,sims=500", minutes: 0.5},
		{name: "similar-pw-time", game: "pawnwhopping", a: "similarity=huffman,distance=2,sims=500", minutes: 0.5},
		{name: "similar-c5-time", game: "gomoku", a: "similarity=huffman,distance=2,sims=500", minutes: 0.5},
	},
}

// similarMild reduces the influence of imported statistics, which may help in games in which they
// make the search weaker: a weight that falls with distance, and a limit of imported visits.
var similarMild = group{
	key:        "similar-mild",
	experiment: positionSimilarity.experiment,
	rows: append(
		variants("breakthrough 6x6", "bt6", "appearance,distance=2", mild),
		variants("connect4 8x6", "c4", "appearance,distance=2", mild)...,
	),
}

// similarReadings compares readings of what the paper leaves open, at distance 0.
var similarReadings = group{
	key:        "similar-readings",
	experiment: positionSimilarity.experiment,
	rows: append(
		variants("breakthrough 6x6", "bt6", "huffman,distance=0", readings),
		variants("connect4 8x6", "c4", "huffman,distance=0", readings)...,
	),
}

// variant is a change to the player with position similarity, or to both players.
type variant struct{ name, label, own, both string }

var mild = []variant{
	{"cap10", "at most 10 imported visits", "importcap=10", ""},
	{"cap100", "at most 100", "importcap=100", ""},
	{"weight0.1", "a tenth of the weight per unit of distance", "importweight=0.1", ""},
	{"weight0.3", "three tenths", "importweight=0.3", ""},
}

var readings = []variant{
	{"0-after", "a board is looked up after its first simulation is stored", "lookup=after", ""},
	{"0-tree", "boards of playouts are not stored", "store=tree", ""},
	{"0-own", "N at a parent has what it imported itself", "parent=own", ""},
	{"0-children", "N at a parent has what its children imported", "parent=children", ""},
	{"0-move", "nothing is kept from move to move", "lifetime=move", ""},
	{"0-keep", "the tree is kept from move to move", "keeptree=yes", ""},
	{"0-c0.4", "c = 0.4", "", "c=0.4"},
	{"0-c1.4", "c = 1.4", "", "c=1.4"},
	{"0-max", "the highest mean is played", "", "c=0.7,final=max"},
}

func variants(game, short, code string, of []variant) (rows []experiment) {
	for _, v := range of {
		rows = append(rows, experiment{
			name: "similar-" + short + "-" + v.name, label: v.label, game: game,
			a: strings.TrimSuffix("similarity="+code+","+v.own, ","), both: v.both, minutes: 0.5,
		})
	}
	return rows
}
