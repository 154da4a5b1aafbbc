package inspect

import (
	"context"
	"fmt"
	"slices"
	"time"
	"weak"

	"github.com/banyan-go/banyan/mcts"
)

const (
	maxPoints  = 600 // of a history
	maxCurves  = 40
	newCurves  = 12 // the most visited actions of a point get a curve
	leastRatio = 1.002
)

// history is how the visits of the actions of the root grew. It has at most maxPoints points: if
// there are more, every other one is dropped.
type history[A comparable] struct {
	epoch  uint64
	ids    map[A]int
	curves historyJSON
}

// historyJSON is a history as the page reads it.
type historyJSON struct {
	Epoch  uint64   `json:"epoch"`
	Labels []string `json:"labels"` // of the actions, by their ID
	Visits []int    `json:"visits"` // of the root, at every point
	Counts [][]int  `json:"counts"` // of the actions with an ID at that time, at every point
}

// id returns the number of the curve of an action, or -1.
func (h *history[A]) id(a A) int {
	if id, ok := h.ids[a]; ok {
		return id
	}
	return -1
}

// add adds a point, unless there are too few new visits. children are in descending order of
// visits.
func (h *history[A]) add(epoch uint64, visits int, children []mcts.Child[A]) {
	if h.ids == nil || h.epoch != epoch {
		*h = history[A]{epoch: epoch, ids: map[A]int{}}
		h.curves = historyJSON{Epoch: epoch, Labels: []string{}, Visits: []int{}, Counts: [][]int{}}
	}
	c := &h.curves
	if n := len(c.Visits); n > 0 && float64(visits) < leastRatio*float64(c.Visits[n-1])+1 {
		return
	}
	for _, child := range children[:min(len(children), newCurves)] {
		if _, ok := h.ids[child.Action]; !ok && len(h.ids) < maxCurves {
			h.ids[child.Action] = len(h.ids)
			c.Labels = append(c.Labels, fmt.Sprint(child.Action))
		}
	}
	counts := make([]int, len(h.ids))
	for _, child := range children {
		if id, ok := h.ids[child.Action]; ok {
			counts[id] = child.Visits
		}
	}
	c.Visits, c.Counts = append(c.Visits, visits), append(c.Counts, counts)
	if len(c.Visits) > maxPoints {
		for i := range maxPoints / 2 {
			c.Visits[i], c.Counts[i] = c.Visits[2*i], c.Counts[2*i]
		}
		c.Visits, c.Counts = c.Visits[:maxPoints/2], c.Counts[:maxPoints/2]
	}
}

// The record has a point for every so many simulations, so that it is as good for a short search as
// for a long one.
const (
	pointsPerDoubling = 20
	fastestRecord     = 20 * time.Millisecond
	slowestRecord     = time.Second
	idleRecord        = 100 * time.Millisecond
)

// record adds to the history of a subject until ctx is done, or there is no other reference to the
// subject.
func record[S any, A comparable](ctx context.Context, w weak.Pointer[subject[S, A]]) {
	for ctx.Err() == nil {
		s := w.Value()
		if s == nil {
			return
		}
		// The wait must not hold the subject, so this is the last use of s.
		wait := s.point(ctx)
		select {
		case <-ctx.Done():
		case <-time.After(wait):
		}
	}
}

// point adds a point to the history if the search runs, and returns the time until the next one.
func (s *subject[S, A]) point(ctx context.Context) (wait time.Duration) {
	wait = idleRecord
	err := s.inspect(ctx, func(now mcts.Snapshot[S, A]) error {
		if !now.Running {
			return nil
		}
		visits := 0
		for _, root := range now.Roots {
			visits += root.Visits()
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.history.add(now.Epoch, visits, now.Result.Children)
		wait = min(max(now.Result.Elapsed/pointsPerDoubling, fastestRecord), slowestRecord)
		return nil
	})
	if err != nil {
		wait = slowestRecord
	}
	return wait
}

// copy returns the history as it is now.
func (h *history[A]) copy() historyJSON {
	c := h.curves
	c.Labels, c.Visits, c.Counts = append([]string{}, c.Labels...), append([]int{}, c.Visits...), append([][]int{}, slices.Clone(c.Counts)...)
	return c
}
