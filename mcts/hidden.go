package mcts

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"sync"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts/internal/infoset"
	"github.com/banyan-go/banyan/mcts/internal/parallel"
	"github.com/banyan-go/banyan/mcts/internal/tree"
	"github.com/banyan-go/banyan/rng"
)

// HiddenInformation determines how a search treats what the player who chooses cannot see. It is an
// [Ensemble] or an [ISMCTS], in a game that is a [Determinizer], or [PerfectInformation]. A search
// of a Determinizer has one of them, so that no search looks at hidden cards by accident.
//
// The result depends on nothing that this player cannot see: before anything else looks at the
// root, its hidden part is replaced by a determinization. The player is the one to move at the root
// or, at simultaneous moves, Budget.Player. For the same reason the search cannot recognize a known
// root, and every Run starts a new tree: Advance keeps nothing. What the playout policy has learned
// stays, and decays at every Run. The memory is used again.
type HiddenInformation interface {
	validate(c Config) error // of a Config without defaults
	withDefaults(c *Config)  // sets the defaults of the kind
}

// PerfectInformation lets a search look at everything in a state, what the player who chooses
// cannot see too: for a game in which all cards lie open, for an opponent that cheats on purpose,
// or for the value of knowing everything.
type PerfectInformation struct{}

func (PerfectInformation) validate(Config) error { return nil }

func (PerfectInformation) withDefaults(*Config) {} // New makes it nil.

// validateHidden reports what is wrong with Config.Hidden, of a Config without defaults.
func validateHidden(c Config) error {
	if c.Hidden == nil {
		return nil
	}
	if t := reflect.TypeOf(c.Hidden); t.Kind() == reflect.Pointer {
		return fmt.Errorf("mcts: Config.Hidden is a %v, want a value instead of a pointer", t)
	}
	return c.Hidden.validate(c)
}

// addHidden lets the worker draw determinizations if Config.Hidden is set, and walk through
// information sets if it is an ISMCTS.
func addHidden[S any, A comparable](w *worker[S, A], cfg Config) {
	if cfg.Hidden == nil {
		return
	}
	w.play.Use(game.HasDeterminizer)
	if sets, ok := cfg.Hidden.(ISMCTS); ok {
		w.play.Use(game.HasInformer)
		w.infoset = infoset.New(&w.play, &w.tree, w.actions, &w.choose, sets.Beliefs)
		w.known.Add(w.infoset)
	}
}

// streamSeed returns the seed of the random streams. With Config.Hidden they are separate streams:
// otherwise a caller who hands out the cards and searches with one seed would draw the same hands
// again as the first determinization, and the search would know the cards.
func (s *Search[S, A]) streamSeed() uint64 {
	if s.cfg.Hidden == nil {
		return s.cfg.Seed
	}
	return hiddenSeed(s.cfg.Seed)
}

func hiddenSeed(seed uint64) uint64 {
	const hidden = 0x9d5c_8f3e_71a2_64b1 // any number
	return rng.Mix(seed ^ hidden)
}

// observer returns from whose point of view root is searched.
func (s *Search[S, A]) observer(root *S) (int, error) {
	switch mover := s.rules.ToMove(root); {
	case s.foresees >= 0:
		return s.foresees, nil
	case mover == Simultaneous:
		return s.player, nil
	}
	return s.w.play.PlayerAt(root)
}

