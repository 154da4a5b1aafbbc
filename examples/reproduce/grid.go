package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/console/match"
)

// grids are groups of so many experiments that a row of the page for each would hide the result.
// The results of a grid are in one file, named by its key, and some may be missing. Only a pattern
// that begins with the key means the cells of a grid.
var grids = []group{similarScan}

// cells returns the experiments of all grids.
func cells() (list []experiment) {
	for _, g := range grids {
		list = append(list, g.experiments()...)
	}
	return list
}

// cell is the result of an experiment of a grid in its stored form.
type cell struct {
	A       string `json:"a"`
	B       string `json:"b"`
	Seed    uint64 `json:"seed"`
	Opening int    `json:"opening"`
	Wins    int    `json:"wins"`
	Draws   int    `json:"draws"`
	Losses  int    `json:"losses"`
}

func (c cell) tally() arena.Tally {
	return arena.Tally{Wins: c.Wins, Draws: c.Draws, Losses: c.Losses}
}

// summary returns the result as that of a game.
func (c cell) summary(game string) match.Summary {
	return match.Summary{Game: game, Score: match.NewScore(c.tally()), A: c.A, B: c.B, Seed: c.Seed, Opening: c.Opening}
}

// gridOf returns the grid that an experiment is a cell of. It returns false if there is none.
func gridOf(name string) (group, bool) {
	for _, g := range grids {
		if slices.ContainsFunc(g.rows, func(e experiment) bool { return e.name == name }) {
			return g, true
		}
	}
	return group{}, false
}

// file returns the file with the results of a grid.
func (g group) file(folder string) string { return filepath.Join(folder, g.key+".json") }

// readCells reads the results of a grid by the names of its cells. There are none without a file.
func (g group) readCells(folder string) (map[string]cell, error) {
	results, err := readObject[cell](g.file(folder))
	if err != nil {
		return nil, fmt.Errorf("grid %s: %w", g.key, err)
	}
	return results, nil
}

// writeCells writes the results of a grid, a line for each.
func (g group) writeCells(folder string, results map[string]cell) error {
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(results)) {
		text, err := json.Marshal(results[name])
		if err != nil {
			return err
		}
		lines = append(lines, fmt.Sprintf("%q: %s", name, text))
	}
	return writeLines(g.file(folder), lines)
}

// hasCell reports whether e is a cell of a grid whose result in the folder -json has enough games.
// A result of another match, from before a change of the grid, does not count.
func (o options) hasCell(e experiment) (bool, error) {
	g, ok := gridOf(e.name)
	if !ok || o.json == "" || o.quick {
		return false, nil
	}
	results, err := g.readCells(o.json)
	r := results[e.name]
	if err != nil || r.tally().Games() < e.games {
		return false, err
	}
	c, err := e.contest()
	return err == nil && c.check(e.name, r.summary(c.game.Name())) == nil, err
}

// store writes the result of an experiment to the folder -json, with its cost and times. A cell of
// a grid goes to the file of the grid. A quick experiment goes to a file of its own, without them.
func (o options) store(e experiment, suffix string, p played) error {
	if suffix == "" {
		if err := p.storeMeasured(o.json, e); err != nil {
			return err
		}
	}
	s := p.summary
	g, ok := gridOf(e.name)
	if !ok || suffix != "" {
		return match.WriteFile(filepath.Join(o.json, e.name+suffix+".json"), s)
	}
	results, err := g.readCells(o.json)
	if err != nil {
		return err
	}
	results[e.name] = cell{s.A, s.B, s.Seed, s.Opening, s.Wins, s.Draws, s.Losses}
	return g.writeCells(o.json, results)
}

// readGrids reads the results of the grids. Every stored result must belong to a cell and have its
// players. It records in p.missing how many cells have none.
func (p *page) readGrids(folder string) error {
	for _, g := range grids {
		results, err := g.readCells(folder)
		if err != nil {
			return err
		}
		missing := 0
		for _, e := range g.experiments() {
			r, ok := results[e.name]
			if !ok {
				missing++
				continue
			}
			delete(results, e.name)
			c, err := e.contest()
			if err != nil {
				return err
			}
			s := r.summary(c.game.Name())
			if err := c.check(e.name, s); err != nil {
				return err
			}
			p.results[e.name] = s
		}
		for name := range results {
			return fmt.Errorf("grid %s has a result of %s, which is no cell of it", g.key, name)
		}
		if missing > 0 {
			p.missing = append(p.missing, fmt.Sprintf("%d cells of grid %s have no result", missing, g.key))
		}
	}
	return nil
}

// grids lists the grids.
func (r *report) grids(stored page, known costs) {
	for _, g := range grids {
		games, played := 0, 0
		list := g.experiments()
		for _, e := range list {
			games += e.games
			if _, ok := stored.results[e.name]; ok {
				played++
			}
		}
		r.printf("\n%s: %s\n\n  %s-*: a grid of %d experiments with %d games, %d without a result; all take %s minutes\n",
			g.topic, g.source(), g.key, len(list), games, len(list)-played, minutes(known.sum(list)))
	}
}
