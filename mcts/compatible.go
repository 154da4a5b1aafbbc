package mcts

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts/internal/amaf"
	"github.com/banyan-go/banyan/mcts/internal/prior"
	"github.com/banyan-go/banyan/policy"
)

// exclusion is two things that do not go together: parts of a Config, properties of its game. All
// of them are in one table, which docs/combinations.md shows.
type exclusion struct {
	a, b string
	why  string
	find func(f *facts, why string) error // nil unless both are there
}

// exclusions is the table. An error states what is set, why it is incompatible with the other, and
// what to use instead.
var exclusions = []exclusion{
	{"`TreeParallel`", "simultaneous moves", "a joint action is several edges, which workers cannot change at once", func(f *facts, why string) error {
		return when(f.shared && f.simultaneous, "Config.Parallel is a TreeParallel, and %s has simultaneous moves: %s; %s", f.game, why, wantOthers)
	}},
	{"`TreeParallel`", "a mixed strategy", "whose sampling probabilities the tree does not keep", func(f *facts, why string) error {
		s := f.strategy(func(s policy.Selection) bool { return isMixed(s) && !policy.NeedsOf(s).Has(policy.NeedWeighted) })
		return when(f.shared && s != nil, "Config.Parallel is a TreeParallel, and %T is a mixed strategy, %s; %s", s, why, wantOthers)
	}},
	{"`TreeParallel`", "a strategy that reads sums of returns", "which workers cannot change at once", func(f *facts, why string) error {
		s := f.reading(policy.NeedSquares | policy.NeedWeighted)
		return when(f.shared && s != nil, "Config.Parallel is a TreeParallel, and %T reads sums beside means and visits, %s; %s", s, why, wantOthers)
	}},
	{"`TreeParallel`", "implicit minimax values", "whose workers do not share them", func(f *facts, why string) error {
		s := f.reading(policy.NeedEvaluations)
		return when(f.shared && s != nil, "%T needs evaluations, and Config.Parallel is a TreeParallel, %s; want nil, RootParallel, LeafParallel or LockStep", s, why)
	}},
	{"`TreeParallel`", "AMAF statistics", "whose workers cannot change them at once", func(f *facts, why string) error {
		return when(f.shared && f.amaf, readsAMAF+", and Config.Parallel is a TreeParallel, %s; want RootParallel, LeafParallel or LockStep", why)
	}},
	{"`TreeParallel`", "a `policy.Perturber` at the root", "whose workers would each perturb the priors", func(f *facts, why string) error {
		return when(f.shared && f.perturber != nil, "Config.Root is a %T, and Config.Parallel is a TreeParallel, %s; want nil, RootParallel or LockStep", f.perturber, why)
	}},
	{"`TreeParallel` of several workers", "a `Predictor`", "which is called with batches", func(f *facts, why string) error {
		p, _ := f.Parallel.(TreeParallel)
		return when(p.Workers > 1 && f.isPredictor, "Config.Prediction.Source is a Predictor, and Config.Parallel is a TreeParallel with %d workers; want LockStep, which asks it for batches", p.Workers)
	}},
	{"`LeafParallel`", "`Prediction`", "all playouts of a leaf would have the same value", func(f *facts, _ string) error {
		_, leaf := f.Parallel.(LeafParallel)
		return when(leaf && f.Prediction != nil, "Config.Prediction is set, and Config.Parallel is a %T; want nil, RootParallel, LockStep or TreeParallel", f.Parallel)
	}},
	{"`ISMCTS`", "`LeafParallel`, `LockStep` or `TreeParallel`", "the tree of an ISMCTS grows with nil or RootParallel", func(f *facts, why string) error {
		_, forest := f.Parallel.(RootParallel)
		return when(f.sets && f.Parallel != nil && !forest, "Config.Parallel is a %T, and %s", f.Parallel, why)
	}},
	{"`ISMCTS`", "a mixed strategy", "whose sampling probabilities an ISMCTS does not keep", func(f *facts, why string) error {
		s := f.strategy(isMixed)
		return when(f.sets && s != nil, "Config.Selection: %T is a mixed strategy, %s", s, why)
	}},
	{"`ISMCTS`", "a strategy that does not count how often an action was available", "an ISMCTS needs a policy.NeedAvailable, as policy.UCT has it", func(f *facts, why string) error {
		s := f.strategy(func(s policy.Selection) bool { return !policy.NeedsOf(s).Has(policy.NeedAvailable) })
		return when(f.sets && s != nil, "Config.Selection: %T takes every action for available all the time, and %s", s, why)
	}},
	{"`ISMCTS` with Beliefs", "a game that is no `Informer`", "by which states are found again", func(f *facts, why string) error {
		sets, _ := f.Hidden.(ISMCTS)
		return when(sets.Beliefs && !f.informs, "Config.Hidden is an ISMCTS with Beliefs, and %s has no InformationState, %s", f.game, why)
	}},
	{"`ISMCTS`", "simultaneous moves", "which has one player to a node", func(f *facts, why string) error {
		return when(f.sets && f.simultaneous, "Config.Hidden is an ISMCTS, %s, and %s has simultaneous moves", why, f.game)
	}},
	{"`ISMCTS`", "`Solver`", "in whose tree one node stands for many states", func(f *facts, why string) error {
		return when(f.sets && f.Solver != nil, "Config.Solver is set, and Config.Hidden is %T, %s; want an Ensemble or no Solver", f.Hidden, why)
	}},
	{"`ISMCTS`", "`Prediction`", "whose nodes are no positions", func(f *facts, why string) error {
		return when(f.sets && f.Prediction != nil, "Config.Prediction is set, and Config.Hidden is an ISMCTS, %s", why)
	}},
	{"`ISMCTS`", "implicit minimax values", "in whose tree one node stands for many states", func(f *facts, why string) error {
		return when(f.sets && f.reading(policy.NeedEvaluations) != nil, "the selection needs evaluations, and Config.Hidden is %T, %s; want an Ensemble", f.Hidden, why)
	}},
	{"`ISMCTS`", "AMAF statistics", "whose nodes do not list all actions", func(f *facts, why string) error {
		return when(f.sets && f.amaf, readsAMAF+", and Config.Hidden is %T, %s; want nil or an Ensemble", f.Hidden, why)
	}},
	{"no `Hidden`", "a `Determinizer`", "a search looks at what is hidden on purpose only", func(f *facts, why string) error {
		return when(f.Hidden == nil && f.determinizes && !f.open, "Config.Hidden is nil, and %s has Determinize: want ISMCTS or an Ensemble, or PerfectInformation, as %s", f.game, why)
	}},
	{"`Hidden`", "a game that is no `Determinizer`", "nothing else replaces what a player cannot see", func(f *facts, _ string) error {
		return when(f.Hidden != nil && !f.determinizes, "Config.Hidden is %T, and %s has no Determinize", f.Hidden, f.game)
	}},
	{"`Hidden`", "`Similarity`", "cells do not show what is hidden", func(f *facts, why string) error {
		return when(f.Hidden != nil && f.Similarity != nil, "Config.Hidden is set, and so is Config.Similarity: %s", why)
	}},
	{"`Graph`", "a game that is no `Hasher`", "by whose hashes a position is found again", func(f *facts, why string) error {
		return when(f.Graph != nil && !f.hashes, "Config.Graph is set, and %s has no Hash, %s", f.game, why)
	}},
	{"`Graph`", "simultaneous moves", "whose nodes are several blocks", func(f *facts, why string) error {
		return when(f.Graph != nil && f.simultaneous, "Config.Graph is set, and %s has simultaneous moves, %s", f.game, why)
	}},
	{"`Graph`", "`TreeParallel`", "whose workers cannot change values of nodes at once", func(f *facts, why string) error {
		return when(f.Graph != nil && f.shared, "Config.Graph is set, and Config.Parallel is a TreeParallel, %s; %s", why, wantOthers)
	}},
	{"`Graph`", "`ISMCTS`", "whose nodes are no positions", func(f *facts, why string) error {
		return when(f.Graph != nil && f.sets, "Config.Graph is set, and Config.Hidden is an ISMCTS, %s; want an Ensemble", why)
	}},
	{"`Graph`", "`Similarity`", "each of them defines which positions share statistics", func(f *facts, _ string) error {
		return when(f.Graph != nil && f.Similarity != nil, "Config.Graph is set, and so is Config.Similarity; want one of them")
	}},
	{"`Graph`", "AMAF statistics", "which belong to the line that leads to a node", func(f *facts, why string) error {
		return when(f.Graph != nil && f.amaf, readsAMAF+", %s, and Config.Graph is set", why)
	}},
	{"`Graph`", "a mixed strategy, or one that reads sums of returns", "the values of nodes are no sums of returns", func(f *facts, why string) error {
		s := f.strategy(func(s policy.Selection) bool {
			return isMixed(s) || policy.NeedsOf(s)&(policy.NeedSquares|policy.NeedWeighted) != 0
		})
		return when(f.Graph != nil && s != nil, "Config.Graph is set, and the selection is %T: %s", s, why)
	}},
	{"`Graph`", "a `Backup` other than `policy.Average`", "the value of a node is what is to come from it on", func(f *facts, why string) error {
		_, average := f.Backup.(policy.Average)
		return when(f.Graph != nil && !average, "Config.Graph is set, and Config.Backup is a %T: %s", f.Backup, why)
	}},
	{"`Similarity`", "a game that is no `CellBoard`", "positions are compared by their cells", func(f *facts, _ string) error {
		return when(f.Similarity != nil && !f.hasCells, "Config.Similarity needs cells, and %s has no AppendCells", f.game)
	}},
	{"`Similarity`", "simultaneous moves", "the value of a position has no share for the component of one player", func(f *facts, why string) error {
		return when(f.Similarity != nil && f.simultaneous, "Config.Similarity is set, and %s has simultaneous moves: %s", f.game, why)
	}},
	{"`Similarity`", "`LeafParallel`, `LockStep` or `TreeParallel`", "whose workers do not share signature tables", func(f *facts, why string) error {
		_, forest := f.Parallel.(RootParallel)
		return when(f.Similarity != nil && f.Parallel != nil && !forest, "Config.Similarity is set, and Config.Parallel is a %T, %s; want nil or RootParallel", f.Parallel, why)
	}},
	{"`Similarity`", "a strategy that reads more than means, visits, priors and action numbers", "which are not kept for positions", func(f *facts, why string) error {
		const met = policy.NeedActions | policy.NeedUntried | policy.NeedPriors | policy.NeedAvailable
		s := f.reading(^met)
		return when(f.Similarity != nil && s != nil, "Config.Similarity is set, and %T reads statistics beside means and visits, %s", s, why)
	}},
	{"`Similarity`", "`Prediction`", "one of them gives a leaf its value", func(f *facts, _ string) error {
		return when(f.Similarity != nil && f.Prediction != nil, "Config.Prediction is set, and so is Config.Similarity; want one of them")
	}},
	{"`Similarity`", "`policy.TurnDiscount` with a loss below 0", "the values of positions are from 0 to 1", func(f *facts, why string) error {
		d, ok := f.Backup.(policy.TurnDiscount)
		return when(f.Similarity != nil && ok && d.Loss < 0, "Config.Similarity is set, and Config.Backup is a TurnDiscount with Loss %v: %s; want Loss 0", d.Loss, why)
	}},
	{"`Similarity.KeepTree`", "`FreshTree`", "they say the opposite", func(f *facts, _ string) error {
		return when(f.Similarity != nil && f.Similarity.KeepTree && f.FreshTree, "Config.Similarity.KeepTree and Config.FreshTree are set; want one of them")
	}},
	{"implicit minimax values", "one player, or more than two", "a value compares one player with one opponent", func(f *facts, _ string) error {
		s := f.reading(policy.NeedEvaluations)
		return when(s != nil && f.players != 2, "%T needs evaluations, and %s.NumPlayers is %d, want 2", s, f.game, f.players)
	}},
	{"implicit minimax values", "simultaneous moves", "for which there are none", func(f *facts, why string) error {
		s := f.reading(policy.NeedEvaluations)
		return when(s != nil && f.simultaneous, "%T needs evaluations, and %s has simultaneous moves, %s", s, f.game, why)
	}},
	{"implicit minimax values", "neither an `Evaluator` nor values of a `Prediction`", "they begin with evaluations", func(f *facts, _ string) error {
		s := f.reading(policy.NeedEvaluations)
		return when(s != nil && !f.evaluates && (f.Prediction == nil || f.Prediction.Playouts == 1), "%T needs evaluations, and %s has no Evaluate; want that or values of Config.Prediction", s, f.game)
	}},
	{"AMAF statistics", "a game that is no `Indexer`", "which need action numbers", func(f *facts, why string) error {
		return when(f.amaf && !f.indexed, readsAMAF+", %s, and %s has no NumActions and ActionIndex", why, f.game)
	}},
	{"AMAF statistics", "simultaneous moves", "at which there are none", func(f *facts, why string) error {
		return when(f.amaf && f.simultaneous, readsAMAF+", and %s has simultaneous moves, %s", f.game, why)
	}},
	{"AMAF statistics", "`ReferenceVisits` below 1", "a node has them from that visit on", func(f *facts, _ string) error {
		return when(f.amaf && f.reference < 1, readsAMAF+", and its ReferenceVisits is %d, want >= 1", f.reference)
	}},
	{"a strategy that reads weighted returns", "a strategy that is not mixed", "they are divided by sampling probabilities", func(f *facts, _ string) error {
		field, s := "Config.Selection", f.Selection
		if s == nil || isMixed(s) || !policy.NeedsOf(s).Has(policy.NeedWeighted) {
			field, s = "Config.Root", f.Root
		}
		return when(policy.NeedsOf(s).Has(policy.NeedWeighted) && !isMixed(s), "%s: %T needs weighted returns and does not say with what probability it chooses; want a policy.MixedSelection", field, s)
	}},
	{"`MaxPlies`", "one player and no `Evaluator`", "a playout that it cuts off has no value", func(f *facts, why string) error {
		return when(f.MaxPlies > 0 && f.players == 1 && !f.evaluates, "Config.MaxPlies is %d, and %s has one player and no Evaluate: %s", f.MaxPlies, f.game, why)
	}},
	{"`policy.TurnDiscount`", "a `ReturnRange` that is not within [0, 1]", "it takes what is missing to 1 for a loss", func(f *facts, why string) error {
		_, ok := f.Backup.(policy.TurnDiscount)
		return when(ok && (f.low < 0 || f.high > 1), "Config.Backup is a TurnDiscount, and the returns of %s are from %v to %v: %s", f.game, f.low, f.high, why)
	}},
	{"`MaxPlies`", "rewards and no `Evaluator`", "the rewards after the cut are unknown", func(f *facts, why string) error {
		return when(f.MaxPlies > 0 && f.rewards && !f.evaluates, "Config.MaxPlies is %d, and %s has Rewards and no Evaluate: %s", f.MaxPlies, f.game, why)
	}},
	{"`policy.BestLine`", "several players, chance, simultaneous moves, `Hidden`, `MaxPlies` or values of a `Prediction`", "which leave no line whose return is certain", func(f *facts, why string) error {
		_, ok := f.Final.(policy.BestLine)
		return when(ok && !f.hasLines(), "Config.Final is a BestLine, and %s has several players, chance or simultaneous moves, or the search has Hidden, MaxPlies or values of a Prediction, %s", f.game, why)
	}},
	{"rewards or `Discount`", "a `Backup` other than `policy.Average`", "an action is credited with what is to come from it on", func(f *facts, why string) error {
		_, average := f.Backup.(policy.Average)
		return when(f.pays() && !average, "Config.Backup is a %T, and %s: %s", f.Backup, f.payment(), why)
	}},
	{"rewards or `Discount`", "AMAF statistics, implicit minimax values, `Similarity`, `Solver` or `DecisiveMoves`", "which take the result of a simulation for the value of every position on its path", func(f *facts, why string) error {
		return when(f.pays() && (f.amaf || f.reading(policy.NeedEvaluations) != nil || f.Similarity != nil || f.Solver != nil || f.decisive),
			"%s, and the search has AMAF statistics, implicit minimax values, Similarity, a Solver or DecisiveMoves, %s", f.payment(), why)
	}},
	{"a `SamplingGame`", "`TreeParallel`, `LockStep`, `ISMCTS`, `Graph`, `Solver`, `Similarity`, AMAF statistics or values of a `Prediction`", "its outcomes cannot be listed, and the blocks of its chance nodes move when they grow", func(f *facts, why string) error {
		_, batched := f.Parallel.(LockStep)
		judged := f.Prediction != nil && f.Prediction.Playouts < 1
		return when(f.draws && (f.shared || batched || f.sets || f.Graph != nil || f.Solver != nil || f.Similarity != nil || f.amaf || judged),
			"%s has SampleOutcome and no AppendOutcomes, and the search has TreeParallel, LockStep, ISMCTS, Graph, a Solver, Similarity, AMAF statistics or values of a Prediction: %s", f.game, why)
	}},
	{"a strategy that divides the simulations of a Run", "`Selection`", "which is for Config.Root alone", func(f *facts, why string) error {
		return when(policy.NeedsOf(f.Selection).Has(policy.NeedSimulations), "Config.Selection is a %T, %s", f.Selection, why)
	}},
	{"a strategy that divides the simulations of a Run", "`RootParallel`, `LeafParallel` or `TreeParallel`", "which divides the simulations of one tree", func(f *facts, why string) error {
		_, batched := f.Parallel.(LockStep)
		return when(f.divides && f.Parallel != nil && !batched, "Config.Root is a %T, %s, and Config.Parallel is a %T; want nil or LockStep", f.Root, why, f.Parallel)
	}},
	{"a strategy that divides the simulations of a Run", "`Hidden`", "which divides the simulations of one tree", func(f *facts, why string) error {
		return when(f.divides && f.Hidden != nil, "Config.Root is a %T, %s, and Config.Hidden is a %T; want nil", f.Root, why, f.Hidden)
	}},
	{"a `policy.Perturber`", "`Selection`", "which is for Config.Root alone", func(f *facts, why string) error {
		p, ok := f.Selection.(policy.Perturber)
		return when(ok, "Config.Selection is a %T, %s", p, why)
	}},
	{"a `policy.Perturber`", "a strategy that needs no priors and untried actions", "which perturbs priors and does not need them and untried actions", func(f *facts, why string) error {
		needs := policy.NeedPriors | policy.NeedUntried
		return when(f.perturber != nil && !policy.NeedsOf(f.perturber).Has(needs), "Config.Root is a %T, %s", f.perturber, why)
	}},
	{"`policy.Gumbel`", "a `Prediction` without values", "which needs values", func(f *facts, why string) error {
		return when(f.perturber != nil && f.divides && f.Prediction != nil && f.Prediction.Playouts == 1, "Config.Root is a %T, %s, and Config.Prediction.Playouts is 1; want less", f.perturber, why)
	}},
	{"a strategy that reads priors", "no `Prediction`", "which has the priors", func(f *facts, _ string) error {
		s := f.reading(policy.NeedPriors)
		return errors.Join(
			when(s != nil && f.Prediction == nil && !f.weighs, "%T needs priors, and Config.Prediction is nil", s),
			when(s != nil && f.Prediction == nil && f.weighs, "%T needs priors, and Config.Prediction is nil; want &mcts.Prediction{Playouts: 1}, for those of %s.Weigh", s, f.game),
		)
	}},
	{"a strategy that reads priors", "neither a `Source` nor a `Weigher`", "priors come from one of them", func(f *facts, _ string) error {
		s := f.reading(policy.NeedPriors)
		return when(s != nil && f.knows && f.Prediction.Source == nil && !f.weighs, "%T needs priors, Config.Prediction.Source is nil, and %s has no Weigh to use instead", s, f.game)
	}},
	{"`Prediction`", "a `Source` of other types", "it has to take the states and actions of the game", func(f *facts, _ string) error {
		return when(f.Prediction != nil && !f.isPredictor && !f.knows, "Config.Prediction.Source is a %T, want a %s", f.source, f.sources)
	}},
	{"`Prediction`", "neither priors nor values", "it asks for nothing", func(f *facts, _ string) error {
		return when(f.knows && !f.weighs && f.Prediction.Playouts == 1, "Config.Prediction asks for nothing: Source is nil, Playouts is 1, and %s has no Weigh", f.game)
	}},
	{"`Prediction` of values without a `Predictor`", "a game that is no `Evaluator`", "which gives the values", func(f *facts, _ string) error {
		lacks := f.knows && !f.evaluates && f.Prediction.Playouts < 1
		return errors.Join(
			when(lacks && f.Prediction.Source == nil && !f.weighs, "Config.Prediction.Source is nil, and %s has no Evaluate to use instead", f.game),
			when(lacks && f.Prediction.Source == nil && f.weighs, "Config.Prediction.Playouts is %v, Source is nil, and %s has Weigh for priors and no Evaluate for values; want &mcts.Prediction{Playouts: 1}", f.share, f.game),
			when(lacks && f.source != nil, "Config.Prediction.Playouts is %v, Source is a Weigher, and %s has no Evaluate for values; want 1", f.share, f.game),
		)
	}},
}

