package spec

import (
	_ "embed"
	"fmt"
	"math"
	"strconv"
	"strings"

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
		Graph:     r.graph(),
		Unit:      r.positive("unit"),
		Outcomes:  r.outcomes(),

		Similarity: r.similarity(),
	}
	cfg.Discount, _ = r.discount("discount")
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

func (r *reader) graph() *mcts.Graph {
	switch r.word("graph", "off", "on", "mean") {
	case "on":
		return &mcts.Graph{}
	case "mean":
		return &mcts.Graph{Mean: true}
	}
	return nil
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
		return policy.ImplicitMinimax{C: r.positive("c"), Alpha: r.upTo(1, "alpha")}
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
		Move: r.upTo(1, "decay"), EveryPly: r.word("decayper", "move", "ply") == "ply", Batch: r.upTo(1, "batchdecay"), BatchSize: r.whole("batchsize"), Simulation: r.upTo(1, "simdecay"),
	}
}

// upTo reads a number from 0 to most, such as a decay factor. Because 0 means the default, it
// returns the least positive number for 0.
func (r *reader) upTo(most float64, key string) float64 {
	x, given := r.number(key, 0, most)
	if given && x == 0 {
		return math.SmallestNonzeroFloat64
	}
	return x
}

// reuse reads whether a search keeps its tree from action to action. A search that never does has
// no such key. One with position similarity does not unless the text says so, and its text form
// always states it.
func (r *reader) reuse(cfg *mcts.Config) {
	if hides(*cfg) || policy.NeedsOf(cfg.Root).Has(policy.NeedSimulations) {
		return
	}
	if cfg.Similarity == nil {
		cfg.FreshTree = r.word("reuse", "on", "off") == "off"
		return
	}
	if !r.given("reuse") {
		r.used = append(r.used, "reuse=off")
	}
	cfg.Similarity.KeepTree = r.word("reuse", "off", "on") == "on"
}

func (r *reader) puct() policy.PUCT {
	return policy.PUCT{C: r.positive("c"), Base: r.positive("base"), FPU: r.upTo(1e30, "fpu")}
}

// prediction reads where values and, for selections with these needs, priors come from.
func (r *reader) prediction(needs policy.Needs) *mcts.Prediction {
	words := []string{"none", "heuristic"}
	if needs.Has(policy.NeedPriors) {
		words = words[1:]
	}
	weighs := r.word("prior", words...) == "heuristic"
	if r.word("prediction", "off", "evaluator") == "evaluator" {
		share, _ := r.number("playouts", 0, 1)
		return &mcts.Prediction{Playouts: share}
	}
	if weighs {
		return &mcts.Prediction{Playouts: 1}
	}
	return nil
}

// widening reads K/ALPHA and restricts a selection to that many actions.
func (r *reader) widening(s policy.Selection) policy.Selection {
	value, given := r.text("widening")
	if !given || value == "no" {
		return s
	}
	k, alpha, ok := growth(value)
	if !ok {
		r.fail("widening", value, "no, or two numbers such as 2/0.4, the second up to 1")
		return s
	}
	w := policy.Widening{Selection: s, K: k, Alpha: alpha}
	if _, mixed := s.(policy.MixedSelection); mixed {
		r.fail("widening", value, fmt.Sprintf("no, because %T samples its choice", s))
	} else if policy.NeedsOf(s).Has(policy.NeedAMAF) {
		r.fail("widening", value, fmt.Sprintf("no, because %T decides when untried actions are tried", s))
	}
	return w
}

// growth reads K/ALPHA, of a bound that grows with the visits.
func growth(value string) (k, alpha float64, ok bool) {
	first, second, _ := strings.Cut(value, "/")
	k, err1 := strconv.ParseFloat(first, 64)
	alpha, err2 := strconv.ParseFloat(second, 64)
	return k, alpha, err1 == nil && err2 == nil && k > 0 && k <= 1e9 && alpha > 0 && alpha <= 1
}

// outcomes reads how many outcomes of chance a node has, where they can only be drawn.
func (r *reader) outcomes() (w mcts.Widening) {
	value, given := r.text("outcomes")
	if !given {
		return w
	}
	k, alpha, ok := growth(value)
	if !ok {
		r.fail("outcomes", value, "two numbers such as 10/0.5, the second up to 1")
	}
	return mcts.Widening{K: k, Alpha: alpha}
}

// adaptive reads a policy that chooses among candidates.
func (r *reader) adaptive() policy.Playout {
	a := policy.Adaptive{Floor: r.upTo(1, "floor")}
	a.Weights = r.weights()
	value, given := r.text("candidates")
	if !given {
		r.checkAdaptive(a)
		return a
	}
	ok := true
	for text := range strings.SplitSeq(value, "/") {
		c := candidate(text)
		ok = ok && c != nil
		a.Candidates = append(a.Candidates, c)
	}
	if !ok || len(a.Candidates) < 2 {
		r.fail("candidates", value, "two or more of uniform, mast, nst and lgrf, with slashes between them, like "+
			"uniform/mast:0.4/nst:0.2:7, where an epsilon above 0 and up to 1 may follow mast and nst, and a K nst")
		return nil
	}
	r.checkAdaptive(a)
	return a
}

// weights reads positive numbers with slashes between them, or returns nil if there are none.
func (r *reader) weights() (weights []float64) {
	value, given := r.text("weights")
	if !given {
		return nil
	}
	for text := range strings.SplitSeq(value, "/") {
		w, err := strconv.ParseFloat(text, 64)
		if err != nil || !(w > 0 && w <= 1e9) {
			r.fail("weights", value, "a number above 0 for each candidate, with slashes between them, like 1/9")
			return nil
		}
		weights = append(weights, w)
	}
	return weights
}

// checkAdaptive reports weights and a floor that do not fit the candidates.
func (r *reader) checkAdaptive(a policy.Adaptive) {
	if err := a.Validate(); err != nil && r.err == nil {
		r.err = err
	}
}

// candidate reads a candidate of a policy.Adaptive. It returns nil if there is none like that.
func candidate(text string) policy.Playout {
	parts := strings.Split(text, ":")
	var rule policy.Rule
	if len(parts) > 1 {
		epsilon, err := strconv.ParseFloat(parts[1], 64)
		if err != nil || !(epsilon > 0 && epsilon <= 1) {
			return nil
		}
		rule = policy.EpsilonGreedy{Epsilon: epsilon}
	}
	k := 0
	if len(parts) > 2 {
		var err error
		if k, err = strconv.Atoi(parts[2]); err != nil || k < 1 || parts[0] != "nst" {
			return nil
		}
	}
	switch parts[0] {
	case "mast":
		return policy.MAST{Rule: rule}
	case "nst":
		return policy.NST{Rule: rule, K: k}
	case "uniform", "lgrf":
		if len(parts) > 1 {
			return nil
		}
		if parts[0] == "lgrf" {
			return policy.LGRF{}
		}
		return policy.Uniform{}
	}
	return nil
}
