package main

import (
	"fmt"
	"strings"
)

// positionSimilarity plays statistics sharing against plain UCT: Tables 2 and 3 of the paper for
// the bundled games. The constants are those that the grid similarScan suggests: 0.1 and 0.01 for
// a distance of 0, and 0.7 for a distance of 2.
var positionSimilarity = group{
	key: "similar",
	experiment: experiment{
		topic: similar,
		paper: uemiya,
		claim: "Sharing statistics between similar positions makes a search stronger in many games and weaker in some.",
		b:     "selection=uct", sims: 500, games: 500, start: true,
	},
	rows: similarRows(),
}

// similarGame is a game, the short name that the names of experiments contain, and the published
// rates: signatures by appearance and by Huffman codes at distances 0 and 2, and some random ones
// at 2.
type similarGame struct {
	short, game                string
	appearance0, appearance2   float64
	huffman0, huffman2, random float64
}

var similarGames = []similarGame{
	{"bt6", "breakthrough 6x6", 0.604, 0.754, 0.624, 0.652, 0.386},
	{"c5", "gomoku", 0.580, 0.550, 0.544, 0.574, 0.415},
	{"pw", "pawnwhopping", 0.556, 0.693, 0.699, 0.733, 0},
	{"kt", "knightthrough", 0.580, 0.776, 0.584, 0.534, 0},
	{"c4", "connect4 8x6", 0.589, 0.274, 0.626, 0.574, 0.448},
}

// published returns the published rate of a signature at a distance, if there is one.
func (g similarGame) published(signature string, distance int) published {
	p := map[string][3]float64{
		"appearance": {g.appearance0, 0, g.appearance2}, "huffman": {g.huffman0, 0, g.huffman2}, "random": {0, 0, g.random},
	}[signature][distance]
	if p == 0 {
		return published{}
	}
	return rate(p)
}

func similarRows() (rows []experiment) {
	for _, g := range similarGames {
		add := func(signature string, distance int, c float64) {
			rows = append(rows, experiment{
				name:  fmt.Sprintf("similar-%s-%s-%d-c%v", g.short, signature, distance, c),
				label: fmt.Sprintf("%s %d, c = %v | %s", signature, distance, c, titles[g.game]), game: g.game,
				a: fmt.Sprintf("similarity=%s,distance=%d", signature, distance), both: fmt.Sprintf("c=%v,reuse=off", c),
				published: g.published(signature, distance),
			})
		}
		for _, c := range []float64{0.01, 0.1} {
			add("appearance", 0, c)
			add("huffman", 0, c)
		}
		add("appearance", 2, 0.7)
		add("huffman", 2, 0.7)
		if g.random > 0 {
			add("random", 2, 0.7)
		}
	}
	return rows
}

// similarOpening repeats an experiment with a random opening.
var similarOpening = group{
	key: "similar-opening",
	experiment: experiment{
		topic: similar, paper: uemiya, b: "selection=uct", both: "c=0.7,reuse=off", sims: 500, games: 500,
		claim: "The same with a random opening: sharing statistics makes a search stronger in Breakthrough.",
	},
	rows: []experiment{
		{name: "similar-bt6-appearance-2-opening", label: "appearance 2, c = 0.7, random plies | Breakthrough 6x6", game: "breakthrough 6x6", a: "similarity=appearance,distance=2", published: rate(0.754)},
	},
}

// similarPlain asks whether a small constant, at which a distance of 0 helps most, is worth it:
// players with and without position similarity against plain UCT with the recommended constant.
var similarPlain = group{
	key: "similar-plain",
	experiment: experiment{
		topic: similar, claim: "With its best constant, position similarity makes a search stronger than plain UCT with its own.",
		b: "c=0.4", both: "reuse=off", sims: 500, games: 500, start: true,
	},
	rows: plainRows(),
}

func plainRows() (rows []experiment) {
	for _, g := range similarGames {
		if g.short != "bt6" && g.short != "c4" {
			continue
		}
		for _, c := range []float64{0.01, 0.1} {
			add := func(kind, label, player string) {
				rows = append(rows, experiment{
					name: fmt.Sprintf("similar-%s-%s-c%v", kind, g.short, c), label: fmt.Sprintf("%s, c = %v | %s", label, c, titles[g.game]), game: g.game,
					a: fmt.Sprintf("%sc=%v", player, c),
				})
			}
			add("plain", "none", "")
			add("gain", "huffman 0", "similarity=huffman,distance=0,")
		}
	}
	return rows
}