const (
	readsAMAF  = "the selection reads AMAF statistics"
	wantOthers = "want RootParallel, LeafParallel or LockStep"
)

// facts are a Config and what of its game the table asks for.
type facts struct {
	Config
	game         string // its type
	players      int
	actions      int     // with numbers
	low, high    float64 // the range of the returns, if the game declares one
	simultaneous bool
	rewards      bool // it is a Rewarder
	chance       bool
	draws        bool // it is a SamplingGame
	decisive     bool // Playout is DecisiveMoves
	indexed      bool
	evaluates    bool
	determinizes bool
	informs      bool
	hashes       bool
	hasCells     bool

	shared      bool             // Parallel is a TreeParallel
	open        bool             // Hidden is PerfectInformation, which is nil here
	sets        bool             // Hidden is an ISMCTS
	divides     bool             // Root divides the simulations of a Run
	perturber   policy.Perturber // Root, if it is one
	amaf        bool             // a strategy reads AMAF statistics,
	reference   int              // of nodes with so many visits
	isPredictor bool             // Prediction.Source is a Predictor
	knows       bool             // Prediction.Source is none, but what stands for one
	weighs      bool             // that has priors
	sources     string           // the types that Prediction.Source may have
	source      any              // Prediction.Source
	share       float64          // Prediction.Playouts
}

