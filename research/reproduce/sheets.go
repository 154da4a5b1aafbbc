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

// sheetSimilarity plays statistics sharing in the setting of the paper: its ten games as rule
// sheets, and searches on own turns or on all turns. The constants are those of the groups on the
// games in Go.
var sheetSimilarity = group{
	key:        "sheet-similarity",
	experiment: sharing("in the games of the paper as rule sheets"),
	rows:       sheetSimilarityRows(),
}

// sharing asks the question of positionSimilarity in the setting of the paper.
func sharing(where string) experiment {
	return experiment{
		topic: sheets, paper: uemiya, claim: strings.TrimSuffix(positionSimilarity.claim, ".") + ", " + where + ".",
		b: "selection=uct", sims: 500, start: true,
	}
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

// sheetCounts tells how many of the rates on own turns and on all turns have which verdict.
func (p page) sheetCounts() string {
	var texts []string
	for _, ponder := range []bool{false, true} {
		rows := slices.DeleteFunc(sheetSimilarity.experiments(), func(e experiment) bool {
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

// sheetPlayouts plays the learned playouts in games that are rule sheets only: Checkers, a game of
// three players, and one of simultaneous moves.
var sheetPlayouts = group{
	key: "sheet-playouts",
	experiment: experiment{
		topic: sheets, paper: tak,
		claim: "Learned playouts are effective in Checkers, with three players and with simultaneous moves, too.",
		both:  cadia,
	},
	rows: slices.Concat(
		learnedRows("checkers", "checkers.kif", 500, 100, rate(0.548), level),
		learnedRows("ttcc4", "ttcc4.kif", 1000, 300, better, published{}),
		learnedRows("trap", "trap.kif", 20, 2000, better, published{}),
		[]experiment{{ // When nobody wins, all replies of a game are good ones, and it is played again.
			name: "sheet-ttcc4-lgrf-nodraws", label: "the same, learning nothing from draws | TTCC4 for three",
			game: sheetPrefix + "ttcc4.kif", a: repliesNST + ",draws=ignore", b: nstGreedy, sims: 1000, games: 300,
		}},
	),
}

// learnedRows returns the rows of a game, with what is published on MAST and on last good reply,
// which the paper compares with NST in games of two players.
func learnedRows(short, file string, sims, games int, mast, replies published) (rows []experiment) {
	for _, r := range []struct {
		name, label, a, b string
		published         published
	}{
		{"mast", "MAST with Gibbs sampling against uniform", mastSoft, "playout=uniform", mast},
		{"nst", "NST against uniform", nstGreedy, "playout=uniform", better},
		{"nst-mast", "NST against MAST with Gibbs sampling", nstGreedy, mastSoft, better},
		{"lgrf", "last good reply with NST against NST", repliesNST, nstGreedy, replies},
	} {
		rows = append(rows, experiment{
			name: "sheet-" + short + "-" + r.name, label: r.label + " | " + titles[sheetPrefix+file], game: sheetPrefix + file, a: r.a, b: r.b,
			sims: sims, games: games, published: r.published,
		})
	}
	return rows
}

// sheetTime compares strategies at equal time. The rules of a sheet take most of the time of a
// simulation, so a strategy that learns, or shares statistics, costs less of it than in a game in
// Go.
var sheetTime = group{
	key: "sheet-time",
	experiment: experiment{
		topic: sheets, claim: "Where the rules are slow, learned playouts and statistics sharing pay at equal time, too.",
		both: cadia, time: "20ms", games: 100,
	},
	rows: slices.Concat(
		timedRows("mast", "MAST with Gibbs sampling", mastSoft, "breakthrough6.kif", "othello.kif", "checkers.kif"),
		timedRows("nst", "NST", nstGreedy, "breakthrough6.kif", "othello.kif", "checkers.kif"),
		timedRows("huffman", "signatures by Huffman codes, distance 0", "similarity=huffman,distance=0", "breakthrough6.kif", "othello.kif", "checkers.kif"),
		timedRows("mean", "64 random games at once", "playout=mean", "breakthrough6.kif", "othello.kif", "checkers.kif", "connectfour8.kif"),
		timedRows("appearance", "signatures by appearance, distance 2, at most 10 visits", "similarity=appearance,distance=2,importcap=10", "breakthrough6.kif", "othello.kif", "checkers.kif"),
	),
}

// sheetNST plays NST against MAST with Gibbs sampling at equal time, as the paper does, in those of
// its games that are rule sheets.
var sheetNST = group{
	key: "sheet-nst",
	experiment: experiment{
		topic: sheets, paper: tak,
		claim: "NST wins about 70 % of the games against MAST with Gibbs sampling at equal time, on average over five games.",
		label: "50 ms", a: nstGreedy, b: mastSoft, both: cadia, time: "50ms", games: 100,
	},
	rows: []experiment{
		{name: "sheet-nst-bt8", game: sheetPrefix + "breakthrough.kif"},
		{name: "sheet-nst-c5", game: sheetPrefix + "connectfive.kif"},
		{name: "sheet-nst-othello", game: sheetPrefix + "othello.kif"},
		{name: "sheet-nst-checkers", game: sheetPrefix + "checkers.kif", games: 60},
	},
	mean: rate(0.70),
}

// sheetConstant repeats the rows of sheetSimilarity at a distance of 0 and on all turns with the
// constant of those at a distance of 2: a program of the paper had one constant for all.
var sheetConstant = group{
	key:        "sheet-constant",
	experiment: sharing("at a distance of 0 with the constant of a distance of 2"),
	rows:       constantRows(),
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
	for _, e := range slices.Concat(sheetSimilarity.experiments(), sheetConstant.experiments()) {
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

// sheetOddities repeats what differs from the paper with other constants, or with more games and
// another seed.
var sheetOddities = group{
	key:        "sheet-oddities",
	experiment: sharing("with other constants or another seed"),
	rows: []experiment{
		{name: "sheet-gold-c0.02", label: "appearance 2, c = 0.02", game: sheetPrefix + "goldenrectangle.kif", a: "similarity=appearance,distance=2", both: "c=0.02,reuse=off", games: 200, published: rate(0.492)},
		{name: "sheet-gold-c0.1", label: "appearance 2, c = 0.1", game: sheetPrefix + "goldenrectangle.kif", a: "similarity=appearance,distance=2", both: "c=0.1,reuse=off", games: 200, published: rate(0.492)},
		{name: "sheet-gold-c1.4", label: "appearance 2, c = 1.4", game: sheetPrefix + "goldenrectangle.kif", a: "similarity=appearance,distance=2", both: "c=1.4,reuse=off", games: 200, published: rate(0.492)},
		{name: "sheet-sheep-again", label: "appearance 0, c = 0.1, all turns, seed 2", game: sheetPrefix + "sheepandwolf.kif", a: "similarity=appearance,distance=0,ponder=on", both: "c=0.1,reuse=off", games: 400, seed: 2, published: rate(0.510)},
	},
}

// sheetOpponents plays the encoder of our own in the games of the paper that distance 2 does not
// suit.
var sheetOpponents = group{
	key: "sheet-opponents",
	experiment: experiment{
		topic: sheets, claim: "Signatures that show only the opponents' pieces in the games that a distance of 2 does not suit.",
		label: "opponents 0, c = 0.4", a: "similarity=opponents,distance=0", b: "selection=uct", both: "c=0.4,reuse=off", sims: 500, games: 200, start: true,
	},
	rows: []experiment{
		{name: "sheet-opponents-c4", game: sheetPrefix + "connectfour8.kif"},
		{name: "sheet-opponents-ttcc4", game: sheetPrefix + "ttcc4duel.kif"},
		{name: "sheet-opponents-ffa", game: sheetPrefix + "freeforall.kif"},
		{name: "sheet-opponents-gold", game: sheetPrefix + "goldenrectangle.kif"},
		{name: "sheet-opponents-sheep", game: sheetPrefix + "sheepandwolf.kif"},
	},
}

// timedRows returns a row of a player against uniform playouts in each of the sheets.
func timedRows(short, label, player string, files ...string) (rows []experiment) {
	for _, file := range files {
		name := file[:len(file)-len(".kif")]
		rows = append(rows, experiment{
			name: "sheet-time-" + short + "-" + name, label: label, game: sheetPrefix + file, a: player, b: "playout=uniform",
		})
	}
	return rows
}
