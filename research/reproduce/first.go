package main

import (
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/arena/stats"
	"github.com/banyan-go/banyan/research/internal/table"
)

// firstFile is the name of the file of first games, which lies next to the results. A test plays
// them again, so that a change of the library that changes a claim of strength is noticed without
// playing whole matches.
const firstFile = "first.csv"

// firstGames describes the first pair of games of an experiment, or the games with the first
// opening if there are more seats.
type firstGames struct {
	Name string
	Sum  string // of all actions: the first digits of their SHA-256
	stats.Tally
}

// repeats reports whether a test shall play the first games of the experiment again: it is a claim
// of strength, and its games are the same on every machine.
func (e experiment) repeats() bool { return e.topic == strength && e.time == "" }

// first describes the first games among records.
func (e experiment) first(records []arena.Record) firstGames {
	records = records[:min(len(records), e.withGames(1).games)]
	var actions strings.Builder
	for _, r := range records {
		fmt.Fprintln(&actions, r.Opening, r.Actions)
	}
	sum := fmt.Sprintf("%x", sha256.Sum256([]byte(actions.String())))
	return firstGames{e.name, sum[:8], arena.Count(records, 0, 1)}
}

// store writes the first games to their file in a folder.
func (f firstGames) store(folder string) error {
	return table.Put(filepath.Join(folder, firstFile), f)
}
