package main

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/template"

	"github.com/banyan-go/banyan/console/match"
)

// pageTemplate is the page of results without figures.
//
//go:embed results.md.tmpl
var pageTemplate string

// page has the data of the template: the stored results by the name of the experiment.
type page struct {
	results map[string]match.Summary
	missing []string // what the page lacks: experiments without a result, or with too few games
	folder  string   // of the results
}

// writePage writes the page of results to a file. The results are in a folder, to which the plots
// go. It tells errs what the page lacks.
func writePage(file, results string, errs io.Writer) error {
	p, err := readPage(results)
	if err != nil {
		return err
	}
	for _, lack := range p.missing {
		fmt.Fprintln(errs, "reproduce: the page is not complete:", lack)
	}
	text, err := p.render()
	if err != nil {
		return err
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		return err
	}
	for _, plot := range plots {
		if !p.drawable(plot) {
			continue
		}
		if err := p.draw(plot, filepath.Join(results, plot.file)); err != nil {
			return err
		}
	}
	return p.drawTrials(results)
}

// readPage reads the results of all experiments. The players of a result must be those of the
// experiment.
func readPage(folder string) (page, error) {
	p := page{results: map[string]match.Summary{}, folder: folder}
	for _, e := range all() {
		s, err := match.ReadFile(filepath.Join(folder, e.name+".json"))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			p.missing = append(p.missing, e.name+" has no result")
			continue
		case err != nil:
			return p, err
		}
		c, err := e.contest()
		if err != nil {
			return p, err
		}
		if err := c.check(e.name, s); err != nil {
			return p, err
		}
		p.results[e.name] = s
		if s.Games < e.games {
			p.missing = append(p.missing, fmt.Sprintf("%s has %d of %d games", e.name, s.Games, e.games))
		}
	}
	return p, p.readGrids(folder)
}

// check returns an error unless s is a result of this contest.
func (c contest) check(name string, s match.Summary) error {
	if want := c.summary(s.Tally); s != want {
		return fmt.Errorf("the stored result of %s is of another match: %s, %q against %q, seed %d, opening %d; want %s, %q against %q, seed %d, opening %d",
			name, s.Game, s.A, s.B, s.Seed, s.Opening, want.Game, want.A, want.B, want.Seed, want.Opening)
	}
	return nil
}

// render returns the page.
func (p page) render() (string, error) {
	t, err := template.New("results.md.tmpl").Funcs(template.FuncMap{
		"table": p.table, "cross": p.cross, "cell": p.cell, "curves": p.curves, "choosing": p.choosing, "has": p.has, "verdicts": p.verdicts, "commands": p.commands,
		"scan": p.scan, "fit": p.fit, "trials": p.trials, "shapes": p.shapes, "chosen": p.chosen, "switched": p.switched, "retrievals": p.retrievals,
		"sheets": p.sheetTable,
	}).Parse(pageTemplate)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	if err := t.Execute(&b, nil); err != nil {
		return "", err
	}
	return b.String(), nil
}

// titles holds the names of games on the page.
var titles = map[string]string{
	"connect4": "Connect Four", "breakthrough": "Breakthrough 8x8", "breakthrough 6x6": "Breakthrough 6x6",
	"gomoku": "Connect Five 8x8", "nogo": "Hollow NoGo", "othello": "Othello",
	"knightthrough": "Knightthrough 8x8", "pawnwhopping": "Pawn Whopping 8x8", "connect4 8x6": "Connect Four 8x6",
	"nogo 7x7": "NoGo 7x7", "tictactoe": "Tic-tac-toe", "magic": "Magic", "magic60": "Magic, 60 cards",
	"gdl:gdl/sheets/breakthrough6.kif": "Breakthrough 6x6", "gdl:gdl/sheets/connectfive.kif": "Connect Five 8x8",
	"gdl:gdl/sheets/pawnwhopping.kif": "Pawn Whopping 8x8", "gdl:gdl/sheets/knightthrough.kif": "Knightthrough 8x8",
	"gdl:gdl/sheets/connectfour8.kif": "Connect Four 8x6", "gdl:gdl/sheets/ttcc4duel.kif": "TTCC4 for two",
	"gdl:gdl/sheets/freeforall.kif": "Free For All", "gdl:gdl/sheets/checkers.kif": "Checkers",
	"gdl:gdl/sheets/goldenrectangle.kif": "Golden Rectangle", "gdl:gdl/sheets/sheepandwolf.kif": "Sheep and Wolf",
	"gdl:gdl/sheets/ttcc4.kif": "TTCC4 for three", "gdl:gdl/sheets/trap.kif": "Trap", "gdl:gdl/sheets/othello.kif": "Othello",
	"dots": "Dots for three", "dots2": "Dots for two", "goofspiel": "Goofspiel", "goofspiel5": "Goofspiel with 5 cards",
}

