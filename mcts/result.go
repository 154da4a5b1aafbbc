package mcts

import (
	"cmp"
	"slices"
	"time"

	"github.com/banyan-go/banyan/timing"
)

// Result is what a search found, in all its trees together. It shares no memory with the search.
type Result[A any] struct {
	// Action is the answer, by Config.Final; the first legal action if there were no simulations. Where all players
	// choose at the same time, it is that of Config.Player.
	Action A

	Values []float64 // mean returns of every player over the simulations of this Run; nil if there were none

	// Children are all actions of the root, by falling visits; where all players choose at the same time, those of
	// Config.Player with that player's statistics, of which the shares of the visits are a mixed strategy.
	Children []Child[A]

	// PV is the principal variation: Action, and then the most visited action again and again, while there are
	// visits. Outcomes of chance are among them. A joint action is the actions of all players in their order; at the
	// root those that the others chose most beside Action.
	PV []A

	Simulations int           // of this Run
	Elapsed     time.Duration // of this Run
	Stop        Stop          // what ended it
	Reason      timing.Reason // of Budget.Session, where Stop is StopSession
	Nodes       int           // of the tree, those kept from an earlier Run among them
	Bytes       int64         // memory that the tree holds
	Full        bool          // Config.MaxNodes or MaxBytes kept a node out of the tree
}

// Child is an action of the root and its statistics.
type Child[A any] struct {
	Action A
	Visits int
	Mean   float64 // of what the simulations were worth to the player who chooses; 0 without visits

	// Prior is the prior of the action, if [Config.Prediction] gives priors to a strategy that needs them.
	Prior float64

	// Borrowed is how many visits of boards that look alike the selection counts beside Visits, with Config.Similarity.
	Borrowed int
}

// Stop says what ended a search.
type Stop int

// The reasons for which a search ends.
const (
	StopRunning     Stop = iota // nothing: this is an interim result
	StopSimulations             // Budget.Simulations
	StopTime                    // Budget.Time
	StopContext                 // the context
	StopForced                  // the root has one action only
	StopDecided                 // Config.Final needs no more
	StopVisits                  // the 32 bits of the root's visits
	StopSession                 // Budget.Session: the plan is spent, or a rule stopped the search; see Result.Reason
	StopLeft                    // the loop over Watch was left; no Result carries it
)

// String returns the reason in a word.
func (s Stop) String() string {
	names := [...]string{"running", "simulations", "time", "context", "forced", "decided", "visits", "session", "left"}
	if uint(s) < uint(len(names)) {
		return names[s]
	}
	return "unknown"
}

// result describes the search as it stands.
func (s *Search[S, A]) result(r *run[A]) (Result[A], error) {
	choices := s.choices()
	k, _, err := s.answer(choices)
	if err != nil {
		return Result[A]{}, err
	}
	result := Result[A]{
		Action:      choices[k].Action,
		PV:          s.variation(choices[k].Action),
		Simulations: r.simulations,
		Elapsed:     s.cfg.Clock().Sub(r.start),
		Stop:        r.stop,
		Reason:      r.reason,
	}
	for _, w := range s.trees {
		result.Nodes += w.tree.nodes
		result.Bytes += w.tree.bytes()
		result.Full = result.Full || w.tree.full
	}
	if r.simulations > 0 {
		result.Values = s.values(r.simulations)
	}
	for _, c := range choices {
		result.Children = append(result.Children, c.Child)
	}
	slices.SortStableFunc(result.Children, func(a, b Child[A]) int { return cmp.Compare(b.Visits, a.Visits) })
	return result, nil
}

// values returns the mean returns over the simulations of this Run.
func (s *Search[S, A]) values(simulations int) []float64 {
	values := make([]float64, len(s.w.sums))
	for p := range values {
		for _, w := range s.workers {
			values[p] += w.sums[p]
		}
		values[p] /= float64(simulations)
	}
	return values
}
