package main

import (
	"embed"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/template"
	"unicode/utf8"

	"github.com/banyan-go/banyan/console/match"
)

// pageTemplates are the pages without numbers, at their places in the repository.
//
//go:embed all:pages
var pageTemplates embed.FS

// templates returns the text of each template by the file that is written from it, a path from the
// root of the repository.
func templates() map[string]string {
	texts := map[string]string{}
	err := fs.WalkDir(pageTemplates, "pages", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := pageTemplates.ReadFile(path)
		texts[strings.TrimSuffix(strings.TrimPrefix(path, "pages/"), ".tmpl")] = string(text)
		return err
	})
	if err != nil {
		panic(err) // the files are a part of the program
	}
	return texts
}

// page has the data of the template: the stored results by the name of the experiment.
type page struct {
	results map[string]match.Summary
	missing []string // what the page lacks: results, games or times
	folder  string   // of the results
	costs   costs
	times   map[string]float64 // of the players of a match; see timesFile
}

// writePages writes the pages below a folder. The results are in a separate folder, to which
// the plots go. It tells errs what the pages lack.
func writePages(root, results string, errs io.Writer) error {
	p, err := readPage(results)
	if err != nil {
		return err
	}
	for _, lack := range p.missing {
		fmt.Fprintln(errs, "reproduce: the pages are not complete:", lack)
	}
	written, err := p.render()
	if err != nil {
		return err
	}
	for file, text := range written {
		path := filepath.Join(root, filepath.FromSlash(file))
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
	}
	for _, plot := range plots {
		if !p.drawable(plot) {
			continue
		}
		if err := p.draw(plot, filepath.Join(results, plot.file)); err != nil {
			return err
		}
	}
	if err := p.drawCosts(filepath.Join(results, costPlot)); err != nil {
		return err
	}
	return p.drawTrials(results)
}

// readPage reads the results of all experiments.
func readPage(folder string) (page, error) {
	p := page{results: map[string]match.Summary{}, folder: folder}
	err := p.read(folder, all())
	if err != nil {
		return p, err
	}
	for _, e := range all() {
		switch s, ok := p.results[e.name]; {
		case !ok:
			p.missing = append(p.missing, e.name+" has no result")
		case s.Games < e.games:
			p.missing = append(p.missing, fmt.Sprintf("%s has %d of %d games", e.name, s.Games, e.games))
		}
	}
	if p.costs, err = readCosts(folder); err != nil {
		return p, err
	}
	if p.times, err = readNumbers(folder, timesFile); err != nil {
		return p, err
	}
	for _, r := range runTimes {
		if _, played := p.results[r.match]; played && p.timeOf(r) == 0 {
			p.missing = append(p.missing, r.match+" has no times of its players")
		}
	}
	err = p.readGrids(folder)
	return p, err
}

// check returns an error unless r is a result of this experiment.
func (e experiment) check(r result) error {
	c, err := e.contest()
	if err != nil {
		return err
	}
	if have, want := r.summary(), c.summary(r.Tally); have != want {
		return fmt.Errorf("the stored result of %s is of another match: %s; want %s", e.name, described(have), described(want))
	}
	return nil
}

// described returns what distinguishes a match from others.
func described(s match.Summary) string {
	text := fmt.Sprintf("%s, %q against %q, seed %d, opening %d", s.Game, s.A, s.B, s.Seed, s.Opening)
	if s.Clock != "" {
		text += ", clock " + s.Clock
	}
	if s.Rules != "" {
		text += ", rules " + s.Rules[:min(8, len(s.Rules))]
	}
	return text
}

// render returns the text of each page by its file.
func (p page) render() (map[string]string, error) {
	functions := template.FuncMap{
		"table": p.table, "cross": p.cross, "curves": p.curves, "choosing": p.choosing, "has": p.has, "verdicts": p.verdicts,
		"wins": p.wins, "loses": p.loses, "nowins": p.noWins, "level": p.level, "undecided": p.undecided, "rate": p.rate, "behind": p.behind, "surelybehind": p.surelyBehind, "surelywithin": p.surelyWithin, "clockmeans": p.clockMeans, "champion": p.championOf, "runtimes": p.runtimes,
		"ratio": p.ratio, "more": p.more, "games": p.games, "quoted": p.quoted,
		"scan": p.scan, "fit": p.fit, "distanceone": p.distanceOne, "trials": p.trials, "shapes": p.shapes, "chosen": p.chosen, "switched": p.switched, "retrievals": p.retrievals,
		"sheets": p.sheetTable, "sheetcounts": p.sheetCounts, "sheetswitched": p.sheetSwitched, "sheeterror": p.sheetError, "sources": sources, "points": p.points, "nashconv": p.nashConv, "exploit": p.exploit, "exploitedby": p.exploitedBy,
		"share": p.share, "value": value, "measuredtable": measuredTable, "command": measuredBy, "made": measuredOn,
	}
	pages := map[string]string{}
	for file, text := range templates() {
		t, err := template.New(file).Funcs(functions).Parse(text)
		if err != nil {
			return nil, err
		}
		var b strings.Builder
		if err := t.Execute(&b, nil); err != nil {
			return nil, err
		}
		pages[file] = wrap(b.String())
	}
	return pages, nil
}

// find returns a group.
func find(key string) (group, error) {
	i := slices.IndexFunc(groups, func(g group) bool { return g.key == key })
	if i < 0 {
		return group{}, fmt.Errorf("there is no group %q", key)
	}
	return groups[i], nil
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

// pageWidth is the greatest width of a line of text in the page.
const pageWidth = 120

// wrap breaks the lines of paragraphs and list items, since numbers change their width. Tables,
// headings, code, pictures and lines of HTML stay as they are.
func wrap(text string) string {
	var out []string
	var words []string // of the paragraph that is being collected
	indent := ""       // of its later lines
	flush := func() {
		out = append(out, fill(words, indent)...)
		words, indent = nil, ""
	}
	fenced := false
	for line := range strings.SplitSeq(text, "\n") {
		if strings.HasPrefix(line, "```") {
			fenced = !fenced
		}
		item := listItem.FindString(line)
		switch {
		case fenced || line == "" || verbatim.MatchString(line):
			flush()
			out = append(out, line)
			continue
		case item != "":
			flush()
			indent = strings.Repeat(" ", len(item))
		}
		words = append(words, strings.Fields(line)...)
	}
	flush()
	return strings.Join(out, "\n")
}

var (
	listItem = regexp.MustCompile(`^(-|\d+\.) `)
	verbatim = regexp.MustCompile("^(\\||#|!|<|```|    )")
)

// fill returns the lines of a paragraph. All but the first are indented.
func fill(words []string, indent string) (lines []string) {
	line := ""
	for i, word := range words {
		switch {
		case i == 0:
			line = word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) <= pageWidth:
			line += " " + word
		default:
			lines = append(lines, line)
			line = indent + word
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}