// table returns a table with a row for each result of a group. columns are the headings of the
// labels. The table has columns for published rates and verdicts if the group has any.
func (p page) table(key string, columns ...string) (string, error) {
	group, err := find(key)
	if err != nil {
		return "", err
	}
	g := group.experiments()
	judged := group.mean != published{} || slices.ContainsFunc(g, func(e experiment) bool { return e.published != published{} })
	columns = append(append([]string{"game"}, columns...), "games", "w/d/l", "win rate", "95 %")
	if judged {
		columns = append(columns, "published", "verdict")
	}
	lines := []string{row(columns...), strings.Repeat("|---", len(columns)) + "|"}
	for _, e := range g {
		s, ok := p.results[e.name]
		if !ok {
			continue
		}
		cells := []string{titles[e.game]}
		if e.label != "" {
			cells = append(cells, e.label)
		}
		cells = append(cells, fmt.Sprint(s.Games), fmt.Sprintf("%d/%d/%d", s.Wins, s.Draws, s.Losses), fmt.Sprintf("%.3f", s.WinRate),
			fmt.Sprintf("%.3f to %.3f", s.WinRateCI95[0], s.WinRateCI95[1]))
		if judged {
			cells = append(cells, e.published.String(), string(judge(e.published, s.Tally)))
		}
		lines = append(lines, row(cells...))
	}
	if m := p.mean(group); m.games > 0 {
		lines = append(lines, m.row(len(columns)))
	}
	return strings.Join(lines, "\n"), nil
}

// cross returns a table of the results of a group in short form. A label "x | y" places a result in
// row x and column y. A label without a bar is a column, and the row is the game. The first heading
// is that of the rows.
func (p page) cross(key, heading string) (string, error) {
	group, err := find(key)
	if err != nil {
		return "", err
	}
	var rows, columns []string
	cells := map[[2]string]string{}
	for _, e := range group.experiments() {
		name, column, ok := strings.Cut(e.label, " | ")
		if !ok {
			name, column = titles[e.game], e.label
		}
		if !slices.Contains(rows, name) {
			rows = append(rows, name)
		}
		if !slices.Contains(columns, column) {
			columns = append(columns, column)
		}
		if cells[[2]string{name, column}], err = p.cell(e.name); err != nil {
			return "", err
		}
	}
	lines := []string{row(append([]string{heading}, columns...)...), strings.Repeat("|---", 1+len(columns)) + "|"}
	for _, name := range rows {
		line := []string{name}
		for _, column := range columns {
			line = append(line, cmp.Or(cells[[2]string{name, column}], "-"))
		}
		lines = append(lines, row(line...))
	}
	return strings.Join(lines, "\n"), nil
}

func row(cells ...string) string { return "| " + strings.Join(cells, " | ") + " |" }

// find returns a group.
func find(key string) (group, error) {
	i := slices.IndexFunc(groups, func(g group) bool { return g.key == key })
	if i < 0 {
		return group{}, fmt.Errorf("there is no group %q", key)
	}
	return groups[i], nil
}

// cell returns the result of one experiment in short form, or - if there is none.
func (p page) cell(name string) (string, error) {
	if !slices.ContainsFunc(append(all(), cells()...), func(e experiment) bool { return e.name == name }) {
		return "", fmt.Errorf("there is no experiment %q", name)
	}
	s, ok := p.results[name]
	if !ok {
		return "-", nil
	}
	return fmt.Sprintf("%.3f [%.2f, %.2f]", s.WinRate, s.WinRateCI95[0], s.WinRateCI95[1]), nil
}

// has reports whether there is a result for one of these experiments or groups.
func (p page) has(names ...string) (bool, error) {
	for _, name := range names {
		var g []experiment
		if group, err := find(name); err == nil {
			g = group.experiments()
		} else if g, err = matching(name); err != nil {
			return false, err
		}
		if slices.ContainsFunc(g, func(e experiment) bool { _, ok := p.results[e.name]; return ok }) {
			return true, nil
		}
	}
	return false, nil
}

// verdicts returns a table with the number of results by topic and verdict.
func (p page) verdicts() string {
	columns := []string{"topic"}
	for _, v := range verdicts {
		columns = append(columns, string(v))
	}
	lines := []string{row(columns...), strings.Repeat("|---", len(columns)) + "|"}
	for _, t := range topics {
		count, judged := map[verdict]int{}, 0
		for _, e := range all() {
			if s, ok := p.results[e.name]; ok && e.topic == t && e.published != (published{}) {
				count[judge(e.published, s.Tally)]++
				judged++
			}
		}
		for _, g := range groups {
			if m := p.mean(g); m.games > 0 && g.topic == t {
				count[m.verdict()]++
				judged++
			}
		}
		if judged == 0 {
			continue
		}
		cells := []string{string(t)}
		for _, v := range verdicts {
			cells = append(cells, fmt.Sprint(count[v]))
		}
		lines = append(lines, row(cells...))
	}
	return strings.Join(lines, "\n")
}

// commands returns a line for every result: its name, and the flags of the tournament program.
func (p page) commands() string {
	var lines []string
	for _, e := range all() {
		if s, ok := p.results[e.name]; ok {
			lines = append(lines, e.name+": "+e.command(s.Games))
		}
	}
	return strings.Join(lines, "\n")
}
