package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/arena/stats"
	"github.com/banyan-go/banyan/console/match"
	"github.com/banyan-go/banyan/research/internal/table"
)

const (
	root   = "../.."
	stored = "results"
)

// copied returns a folder with a copy of the stored results, which a test may change.
func copied(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	require.NoError(t, os.CopyFS(folder, os.DirFS(stored)))
	return folder
}

// write writes the pages for the results in a folder, below this folder.
func write(t *testing.T, folder string) (errs string, status int) {
	t.Helper()
	_, errs, status = command(t, "-results", folder, "-write", folder)
	return errs, status
}

// allTemplates returns the text of all templates.
func allTemplates() string {
	return strings.Join(slices.Collect(maps.Values(templates())), "\n")
}

// The pages in the repository are what the results give.
func TestPage(t *testing.T) {
	folder := copied(t)
	errs, status := write(t, folder)
	require.Zero(t, status, errs)
	const advice = "a page is old: go run ./research/reproduce -write ."
	same := func(wanted, stored string) {
		want, err := os.ReadFile(wanted)
		require.NoError(t, err)
		have, err := os.ReadFile(stored)
		require.NoError(t, err, advice)
		require.Equal(t, string(want), string(have), advice)
	}
	for file := range templates() {
		same(filepath.Join(folder, file), filepath.Join(root, file))
	}
	results, err := readPage(stored)
	require.NoError(t, err)
	for _, plot := range plots {
		if !results.drawable(plot) {
			require.NoFileExists(t, filepath.Join(stored, plot.file))
			continue
		}
		drawn := filepath.Join(folder, plot.file)
		require.Greater(t, elements(t, drawn), 50)
		if runtime.GOARCH == "amd64" { // elsewhere the last digit of a coordinate may differ
			same(drawn, filepath.Join(stored, plot.file))
		}
	}
	require.Contains(t, allTemplates(), "(../research/reproduce/results/"+costPlot+")")
	require.Greater(t, elements(t, filepath.Join(folder, costPlot)), 50)
	if runtime.GOARCH == "amd64" {
		same(filepath.Join(folder, costPlot), filepath.Join(stored, costPlot))
	}
	for _, plot := range trialPlots {
		require.Contains(t, allTemplates(), "(../../research/reproduce/results/"+plot.file+")")
		require.Greater(t, elements(t, filepath.Join(folder, plot.file)), 50)
		if runtime.GOARCH == "amd64" {
			same(filepath.Join(folder, plot.file), filepath.Join(stored, plot.file))
		}
	}
}

// elements returns the number of tokens of an XML file.
func elements(t *testing.T, path string) (n int) {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	for decoder := xml.NewDecoder(bytes.NewReader(text)); ; n++ {
		if _, err := decoder.Token(); errors.Is(err, io.EOF) {
			return n
		} else {
			require.NoError(t, err)
		}
	}
}

// Every stored result must belong to an experiment.
func TestNoForeignResults(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(stored, "*.csv"))
	require.NoError(t, err)
	known := []string{filepath.Join(stored, costFile), filepath.Join(stored, timesFile), filepath.Join(stored, trialsFile), filepath.Join(stored, pointsFile), filepath.Join(stored, exploitFile), filepath.Join(stored, firstFile)}
	for _, e := range slices.Concat(all(), cells()) {
		known = append(known, e.file(stored))
	}
	require.Subset(t, known, files, "the page reads all of them")

	folder := copied(t)
	require.NoError(t, table.Put(filepath.Join(folder, tinyFile), result{Name: "mast-none"}))
	errs, status := write(t, folder)
	require.Equal(t, 1, status)
	require.Contains(t, errs, "mast.csv has a result of mast-none, which is no experiment of it")
}

// Every experiment must be on the page, in a table or by its name.
func TestEverythingIsShown(t *testing.T) {
	texts := allTemplates()
	require.Contains(t, texts, "{{choosing}}") // the three groups of adaptive playouts
	require.Contains(t, texts, "{{sheets}}")
	shown := []string{groupOf("adaptive-uniform").key, groupOf("other-uniform").key, groupOf("adaptive-nst").key, groupOf("sheet-similarity").key}
	for _, action := range regexp.MustCompile(`{{(table|cross) [^}]*}}`).FindAllString(texts, -1) {
		for _, word := range regexp.MustCompile(`"([^"]*)"`).FindAllStringSubmatch(action, -1) {
			shown = append(shown, word[1])
		}
	}
	for _, g := range groups {
		if slices.Contains(shown, g.key) {
			continue
		}
		for _, e := range g.experiments() {
			require.Contains(t, texts, `"`+e.name+`"`)
		}
	}
}

// Every experiment has a result with all its games.
func TestPageIsComplete(t *testing.T) {
	results, err := readPage(stored)
	require.NoError(t, err)
	require.Empty(t, results.missing)
}

