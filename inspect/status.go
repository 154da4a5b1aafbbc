package inspect

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/banyan-go/banyan/arena/stats"
	"github.com/banyan-go/banyan/mcts"
)

// status is a search without its tree.
type status struct {
	Name    string   `json:"name"`
	Epoch   uint64   `json:"epoch"`
	Running bool     `json:"running"`
	Trees   int      `json:"trees"`
	Players []string `json:"players"` // their names
	Player  int      `json:"player"`  // who chooses at the root

	Visits      int           `json:"visits"` // of the roots
	Simulations int           `json:"simulations"`
	Inherited   int           `json:"inherited"`
	Seconds     float64       `json:"seconds"`
	Stop        string        `json:"stop"`
	Reason      string        `json:"reason,omitempty"`
	Nodes       int           `json:"nodes"`
	Bytes       int64         `json:"bytes"`
	Full        bool          `json:"full"`
	Proven      bool          `json:"proven"`
	Bounds      [][2]*float64 `json:"bounds,omitempty"`
	Values      []float64     `json:"values,omitempty"`

	Action  string   `json:"action"`
	PV      []step   `json:"pv"`
	Best    *line    `json:"best,omitempty"`
	Actions []action `json:"actions"` // the most visited ones
	More    int      `json:"more"`    // how many actions are left out
}

// line is the best line of a search that keeps one, or its beginning.
type line struct {
	Return float64 `json:"return"` // from the root on
	Steps  []step  `json:"steps"`
	More   int     `json:"more"` // how many actions are left out
}

// step is an action on a path in the first tree.
type step struct {
	Action string `json:"action"`
	Index  int    `json:"index"` // of the child; -1 if it is not in this tree
}

// action is an action of the root.
type action struct {
	step
	ID         int      `json:"id"` // in the history; -1 if it is not there
	Visits     int      `json:"visits"`
	Mean       float64  `json:"mean"`
	Low        *float64 `json:"low"` // of a 95 % interval; nil unless all returns are in [0,1]
	High       *float64 `json:"high"`
	Prior      float64  `json:"prior,omitempty"`
	NoisyPrior float64  `json:"perturbed,omitempty"`
	Lower      *float64 `json:"lower"` // proven bounds
	Upper      *float64 `json:"upper"`
	Plies      int      `json:"plies,omitempty"`
	Imported   int      `json:"imported,omitempty"`
}

const (
	maxActions = 400 // of the root, in an answer
	maxPV      = 60
)

// status returns what the search has found.
func (s *subject[S, A]) status(ctx context.Context) (out status, err error) {
	err = s.inspect(ctx, func(now mcts.Snapshot[S, A]) error {
		out = s.describe(now)
		return nil
	})
	return out, err
}

// describe describes a search, and adds to its history.
func (s *subject[S, A]) describe(now mcts.Snapshot[S, A]) status {
	r := &now.Result
	if len(r.Children) == 0 && len(now.Roots) > 0 { // Nothing but a part of an earlier tree is known.
		r.Children = now.Roots[0].Choices(max(chooser(now.Roots[0]), 0))
		slices.SortStableFunc(r.Children, func(a, b mcts.Child[A]) int { return cmp.Compare(b.Visits, a.Visits) })
	}
	out := status{
		Name: s.name, Epoch: now.Epoch, Running: now.Running, Trees: len(now.Roots), Players: playerNames(now.Rules), Player: -1,
		Simulations: r.Simulations, Inherited: r.Inherited, Seconds: r.Elapsed.Seconds(), Stop: r.Stop.String(),
		Nodes: r.Nodes, Bytes: r.Bytes, Full: r.Full, Proven: r.Proven,
		PV: []step{}, Actions: []action{},
	}
	if r.Stop == mcts.StopMoveTime {
		out.Reason = r.Reason.String()
	}
	for _, b := range r.Bounds {
		out.Bounds = append(out.Bounds, [2]*float64{finite(b[0]), finite(b[1])})
	}
	for _, v := range r.Values {
		out.Values = append(out.Values, rounded(v))
	}
	if len(now.Roots) == 0 {
		return out
	}
	for _, root := range now.Roots {
		out.Visits += root.Visits()
	}
	out.Player = chooser(now.Roots[0])
	if r.Simulations > 0 {
		out.Action = fmt.Sprint(r.Action)
	}
	out.PV = steps(now.Roots[0], r.PV[:min(len(r.PV), maxPV)])
	if best := r.Best.Actions; len(best) > 0 {
		shown := best[:min(len(best), maxPV)]
		out.Best = &line{rounded(r.Best.Return), steps(now.Roots[0], shown), len(best) - len(shown)}
	}
	s.actions(&out, now)
	return out
}

// actions describes the actions of the root and adds them to the history.
func (s *subject[S, A]) actions(out *status, now mcts.Snapshot[S, A]) {
	children := now.Result.Children
	out.More = max(0, len(children)-maxActions)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.history.add(now.Epoch, out.Visits, children)
	places := indices(now.Roots[0])
	unit := isUnit(now.Result.Scales)
	for _, c := range children[:min(len(children), maxActions)] {
		place, ok := places[c.Action]
		if !ok {
			place = -1
		}
		a := action{
			step: step{fmt.Sprint(c.Action), place}, ID: s.history.id(c.Action), Visits: c.Visits, Mean: rounded(c.Mean),
			Prior: rounded(c.Prior), NoisyPrior: rounded(c.NoisyPrior),
			Lower: finite(c.Lower), Upper: finite(c.Upper), Plies: c.Plies, Imported: c.ImportedVisits,
		}
		if unit && c.Visits > 0 {
			low, high := stats.Wilson(c.Mean*float64(c.Visits), float64(c.Visits), 0.95)
			a.Low, a.High = finite(low), finite(high)
		}
		out.Actions = append(out.Actions, a)
	}
}

// indices returns the index of the child for every action at the root.
func indices[A comparable](root mcts.Node[A]) map[A]int {
	children := root.Children()
	places := make(map[A]int, len(children))
	for i, child := range children {
		places[child.Action()] = i
	}
	return places
}

// steps returns where actions lead to from n.
func steps[A comparable](n mcts.Node[A], actions []A) []step {
	path := make([]step, len(actions))
	for i, a := range actions {
		path[i] = step{fmt.Sprint(a), -1}
		if i > 0 && path[i-1].Index < 0 {
			continue
		}
		for k, child := range n.Children() {
			if child.Action() == a {
				path[i].Index, n = k, child
				break
			}
		}
	}
	return path
}

// isUnit reports whether all returns are in [0,1], as they are if a win counts 1 and a loss 0.
func isUnit(scales []mcts.Scale) bool {
	return len(scales) > 0 && !slices.ContainsFunc(scales, func(s mcts.Scale) bool { return !s.IsChance() })
}
