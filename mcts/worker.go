package mcts

import (
	"fmt"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts/internal/amaf"
	"github.com/banyan-go/banyan/mcts/internal/features"
	"github.com/banyan-go/banyan/mcts/internal/implicit"
	"github.com/banyan-go/banyan/mcts/internal/infoset"
	"github.com/banyan-go/banyan/mcts/internal/playout"
	"github.com/banyan-go/banyan/mcts/internal/prior"
	"github.com/banyan-go/banyan/mcts/internal/returns"
	"github.com/banyan-go/banyan/mcts/internal/selection"
	"github.com/banyan-go/banyan/mcts/internal/tree"
	"github.com/banyan-go/banyan/policy"
)

// worker runs simulations one after the other. It holds what does not change from one simulation to
// the next: the rules, the strategies, a tree and scratch memory.
type worker[S any, A comparable] struct {
	play    playout.Maker[S, A] // the rules, and Config.Playout at work
	tree    tree.Tree
	actions *tree.Actions[A]      // of the tree
	choose  selection.Chooser     // Config.Selection and Config.Root at work
	credit  crediting             // Config.Backup at work
	prior   *prior.Judge[S, A]    // Config.Prediction at work; nil without one
	known   features.Features     // what features keep of the edges in addition to their statistics
	infoset *infoset.Walker[S, A] // nil without an ISMCTS
	graph   *positions[S, A]      // nil without Config.Graph
	shared  *sharing[S, A]        // nil if no other worker changes the tree
	ends    *endFinder[S]         // nil without a Solver and implicit minimax values
	sim     simulation[S, A]      // the worker's own
	root    S                     // where simulations begin
	seen    returns.Seen          // what the returns look like

	isBare        bool // A simulation does nothing but walk, play out and count; see shorten.
	triesAtRandom bool // The next untried action is drawn uniformly.

	newRoot    bool // since the features were prepared
	observer   int  // from whose point of view determinizations are drawn, with Config.Hidden
	disposable bool // Advance keeps no tree.
}

func newWorker[S any, A comparable](r game.Rules[S, A], cfg Config) *worker[S, A] {
	players := r.NumPlayers()
	w := &worker[S, A]{actions: tree.NewActions[A]()}
	low, high := rangeOf(r)
	w.seen = returns.New(players, cfg.Unit, low, high)
	w.known.Seen = &w.seen
	w.play.Init(r)
	loss, win := r.Bounds()
	w.play.MaxPlies, w.play.CutOff = cfg.MaxPlies, loss/2+win/2
	w.tree = tree.New(players, w.actions)
	w.choose = selection.New(&w.tree, cfg.Selection, cfg.Root)
	w.choose.Scale(w.seen.Units())
	w.sim.Rand.Seed(cfg.Seed)
	w.sim.Returns = playout.FloatsApart(players)
	if cfg.MaxNodes > 0 {
		w.tree.LimitNodes(cfg.MaxNodes)
	}
	if _, uniform := cfg.Playout.(policy.Uniform); !uniform {
		w.play.PlayByPly(fmt.Sprintf("Config.Playout is %T, which chooses every action", cfg.Playout))
	}
	if cfg.MaxPlies > 0 {
		w.play.PlayByPly("Config.MaxPlies cuts playouts off")
		w.play.Use(game.HasEvaluator)
	}
	w.disposable = cfg.FreshTree || cfg.Similarity != nil && !cfg.Similarity.KeepTree
	if r.Range != nil {
		w.play.Use(game.HasReturnRanger)
	}
	w.play.AddRewards(cfg.Discount)
	if r.Sampling != nil {
		w.tree.Sampled = true
		w.play.Widen(cfg.Outcomes.K, cfg.Outcomes.Alpha)
	}
	if _, follows := cfg.Final.(policy.BestLine); follows {
		w.play.KeepLines()
	}
	addNeeds(w, cfg)
	addHidden(w, cfg)
	addSolver(w, cfg)
	addSimilarity(w, cfg)
	addPrediction(w, cfg)
	addImplicit(w)
	addAMAF(w, cfg)
	addGraph(w, cfg)
	if cfg.MaxBytes > 0 {
		w.tree.LimitBytes(cfg.MaxBytes)
	}
	return w
}