// What the page lacks is told, and the rest is written.
func TestMissingResult(t *testing.T) {
	folder := copied(t)
	const removed, short = "start-c4", "start-goofspiel5"
	file := filepath.Join(folder, "start.csv")
	rows, err := table.Read[result](file)
	require.NoError(t, err)
	r := rows[short]
	r.Tally = stats.Tally{Wins: 1, Losses: 1}
	rows[short] = r
	delete(rows, removed)
	require.NoError(t, table.Write(file, rows))
	require.NoError(t, os.Remove(filepath.Join(folder, timesFile)))
	require.NoError(t, storeNumber(folder, timesFile, "magic-40x250-1x10000", 1))
	errs, status := write(t, folder)
	require.Zero(t, status)
	require.Contains(t, errs, "reproduce: the pages are not complete: "+removed+" has no result\n")
	require.Contains(t, errs, "reproduce: the pages are not complete: "+short+" has 2 of 200 games\n")
	require.Contains(t, errs, "reproduce: the pages are not complete: magic-binary has no times of its players\n")
	require.NotContains(t, errs, "magic-40x250-1x10000")
	require.FileExists(t, filepath.Join(folder, "docs", "results", "README.md"))
}

// A result of other players, or of games with another start, clock or rules, must be refused.
func TestForeignResult(t *testing.T) {
	for _, change := range []func(*result){
		func(r *result) { r.A += ",c=2" },
		func(r *result) { r.Opening++ },
		func(r *result) { r.Clock = "60ticks" },
		func(r *result) { r.Rules = "6b86b273" },
	} {
		folder := copied(t)
		path := filepath.Join(folder, tinyFile)
		rows, err := table.Read[result](path)
		require.NoError(t, err)
		r := rows[tiny]
		change(&r)
		require.NoError(t, table.Put(path, r))
		errs, status := write(t, folder)
		require.Equal(t, 1, status)
		require.Contains(t, errs, "the stored result of "+tiny+" is of another match")
	}
}

// The page can be written with one result in each group, and without any.
func TestFewResults(t *testing.T) {
	all, err := readPage(stored)
	require.NoError(t, err)
	pages, err := all.render()
	require.NoError(t, err)
	for file, text := range pages {
		require.NotContains(t, text, "\n\n\n", file)
		require.NotContains(t, text, "<no value>", file)
	}
	one := page{results: map[string]match.Summary{}}
	for _, g := range groups {
		for _, e := range g.experiments() {
			if s, ok := all.results[e.name]; ok {
				one.results[e.name] = s
				break
			}
		}
	}
	pages, err = one.render()
	require.NoError(t, err)
	require.Contains(t, pages["docs/results/README.md"], "| - |")
	for _, c := range []chart{plots[0], plots[1]} {
		require.NoError(t, one.draw(c, filepath.Join(t.TempDir(), c.file)), "a plot with missing points")
	}
	_, err = page{}.render()
	require.NoError(t, err)
}

// A sentence that no longer holds is an error, which names what it says and the result.
func TestWrongSentence(t *testing.T) {
	p, err := readPage(stored)
	require.NoError(t, err)
	s := p.results["basics-bt6-strong"]
	s.Score = match.NewScore(stats.Tally{Wins: 50, Losses: 50})
	p.results["basics-bt6-strong"] = s
	_, err = p.render()
	require.ErrorContains(t, err, "the page says that the first player of basics-bt6-strong wins: it has 0.500 [0.40, 0.60]")
}

// The plots must name existing experiments.
func TestPlots(t *testing.T) {
	for _, c := range plots {
		require.Contains(t, allTemplates(), "(../../research/reproduce/results/"+c.file+")")
		for _, curve := range c.curves {
			for _, point := range curve.points {
				found, err := matching(point.name)
				require.NoError(t, err)
				require.Len(t, found, 1)
			}
		}
	}
}

func TestWrap(t *testing.T) {
	word := strings.Repeat("x", 59)
	require.Equal(t, word+" "+word+"\n"+word, wrap(word+"\n"+word+" "+word))
	require.Equal(t, "- "+word+"\n  "+word+" "+word[1:]+"\n- b", wrap("- "+word+" "+word+"\n  "+word[1:]+"\n- b"))
	require.Equal(t, "1. a b\n2. c", wrap("1. a\n   b\n2. c"))
	for _, text := range []string{
		"| " + word + " | " + word + " |\n| a |", "# a\n\n## b\n", "![" + word + "](" + word + word + ")", "    code\n    code",
		"```\na\nb\n```", "",
	} {
		require.Equal(t, text, wrap(text))
	}
}

// Wrapping keeps the words, and wrapping twice changes nothing.
func TestWrapKeepsWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOf(rapid.SampledFrom([]string{"", "a b", "- item of a list", "| table |", strings.Repeat("long ", 40), "# heading"})).Draw(t, "lines")
		text := strings.Join(lines, "\n")
		wrapped := wrap(text)
		require.Equal(t, strings.Fields(text), strings.Fields(wrapped))
		require.Equal(t, wrapped, wrap(wrapped))
		for line := range strings.SplitSeq(wrapped, "\n") {
			require.LessOrEqual(t, len(line), pageWidth)
		}
	})
}
