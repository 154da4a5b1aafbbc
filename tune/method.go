package tune

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/banyan-go/banyan/arena/stats"
)

// Method decides which players meet. [Halving] and [NTBEA] search the whole space, [SPSA] near its
// best point. A custom method is used like these.
type Method interface {
	// Start begins a search for the point that wins most against the opponent of the task. With a
	// limit of time, Run also calls it, and Next once, only to see how many pairs of games the
	// method asks for at once.
	Start(t Task) Searcher
}

// Task is what a [Searcher] does.
type Task struct {
	Space  *Space
	Budget int    // greatest number of pairs of games
	Seed   uint64 // decides everything random

	// Elites are the best points known, the best one first. There is at least one.
	Elites []Point

	// History are the trials against the same opponent so far, in their order.
	History []Observation

	// Opening is the number of the first opening that no trial of History had.
	Opening int
}

// Searcher is one search of a [Method]. It is used by one goroutine at a time. It must depend on
// nothing but its task and the scores, so that an interrupted search can be repeated.
type Searcher interface {
	// Next returns the trials that are to be played next. Without any, the search is done.
	Next() []Trial

	// Report is called after Next with the score of every pair of each of its trials: 1 if the
	// point won both games, 1/2 if games were even. If the time was up, there are fewer scores, and
	// none of some trials, and Next is not called again.
	Report(scores [][]float64)

	// Ranking returns the points that may be the best, the best one first, with their scores. It
	// returns nothing if no point is better than the first elite. It may be called after any
	// Report.
	Ranking() []Observation
}

// Trial asks for pairs of games of a point.
type Trial struct {
	Point   Point
	Against Point // if nil, the opponent of the task
	Pairs   int   // number of pairs
	Opening int   // number of the first opening; the openings of the other pairs follow
}

// Observation has the scores of a point.
type Observation struct {
	Point   Point
	Against Point       // if nil, the opponent of the task
	Scores  stats.Pairs // from the point of view of Point
}

// pessimistic is the order of points by the scores that they have at least, within one standard
// error, so that a few lucky games do not make a point the best.
func pessimistic(p stats.Pairs) float64 {
	if p.Count == 0 {
		return -1
	}
	return p.Mean() - p.StandardError()
}

// rank sorts a list by its scores, the best one first. Equal ones keep their order.
func rank[T any](list []T, scores func(T) stats.Pairs) {
	slices.SortStableFunc(list, func(a, b T) int {
		return cmp.Compare(pessimistic(scores(b)), pessimistic(scores(a)))
	})
}

func sum(scores []float64) (pairs stats.Pairs) {
	for _, score := range scores {
		pairs = pairs.Add(score)
	}
	return pairs
}

// validator is a method whose fields have rules.
type validator interface {
	validate() error
}

// atLeastZero returns an error if the value of a field is negative or infinite.
func atLeastZero[T int | float64](field string, value T) error {
	if value >= 0 && float64(value) <= math.MaxFloat64 {
		return nil
	}
	return fmt.Errorf("tune: %s is %v, want a finite number >= 0", field, value)
}

// share returns an error if the value of a field is not in [0,1).
func share(field string, value float64) error {
	if value >= 0 && value < 1 {
		return nil
	}
	return fmt.Errorf("tune: %s is %v, want 0 <= %[1]s < 1", field, value)
}

func total(trials []Trial) (pairs int) {
	for _, t := range trials {
		pairs += t.Pairs
	}
	return pairs
}
