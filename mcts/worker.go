package mcts

import (
	"fmt"
	"slices"

	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// worker runs simulations one after the other on a tree of its own. Everything a simulation needs is here and
// allocated once.
type worker[S any, A comparable] struct {
	game      Game[S, A]
	chance    ChanceGame[S, A]       // nil if nature does not move
	copier    Copier[S]              // nil if S is copied by assignment
	joints    SimultaneousGame[S, A] // nil if players choose one at a time
	playouter Playouter[S]           // nil if playouts go ply by ply
	sampler   Sampler[S, A]          // nil if actions are listed
	evaluator Evaluator[S]           // nil if the game has none
	indexer   Indexer[A]             // nil if the game has none
	passer    Passer[A]              // nil if the game has none
	turner    Turner[S]              // nil if the game has none, or nobody asks

	selection policy.Selection
	drawer    policy.Drawer   // the selection, nil if it is none
	chooser   policy.Chooser  // nil if uniform
	learner   policy.Learner  // the chooser, nil if it does not learn
	explorer  policy.Explorer // the chooser, nil if it is none
	backing   policy.Backup
	measures  bool // the backup is a policy.PlyReader
	maxPlies  int  // 0: no limit

	// The defaults, called without the detour through their interfaces.
	isUCT     bool
	uct       policy.UCT
	isAverage bool

	deals   *deals[S, A] // nil without Config.Hidden
	similar *similar[S]  // nil unless boards that look alike count
	spreads bool         // what is tried has no result for a while
	tree    tree[A]
	rand    *rng.Rand
	root    S      // where simulations begin
	state   S      // where the current one is
	path    []step // of the current one; only depth elements are in use
	depth   int
	parts   []part // of the joint actions of the path
	span    span
	odds    []float64 // with what probability the steps of the path were chosen, for a Drawer
	returns []float64
	sums    []float64 // of the returns of this Run

	// For the chooser: what was played before the root, of which the last actions are kept, and in this simulation.
	plies   []policy.Ply
	history int           // how many plies stand before the root
	numbers map[A]int32   // of actions that have no ActionIndex
	common  func(A) int32 // numbers for several workers at the same time; nil: those of this one are its own
	borrows bool          // the numbers are those of several workers, and must not change
	fresh   []A           // actions that have none of them, and for now the next ones

	// Scratch memory.
	actions  []A
	outcomes []Outcome[A]
	joint    []A
	counts   []int     // how many of actions are whose, where all players choose
	values   []float64 // what the simulation is worth on its path
	node     policy.Node
	choice   policy.Choice
	trace    policy.Trace
	view     view[S, A]
}

func newWorker[S any, A comparable](g Game[S, A], cfg Config, players int) *worker[S, A] {
	_, squares := cfg.Selection.(policy.SquareReader)
	drawer, draws := cfg.Selection.(policy.Drawer)
	w := &worker[S, A]{
		game:      g,
		selection: cfg.Selection,
		drawer:    drawer,
		backing:   cfg.Backup,
		maxPlies:  cfg.MaxPlies,
		tree:      newTree[A](cfg, players, squares || draws),
		rand:      apart(cfg.Seed),
		returns:   floatsApart(players),
		actions:   make([]A, 0, 64), // room, so that most games find it from the beginning
		sums:      floatsApart(players),
	}
	w.chance, _ = As[ChanceGame[S, A]](g)
	w.joints, _ = As[SimultaneousGame[S, A]](g)
	w.copier, _ = As[Copier[S]](g)
	w.evaluator, _ = As[Evaluator[S]](g)
	w.uct, w.isUCT = cfg.Selection.(policy.UCT)
	_, w.isAverage = cfg.Backup.(policy.Average)
	w.node.Rand, w.choice.Rand = w.rand, w.rand
	w.sampler, _ = As[Sampler[S, A]](g)
	if _, uniform := cfg.Playout.(policy.Uniform); uniform && cfg.MaxPlies == 0 {
		w.playouter, _ = As[Playouter[S]](g)
	}
	if _, w.measures = cfg.Backup.(policy.PlyReader); w.measures {
		w.turner, _ = As[Turner[S]](g)
		if _, turns := cfg.Backup.(policy.TurnReader); !turns || w.turner == nil {
			w.playouter = nil
		}
	}
	w.indexer, _ = As[Indexer[A]](g)
	w.passer, _ = As[Passer[A]](g)
	w.view.w, w.view.returns = w, floatsApart(players)
	w.withSimilarity(cfg)
	return w
}

// info returns what a playout policy may know of the game.
func (w *worker[S, A]) info() policy.Info {
	info := policy.Info{Players: len(w.returns), State: &w.view}
	if w.indexer != nil {
		info.Actions = w.indexer.NumActions()
	}
	return info
}

// learnAnew makes the live playout policy, which knows nothing yet, and the numbers of the actions.
func (w *worker[S, A]) learnAnew(spec policy.Playout) (err error) {
	w.numbers = map[A]int32{}
	w.chooser, err = spec.New(w.info())
	if err == nil && w.chooser == nil {
		err = fmt.Errorf("mcts: Config.Playout: New of %T returned nil", spec)
	}
	w.learner, _ = w.chooser.(policy.Learner)
	w.explorer, _ = w.chooser.(policy.Explorer)
	w.history = 0
	return err
}

// number returns the number of an action, its ActionIndex or else the order of its first appearance.
func (w *worker[S, A]) number(a A) int32 {
	if w.indexer != nil {
		return int32(w.indexer.ActionIndex(a))
	}
	n, ok := w.numbers[a]
	if !ok && w.borrows {
		return w.borrow(a)
	}
	if !ok {
		if n = int32(len(w.numbers)); w.common != nil {
			n = w.common(a)
		}
		w.numbers[a] = n
	}
	return n
}

// borrow returns the number of an action without one, which it has in this simulation only.
func (w *worker[S, A]) borrow(a A) int32 {
	k := slices.Index(w.fresh, a)
	if k < 0 {
		k = len(w.fresh)
		w.fresh = append(w.fresh, a)
	}
	return int32(len(w.numbers) + k)
}

// copyState makes dst a copy of src.
func (w *worker[S, A]) copyState(dst, src *S) {
	if w.copier != nil {
		w.copier.Copy(dst, src)
	} else {
		*dst = *src
	}
}

// simulate runs one simulation from the root, the four steps of the textbook. After an error the tree is unsound.
func (w *worker[S, A]) simulate() error {
	if w.similar != nil {
		return w.simulateSimilar()
	}
	var ended bool
	var err error
	if w.deals == nil {
		ended, err = w.selectLeaf()
	} else {
		ended, err = w.selectDeal()
	}
	if err != nil {
		return err
	}
	leaf := len(w.plies)
	if err = w.finish(ended); err != nil {
		return err
	}
	if err = w.backup(); err == nil && w.learner != nil {
		w.teach(leaf)
	}
	return err
}

// finish plays from the leaf to the end of the simulation, where it is not there already, and leaves what it is worth in
// w.returns.
func (w *worker[S, A]) finish(ended bool) (err error) {
	if ended {
		w.game.Returns(&w.state, w.returns)
	} else {
		err = w.playout()
	}
	if w.measures && err == nil {
		w.stop()
	}
	return err
}

// teach lets the chooser learn from the finished simulation, whose playout begins at ply leaf.
func (w *worker[S, A]) teach(leaf int) {
	t := &w.trace
	t.Returns, t.Plies, t.Root, t.Leaf = w.returns, w.plies, w.history, leaf
	w.learner.Learn(t)
}

// note records an action for the chooser, if there is one.
func (w *worker[S, A]) note(a A, player int) {
	if w.chooser != nil && player >= 0 && (w.passer == nil || !w.passer.IsPass(a)) {
		w.plies = append(w.plies, policy.Ply{Action: w.number(a), Player: int16(player)})
	}
}

// noteJoint records the parts of a joint action, for the chooser.
func (w *worker[S, A]) noteJoint(joint []A) {
	first := len(w.plies)
	for p, a := range joint {
		w.note(a, p)
	}
	for k := range w.plies[first:] {
		w.plies[first+k].Joint = uint16(k)
	}
}

// remember makes the action of player, or the joint action where that is Simultaneous, part of the history, of which
// as much is kept as a policy may look at.
func (w *worker[S, A]) remember(player int, actions ...A) {
	const most = 64
	w.plies = w.plies[:w.history]
	if player == Simultaneous {
		w.noteJoint(actions)
	} else {
		w.note(actions[0], player)
	}
	if len(w.plies) > most {
		w.plies = append(w.plies[:0], w.plies[most/2:]...)
	}
	w.history = len(w.plies)
}
