package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// titles holds the names of games on the page.
var titles = map[string]string{
	"connect4": "Connect Four", "breakthrough": "Breakthrough 8x8", "breakthrough 6x6": "Breakthrough 6x6",
	"gomoku": "Connect Five 8x8", "nogo": "Hollow NoGo", "othello": "Othello",
	"knightthrough": "Knightthrough 8x8", "pawnwhopping": "Pawn Whopping 8x8", "connect4 8x6": "Connect Four 8x6",
	"nogo 7x7": "NoGo 7x7", "tictactoe": "Tic-tac-toe", "magic": "Magic", "magic60": "Magic, 60 cards", "pig": "Pig", "whist": "Whist",
	"magic:lands": "Magic, 15 lands", "magic:bombs": "Magic, 16 bombs", "magic:life": "Magic, 40 life",
	"gdl:gdl/sheets/breakthrough.kif": "Breakthrough 8x8", "gdl:gdl/sheets/breakthrough6.kif": "Breakthrough 6x6", "gdl:gdl/sheets/connectfive.kif": "Connect Five 8x8",
	"gdl:gdl/sheets/pawnwhopping.kif": "Pawn Whopping 8x8", "gdl:gdl/sheets/knightthrough.kif": "Knightthrough 8x8",
	"gdl:gdl/sheets/connectfour.kif": "Connect Four", "gdl:gdl/sheets/connectfour8.kif": "Connect Four 8x6", "gdl:gdl/sheets/ttcc4duel.kif": "TTCC4 for two",
	"gdl:gdl/sheets/freeforall.kif": "Free For All", "gdl:gdl/sheets/checkers.kif": "Checkers",
	"gdl:gdl/sheets/goldenrectangle.kif": "Golden Rectangle", "gdl:gdl/sheets/sheepandwolf.kif": "Sheep and Wolf",
	"gdl:gdl/sheets/ttcc4.kif": "TTCC4 for three", "gdl:gdl/sheets/trap.kif": "Trap", "gdl:gdl/sheets/othello.kif": "Othello",
	"dots": "Dots for three", "dots2": "Dots for two", "dots-points": "Dots for points", "goofspiel": "Goofspiel", "goofspiel5": "Goofspiel with 5 cards",
}

// table returns a table with a row for each result of a group. columns are the headings of the
// labels. The table has a column for the game if there are several, and columns for published rates
// and verdicts if the group has any.
func (p page) table(key string, columns ...string) (string, error) {
	group, err := find(key)
	if err != nil {
		return "", err
	}
	g := group.experiments()
	judged := slices.ContainsFunc(g, func(e experiment) bool { return e.published != published{} })
	several := slices.ContainsFunc(g, func(e experiment) bool { return e.game != g[0].game })
	if several {
		columns = append([]string{"game"}, columns...)
	}
	columns = append(columns, "games", "w/d/l", "win rate", "95 %")
	if judged {
		columns = append(columns, "published", "verdict")
	}
	lines := heading(columns)
	for _, e := range g {
		s, ok := p.results[e.name]
		if !ok {
			continue
		}
		var cells []string
		if several {
			cells = append(cells, titles[e.game])
		}
		cells = append(cells, e.label, fmt.Sprint(s.Games), fmt.Sprintf("%d/%d/%d", s.Wins, s.Draws, s.Losses), fmt.Sprintf("%.3f", s.WinRate),
			fmt.Sprintf("%.3f to %.3f", s.WinRateCI95[0], s.WinRateCI95[1]))
		if judged {
			cells = append(cells, e.published.String(), string(judge(e.published, s.Tally)))
		}
		lines = append(lines, row(cells...))
	}
	return strings.Join(lines, "\n"), nil
}