// shorten determines what simulations can leave out, before a Run and when the brake is switched on
// or off, which matters to triesAtRandom.
func (w *worker[S, A]) shorten() {
	w.isBare = w.credit.isPlain && !w.known.TakePart && !w.play.KeepsLines && !w.play.Switches() &&
		w.play.Learner() == nil && w.infoset == nil && w.shared == nil && w.prior == nil
	w.triesAtRandom = w.play.IsUniform() && w.play.Simultaneous == nil && w.prior == nil &&
		!w.choose.Ordered && !w.choose.Samples && !w.choose.Detours
}

// addNeeds gives the selection strategies the columns that they need, and the backup strategy the
// lengths of simulations.
func addNeeds[S any, A comparable](w *worker[S, A], cfg Config) {
	w.choose.Show(policy.NeedUntried, selection.OneUntried)
	if w.known.Sums = selection.AddSums(&w.tree, &w.choose); w.known.Sums != nil {
		w.known.Add(w.known.Sums)
	}
	if w.choose.Needs.Has(policy.NeedActions) {
		w.choose.Add(selection.ActionNumbers(func(slot uint32) int32 {
			return w.play.Number(&w.sim, *w.actions.At(slot))
		}))
	}
	_, average := cfg.Backup.(policy.Average)
	w.credit.by, w.credit.isPlain = cfg.Backup, average && w.known.Sums == nil && !w.play.Pays && cfg.Graph == nil
	if policy.NeedsOf(cfg.Backup)&(policy.NeedDepths|policy.NeedTurns) == 0 {
		return
	}
	w.play.Measures = true
	w.play.Use(game.HasTurnCounter)
	if policy.NeedsOf(cfg.Backup).Has(policy.NeedDepths) || w.play.Turns == nil {
		w.play.PlayByPly(fmt.Sprintf("Config.Backup is %T, which reads the length of playouts", cfg.Backup))
	}
}

// addImplicit keeps implicit minimax values if a selection strategy needs them.
func addImplicit[S any, A comparable](w *worker[S, A]) {
	if !w.choose.Needs.Has(policy.NeedEvaluations) {
		return
	}
	w.known.Implicit = implicit.New(&w.tree, &w.choose, &w.seen, w.predicts(), w.play.HasChance)
	w.known.Add(w.known.Implicit)
	findEnds(w)
	if !w.predicts() {
		w.play.Use(game.HasSampler) // See playout.Maker.IsEnd.
		w.play.Use(game.HasEvaluator)
	}
}

// addAMAF keeps AMAF statistics if a selection strategy reads them. Playouts have to be recorded:
// by the game, or ply by ply.
func addAMAF[S any, A comparable](w *worker[S, A], cfg Config) {
	ref, needed := amaf.Ref(cfg.Selection, cfg.Root)
	if !needed {
		return
	}
	a := amaf.New(&w.tree, ref, w.play.Indexer.NumActions(), func(b tree.Block, out []int32) {
		for k, action := range tree.ActionsOf[A](b) {
			if out[k] = -1; w.play.Passer == nil || !w.play.Passer.IsPass(action) {
				out[k] = w.play.Index(action)
			}
		}
	})
	w.known.AMAF = a
	w.known.Add(a)
	w.choose.Add(a.Show)
	w.choose.Show(policy.NeedAMAF, selection.AllUntried)
	if f := a.Fast(cfg.Selection); f != nil {
		w.choose.SetFast(f)
	}
	w.play.Use(game.HasIndexer)
	const why = "the selection reads AMAF statistics"
	_, uniform := cfg.Playout.(policy.Uniform)
	if w.play.Playouter != nil && w.play.Recorder != nil && !w.play.HasChance {
		w.play.Records, w.play.Playouter = true, nil
		w.play.Avoid(game.HasPlayouter, why+", for which playouts are recorded")
		return
	}
	w.play.Avoid(game.HasPlayoutRecorder, "playouts go ply by ply")
	if w.play.Playouter != nil {
		w.play.PlayByPly(why)
	}
	if uniform {
		w.play.NotePlies()
	}
}

// decided reports whether no further simulation can change which action is best.
func (w *worker[S, A]) decided() bool { return w.known.Solver != nil && w.known.Solver.Decided }

// instance instantiates a simulation in this package. The compiler exports the body of a small
// function of another package only if it was inlined here; without an instance, users' programs
// would call what should be inlined.
func instance(w *worker[int8, int8]) error { return w.simulate(&w.sim) }

var _ = instance