func factsOf[S any, A comparable](r game.Rules[S, A], cfg Config) *facts {
	f := &facts{
		Config: cfg, game: fmt.Sprintf("%T", r.Game), players: r.NumPlayers(), simultaneous: r.Simultaneous != nil,
		indexed: r.Indexer != nil, evaluates: r.Evaluator != nil, determinizes: r.Determinizer != nil, hasCells: r.Cells != nil,
	}
	f.low, f.high = rangeOf(r)
	f.informs, f.hashes = r.Informer != nil, r.Hasher != nil
	f.rewards, f.chance, f.draws = r.Rewarder != nil, r.Chance != nil, r.Sampling != nil
	_, f.decisive = cfg.Playout.(DecisiveMoves)
	if r.Indexer != nil {
		f.actions = r.Indexer.NumActions()
	}
	_, f.shared = cfg.Parallel.(TreeParallel)
	_, f.sets = cfg.Hidden.(ISMCTS)
	f.divides = policy.NeedsOf(cfg.Root).Has(policy.NeedSimulations)
	f.perturber, _ = cfg.Root.(policy.Perturber)
	f.reference, f.amaf = amaf.Ref(cfg.Selection, cfg.Root)
	f.weighs = r.Weigher != nil
	if p := cfg.Prediction; p != nil {
		f.source, f.share = p.Source, p.Playouts
		if _, f.isPredictor = p.Source.(Predictor[S, A]); !f.isPredictor {
			k, ok := prior.KnowledgeOf(r, p.Source)
			f.knows, f.weighs = ok, k.Weigher != nil
			f.sources = fmt.Sprintf("%v or a %v", reflect.TypeFor[Predictor[S, A]](), reflect.TypeFor[Weigher[S, A]]())
		}
	}
	return f
}