// determinizeRoots gives the trees determinizations of the root, each its own. The result depends
// on the random streams of the trees, not on which worker does it. If there is too little time for
// all of them, some have none, the last ones.
func (s *Search[S, A]) determinizeRoots(r *run, root *S) error {
	observer, err := s.observer(root)
	if err != nil {
		return err
	}
	var mu sync.Mutex
	claim := func() (w *worker[S, A]) {
		mu.Lock()
		defer mu.Unlock()
		if s.begun < len(s.trees) && (s.begun == 0 || !r.beginsNoMore()) {
			w = s.trees[s.begun]
			s.begun++
		}
		return w
	}
	work := func(int) error {
		for w := claim(); w != nil; w = claim() {
			if w.observer = observer; w != s.w {
				w.renew(root)
			}
			if err := w.determinize(observer); err != nil {
				return err
			}
			if w.infoset != nil {
				w.infoset.Start(observer, &w.root)
			}
			if err := w.prepareTree(listed{}); err != nil {
				return err
			}
		}
		return nil
	}
	if p, ok := s.cfg.Parallel.(RootParallel); ok {
		err = parallel.Together(r.Ctx, min(p.Workers, len(s.trees)), r.Stop, work)
	} else {
		err = work(0)
	}
	if err != nil {
		return err
	}
	return s.agree()
}

// determinize replaces what the observer cannot see at the root.
func (w *worker[S, A]) determinize(observer int) error {
	if w.play.Informer == nil {
		w.play.Determinizer.Determinize(&w.root, observer, &w.sim.Rand)
		return nil
	}
	before := w.play.Informer.InformationState(&w.root, observer)
	w.play.Determinizer.Determinize(&w.root, observer, &w.sim.Rand)
	if after := w.play.Informer.InformationState(&w.root, observer); after != before {
		return fmt.Errorf("mcts: %T: Determinize changes what player %d knows: InformationState was %d and is %d", w.play.Game, observer, before, after)
	}
	return nil
}

// agree returns an error unless the same player moves, with the same actions, at the roots of all
// trees that have one.
func (s *Search[S, A]) agree() error {
	player, _ := s.root().Player()
	list := func(w *worker[S, A]) []A {
		if b := w.rootNode().choicesOf(s.observing()); b.Count() > 0 {
			return tree.ActionsOf[A](b)
		}
		return nil // Chance moves at a root of Foresee.
	}
	first := list(s.w)
	var known map[A]bool
	for _, w := range s.trees[1:s.begun] {
		if p, _ := w.rootNode().Player(); p != player || len(list(w)) != len(first) {
			return infoset.Contradiction(s.rules.Game)
		}
		for i, a := range list(w) {
			if a == first[i] { // as a rule
				continue
			}
			if known == nil {
				known = make(map[A]bool, len(first))
				for _, a := range first {
					known[a] = true
				}
			}
			if !known[a] {
				return infoset.Contradiction(s.rules.Game)
			}
		}
	}
	return nil
}

// Foresee searches from start, a state before a game or before the cards are dealt, from the point
// of view of a player who knows nothing more: chance may be to move, and what another player may do
// there must depend on nothing that is hidden. It chooses nothing, and fills
// what the search believes at the player's first decision; see [ISMCTS].Beliefs, which it needs.
// What the search knows of an earlier game is dropped. It returns how many simulations it made.
func (s *Search[S, A]) Foresee(ctx context.Context, start *S, player int, b Budget) (simulations int, err error) {
	if sets, _ := s.cfg.Hidden.(ISMCTS); !sets.Beliefs {
		return 0, errors.New("mcts: Foresee is for a search with Config.Hidden: ISMCTS{Beliefs: true}")
	}
	if player < 0 || player >= s.rules.NumPlayers() {
		return 0, fmt.Errorf("mcts: Foresee: the player is %d, want 0..%d", player, s.rules.NumPlayers()-1)
	}
	r, err := s.search(ctx, start, b, 0, nil, player)
	return r.Simulations, err
}

// Ensemble grows independent trees from one root, each from its own determinization, and merges
// their statistics of the root's actions (Cowling, Ward and Powley, "Ensemble Determinization in
// Monte Carlo Tree Search for the Imperfect Information Card Game Magic: The Gathering", IEEE
// TCIAIG 4(4), 2012). The simulations of a Budget are shared out evenly, the remainder to the first
// trees, one each.
//
// Within a tree the state is fully known, so an Ensemble suffers from strategy fusion and assigns
// no value to gaining or concealing information. It takes at least one chunk of memory per tree;
// see Config.MaxBytes. In the principal variation, the actions of other players are those that most
// of the trees know.
//
// If Config.Parallel is nil, one worker grows all trees; with RootParallel{Workers: n}, several do,
// and find the same. Other kinds, and the Trees and Merge of RootParallel, are refused.
type Ensemble struct {
	Trees int   // determinizations; if zero, DefaultTrees
	Merge Merge // how the trees agree on the final action
}

