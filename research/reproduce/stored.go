package main

import (
	"fmt"
	"path/filepath"
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
// grid are in one file, and so are those of other experiments whose names have the same first word.
func (e experiment) file(folder string) string {
	family, _, _ := strings.Cut(e.name, "-")
	if g, ok := gridOf(e.name); ok {
		family = g.key
	}
	return filepath.Join(folder, family+".csv")
}

// put writes the result of an experiment to the folder -store, with its cost and times. The
// results of quick experiments go to a file of their own, without them.
func (o options) put(e experiment, p played) error {
	file := filepath.Join(o.store, "quick.csv")
	if !o.quick {
		if err := p.storeMeasured(o.store, e); err != nil {
			return err
		}
		file = e.file(o.store)
	}
	s := p.summary
	return table.Put(file, result{e.name, s.Game, s.A, s.B, s.Seed, s.Opening, s.Clock, s.Rules, s.Tally})
}

// read reads the results of experiments. Each result in their files must be that of one of them and
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
