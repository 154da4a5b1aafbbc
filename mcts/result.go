package mcts

import (
	"sort"
	"time"

	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/timing"
)

// Result is what a search found, in all its trees together. It shares no memory with the search.
type Result[A any] struct {
	// Action is the final action, by Config.Final; the first legal action if there were no
	// simulations. At simultaneous moves, it is the action of Budget.Player.
	Action A

	// Bounds are, for every player, the least and the greatest value that the root can have, with
	// [Config.Solver]; nil without one, or if nothing is known.
	Bounds [][2]float64

	// Scales are what the returns of every player look like, as far as the search knows.
	Scales []Scale

	// Best is the best of all simulations that came through the root since the last new tree, from
	// the root on, if Config.Final is a policy.BestLine, as it is for one player without
	// chance; the return is what is to come from the root on. Without one, there are no actions.
	Best Line[A]

	// Values are the mean returns of every player over the simulations of this Run, or the nearest
	// ones that Bounds allow; nil if there were no simulations.
	Values []float64

	// Children are all root actions in descending order of visits. At simultaneous moves they are
	// the actions of Budget.Player with that player's statistics; normalized visits form the mixed
	// strategy.
	Children []Child[A]

	// PV is the principal variation: Action, followed by [Node.PV] of the node that it leads to. It
	// includes outcomes of chance. A joint action is the actions of all players in their order; at
	// the root, Action with the actions that the others chose most along with it.
	PV []A

	Simulations int           // of this Run
	Inherited   int           // visits of the root before this Run, of a kept tree
	Elapsed     time.Duration // of this Run
	Stop        Stop          // what ended it
	Reason      timing.Reason // of Budget.MoveTime, if Stop is StopMoveTime
	Nodes       int           // of the tree, including those kept from an earlier Run
	Bytes       int64         // memory that the tree holds
	Proven      bool          // Config.Solver has proven that no action is better than Action
	Full        bool          // Config.MaxNodes or MaxBytes kept a node out of the tree
}

// Scale is what the returns of a player look like.
type Scale struct {
	// Low and High are the least and the greatest return that the game declares. Without a
	// ReturnRange, they are 0 and 1 while all returns are in [0,1], and then the least and the
	// greatest one of the search, except for returns that an earlier root had far from the others.
	Low, High float64

	// Unit is what the constants of strategies are multiples of; see [Config.Unit].
	Unit float64
}

// IsChance reports whether returns are in [0,1], so that a mean is a chance to win, or a share of
// what there is to win.
func (s Scale) IsChance() bool { return s.Low >= 0 && s.High <= 1 }

// Child is an action of the root and its statistics.
type Child[A any] struct {
	Action A
	Visits int     // simulations that chose it
	Mean   float64 // of the values of the simulations for the player who chooses; 0 without visits

	// Prior is the prior of the action, if [Config.Prediction] gives priors to a strategy that
	// needs them.
	Prior float64

	// NoisyPrior is the prior that a policy.Perturber has put in its place at the root, in this
	// Run.
	NoisyPrior float64

	// Lower and Upper bound the value of the action to the player who chooses, with
	// [Config.Solver]; otherwise they are infinite. If they are equal, the game ends within Plies
	// plies, the action included, or 0 if this is not known.
	Lower, Upper float64
	Plies        int

	// ImportedVisits is how many visits of similar positions the selection counts in addition to
	// Visits, with [Config.Similarity].
	ImportedVisits int

	ends bool // it is known that the action ends the game
}

// candidate is the child as Config.Final sees it, without an action number.
func (c *Child[A]) candidate() policy.Child {
	return policy.Child{Action: -1, Visits: c.Visits, Mean: c.Mean, Prior: c.Prior, NoisyPrior: c.NoisyPrior, Lower: c.Lower, Upper: c.Upper}
}

// Stop is the reason why a search ended.
type Stop int

// The reasons for which a search ends.
const (
	StopUnfinished  Stop = iota // nothing: this is an interim result
	StopSimulations             // Budget.Simulations
	StopTime                    // Budget.Time
	StopContext                 // the context
	StopForced                  // the root has a single action
	StopDecided                 // Config.Final needs no more simulations
	StopMoveTime                // Budget.MoveTime: the time is spent, or a rule stopped the search; see Result.Reason
	StopProven                  // Config.Solver has proven that no action is better
	StopOverflow                // the 32 bits of the root's visits
	stopLeft                    // the loop over Watch was left; no Result has it
)

// String returns the reason in a word.
func (s Stop) String() string {
	names := [...]string{"unfinished", "simulations", "time", "context", "forced", "decided", "allotment", "proven", "overflow", "left"}
	if uint(s) < uint(len(names)) {
		return names[s]
	}
	return "unknown"
}

