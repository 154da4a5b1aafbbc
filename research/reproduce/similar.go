package main

import (
	"fmt"
)

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

// similarRows plays the signatures with the constants that the grid suggests: 0.1 and 0.01 for a
// distance of 0, and 0.7 for a distance of 2.
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