// similarAuto plays a search that chooses the distance by trials before every game against searches
// that always have the same distance. The paper computes the effect from the rates of its Table 3.
var similarAuto = group{
	key: "similar-auto",
	experiment: experiment{
		topic: similar, paper: uemiya,
		claim: "A search that chooses the distance by trials before the game is stronger than one with the same distance in all games.",
		a:     "similarity=auto", both: "c=0.7,reuse=off", sims: 500, games: 100, start: true,
	},
	rows: autoRows(),
}

func autoRows() (rows []experiment) {
	for _, g := range similarGames {
		for _, distance := range []int{0, 2} {
			rows = append(rows, experiment{
				name: fmt.Sprintf("similar-auto-%s-%d", g.short, distance), label: fmt.Sprintf("against distance %d", distance), game: g.game,
				b: fmt.Sprintf("similarity=huffman,distance=%d", distance), published: g.chosen(distance),
			})
		}
	}
	return rows
}

// chosen returns what follows from the paper for a search that chooses the distance, against one
// with a fixed distance: it is the same search if that is the distance that the paper's trials
// choose, and the better one otherwise.
func (g similarGame) chosen(fixed int) published {
	if publishedChoices[g.short] == fixed {
		return level
	}
	return better
}

// similarTime gives the opponent less than equal time: a simulation with position similarity takes
// more than eight times as long as one without.
var similarTime = group{
	key: "similar-time",
	experiment: experiment{
		topic: similar, claim: "Position similarity makes a search stronger at equal time, too.",
		both: "c=0.7", games: 200, start: true, b: "sims=4000",
	},
	rows: []experiment{
		{name: "similar-bt6-time", label: "distance 2", game: "breakthrough 6x6", a: "similarity=appearance,distance=2,sims=500"},
		{name: "similar-pw-time", label: "distance 2", game: "pawnwhopping", a: "similarity=huffman,distance=2,sims=500"},
		{name: "similar-c5-time", label: "distance 2", game: "gomoku", a: "similarity=huffman,distance=2,sims=500"},
	},
}

// similarKept is an experiment in which the opponent keeps its tree and the player with position
// similarity does not.
var similarKept = experiment{
	topic: similar, paper: uemiya, claim: positionSimilarity.claim,
	b: "selection=uct", both: "c=0.7", sims: 500, games: 500, start: true,
}

// similarMild reduces the influence of imported statistics, which may help in games in which they
// make the search weaker: a weight that falls with distance, and a limit of imported visits.
var similarMild = group{
	key: "similar-mild",
	experiment: experiment{
		topic: similar, claim: "With less influence of imported statistics, a search loses less where they do not suit the game.",
		b: similarKept.b, both: similarKept.both, sims: similarKept.sims, games: similarKept.games, start: similarKept.start,
	},
	rows: append(
		variants("breakthrough 6x6", "bt6", "appearance,distance=2", mild),
		variants("connect4 8x6", "c4", "appearance,distance=2", mild)...,
	),
}

// similarReadings compares readings of what the paper leaves open, at distance 0.
var similarReadings = group{
	key:        "similar-readings",
	experiment: similarKept,
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
	{"weight0.1", "a tenth of the weight for each bit", "importweight=0.1", ""},
	{"weight0.3", "three tenths", "importweight=0.3", ""},
}

var readings = []variant{
	{"0-after", "a signature is looked up after its first simulation is stored", "lookup=after", ""},
	{"0-tree", "positions of playouts are not stored", "store=tree", ""},
	{"0-own", "the visits of the parent include those that it imported", "parent=own", ""},
	{"0-children", "the visits of the parent include those that its children imported", "parent=children", ""},
	{"0-move", "nothing is kept from action to action", "lifetime=move", ""},
	{"0-keep", "the tree is kept from action to action", "reuse=on", ""},
	{"0-max", "the highest mean is played", "", "c=0.7,final=max"},
}

func variants(game, short, code string, of []variant) (rows []experiment) {
	for _, v := range of {
		rows = append(rows, experiment{
			name: "similar-" + short + "-" + v.name, label: v.label + " | " + titles[game], game: game,
			a: strings.TrimSuffix("similarity="+code+","+v.own, ","), both: v.both,
		})
	}
	return rows
}