// result describes the search as it stands.
func (s *Search[S, A]) result(r *run) (Result[A], error) {
	player := s.observing()
	sets := s.sets(player)
	choices := joined(sets)
	s.line, s.scale = s.best(), s.scaleOf(player)
	k, _, err := s.pick(choices, sets)
	if err != nil {
		return Result[A]{}, err
	}
	result := Result[A]{
		Action:      choices[k].Action,
		PV:          s.variation(choices[k].Action),
		Simulations: r.simulations,
		Inherited:   r.inherited,
		Elapsed:     s.cfg.Clock().Sub(r.Start),
		Stop:        r.stop,
		Reason:      r.reason,
		Bounds:      s.bounds(player, choices),
		Best:        s.line,
	}
	for p := range s.w.tree.Players() {
		result.Scales = append(result.Scales, s.scaleOf(p))
	}
	for _, w := range s.trees {
		result.Nodes += w.tree.Nodes()
		result.Full = result.Full || w.tree.Full()
	}
	result.Bytes = s.heldBytes()
	if r.simulations > 0 {
		result.Values = bounded(s.values(r.simulations), result.Bounds)
	}
	s.conclude(&result, choices)
	return result, nil
}

// best returns the best line of all workers.
func (s *Search[S, A]) best() Line[A] {
	var lines []Line[A]
	for _, w := range s.workers {
		if line, ok := w.play.Best(); ok {
			lines = append(lines, line)
		}
	}
	return bestOf(lines)
}

// bestOf returns a copy of the best line, the first of equals. Those without actions are none.
func bestOf[A any](lines []Line[A]) (best Line[A]) {
	for _, line := range lines {
		if len(line.Actions) > 0 && (best.Actions == nil || line.Return > best.Return) {
			best = line
		}
	}
	best.Actions = append([]A(nil), best.Actions...)
	return best
}

// conclude puts the choices into a result, by descending visits.
func (s *Search[S, A]) conclude(r *Result[A], choices []Child[A]) {
	_, r.Proven = s.knownBest(choices)
	r.Children = choices
	visited := len(choices) // As a rule, those without visits are at the end already.
	for visited > 0 && choices[visited-1].Visits == 0 {
		visited--
	}
	// Package slices would be compiled for every A.
	sort.SliceStable(choices[:visited], func(i, j int) bool { return choices[i].Visits > choices[j].Visits })
}

// Bytes returns the memory that the trees hold, used or not, as Result.Bytes does. It panics if the
// search is running.
func (s *Search[S, A]) Bytes() int64 {
	s.idle("Bytes")
	return s.heldBytes()
}

func (s *Search[S, A]) heldBytes() (bytes int64) {
	for _, w := range s.trees {
		if bytes += w.tree.Bytes(); w.known.AMAF != nil {
			bytes += w.known.AMAF.Bytes()
		}
		if w.infoset != nil {
			bytes += w.infoset.Bytes()
		}
		if w.graph != nil {
			bytes += w.graph.Bytes()
		}
	}
	return bytes
}

// scaleOf returns what the returns of a player look like, in all trees.
func (s *Search[S, A]) scaleOf(player int) Scale {
	all, n := Scale(s.w.seen.Scale(player)), 0
	for _, w := range s.trees[:s.begun] {
		if w.rootNode().Visits() > 0 {
			all = joinedScales(all, Scale(w.seen.Scale(player)), n)
			n++
		}
	}
	return all
}

// joinedScales returns what returns look like in several trees and one more. Its unit is the mean
// of theirs.
func joinedScales(several, one Scale, n int) Scale {
	if n == 0 {
		return one
	}
	one.Low, one.High = min(several.Low, one.Low), max(several.High, one.High)
	one.Unit = several.Unit + (one.Unit-several.Unit)/float64(n+1)
	return one
}

// values returns the mean returns over the simulations of this Run.
func (s *Search[S, A]) values(simulations int) []float64 {
	values := s.sums()
	for p := range values {
		values[p] /= float64(simulations)
	}
	return values
}

// bounded returns values, the nearest ones within bounds if there are some.
func bounded(values []float64, bounds [][2]float64) []float64 {
	for p := range min(len(values), len(bounds)) {
		values[p] = min(max(values[p], bounds[p][0]), bounds[p][1])
	}
	return values
}

// sums returns the sums of the returns of every player over the simulations of this Run.
func (s *Search[S, A]) sums() []float64 {
	sums := make([]float64, s.w.tree.Players())
	for _, w := range s.workers {
		for p := range sums {
			sums[p] += w.seen.Sum(p)
		}
	}
	return sums
}
