package main

import (
	"fmt"
	"slices"

	"github.com/banyan-go/banyan/research/internal/table"
)

// grids are groups of so many experiments that a row of the page for each would hide the result.
// The results of a grid are in a file of their own, and some may be missing. Only a pattern that
// begins with the key means the cells of a grid.
var grids = []group{similarScan}

// cells returns the experiments of all grids.
func cells() (list []experiment) {
	for _, g := range grids {
		list = append(list, g.experiments()...)
	}
	return list
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

// hasCell reports whether e is a cell of a grid whose result in the folder -store has enough games.
// A result of another match, from before a change of the grid, does not count.
func (o options) hasCell(e experiment) (bool, error) {
	if _, ok := gridOf(e.name); !ok || o.store == "" || o.quick {
		return false, nil
	}
	rows, err := table.Read[result](e.file(o.store))
	r, ok := rows[e.name]
	return ok && r.Games() >= e.games && e.check(r) == nil, err
}

// readGrids reads the results of the grids. It records in p.missing how many cells have none.
func (p *page) readGrids(folder string) error {
	for _, g := range grids {
		before, list := len(p.results), g.experiments()
		if err := p.read(folder, list); err != nil {
			return err
		}
		if missing := len(list) + before - len(p.results); missing > 0 {
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
