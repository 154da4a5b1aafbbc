package main

import (
	"fmt"
	"strings"

	"github.com/banyan-go/banyan/console/match"
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

// publishedChoices are the distances that the trials of the paper choose.
var publishedChoices = map[string]int{"bt6": 2, "c5": 2, "pw": 2, "kt": 0, "c4": 0}

// table6 has the mean rates of the paper's Table 6, over ten games and without draws: always 0,
// always 2, and chosen.
var table6 = [3]float64{0.622, 0.571, 0.631}

// choice is a game with the distances that the trials choose and the rates at distances 0 and 2,
// ours and the published ones.
type choice struct {
	game             string
	chosen           int
	rates, published [3]float64 // by distance
	paper            int
}

// choices returns the games whose trials and whose cells of the grid at a constant are stored, with
// signatures by Huffman codes.
func (p page) choices(c float64) ([]choice, error) {
	return p.choicesOf(similarGames, func(g similarGame, distance int) string {
		return scanName(g.short, "huffman", distance, c, false)
	}, func(s match.Summary) float64 { return s.WinRate })
}

// choicesOf is choices for some games. experiment returns the name of the experiment of a game at a
// distance, and rate the rate of its result.
func (p page) choicesOf(
	games []similarGame, experiment func(g similarGame, distance int) string, rate func(match.Summary) float64,
) (list []choice, err error) {
	for _, g := range games {
		t, ok, err := readTrials(p.folder, g.short, "huffman", "250")
		if err != nil {
			return nil, err
		}
		near, hasNear := p.results[experiment(g, 0)]
		far, hasFar := p.results[experiment(g, 2)]
		if ok && hasNear && hasFar {
			list = append(list, choice{
				titles[g.game], t.Advice, [3]float64{rate(near), 0, rate(far)}, [3]float64{g.huffman0, 0, g.huffman2}, publishedChoices[g.short],
			})
		}
	}
	return list, nil
}

// chosen returns a table of what each game's choice of a distance gains at a constant, with ours
// and the published rates.
func (p page) chosen(c float64) (string, error) {
	list, err := p.choices(c)
	lines := heading([]string{"game", "chosen", "published", "distance 0", "published", "distance 2", "published", "as chosen", "published"})
	for _, g := range list {
		lines = append(lines, row(g.game, fmt.Sprint(g.chosen), fmt.Sprint(g.paper), three(g.rates[0]), three(g.published[0]),
			three(g.rates[2]), three(g.published[2]), three(g.rates[g.chosen]), three(g.published[g.paper])))
	}
	return strings.Join(lines, "\n"), err
}

// means returns the mean rates of always 0, of always 2 and of the choice, ours and the published
// ones.
func means(list []choice) (ours, paper [3]float64) {
	for _, g := range list {
		n := float64(len(list))
		for i, distance := range []int{0, 2, g.chosen} {
			ours[i] += g.rates[distance] / n
		}
		for i, distance := range []int{0, 2, g.paper} {
			paper[i] += g.published[distance] / n
		}
	}
	return ours, paper
}

// rowOfTable6 returns a row of mean rates: always 0, always 2, and as chosen.
func rowOfTable6(source, setting string, games int, rates [3]float64) string {
	return row(source, setting, fmt.Sprint(games), three(rates[0]), three(rates[1]), three(rates[2]))
}

// switched returns Table 6 of the paper, with a row of ours for each constant.
func (p page) switched() (string, error) {
	lines := heading([]string{"rates", "c", "games", "always 0", "always 2", "as chosen"})
	for _, c := range scanConstants {
		list, err := p.choices(c)
		if err != nil {
			return "", err
		}
		if len(list) > 0 {
			ours, _ := means(list)
			lines = append(lines, rowOfTable6("ours", fmt.Sprint(c), len(list), ours))
		}
	}
	var all []choice
	for _, g := range similarGames {
		all = append(all, choice{published: [3]float64{g.huffman0, 0, g.huffman2}, paper: publishedChoices[g.short]})
	}
	_, paper := means(all)
	lines = append(lines, rowOfTable6("published", "-", len(all), paper), rowOfTable6("published", "-", 10, table6))
	return strings.Join(lines, "\n"), nil
}

// three returns a rate with three digits.
func three(rate float64) string { return fmt.Sprintf("%.3f", rate) }
