package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/banyan-go/banyan/cmd/banyan/bundled"
	"github.com/banyan-go/banyan/research/internal/table"
)

// The numbers of trials are in a file next to the results, a row for each game, signature and kind
// of trials:
//
//	go run ./research/adviser -game breakthrough -size 6x6 -sims 250 -store FILE
//
// The kinds are 250 and 500, ten plies with that many simulations a move, and real, whole games
// with 500.
var trialKinds = []string{"250", "500", "real"}

// trialBudgets are the simulations a move and the plies of the kinds.
var trialBudgets = map[string]string{"250": "250 10", "500": "500 10", "real": "500 1000"}

// trialsFile is the name of the file with the numbers of trials.
const trialsFile = "adviser.csv"

// publishedTrials are Tables 4 and 5 of the paper for the kinds of trials.
var publishedTrials = map[string]struct{ mean, spread [3]float64 }{
	"bt6": {[3]float64{2.23, 2.94, 2.96}, [3]float64{0.0162, 0.0121, 0.00334}},
	"c5":  {[3]float64{2.07, 2.17, 2.27}, [3]float64{0.00894, 0.0140, 0.00673}},
	"pw":  {[3]float64{2.85, 3.27, 3.42}, [3]float64{0.00850, 0.00670, 0.00263}},
	"kt":  {[3]float64{2.10, 2.57, 2.66}, [3]float64{0.0344, 0.0294, 0.0244}},
	"c4":  {[3]float64{4.52, 5.11, 5.48}, [3]float64{0.00672, 0.00493, 0.00158}},

	"ttcc4":    {[3]float64{3.59, 4.06, 4.42}, [3]float64{0.0330, 0.0210, 0.0238}},
	"ffa":      {[3]float64{5.81, 6.60, 7.21}, [3]float64{0.0174, 0.0178, 0.00164}},
	"checkers": {[3]float64{10.3, 4.72, 9.34}, [3]float64{0.0394, 0.0633, 0.0268}},
	"gold":     {[3]float64{4.72, 4.84, 5.12}, [3]float64{0.00355, 0.00451, 0.00410}},
	"sheep":    {[3]float64{6.02, 6.50, 8.37}, [3]float64{0.00890, 0.00639, 0.00151}},
}

// readTrials reads the numbers of a game. It returns false if there are none. codes is the encoder,
// with the number of bits if it is not the default.
func readTrials(folder, short, codes, kind string) (t table.Trials, ok bool, err error) {
	rows, err := table.Read[table.Trials](filepath.Join(folder, trialsFile))
	for _, g := range slices.Concat(similarGames, onlySheets()) {
		if g.short == short {
			t, ok = rows[fmt.Sprintf("%s %s %s", g.game, codes, trialBudgets[kind])]
		}
	}
	return t, ok, err
}

// gamesAs returns the games of the paper that are written in Go, or those that are only sheets.
func gamesAs(form string) ([]similarGame, error) {
	switch form {
	case "Go":
		return similarGames, nil
	case "sheets":
		return onlySheets(), nil
	}
	return nil, fmt.Errorf("there are no games as %q, want Go or sheets", form)
}

// trials returns the table of the numbers of trials of games, with ours and the published ones.
func (p page) trials(form string) (string, error) {
	games, err := gamesAs(form)
	if err != nil {
		return "", err
	}
	columns := []string{"game"}
	for _, name := range []string{"mean", "spread"} {
		for _, kind := range trialKinds {
			columns = append(columns, name+", "+kind, "published")
		}
	}
	lines := heading(columns)
	for _, g := range games {
		means, spreads := []string{}, []string{}
		for k, kind := range trialKinds {
			t, ok, err := readTrials(p.folder, g.short, "huffman", kind)
			if err != nil {
				return "", err
			}
			mean, spread := "", ""
			if ok {
				mean, spread = fmt.Sprintf("%.2f", t.Mean), fmt.Sprintf("%.4f", t.Spread)
			}
			paper := publishedTrials[g.short]
			means = append(means, mean, fmt.Sprintf("%.2f", paper.mean[k]))
			spreads = append(spreads, spread, fmt.Sprintf("%.4f", paper.spread[k]))
		}
		lines = append(lines, row(append(append([]string{titles[g.game]}, means...), spreads...)...))
	}
	return strings.Join(lines, "\n"), nil
}

// publishedShapes are the rows of Table 1 of the paper.
var publishedShapes = map[string]bundled.Shape{
	"bt6": {Plies: 27.49, Kinds: 2, Changes: 0.19, Width: 19.65},
	"c5":  {Plies: 46.83, Kinds: 2, Changes: 1, Width: 63.5},
	"pw":  {Plies: 34.8, Kinds: 2, Changes: 0.14, Width: 16},
	"kt":  {Plies: 31.45, Kinds: 2, Changes: 0.13, Width: 41.73},
	"c4":  {Plies: 22.52, Kinds: 2, Changes: 1, Width: 8},

	"ttcc4":    {Plies: 43.14, Kinds: 8, Changes: 0.29, Width: 11.96},
	"ffa":      {Plies: 30, Kinds: 2, Changes: 0.42, Width: 18.39},
	"checkers": {Plies: 51.58, Kinds: 4, Changes: 0.15, Width: 6.51},
	"gold":     {Plies: 29.87, Kinds: 2, Changes: 1, Width: 7},
	"sheep":    {Plies: 40.45, Kinds: 2, Changes: 0, Width: 7}, // of the wolf; 4 of the sheep
}

// shapes returns the table of random games, with ours and the published numbers.
func (p page) shapes(form string) (string, error) {
	games, err := gamesAs(form)
	if err != nil {
		return "", err
	}
	lines := heading([]string{"game", "plies", "published", "kinds of pieces", "published", "plies that change their number", "published", "most actions", "published"})
	for _, g := range games {
		t, ok, err := readTrials(p.folder, g.short, "huffman", trialKinds[0])
		if err != nil {
			return "", err
		}
		if !ok || t.Random == (bundled.Shape{}) {
			continue
		}
		ours, paper := t.Random, publishedShapes[g.short]
		two := func(x, y float64) []string { return []string{fmt.Sprintf("%.2f", x), fmt.Sprintf("%.2f", y)} }
		cells := append([]string{titles[g.game]}, two(ours.Plies, paper.Plies)...)
		cells = append(cells, fmt.Sprint(ours.Kinds), fmt.Sprint(paper.Kinds))
		cells = append(append(cells, two(ours.Changes, paper.Changes)...), two(ours.Width, paper.Width)...)
		lines = append(lines, row(cells...))
	}
	return strings.Join(lines, "\n"), nil
}
