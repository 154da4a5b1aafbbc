package mcts

import (
	"context"
	"fmt"
	"slices"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// worker runs simulations one after the other. It holds what does not change from one simulation to
// the next: the rules, the strategies, a tree and scratch memory.
type worker[S any, A comparable] struct {
	game.Rules[S, A]
	strategies
	playing
	switching []playing // the choosers of a policy.Switcher; nil: the policy is none
	numbering[A]
	usage

	tree    tree
	edges   *edgeActions[A]  // the actions of the tree
	sim     simulation[S, A] // the worker's own
	root    S                // where simulations begin
	ctx     context.Context  // of the Run
	watched int              // playouts of the Playouter in which it was seen whether it writes all returns
	history int              // how many plies of a simulation stand before the root
	sums    []float64        // of the returns of this Run
	decided bool             // no further simulation can change which action is best

	// How features take part; nil if there are none. See the interfaces.
	columns   []selectionColumn[S, A]
	hooks     []hook[S, A]
	beginners []beginner[S, A]
	observer  observer[S]
	descent   descent[S, A]
	judge     judge[S, A]
	arranger  arranger[S, A]
	prober    prober[S, A]
	filter    filter
	credits   creditor[S, A]
	recorder  recorder

	determinizing *determinizing[S, A] // nil without Config.Hidden

	scratch[S, A]
}

// strategies are what Config names, resolved.
type strategies struct {
	interior selector // at all nodes, except
	atRoot   selector // at the root; the zero selector leaves the root to interior
	needs    policy.Needs
	samples  bool // one of the two is a mixed strategy

	ordered bool // the actions of a block are put into the order of their trial when it is made

	backing  policy.Backup
	measures bool // the backup reads the length of simulations
	maxPlies int  // 0: no limit
	records  bool // playouts are those of the PlayoutRecorder

	// The defaults are called without the detour through their interfaces.
	isUCT       bool
	direct      direct // nil: w.ask chooses
	plainUCT    bool   // and it sees nothing but the tree, and no sampling probabilities are kept
	uct         policy.UCT
	isAverage   bool
	plainBackup bool // and every edge gets the return of its player, and nothing else
}

// shown is what selection sees of a node beside the actions that have been tried.
type shown uint8

const (
	onlyTried  shown = iota // nothing
	oneUntried              // the next untried action, if any has been tried
	allUntried              // all untried actions
)

// show makes the search show untried actions to the strategies that need them.
func (w *worker[S, A]) show(need policy.Needs, shows shown) {
	for _, by := range []*selector{&w.interior, &w.atRoot} {
		if policy.NeedsOf(by.Selection).Has(need) {
			by.shows, w.ordered = shows, true
		}
	}
}

// playing is a live playout policy. The zero value draws uniformly.
type playing struct {
	chooser   policy.Chooser // nil: uniform
	learner   policy.Learner // the chooser, nil if it does not learn
	exploring                // of the chooser
	numbered  *numbered      // how it plays by the numbers of actions; nil: it does not
	recorded  bool           // it is one of w.switching and uniform, and the PlayoutRecorder plays for it
}

// scratch is memory that is used again in every simulation.
type scratch[S any, A comparable] struct {
	actions  []A
	outcomes []Outcome[A]
	joint    []A
	counts   []int     // how many of actions belong to each player, at simultaneous moves
	values   []float64 // what the simulation is worth on its path
	node     policy.Node
	choice   policy.Choice
	trace    policy.Trace
	view     view[S, A]
	vain     rng.Rand // for draws whose result is not used
}

func newWorker[S any, A comparable](r game.Rules[S, A], cfg Config) *worker[S, A] {
	players := r.NumPlayers()
	w := &worker[S, A]{Rules: r, edges: &edgeActions[A]{}, sums: floatsApart(players)}
	w.tree = newTree(cfg, players, w.edges)
	w.strategies = resolve(cfg)
	w.sim.rand.Seed(cfg.Seed)
	w.sim.returns = floatsApart(players)
	w.actions = make([]A, 0, 64) // room, so that most games find it from the beginning
	w.view.w, w.view.returns = w, floatsApart(players)
	if _, uniform := cfg.Playout.(policy.Uniform); !uniform {
		w.playByPly(fmt.Sprintf("Config.Playout is %T, which chooses every action", cfg.Playout))
	}
	if cfg.MaxPlies > 0 {
		w.playByPly("Config.MaxPlies cuts playouts off")
		w.use(game.HasEvaluator)
	}
	for _, f := range features[S, A]() {
		if f.install != nil {
			f.install(w, cfg)
		}
	}
	w.tree.limit(cfg)
	w.plainBackup = w.isAverage && !slices.ContainsFunc(w.columns, isUpdated[S, A])
	return w
}

func resolve(cfg Config) strategies {
	s := strategies{backing: cfg.Backup, maxPlies: cfg.MaxPlies}
	s.interior.Selection, s.atRoot.Selection = cfg.Selection, cfg.Root
	for _, by := range []*selector{&s.interior, &s.atRoot} {
		by.mixed, _ = by.Selection.(policy.MixedSelection)
		s.needs |= policy.NeedsOf(by.Selection)
		s.samples = s.samples || by.mixed != nil
	}
	s.uct, s.isUCT = cfg.Selection.(policy.UCT)
	s.plainUCT = s.isUCT && !s.samples
	_, s.isAverage = cfg.Backup.(policy.Average)
	return s
}

// addColumn gives the tree of the worker a column that selection sees.
func (w *worker[S, A]) addColumn(c selectionColumn[S, A]) {
	w.tree.addColumn(c, true)
	w.columns = append(w.columns, c)
}

// setRoot makes root the root of a new tree.
func (w *worker[S, A]) setRoot(root *S) {
	w.tree.reset()
	w.Copy(&w.root, root)
	w.history = 0
}

// info returns what a playout policy may know of the game.
func (w *worker[S, A]) info() policy.Info {
	info := policy.Info{Players: len(w.sums), State: &w.view}
	if w.Indexer != nil {
		info.Actions = w.Indexer.NumActions()
	}
	return info
}

// newPolicy makes a live playout policy that has learned nothing. name says where the spec stands.
func (w *worker[S, A]) newPolicy(name string, spec policy.Playout) (p playing, err error) {
	w.view.read = false
	p.chooser, err = spec.New(w.info())
	if err == nil && p.chooser == nil {
		err = fmt.Errorf("mcts: %s: New of %T returned nil", name, spec)
	}
	p.learner, _ = p.chooser.(policy.Learner)
	if err == nil {
		p.exploring, err = newExploring(p.chooser)
	}
	if err == nil {
		p.numbered, err = w.newNumbered(p)
	}
	return p, err
}

// resetPolicy forgets what the playout policy has learned, and the numbers of the actions.
func (w *worker[S, A]) resetPolicy(spec policy.Playout) (err error) {
	w.numbers = map[A]int32{}
	w.history = 0
	w.playing, err = w.newPolicy("Config.Playout", spec)
	if err == nil {
		err = w.resetSwitching()
	}
	return err
}

// numbering gives actions without an ActionIndex the order of their first appearance.
type numbering[A comparable] struct {
	numbers map[A]int32
	shared  func(A) int32 // numbers for several workers; nil: those of this one are its own
	frozen  bool          // numbers must not change: other workers read it
}

// number returns the number of an action.
func (w *worker[S, A]) number(sim *simulation[S, A], a A) int32 {
	if w.Indexer != nil {
		return int32(w.Indexer.ActionIndex(a))
	}
	n, ok := w.numbers[a]
	switch {
	case ok:
		return n
	case w.frozen:
		k := slices.Index(sim.unnumbered, a)
		if k < 0 {
			k = len(sim.unnumbered)
			sim.unnumbered = append(sim.unnumbered, a)
		}
		return int32(len(w.numbers) + k)
	case w.shared != nil:
		n = w.shared(a)
	default:
		n = int32(len(w.numbers))
	}
	w.numbers[a] = n
	return n
}

// numbersOf appends the numbers of actions to dst.
func (w *worker[S, A]) numbersOf(sim *simulation[S, A], dst []int32, actions []A) []int32 {
	if w.Indexer != nil {
		for _, a := range actions {
			dst = append(dst, int32(w.Indexer.ActionIndex(a)))
		}
		return dst
	}
	for _, a := range actions {
		dst = append(dst, w.number(sim, a))
	}
	return dst
}

// remember adds an action of player, or the joint action if player is Simultaneous, to the history.
// As much of it is kept as a policy may look at.
func (w *worker[S, A]) remember(player int, actions []A) {
	const most = 64
	sim := &w.sim
	sim.plies = sim.plies[:w.history]
	if w.chooser != nil {
		if player == Simultaneous {
			w.noteJoint(sim, actions)
		} else {
			w.note(sim, actions[0], player)
		}
	}
	if len(sim.plies) > most {
		sim.plies = append(sim.plies[:0], sim.plies[most/2:]...)
	}
	w.history = len(sim.plies)
}

// instance instantiates a simulation in this package. The compiler exports the body of a small
// function of another package only if it was inlined here; without an instance, users' programs
// would call what should be inlined.
func instance(w *worker[int8, int8]) error { return w.simulate(&w.sim) }

var _ = instance
