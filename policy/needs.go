package policy

// Needs is a set of the data that a strategy reads in addition to visits and means. The search
// stores and fills in only what is needed, so data that a strategy does not use costs nothing.
type Needs uint32

// What a Selection may need of a [Node].
const (
	NeedActions     Needs = 1 << iota // Node.Actions
	NeedUntried                       // the next untried action, as the last of Node.Children
	NeedPriors                        // Node.Priors; the search must have a source of priors
	NeedSquares                       // Node.Squares, eight bytes per edge
	NeedWeighted                      // Node.Weighted, eight bytes per edge, for a MixedSelection
	NeedAvailable                     // Node.Available, if legal actions vary between determinizations
	NeedEvaluations                   // Node.Evaluations, four bytes per edge; for two players with a constant sum
	NeedAMAF                          // Node.AMAF, and all untried actions, at the end of Node.Children

	// NeedSimulations is for a strategy of the root that divides the budget of a Run: it needs
	// Node.Simulations. Every Run then begins a new tree.
	NeedSimulations
)

// What a Backup may need of a [Trace].
const (
	NeedDepths Needs = 1 << (16 + iota) // Trace.Depths, Length and Turns; playouts then go ply by ply
	NeedTurns                           // Trace.Turns; playouts go ply by ply unless the game counts turns
)

// Requirer is a strategy that needs data in addition to visits and means. Needs must always return
// the same set. A strategy that wraps another one adds the needs of that one, see [NeedsOf].
type Requirer interface {
	Needs() Needs
}

// NeedsOf returns what a strategy needs: nothing, unless it is a [Requirer].
func NeedsOf(strategy any) Needs {
	if r, ok := strategy.(Requirer); ok {
		return r.Needs()
	}
	return 0
}

// Has reports whether n contains all of need.
func (n Needs) Has(need Needs) bool { return n&need == need }
