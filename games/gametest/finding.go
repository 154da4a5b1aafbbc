package gametest

import (
	"fmt"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// The names of the laws, as the package comment lists them.
const (
	lawStart          = "start"
	lawPlayers        = "players"
	lawMover          = "mover"
	lawDistinct       = "distinct"
	lawOrder          = "order"
	lawAppend         = "append"
	lawReadOnly       = "read-only"
	lawApply          = "apply"
	lawCopy           = "copy"
	lawGoroutines     = "goroutines"
	lawEnds           = "ends"
	lawReturns        = "returns"
	lawRange          = "range"
	lawRewards        = "rewards"
	lawOutcomes       = "outcomes"
	lawSample         = "sample"
	lawJoint          = "joint"
	lawIndex          = "index"
	lawIndexList      = "index-list"
	lawScores         = "scores"
	lawPass           = "pass"
	lawHash           = "hash"
	lawCells          = "cells"
	lawPlayout        = "playout"
	lawPlayoutMean    = "playout-mean"
	lawRecord         = "record"
	lawSampler        = "sampler"
	lawSamplerUniform = "sampler-uniform"
	lawWinner         = "winner"
	lawWeigh          = "weigh"
	lawEvaluate       = "evaluate"
	lawTurn           = "turn"
	lawText           = "text"
	lawParse          = "parse"
	lawLegal          = "legal"
	lawPanic          = "panic"
	lawEach           = "each"
)

// maxFindings is the number of findings per law. Further cases would only repeat the fault.
const maxFindings = 3

// report collects findings and the place that the kit has reached.
type report[A comparable] struct {
	place[A]
	findings []error
	perLaw   map[string]int
}

// place is the way to a position: the game of a seed, its first plies, and plies that the kit has
// played from there on a copy.
type place[A comparable] struct {
	seed uint64
	path []ply[A]
	line []ply[A]
}

// find adds a finding at the current place.
func (r *report[A]) find(law, format string, args ...any) {
	if r.perLaw == nil {
		r.perLaw = map[string]int{}
	}
	if r.perLaw[law]++; r.perLaw[law] > maxFindings {
		return
	}
	what := fmt.Errorf(format, args...)
	r.findings = append(r.findings, fmt.Errorf("gametest: %s: %w (%s)", law, what, r.place))
}

func (r *report[A]) found(law string) bool { return r.perLaw[law] > 0 }

// String describes how to reach the place. For a very long game it lists the first and the last
// actions; the seed determines the others.
func (p place[A]) String() string {
	const end = 50
	path := slices.Concat(p.path, p.line)
	if len(path) == 0 {
		return fmt.Sprintf("seed %d, at the start", p.seed)
	}
	text := list(path)
	if len(path) > 2*end {
		text = list(path[:end]) + " ... " + list(path[len(path)-end:])
	}
	return fmt.Sprintf("seed %d, after %d: %s", p.seed, len(path), text)
}

// list joins the texts of values with spaces.
func list[T any](things []T) string {
	words := make([]string, len(things))
	for i := range things {
		words[i] = fmt.Sprint(things[i])
	}
	return strings.Join(words, " ")
}

// catch turns a panic of the game into a finding. It must be deferred.
func (r *report[A]) catch() {
	if value := recover(); value != nil {
		r.find(lawPanic, "%v, in %s", value, panicOrigin())
	}
}

// panicOrigin returns the function that panicked. It must be called by the deferred function that
// recovers.
func panicOrigin() string {
	pc := make([]uintptr, 64)
	frames, panicked := runtime.CallersFrames(pc[:runtime.Callers(0, pc)]), false
	for frame, more := frames.Next(); more; frame, more = frames.Next() {
		panicked = panicked || frame.Function == "runtime.gopanic"
		if panicked && !strings.HasPrefix(frame.Function, "runtime.") {
			return fmt.Sprintf("%s at %s:%d", path.Base(frame.Function), filepath.Base(frame.File), frame.Line)
		}
	}
	return "an unknown function"
}
