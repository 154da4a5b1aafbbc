package spec

import (
	_ "embed"
	"math"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)

// Usage describes the kinds of players and their parameters.
//
//go:embed usage.txt
var Usage string

// search reads the configuration of a search.
func (r *reader) search() mcts.Config {
	cfg := mcts.Config{
		Selection: r.selection(),
		Playout:   r.playout(r.word("playout", r.names.playouts("uniform", "mast", "nst", "lgrf", "adaptive")...)),
		Final:     r.final(),
		Parallel:  r.parallel(),
		MaxPlies:  r.whole("maxplies"),
		MaxNodes:  r.whole("maxnodes"),
		Backup:    r.backup(),
		Solver:    r.solver(),

		Similarity: r.similarity(),
	}
	cfg.Selection = r.widening(cfg.Selection)
	cfg.Root = r.atRoot(cfg.Selection)
	if f, ok := cfg.Root.(policy.Final); ok && !r.given("final") {
		cfg.Final = f
	}
	cfg.Prediction = r.prediction(policy.NeedsOf(cfg.Selection) | policy.NeedsOf(cfg.Root))
	r.hidden(&cfg)
	r.reuse(&cfg)
	switch r.word("decisive", "no", "yes", "anti") {
	case "yes":
		cfg.Playout = mcts.DecisiveMoves{Playout: cfg.Playout}
	case "anti":
		cfg.Playout = mcts.DecisiveMoves{Playout: cfg.Playout, Anti: true}
	}
	return cfg
}

func (r *reader) solver() *mcts.Solver {
	if r.word("solver", "off", "on") == "off" {
		return nil
	}
	return &mcts.Solver{Probe: r.word("probe", "off", "on") == "on", GeneralSum: r.word("sum", "constant", "general") == "general"}
}

func (r *reader) parallel() mcts.Parallel {
	switch r.word("parallel", "serial", "root", "leaf", "lockstep", "tree") {
	case "root":
		return mcts.RootParallel{Trees: r.whole("trees"), Merge: r.merge(), Workers: r.whole("workers")}
	case "leaf":
		return mcts.LeafParallel{Playouts: r.whole("playouts"), Workers: r.whole("workers")}
	case "lockstep":
		return mcts.LockStep{Batch: r.whole("batch"), Workers: r.whole("workers")}
	case "tree":
		return mcts.TreeParallel{VirtualLoss: r.flag("virtualloss"), Workers: r.whole("workers")}
	}
	return nil
}

func (r *reader) selection() policy.Selection {
	switch r.word("selection", "uct", "ucb1tuned", "puct", "implicit", "grave", "rave", "exp3", "regret") {
	case "puct":
		return r.puct()
	case "ucb1tuned":
		return policy.UCB1Tuned{}
	case "implicit":
		return policy.ImplicitMinimax{C: r.positive("c"), Alpha: r.share("alpha")}
	case "grave":
		return policy.GRAVE{Ref: r.whole("ref"), Bias: r.positive("bias"), C: r.positive("c")}
	case "rave":
		return policy.RAVE{Bias: r.positive("bias"), C: r.positive("c")}
	case "exp3":
		return policy.Exp3{Gamma: r.positive("gamma")}
	case "regret":
		return policy.RegretMatching{Gamma: r.positive("gamma")}
	}
	return policy.UCT{C: r.positive("c")}
}

func (r *reader) playout(name string) policy.Playout {
	switch name {
	case "mast":
		return policy.MAST{Rule: r.rule(), Unseen: r.positive("unseen"), Decay: r.decay(), TreeOnly: r.flag("treeonly")}
	case "nst":
		return policy.NST{
			N: r.whole("n"), K: r.whole("k"), Rule: r.rule(), Unseen: r.positive("unseen"), Decay: r.decay(),
		}
	case "lgrf":
		return policy.LGRF{
			Levels:      map[string]int{"1": 1, "2": 2}[r.word("levels", "2", "1")],
			Fallback:    r.playout(r.word("fallback", r.names.playouts("uniform", "mast", "nst")...)),
			KeepLosing:  r.word("forget", "yes", "no") == "no",
			IgnoreDraws: r.word("draws", "learn", "ignore") == "ignore",
		}
	case "adaptive":
		return r.adaptive()
	case "uniform":
		return policy.Uniform{}
	}
	return r.names.Playouts[name]
}

func (r *reader) rule() policy.Rule {
	switch r.word("rule", "epsilon", "gibbs", "greedy") {
	case "gibbs":
		return policy.Gibbs{Tau: r.positive("tau")}
	case "greedy":
		return policy.Greedy{}
	}
	switch epsilon, given := r.number("epsilon", 0, 1); {
	case !given:
		return nil // the default of the policy
	case epsilon == 0:
		return policy.Greedy{}
	default:
		return policy.EpsilonGreedy{Epsilon: epsilon}
	}
}

func (r *reader) decay() policy.Decay {
	return policy.Decay{
		Move: r.share("decay"), EveryPly: r.word("decayper", "move", "ply") == "ply", Batch: r.share("batchdecay"), BatchSize: r.whole("batchsize"), Simulation: r.share("simdecay"),
	}
}

// share reads a share, such as a decay factor. Because 0 means the default, it returns the least
// positive number for 0.
func (r *reader) share(key string) float64 {
	share, given := r.number(key, 0, 1)
	if given && share == 0 {
		return math.SmallestNonzeroFloat64
	}
	return share
}
