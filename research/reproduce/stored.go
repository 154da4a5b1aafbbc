package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/banyan-go/banyan/arena/stats"
	"github.com/banyan-go/banyan/console/match"
	"github.com/banyan-go/banyan/research/internal/table"
)

// result is the stored result of an experiment. Rates and intervals follow from it.
type result struct {
	Name, Game, A, B string
	Seed             uint64
	Opening          int
	Clock, Rules     string
	stats.Tally
}

// summary returns the result with its statistics.
func (r result) summary() match.Summary {
	return match.Summary{
		Game: r.Game, Score: match.NewScore(r.Tally), A: r.A, B: r.B, Seed: r.Seed, Opening: r.Opening, Clock: r.Clock, Rules: r.Rules,
	}
}

// file returns the path of the file in a folder for the result of the experiment. The results of a
// grid are in one file, and so are the results of other experiments whose names have the same first
// word.
func (e experiment) file(folder string) string {
	family, _, _ := strings.Cut(e.name, "-")
	if g, ok := gridOf(e.name); ok {
		family = g.key
	}
	return filepath.Join(folder, family+".csv")
}

// put writes the result of an experiment to the folder -store, with its cost, times and
// first games. The results of quick experiments go to a separate file, without them.
func (o options) put(e experiment, p played) error {
	file := filepath.Join(o.store, "quick.csv")
	if !o.quick {
		if err := p.storeMeasured(o.store, e); err != nil {
			return err
		}
		file = e.file(o.store)
		if e.repeats() {
			if err := p.first.store(o.store); err != nil {
				return err
			}
		}
	}
	s := p.summary
	return table.Put(file, result{e.name, s.Game, s.A, s.B, s.Seed, s.Opening, s.Clock, s.Rules, s.Tally})
}

// read reads the results of experiments. Each result in their files must belong to one of them and
// of its players.
func (p *page) read(folder string, list []experiment) (err error) {
	files := map[string]map[string]result{}
	for _, e := range list {
		file := e.file(folder)
		if files[file] == nil {
			if files[file], err = table.Read[result](file); err != nil {
				return err
			}
		}
		r, ok := files[file][e.name]
		if !ok {
			continue
		}
		delete(files[file], e.name)
		if err := e.check(r); err != nil {
			return err
		}
		p.results[e.name] = r.summary()
	}
	for file, rows := range files {
		for name := range rows {
			return fmt.Errorf("%s has a result of %s, which is no experiment of it", filepath.Base(file), name)
		}
	}
	return nil
}

// grids are groups of so many experiments that a row of the page for each would hide the result.
// The results of a grid are in a separate file, and some may be missing. Only a pattern that
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
