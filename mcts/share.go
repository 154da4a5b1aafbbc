package mcts

import (
	"errors"
	"slices"

	"github.com/banyan-go/banyan/rng"
)

// TreeSeed returns the seed of a tree of [RootParallel] in a search with a seed. The first tree has
// the seed of the search; the other seeds are drawn from it, so that searches with neighboring
// seeds have no tree in common.
func TreeSeed(seed uint64, tree int) uint64 {
	r := rng.New(seed)
	for range tree {
		seed = r.Uint64()
	}
	return seed
}

// RootStats are the statistics of the root after a Run of a search with one tree. [Search.Merge]
// merges the RootStats of several searches of the same root, for example on other machines: root
// parallelization without a common process. All fields are exported, so that it can be sent; an
// encoding has to allow infinite numbers. It shares no memory with the search.
type RootStats[A any] struct {
	Result     Result[A]  // of the Run
	Children   []Child[A] // the actions of the root in the order of the tree
	Ends       []bool     // of each of them: it is known to end the game
	ReturnSums []float64  // of the returns of every player over the simulations of the Run
	Player     int        // whose action is wanted
	RootNumber uint64     // how many roots the search has had, new trees included
}

// RootStats returns the statistics of a search whose last Run returned r. It returns an error after
// an Advance, without a Run, and if the search has several trees.
func (s *Search[S, A]) RootStats(r Result[A]) (RootStats[A], error) {
	s.idle("RootStats")
	switch {
	case len(s.trees) > 1:
		return RootStats[A]{}, errors.New("mcts: RootStats of a search with several trees, want one tree")
	case s.phase != rooted:
		return RootStats[A]{}, errors.New("mcts: RootStats without a Run before it")
	}
	made := RootStats[A]{Player: s.observing(), Result: r, RootNumber: s.moves, ReturnSums: s.sums()}
	made.Children = s.choices()
	for _, c := range made.Children {
		made.Ends = append(made.Ends, c.ends)
	}
	return made, nil
}

// Merge returns the result of several searches of the same root, with the final action by the
// Config of s, whose own trees are not used. The shares of searches with the seeds that [TreeSeed]
// returns, and with simulations shared out as [RootParallel] does, give the result that a search
// with so many trees has: the same action, statistics, values and sums. Bounds and proofs are
// intersected; with a Solver, a search in one process ends all trees as soon as one of them has
// proven the root, so it may make fewer simulations. PV comes from one of the searches, and Elapsed
// from the slowest one. Shares without simulations add nothing.
//
// At least one share must have children. The shares are only read. Merge must not be called while
// s is running, nor by several goroutines.
func (s *Search[S, A]) Merge(shares []RootStats[A]) (Result[A], error) {
	defer s.hold("Merge")()
	sets := make([][]Child[A], len(shares))
	for i, share := range shares {
		if len(share.Ends) != len(share.Children) || len(share.ReturnSums) != s.w.tree.Players() {
			return Result[A]{}, errors.New("mcts: Merge of a share with too few elements")
		}
		for k, c := range share.Children {
			c.ends = share.Ends[k]
			sets[i] = append(sets[i], c)
		}
	}
	choices := joined(sets)
	if len(choices) == 0 {
		return Result[A]{}, errors.New("mcts: Merge of shares without actions")
	}
	before := s.moves
	defer func() { s.moves = before }()
	var lines []Line[A]
	for _, share := range shares {
		s.moves = max(s.moves, share.RootNumber)
		lines = append(lines, share.Result.Best)
	}
	scales := scalesOf(shares, s.w.tree.Players())
	s.line, s.scale = bestOf(lines), Scale{High: 1, Unit: 1}
	if p := shares[0].Player; uint(p) < uint(len(scales)) && scales[p].Unit > 0 {
		s.scale = scales[p]
	}
	k, _, err := s.pick(choices, sets)
	if err != nil {
		return Result[A]{}, err
	}
	made := Result[A]{Action: choices[k].Action, Values: make([]float64, s.w.tree.Players()), Scales: scales, Best: s.line, Stop: shares[0].Result.Stop}
	for _, share := range shares {
		r := share.Result
		made.Simulations += r.Simulations
		made.Inherited += r.Inherited
		made.Nodes += r.Nodes
		made.Bytes += r.Bytes
		made.Full = made.Full || r.Full
		made.Elapsed = max(made.Elapsed, r.Elapsed)
		if r.Stop == StopProven {
			made.Stop = StopProven
		}
		for p := range made.Values {
			made.Values[p] += share.ReturnSums[p]
		}
		made.Bounds = intersected(made.Bounds, r.Bounds)
	}
	if made.Simulations == 0 {
		made.Values = nil
	}
	for p := range made.Values {
		made.Values[p] /= float64(made.Simulations)
	}
	if p := shares[0].Player; uint(p) < uint(len(made.Bounds)) {
		lower, upper := worth(choices)
		made.Bounds[p] = narrowed(made.Bounds[p], lower, upper)
	}
	made.Values = bounded(made.Values, made.Bounds)
	made.PV = variationOf(shares, choices[k].Action)
	s.conclude(&made, choices)
	return made, nil
}

// scalesOf returns what the returns of so many players look like in shares with simulations.
func scalesOf[A any](shares []RootStats[A], players int) []Scale {
	all, n := make([]Scale, players), 0
	for _, share := range shares {
		if share.Result.Simulations == 0 || len(share.Result.Scales) != players {
			continue
		}
		for p, one := range share.Result.Scales {
			all[p] = joinedScales(all[p], one, n)
		}
		n++
	}
	return all
}

// variationOf returns the principal variation of a share that has chosen the same action: one that
// has proven it, if there is one, and of several the one that has visited it most.
func variationOf[A comparable](shares []RootStats[A], action A) []A {
	best, most, proven := []A{action}, -1, false
	for _, share := range shares {
		r := share.Result
		if r.Action != action || len(r.PV) == 0 || proven && !r.Proven {
			continue
		}
		for _, c := range share.Children {
			if c.Action == action && (c.Visits > most || r.Proven && !proven) {
				best, most, proven = slices.Clone(r.PV), c.Visits, r.Proven
			}
		}
	}
	return best
}

// intersected returns the bounds that follow from two sets of them; nil is none.
func intersected(a, b [][2]float64) [][2]float64 {
	if a == nil {
		return slices.Clone(b)
	}
	for p := range b {
		a[p] = narrowed(a[p], b[p][0], b[p][1])
	}
	return a
}

// narrowed returns the bounds that follow from some and others.
func narrowed(bounds [2]float64, lower, upper float64) [2]float64 {
	lower = max(lower, bounds[0])
	return [2]float64{lower, max(lower, min(upper, bounds[1]))}
}
