// Package selection chooses children: it is the one place of a search in which a child is chosen.
// A [Chooser] asks the strategies of a Config, which see the statistics of the tree and whatever
// features show. It is called in these ways:
//
//	IsPlainUCT, UCT   by a walk through the tree, where nothing but UCT and the statistics decide
//	ChooseOften       by the same walk at nodes with many visits that MayHaveFavorite
//	IsFast, Fast      by the same walk, where a [Fast] knows all that the strategy reads
//	Choose            by the same walk at all other nodes, for example the root if Config.Root is set
//	ChooseBy          by a walk with its own statistics, such as those with virtual visits
//	ChooseAvailable   by a walk in which not all children are available
//
// The first two are short ways, which fill no [policy.Node] and choose as the strategy would.
// Choose and ChooseBy take one where they can. Otherwise a node is filled from the block, a
// [Filter] may leave out children, and every [Column] shows what a feature keeps of those that are
// left. At a block that is marked, no short way is taken.
//
// The order in which a worker adds columns matters once: SetFast takes a short way only if the
// strategy sees a single column so far.
package selection

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/banyan-go/banyan/mcts/internal/pass"
	"github.com/banyan-go/banyan/mcts/internal/tree"
	"github.com/banyan-go/banyan/policy"
)

// Shown is what a strategy sees of a node in addition to the actions that have been tried.
type Shown uint8

// What a strategy may see.
const (
	OnlyTried  Shown = iota // nothing
	OneUntried              // the next untried action, if any has been tried
	AllUntried              // all untried actions
)

// Strategy is a selection strategy, resolved.
type Strategy struct {
	policy.Selection
	mixed policy.MixedSelection // the same, nil if it is none
	Shows Shown
}

// Column is what a feature shows of the children of a node: it puts the values of the children of
// n, which are some edges of a block, into n.
type Column func(n *policy.Node, p *pass.Pass, at tree.Edges)

// Fast chooses among children without a [policy.Node], which takes time to fill.
type Fast interface {
	// Best returns the index of the child to choose among the first n of a block.
	Best(b tree.Block, n, visits uint32) int
}

// Filter leaves out children of a marked node that need no simulation.
type Filter interface {
	// Filter returns the edges that may be chosen, of which the first so many have been tried, and
	// makes n.Children their statistics. It leaves out some, or returns at as it is.
	Filter(n *policy.Node, at tree.Edges, tried uint32) tree.Edges
}

// Chooser chooses children for one worker.
type Chooser struct {
	tree     *tree.Tree
	interior Strategy // at all nodes, except
	atRoot   Strategy // at the root; the zero Strategy leaves the root to interior
	Needs    policy.Needs
	Samples  bool // one of the two is a mixed strategy
	Ordered  bool // the actions of a block are put into the order of their trial when it is made

	// The defaults are called without the detour through their interfaces.
	uct      policy.UCT
	isUCT    bool
	plainUCT bool    // and it sees nothing but the tree, and no sampling probabilities are kept
	constant float32 // of UCT
	fast     Fast    // nil: ask chooses

	// Constants are multiples of the unit of the player. As long as all units are 1, the two short
	// ways lead to the choice, and otherwise scaled ones.
	units      []float64 // nil: all are 1
	unitColumn int       // 1 more than the index of the column that shows them; 0: there is none
	short      struct {
		uct  bool
		fast Fast
	}
	Detours bool // No short way is taken.

	Filter  Filter // nil: nothing is left out
	columns []Column
	Node    policy.Node // the argument of the strategies
}

// New returns a Chooser in a tree by two strategies, of which atRoot may be nil.
func New(t *tree.Tree, interior, atRoot policy.Selection) Chooser {
	c := Chooser{tree: t}
	c.interior.Selection, c.atRoot.Selection = interior, atRoot
	for _, by := range []*Strategy{&c.interior, &c.atRoot} {
		by.mixed, _ = by.Selection.(policy.MixedSelection)
		c.Needs |= policy.NeedsOf(by.Selection)
		c.Samples = c.Samples || by.mixed != nil
	}
	c.uct, c.isUCT = interior.(policy.UCT)
	c.plainUCT = c.isUCT && !c.Samples
	c.constant = float32(cmp.Or(c.uct.C, policy.DefaultC))
	return c
}

// Show lets the strategies that have a need see untried actions.
func (c *Chooser) Show(need policy.Needs, shows Shown) {
	for _, by := range []*Strategy{&c.interior, &c.atRoot} {
		if policy.NeedsOf(by.Selection).Has(need) {
			by.Shows, c.Ordered = shows, true
		}
	}
}

// Add lets the strategies see a column.
func (c *Chooser) Add(column Column) { c.columns = append(c.columns, column) }

// SetFast lets f choose instead of the strategy at nodes that are not marked, where the strategy
// sees one column only and is not mixed. It must choose as the strategy would.
func (c *Chooser) SetFast(f Fast) {
	if c.Samples || c.features() != 1 {
		return
	}
	if c.fast = f; c.units != nil {
		c.Scale(c.units)
	}
}

// features returns how many columns belong to features.
func (c *Chooser) features() int { return len(c.columns) - min(c.unitColumn, 1) }

// Ask makes the chooser ask UCT at every node, like another strategy.
func (c *Chooser) Ask() { c.plainUCT, c.short.uct = false, false }