// DefaultTrees is how many determinizations the paper's Ensemble has.
const DefaultTrees = 40

func (e Ensemble) withDefaults(c *Config) {
	e.Trees = cmp.Or(e.Trees, DefaultTrees)
	root, ok := c.Parallel.(RootParallel)
	if !ok {
		root.Workers = 1
	}
	root.Trees, root.Merge = e.Trees, e.Merge
	c.Hidden, c.Parallel = e, root
}

func (e Ensemble) validate(c Config) error {
	p, forest := c.Parallel.(RootParallel)
	return errors.Join(
		e.Merge.validate("Config.Hidden: Ensemble.Merge"),
		when(e.Trees < 0 || e.Trees > maxWorkers, "Config.Hidden: Ensemble.Trees is %d, want 0..%d", e.Trees, maxWorkers),
		when(p.Trees != 0 || p.Merge != MergeSum, "Config.Parallel: RootParallel has Trees or Merge, and an Ensemble has its own; want neither"),
		when(c.Parallel != nil && !forest, "Config.Parallel is a %T, and the trees of an Ensemble grow with nil or RootParallel", c.Parallel),
	)
}

// ISMCTS grows one tree of information sets. Every simulation walks through it with its own
// determinization. The search picks one action for all determinizations, so it does not suffer from
// strategy fusion at the root (Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree
// Search", IEEE TCIAIG 4(2), 2012).
//
// In a game that is an [Informer], a node belongs to what its mover knows, whatever led there.
// Every player chooses by what it knows itself, and moves may be hidden: MO-ISMCTS of the paper,
// with all trees in one. Below an action of [Node], one of the nodes to which it leads is shown, as
// a rule the node of the information set that most simulations have reached; its visits are the
// visits of the set.
//
// In another game a node belongs to the actions that led to it, and to the mover, where that
// depends on what is hidden: SO-ISMCTS, for a single observer, the player to move at the root. The
// other players choose by means over all determinizations, so they seem to know as little as the
// observer.
//
// The legal actions of such a node depend on the determinization, and an action that is rarely
// legal must not appear under-explored. The selection must therefore have policy.NeedAvailable, as
// [policy.UCT] has: it uses how often each child was available instead of the visits of the node.
//
// The children of the root are all its actions; the children of a node that belongs to actions are
// the ones tried there. An action may end the game in one determinization and not in another.
// Outcomes of chance are children as well.
//
// More simulations do not lead to an equilibrium: the opponents of the model learn what the
// observer holds. Package equilibrium measures how exploitable a strategy is.
//
// ISMCTS works with a nil Config.Parallel and with [RootParallel], whose trees have separate
// determinizations. Games with simultaneous moves are refused.
type ISMCTS struct {
	// Beliefs lets a Run take the states that the last one of the same Search has met at the
	// observer's next decisions for the states in which the observer may be, where these agree with
	// what the observer knows: what the others do reveals what they hold. Of the simulations, 95 %
	// begin at such a state, and the others at a determinization; without such states, all do. The
	// nodes of the tree stay, too, until the tree is full: what a player knows determines where
	// they belong. [Search.Foresee] fills the beliefs before a game.
	//
	// The result still depends on nothing that the observer cannot see. The states count in
	// MaxBytes, by their size without what they refer to. The game must be an [Informer]. Such a
	// search cannot be saved.
	Beliefs bool
}

func (ISMCTS) validate(Config) error { return nil }

func (i ISMCTS) withDefaults(c *Config) { c.Hidden = i }
