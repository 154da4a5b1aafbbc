package policy

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"sync"
)

// Widening restricts another Selection to the first actions of a node: after N simulations, to at
// most
//
//	max(1, K * N^Alpha)        N = Node.Visits
//
// of them. The search tries actions in descending order of their priors if there are any (Chaslot
// et al., "Progressive strategies for Monte-Carlo tree search", New Mathematics and Natural
// Computation 4(3), 2008, unprune them like this), and otherwise in the order of the playout policy
// (Couëtoux et al., "Continuous upper confidence trees", LION 2011). Without good priors, it leaves
// out the best action as often as any other.
//
// A new action is tried as soon as it may be, unless the Selection needs [NeedUntried] and chooses
// another one. A Selection that needs [NeedAMAF], such as [GRAVE], is refused: it sees all untried
// actions, so that there would be nothing to restrict it to.
type Widening struct {
	Selection Selection // if nil, UCT{} is used
	K         float64   // if zero, 2 is used
	Alpha     float64   // 0..1; if zero, 0.4 is used
}

// Validate implements [Validator].
func (w Widening) Validate() error {
	const most = 1e9
	if _, mixed := w.Selection.(MixedSelection); mixed {
		return fmt.Errorf("policy: Widening.Selection is a %T, a MixedSelection; want one that does not sample", w.Selection)
	}
	if NeedsOf(w.Selection).Has(NeedAMAF) {
		return fmt.Errorf("policy: Widening.Selection is a %T, which sees all untried actions and decides when to try them; want one of the two alone", w.Selection)
	}
	var errs []error
	if !(w.K >= 0 && w.K <= most) {
		errs = append(errs, fmt.Errorf("policy: Widening.K is %v, want 0 <= K <= %v", w.K, most))
	}
	if !(w.Alpha >= 0 && w.Alpha <= 1) {
		errs = append(errs, fmt.Errorf("policy: Widening.Alpha is %v, want 0..1", w.Alpha))
	}
	return errors.Join(append(errs, validate(w.Selection))...)
}

// Needs implements [Requirer].
func (w Widening) Needs() Needs { return NeedUntried | NeedsOf(w.selection()) }

func (w Widening) selection() Selection {
	if w.Selection == nil {
		return UCT{}
	}
	return w.Selection
}

// Select implements [Selection].
func (w Widening) Select(n *Node) int {
	by := w.selection()
	last := len(n.Children) - 1
	if n.Children[last].Visits > 0 {
		return by.Select(n)
	}
	if last == 0 || w.includes(last, n.Visits) {
		if NeedsOf(by).Has(NeedUntried) {
			return by.Select(n)
		}
		return last
	}
	few, _ := nodes.Get().(*Node)
	few.showFirst(n, last)
	k := by.Select(few)
	*few = Node{} // so that the pool does not hold memory of the search
	nodes.Put(few)
	return k
}

// nodes are those that Widening shows to its Selection.
var nodes = sync.Pool{New: func() any { return new(Node) }}

// includes reports whether the action of index k may be tried after so many visits of the node.
func (w Widening) includes(k int, visits uint32) bool {
	return float64(k+1) <= cmp.Or(w.K, 2)*math.Pow(float64(visits), cmp.Or(w.Alpha, 0.4))
}

// showFirst makes a node n with its first k children alone.
func (few *Node) showFirst(n *Node, k int) {
	*few = *n
	few.Children = n.Children[:k]
	few.Actions = firstOf(n.Actions, k)
	few.Priors = firstOf(n.Priors, k)
	few.Squares = firstOf(n.Squares, k)
	few.Weighted = firstOf(n.Weighted, k)
	few.Available = firstOf(n.Available, k)
	few.Evaluations = firstOf(n.Evaluations, k)
	few.AMAF = firstOf(n.AMAF, k)
}

func firstOf[E any](all []E, k int) []E {
	if all == nil {
		return nil
	}
	return all[:k]
}
