package main

import (
	"fmt"
	"math"
	"path/filepath"
	"strings"

	"github.com/banyan-go/banyan/research/internal/table"
)

// pointsFile is the name of the file with the results on boards of SameGame. The command
//
//	go run ./research/samegame -boards FILE -player PLAYER -store research/reproduce/results/samegame.csv
//
// adds a row for each board.
const pointsFile = "samegame.csv"

// searches are the rows of the table of points: a search, and how many boards it is measured on.
var searches = []struct {
	player string
	boards int
}{
	{"nrpa,level=2,iterations=55,sims=3000", 10},
	{"nrpa,level=2,prior=heuristic,iterations=55,sims=3000", 10},
	{"nrpa,level=2,prior=heuristic,iterations=100,sims=10000", 10},
	{"nrpa,level=3,prior=heuristic,iterations=100,sims=1000000", 20},
}

// points returns the table of the points of nested searches. A search without all of its boards has
// a dash.
func (p page) points() (string, error) {
	rows, err := table.Read[table.Line](filepath.Join(p.folder, pointsFile))
	if err != nil {
		return "", err
	}
	lines := heading([]string{"search", "boards", "points", "a board"})
	for _, s := range searches {
		sum, count := 0.0, 0
		for number := 1; number <= s.boards; number++ {
			if r, ok := rows[fmt.Sprintf("%s seed 1 board %02d", s.player, number)]; ok {
				sum, count = sum+r.Points, count+1
			}
		}
		cells := []string{"`" + s.player + "`", fmt.Sprintf("1 to %d", s.boards), "-", "-"}
		if count == s.boards {
			cells[2], cells[3] = thousands(int(math.Round(sum))), thousands(int(math.Round(sum/float64(count))))
		}
		lines = append(lines, row(cells...))
	}
	return strings.Join(lines, "\n"), nil
}