// cross returns a table of the results of one or more groups in short form: win rate, interval,
// published rate and verdict. A label "x | y" places a result in row x and column y. A label
// without a bar is a column, and the row is the game. The first heading belongs to the rows. The
// last rows have the means of groups with a claim on the mean.
func (p page) cross(first string, keys ...string) (string, error) {
	var t matrix
	var means [][3]string // row, column, text
	for _, key := range keys {
		group, err := find(key)
		if err != nil {
			return "", err
		}
		column := ""
		for _, e := range group.experiments() {
			name, label, ok := strings.Cut(e.label, " | ")
			if !ok {
				name, label = titles[e.game], e.label
			}
			column = label
			if err := t.put(name, column, p.judged(e)); err != nil {
				return "", fmt.Errorf("%s: %w", e.name, err)
			}
		}
		if m := p.mean(group); m.games > 0 {
			name := "**mean**"
			if len(group.meanGames) > 0 {
				if whole := p.meanOf(group.experiments()); whole.games > 0 {
					means = append(means, [3]string{name, column, whole.String()})
				}
				name = "**mean, games of the paper**"
			}
			means = append(means, [3]string{name, column, m.String()})
		}
	}
	for _, m := range means {
		if err := t.put(m[0], m[1], m[2]); err != nil {
			return "", err
		}
	}
	return t.text(first), nil
}

// matrix is a table whose rows and columns are in the order of their first cells.
type matrix struct {
	rows, columns []string
	cells         map[[2]string]string
}

// put fills a cell. It is an error if it is filled already.
func (t *matrix) put(row, column, text string) error {
	if !slices.Contains(t.rows, row) {
		t.rows = append(t.rows, row)
	}
	if !slices.Contains(t.columns, column) {
		t.columns = append(t.columns, column)
	}
	if _, twice := t.cells[[2]string{row, column}]; twice {
		return errors.New("another experiment has the cell " + row + ", " + column)
	}
	if t.cells == nil {
		t.cells = map[[2]string]string{}
	}
	t.cells[[2]string{row, column}] = text
	return nil
}

// text returns the table with a heading of the rows.
func (t *matrix) text(first string) string {
	lines := heading(append([]string{first}, t.columns...))
	for _, name := range t.rows {
		line := []string{name}
		for _, column := range t.columns {
			line = append(line, cmp.Or(t.cells[[2]string{name, column}], "-"))
		}
		lines = append(lines, row(line...))
	}
	return strings.Join(lines, "\n")
}

func row(cells ...string) string { return "| " + strings.Join(cells, " | ") + " |" }

// heading returns the first two lines of a table.
func heading(columns []string) []string {
	return []string{row(columns...), strings.Repeat("|---", len(columns)) + "|"}
}

// judged returns the result of an experiment in short form, with what is published and the verdict,
// or - if there is no result.
func (p page) judged(e experiment) string {
	s, ok := p.results[e.name]
	if !ok {
		return "-"
	}
	text := short(s.WinRate, s.WinRateCI95[0], s.WinRateCI95[1])
	if e.published == (published{}) {
		return text
	}
	return text + fmt.Sprintf(" (%s: %s)", e.published, judge(e.published, s.Tally))
}

// short returns a rate with its interval.
func short(rate, low, high float64) string { return fmt.Sprintf("%.3f [%.2f, %.2f]", rate, low, high) }

// cellRate returns the win rate of an experiment, or nothing if there is no result.
func (p page) cellRate(name string) string {
	s, ok := p.results[name]
	if !ok {
		return ""
	}
	return fmt.Sprintf("%.2f", s.WinRate)
}

// clockMeans returns a table of the mean win rate of all rules in a game, with the interval, next
// to the mean of the published rates. A game counts with the rules that have a result.
func (p page) clockMeans() string {
	lines := heading([]string{"game", "rules", "mean", "published"})
	played := slices.DeleteFunc(groupOf("clock-rules").experiments(), func(e experiment) bool {
		_, ok := p.results[e.name]
		return !ok
	})
	for len(played) > 0 {
		game, n, sum := played[0].game, 0, 0.0
		for ; n < len(played) && played[n].game == game; n++ {
			sum += played[n].published.low
		}
		lines = append(lines, row(titles[game], fmt.Sprint(n), p.meanOf(played[:n]).String(), three(sum/float64(n))))
		played = played[n:]
	}
	return strings.Join(lines, "\n")
}
