package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/banyan-go/banyan/console/match"
)

// sheetPrefix precedes the names of rule sheets, which are games in the Game Description Language.
const sheetPrefix = "gdl:gdl/sheets/"

// sheetGame is a game of Uemiya and Yokoyama as a rule sheet, with the rates that they publish.
type sheetGame struct {
	similarGame
	games int // of a row
}

// sheetGames are the ten games of the paper. A game of Checkers takes twenty times as long as one
// of the others.
var sheetGames = []sheetGame{
	{onSheet("bt6", "breakthrough6.kif"), 200},
	{onSheet("c5", "connectfive.kif"), 200},
	{onSheet("pw", "pawnwhopping.kif"), 200},
	{onSheet("kt", "knightthrough.kif"), 200},
	{onSheet("c4", "connectfour8.kif"), 200},
	{similarGame{"ttcc4", "ttcc4duel.kif", 0.618, 0.512, 0.616, 0.572, 0.516}, 200},
	{similarGame{"ffa", "freeforall.kif", 0.583, 0.119, 0.604, 0.360, 0}, 200},
	{similarGame{"checkers", "checkers.kif", 0.619, 0.557, 0.613, 0.604, 0}, 60},
	{similarGame{"gold", "goldenrectangle.kif", 0.552, 0.492, 0.580, 0.522, 0}, 200},
	{similarGame{"sheep", "sheepandwolf.kif", 0.510, 0.486, 0.564, 0.522, 0.530}, 200},
}

// onSheet returns one of similarGames as a rule sheet.
func onSheet(short, file string) similarGame {
	g := similarGames[slices.IndexFunc(similarGames, func(g similarGame) bool { return g.short == short })]
	g.game = file
	return g
}

func sheetSimilarityRows() (rows []experiment) {
	for _, g := range sheetGames {
		for _, ponder := range []bool{false, true} {
			for _, s := range sheetSignatures {
				e := experiment{
					name: sheetName(g.short, s, ponder), game: sheetPrefix + g.game,
					a: fmt.Sprintf("similarity=%s,distance=%d", s.encoder, s.distance), both: fmt.Sprintf("c=%v,reuse=off", s.c),
					games: g.games, published: g.published(s.encoder, s.distance),
				}
				if ponder {
					e.a += ",ponder=on"
					e.games /= 2
				}
				if s.encoder != "random" || g.random > 0 && !ponder {
					rows = append(rows, e)
				}
			}
		}
	}
	return rows
}

// sheetSignature is how positions are compared.
type sheetSignature struct {
	encoder  string
	distance int
	c        float64 // of UCT, for both players
}

// sheetSignatures are the columns of the table.
var sheetSignatures = []sheetSignature{
	{"appearance", 0, 0.1}, {"huffman", 0, 0.1}, {"appearance", 2, 0.7}, {"huffman", 2, 0.7}, {"random", 2, 0.7},
}

// sheetName returns the name of an experiment.
func sheetName(short string, s sheetSignature, ponder bool) string {
	name := fmt.Sprintf("sheet-%s-%s-%d", short, s.encoder, s.distance)
	if ponder {
		name += "-ponder"
	}
	return name
}

// sheetTable returns the table of statistics sharing on rule sheets: for each game the published
// rates, and ours on own turns and on all turns.
func (p page) sheetTable() string {
	columns := []string{"game", "turns"}
	for _, s := range sheetSignatures {
		columns = append(columns, fmt.Sprintf("%s %d", s.encoder, s.distance))
	}
	lines := heading(columns)
	for _, g := range sheetGames {
		cells := []string{"**" + titles[sheetPrefix+g.game] + "**", "published"}
		for _, s := range sheetSignatures {
			cells = append(cells, bold(g.published(s.encoder, s.distance)))
		}
		lines = append(lines, row(cells...))
		for _, ponder := range []bool{false, true} {
			cells := []string{titles[sheetPrefix+g.game], turns(ponder)}
			for _, s := range sheetSignatures {
				cells = append(cells, p.cellRate(sheetName(g.short, s, ponder)))
			}
			lines = append(lines, row(cells...))
		}
	}
	return strings.Join(lines, "\n")
}