// hasLines reports whether a simulation shows a playable line that has its return.
func (f *facts) hasLines() bool {
	return f.players == 1 && f.MaxPlies == 0 && !f.chance && !f.draws && !f.simultaneous && f.Hidden == nil && (f.Prediction == nil || f.Prediction.Playouts == 1)
}

// pays reports whether the return from an action on can differ from the result of the simulation.
func (f *facts) pays() bool { return f.rewards || f.Discount != 0 && f.Discount != 1 }

// payment returns the reason.
func (f *facts) payment() string {
	if f.rewards {
		return f.game + " has Rewards"
	}
	return fmt.Sprintf("Config.Discount is %v", f.Discount)
}

// validate reports everything that does not go together.
func (f *facts) validate() error {
	errs := []error{when(f.indexed && f.actions < 1, "%s.NumActions is %d, want >= 1", f.game, f.actions)}
	for _, e := range exclusions {
		errs = append(errs, e.find(f, e.why))
	}
	return errors.Join(errs...)
}

// when returns an error if something is wrong, such as that both parts of an exclusion are there.
func when(wrong bool, format string, args ...any) error {
	if !wrong {
		return nil
	}
	return fmt.Errorf("mcts: "+format, args...)
}

// strategy returns the first of the two selection strategies that is like this, or nil.
func (f *facts) strategy(is func(policy.Selection) bool) policy.Selection {
	for _, s := range []policy.Selection{f.Selection, f.Root} {
		if s != nil && is(s) {
			return s
		}
	}
	return nil
}

// reading returns the first of the two selection strategies that has any of these needs, or nil.
func (f *facts) reading(needs policy.Needs) policy.Selection {
	return f.strategy(func(s policy.Selection) bool { return policy.NeedsOf(s)&needs != 0 })
}

func isMixed(s policy.Selection) bool {
	_, mixed := s.(policy.MixedSelection)
	return mixed
}
