package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// similarScan is the grid over what the paper leaves open, the constant of UCT and whether the
// player searches while its opponent chooses, for all signatures and distances. Its seed is not
// the seed of the other experiments, which therefore confirm what is chosen here.
var similarScan = group{
	key: "similar-scan",
	experiment: experiment{
		topic: similar, paper: papers["uemiya"], claim: groupOf("similar").claim,
		b: "selection=uct", sims: 500, games: 100, start: true, seed: 2,
	},
	rows: similarCells(),
}

var (
	scanConstants  = []float64{0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.7, 1.4}
	scanSignatures = []string{"appearance", "huffman", "random"}
	scanDistances  = []int{0, 1, 2}
)

// scanName returns the name of a cell.
func scanName(short, signature string, distance int, c float64, ponder bool) string {
	name := fmt.Sprintf("similar-scan-%s-%s-%d-c%v", short, signature, distance, c)
	if ponder {
		name += "-ponder"
	}
	return name
}

func similarCells() (rows []experiment) {
	for _, g := range similarGames {
		for _, ponder := range []bool{false, true} {
			for _, c := range scanConstants {
				for _, signature := range scanSignatures {
					for _, distance := range scanDistances {
						e := experiment{
							name: scanName(g.short, signature, distance, c, ponder), game: g.game,
							a:    fmt.Sprintf("similarity=%s,distance=%d", signature, distance),
							both: fmt.Sprintf("c=%v,reuse=off", c), published: g.published(signature, distance),
						}
						if ponder {
							e.a += ",ponder=on"
						}
						rows = append(rows, e)
					}
				}
			}
		}
	}
	return rows
}

// scan returns the table of the grid: for each game the published rates, and a row for each
// constant that has a result.
func (p page) scan() string {
	columns := []string{"game", "turns", "c"}
	for _, signature := range scanSignatures {
		for _, distance := range scanDistances {
			columns = append(columns, fmt.Sprintf("%s %d", signature, distance))
		}
	}
	lines := heading(columns)
	for _, g := range similarGames {
		cells := []string{"**" + titles[g.game] + "**", "", "published"}
		for _, signature := range scanSignatures {
			for _, distance := range scanDistances {
				cells = append(cells, bold(g.published(signature, distance)))
			}
		}
		lines = append(lines, row(cells...))
		for _, ponder := range []bool{false, true} {
			for _, c := range scanConstants {
				if cells, ok := p.scanRow(g.short, c, ponder); ok {
					lines = append(lines, row(append([]string{titles[g.game], turns(ponder), fmt.Sprint(c)}, cells...)...))
				}
			}
		}
	}
	return strings.Join(lines, "\n")
}

func bold(p published) string {
	if p == (published{}) {
		return ""
	}
	return "**" + p.String() + "**"
}

func turns(ponder bool) string {
	if ponder {
		return "all"
	}
	return "own"
}

// scanRow returns the rates of a row, and whether there is any.
func (p page) scanRow(short string, c float64, ponder bool) (cells []string, found bool) {
	for _, signature := range scanSignatures {
		for _, distance := range scanDistances {
			text := p.cellRate(scanName(short, signature, distance, c, ponder))
			cells, found = append(cells, text), found || text != ""
		}
	}
	return cells, found
}

// fit returns a table of how far the grid is from the published rates, for each constant: the root
// of the mean squared difference over the cells with signatures by appearance and by Huffman codes.
func (p page) fit() string {
	lines := heading([]string{"turns", "c", "distance 0", "distance 2", "both"})
	for _, ponder := range []bool{false, true} {
		for _, c := range scanConstants {
			var differences [3][]float64 // by distance
			for _, g := range similarGames {
				for _, signature := range scanSignatures[:2] {
					for _, distance := range []int{0, 2} {
						s, ok := p.results[scanName(g.short, signature, distance, c, ponder)]
						if ok {
							differences[distance] = append(differences[distance], s.WinRate-g.published(signature, distance).low)
						}
					}
				}
			}
			both := slices.Concat(differences[:]...)
			if len(both) > 0 {
				lines = append(lines, row(turns(ponder), fmt.Sprint(c), rootMeanSquare(differences[0]), rootMeanSquare(differences[2]), rootMeanSquare(both)))
			}
		}
	}
	return strings.Join(lines, "\n")
}

// distanceOne returns how much the cells at a distance of 1 differ from those at 0: the root of the
// mean squared difference on own and on all turns, and the number of pairs of cells of each.
func (p page) distanceOne() string {
	own, every := p.apart(false), p.apart(true)
	return fmt.Sprintf("%s in %d pairs of cells on own turns, and %s in %d on all turns",
		cmp.Or(rootMeanSquare(own), "-"), len(own), cmp.Or(rootMeanSquare(every), "-"), len(every))
}

// apart returns the rates of the cells at a distance of 0 less those at 1.
func (p page) apart(ponder bool) (differences []float64) {
	for _, g := range similarGames {
		for _, signature := range scanSignatures[:2] {
			for _, c := range scanConstants {
				near, ok := p.results[scanName(g.short, signature, 0, c, ponder)]
				far, both := p.results[scanName(g.short, signature, 1, c, ponder)]
				if ok && both {
					differences = append(differences, near.WinRate-far.WinRate)
				}
			}
		}
	}
	return differences
}

// rootMeanSquare returns the root of the mean of the squares, or nothing if there are no numbers.
func rootMeanSquare(numbers []float64) string {
	if len(numbers) == 0 {
		return ""
	}
	sum := 0.0
	for _, x := range numbers {
		sum += float64(x * x)
	}
	return fmt.Sprintf("%.3f", math.Sqrt(sum/float64(len(numbers))))
}

// scanPlot returns the plot of the grid for a game.
func scanPlot(short string) chart {
	g := similarGames[slices.IndexFunc(similarGames, func(g similarGame) bool { return g.short == short })]
	c := chart{
		file: "similar-scan-" + short + ".svg", title: "Position similarity, " + titles[g.game] + " (dashed: published)", x: "c", log: true, low: 0.2, high: 0.9,
	}
	for _, signature := range scanSignatures[:2] {
		for _, distance := range []int{0, 2} {
			var points []point
			for _, constant := range scanConstants {
				points = append(points, point{constant, scanName(short, signature, distance, constant, false)})
			}
			rate := g.published(signature, distance).low
			c.curves = append(c.curves, curve{
				name: fmt.Sprintf("%s %d", signature, distance), points: points,
				published: []xy{{X: scanConstants[0], Y: rate}, {X: scanConstants[len(scanConstants)-1], Y: rate}},
			})
		}
	}
	return c
}