// sheetCounts returns how many of the rates on own turns and on all turns have which verdict.
func (p page) sheetCounts() string {
	var texts []string
	for _, ponder := range []bool{false, true} {
		rows := slices.DeleteFunc(groupOf("sheet-similarity").experiments(), func(e experiment) bool {
			return strings.HasSuffix(e.name, "-ponder") != ponder
		})
		count := p.verdictsOf(group{rows: rows})
		var parts []string
		for _, v := range verdicts {
			parts = append(parts, fmt.Sprintf("%s %d", v, count[v]))
		}
		texts = append(texts, fmt.Sprintf("on %s turns *%s*", turns(ponder), strings.Join(parts, ", ")))
	}
	return strings.Join(texts, "; ")
}

// onlySheets returns the games of the paper that exist only as rule sheets.
func onlySheets() (list []similarGame) {
	for _, g := range sheetGames {
		if !slices.ContainsFunc(similarGames, func(s similarGame) bool { return s.short == g.short }) {
			g.game = sheetPrefix + g.game
			list = append(list, g.similarGame)
		}
	}
	return list
}

// sheetSwitched returns Table 6 of the paper in its setting, from the rates with Huffman codes and
// the distances that the trials advise. As in the paper, draws are left out.
func (p page) sheetSwitched() (string, error) {
	lines := append(heading([]string{"rates", "turns", "games", "always 0", "always 2", "as chosen"}),
		rowOfTable6("published", "-", 10, table6))
	var games []similarGame
	for _, g := range sheetGames {
		games = append(games, g.similarGame)
	}
	for _, ponder := range []bool{false, true} {
		list, err := p.choicesOf(games, func(g similarGame, distance int) string {
			return sheetName(g.short, sheetSignature{encoder: "huffman", distance: distance}, ponder)
		}, func(s match.Summary) float64 { return s.DecisiveRate })
		if err != nil {
			return "", err
		}
		if len(list) > 0 {
			ours, _ := means(list)
			lines = append(lines, rowOfTable6("ours", turns(ponder), len(list), ours))
		}
	}
	return strings.Join(lines, "\n"), nil
}

func constantRows() (rows []experiment) {
	for _, e := range sheetSimilarityRows() {
		if e.both == "c=0.1,reuse=off" && strings.HasSuffix(e.name, "-ponder") {
			e.label = fmt.Sprintf("%s 0, c = 0.7", strings.TrimPrefix(strings.Split(e.a, ",")[0], "similarity="))
			e.name, e.both = e.name+"-c0.7", "c=0.7,reuse=off"
			rows = append(rows, e)
		}
	}
	return rows
}

// sheetError returns how far the rates at a distance on all turns are from the published ones, with
// a constant: the root of the mean squared difference, and what chance alone makes of it.
func (p page) sheetError(distance int, c string) string {
	var differences, chance []float64
	for _, e := range slices.Concat(groupOf("sheet-similarity").experiments(), groupOf("sheet-constant").experiments()) {
		s, ok := p.results[e.name]
		if !ok || strings.Contains(e.a, "random") || !strings.Contains(e.a, fmt.Sprintf("distance=%d,ponder", distance)) || e.both != "c="+c+",reuse=off" {
			continue
		}
		published := e.published.low
		differences = append(differences, s.WinRate-published)
		chance = append(chance, math.Sqrt(squaredError(s.Tally)+published*(1-published)/publishedGames))
	}
	if len(differences) == 0 {
		return "-"
	}
	return rootMeanSquare(differences) + " (chance alone " + rootMeanSquare(chance) + ")"
}

// publishedGames is the number of games in a cell of the paper.
const publishedGames = 500
