package spec

import (
	"cmp"
	"math"
	"strconv"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// DefaultHidden returns the value of hidden for players of a game whose texts do not set it:
// infoset, or ensemble in a game with simultaneous moves. It is empty if nothing is hidden.
func DefaultHidden[S any, A comparable](r *game.Rules[S, A]) string {
	switch {
	case r.Determinizer == nil:
		return ""
	case r.Simultaneous != nil:
		return "ensemble"
	}
	return "infoset"
}

// LacksHidden reports whether the player is a search that does not specify how to handle hidden
// information. In a game with hidden information it then gets [DefaultHidden].
func (p Player) LacksHidden() bool { return p.Kind == MCTS && p.Search.Hidden == nil }

// setHidden sets one of the values that DefaultHidden returns.
func (p *Player) setHidden(kind string) {
	switch kind {
	case "infoset":
		p.Search.Hidden = mcts.ISMCTS{}
	case "ensemble":
		p.Search.Hidden = mcts.Ensemble{}
		p.Budget.Simulations *= mcts.DefaultTrees
	}
}

// SeesAll reports whether the player looks at what is hidden from it, in a game with hidden
// information: a search with hidden=no, and alpha-beta.
func (p Player) SeesAll() bool {
	_, open := p.Search.Hidden.(mcts.PerfectInformation)
	return open || p.Kind == AlphaBeta
}

// hides reports whether a search cannot see everything, so that every action begins a new tree.
func hides(cfg mcts.Config) bool {
	return cfg.Hidden != nil && cfg.Hidden != mcts.HiddenInformation(mcts.PerfectInformation{})
}

// hidden reads how hidden information is handled. With an ensemble, trees and merge belong to it
// instead of root parallelization.
func (r *reader) hidden(cfg *mcts.Config) {
	kind := r.word("hidden", "no", "ensemble", "infoset")
	forest, root := cfg.Parallel.(mcts.RootParallel)
	trees, merge := forest.Trees, forest.Merge
	if !root && (kind == "ensemble" || kind == "no" && !r.given("hidden")) {
		if trees = r.whole("trees"); trees > 0 || kind == "ensemble" {
			kind, merge = "ensemble", r.merge()
		}
	}
	switch kind {
	case "no":
		if r.given("hidden") {
			cfg.Hidden = mcts.PerfectInformation{}
		}
	case "infoset":
		cfg.Hidden = mcts.ISMCTS{Beliefs: r.word("beliefs", "off", "on") == "on"}
	case "ensemble":
		cfg.Hidden = mcts.Ensemble{Trees: trees, Merge: merge}
		if root {
			cfg.Parallel = mcts.RootParallel{Workers: forest.Workers}
		}
	}
}

// merge reads how several trees are combined.
func (r *reader) merge() mcts.Merge {
	if r.word("merge", "sum", "majority") == "majority" {
		return mcts.MergeVote
	}
	return mcts.MergeSum
}

// simulations reads the simulations of a budget. With an ensemble, the number in the text is for
// each tree.
func (r *reader) simulations(cfg mcts.Config) int {
	sims, trees := r.whole("sims"), 1
	if e, ok := cfg.Hidden.(mcts.Ensemble); ok {
		trees = cmp.Or(e.Trees, mcts.DefaultTrees)
	}
	if sims > math.MaxInt/trees {
		r.fail("sims", strconv.Itoa(sims), "fewer, of so many trees")
		return 0
	}
	return sims * trees
}

// backup reads the discount of late results. It returns nil without one.
func (r *reader) backup() policy.Backup {
	lambda, turns := r.discount("lambda")
	loss, losing := r.number("loss", -1, 0)
	gamma, plies := r.discount("plydiscount")
	switch {
	case plies && (turns || losing):
		r.fail("plydiscount", r.own["plydiscount"], "it without lambda and loss")
	case plies:
		return policy.PlyDiscount{Gamma: gamma}
	case turns || losing:
		return policy.TurnDiscount{Lambda: lambda, Loss: loss}
	}
	return nil
}

// discount reads the factor for each turn or ply, and whether it is set.
func (r *reader) discount(key string) (float64, bool) {
	share, given := r.number(key, 0, 1)
	if given && share == 0 {
		r.fail(key, r.own[key], "a number above 0, up to 1")
	}
	return share, given
}