// Scale sets the units of the players from now on. They may change in place; nil stands for units
// of 1 that do not.
func (c *Chooser) Scale(units []float64) {
	switch {
	case units != nil && c.unitColumn == 0:
		c.Add(func(n *policy.Node, _ *pass.Pass, _ tree.Edges) { n.Unit = c.units[n.Player] })
		c.unitColumn = len(c.columns)
	case units == nil && c.unitColumn > 0:
		c.columns = slices.Delete(c.columns, c.unitColumn-1, c.unitColumn)
		c.unitColumn = 0
	}
	c.Node.Unit = 1
	c.units = units
	switch long := units != nil || c.Detours; {
	case long && (c.plainUCT || c.fast != nil):
		c.short.uct, c.short.fast = c.plainUCT, c.fast
		c.plainUCT, c.fast = false, nil
	case !long && (c.short.uct || c.short.fast != nil):
		c.plainUCT, c.fast = c.short.uct, c.short.fast
	}
}

// Detour makes the chooser ask its strategies at every node, or lets it take the short ways again.
func (c *Chooser) Detour(on bool) {
	c.Detours = on
	c.Scale(c.units)
}

// unit returns the unit of a player.
func (c *Chooser) unit(player int32) float64 {
	if c.units == nil {
		return 1
	}
	return c.units[player]
}

// IsPlainUCT reports whether nothing but UCT and the statistics decide at a block.
func (c *Chooser) IsPlainUCT(b tree.Block) bool { return c.plainUCT && b.IsPlain() && b.Player >= 0 }

// UCT returns the edge to walk from a block for which IsPlainUCT holds.
func (c *Chooser) UCT(b tree.Block, visits uint32) uint32 { return uint32(c.uct.Best(b.All(), visits)) }

// IsFast reports whether a short way leads to the choice at a block.
func (c *Chooser) IsFast(b tree.Block) bool { return c.fast != nil && b.IsPlain() && b.Player >= 0 }

// Fast returns the edge to walk from a block for which IsFast holds.
func (c *Chooser) Fast(b tree.Block, visits uint32) uint32 {
	return uint32(c.fast.Best(b, b.Count(), visits))
}

// NeedsMark reports whether the block of the root has to be marked, lest a short way to the
// interior strategy is taken there.
func (c *Chooser) NeedsMark() bool {
	return c.atRoot.Selection != nil && (c.plainUCT || c.fast != nil)
}

// At returns the strategy that chooses at the end of the path.
func (c *Chooser) At(p *pass.Pass) *Strategy {
	if c.atRoot.Selection != nil && p.Depth() == 0 {
		return &c.atRoot
	}
	return &c.interior
}

// Choose returns the index of the edge to walk from a block, among the first shown ones.
func (c *Chooser) Choose(p *pass.Pass, by *Strategy, b tree.Block, shown, visits uint32) (uint32, error) {
	if c.tree.KeepsFavorites() {
		c.tree.Forget(b) // This choice may be another one.
	}
	if c.fast != nil && !b.IsMarked() && by == &c.interior {
		return uint32(c.fast.Best(b, shown, visits)), nil
	}
	if c.isUCT && !b.IsMarked() && by == &c.interior && !c.Samples && c.features() == 0 {
		return uint32(c.uct.Scaled(c.unit(b.Player)).Best(b.Stats(shown), visits)), nil
	}
	n, at := &c.Node, b.Edges(shown)
	n.Player, n.Visits, n.Children = int(b.Player), visits, b.Stats(shown)
	if b.IsMarked() && c.Filter != nil {
		at = c.Filter.Filter(n, at, b.Tried())
	}
	return c.ask(p, by, n, at)
}

// ChooseBy is Choose by statistics of the first edges of a block that are not stored in the tree.
func (c *Chooser) ChooseBy(p *pass.Pass, b tree.Block, stats []policy.Stats, visits uint32) (uint32, error) {
	by, isFiltered := c.At(p), c.Filter != nil && b.IsMarked()
	if c.isUCT && !isFiltered && by == &c.interior {
		return uint32(c.uct.Scaled(c.unit(b.Player)).Best(stats, visits)), nil
	}
	n, at := &c.Node, b.Edges(uint32(len(stats)))
	n.Player, n.Visits, n.Children = int(b.Player), visits, stats
	if isFiltered {
		at = c.Filter.Filter(n, at, min(b.Tried(), uint32(len(stats))))
	}
	return c.ask(p, by, n, at)
}

// ChooseAvailable is Choose among those edges of a block that are available, with the statistics
// of the edges and how often each was available.
func (c *Chooser) ChooseAvailable(p *pass.Pass, player int32, at tree.Edges, stats []policy.Stats, available []uint32, visits uint32) (uint32, error) {
	n := &c.Node
	n.Player, n.Visits, n.Children, n.Available = int(player), visits, stats, available
	return c.ask(p, c.At(p), n, at)
}

// ask lets a strategy choose among the children of n, which are some edges of a block, and returns
// the index of the edge in the block.
func (c *Chooser) ask(p *pass.Pass, by *Strategy, n *policy.Node, at tree.Edges) (k uint32, err error) {
	n.Depth, n.Rand = p.Depth(), &p.Rand
	for _, column := range c.columns {
		column(n, p, at)
	}
	chosen, probability := 0, 1.0
	if by.mixed == nil {
		chosen = by.Select(n)
	} else if chosen, probability = by.mixed.Sample(n); !(probability > 0 && probability <= 1) {
		return tree.None, fmt.Errorf("mcts: Selection %T sampled child %d with probability %v, want more than 0 and up to 1", by.Selection, chosen, probability)
	}
	if uint(chosen) >= uint(len(n.Children)) {
		return tree.None, fmt.Errorf("mcts: Selection %T chose child %d of %d", by.Selection, chosen, len(n.Children))
	}
	if c.Samples {
		p.Sample(probability)
	}
	return at.Index(uint32(chosen)), nil
}
