package solver

import (
	"cmp"
	"math"

	"github.com/banyan-go/banyan/policy"
)

// Root finds the final action by what is proven of the actions of the root.
type Root struct {
	Range
	places []int // scratch
}

// Action is what is proven of an action, for the player who chooses, with its visits.
type Action struct {
	Lower, Upper float64
	Plies        int // until the game ends, if the bounds are equal
	Visits       int
}

// Pick asks Config.Final for the index of one of the candidates.
type Pick func(from *policy.Candidates) (index int, decided bool, err error)

// isExact reports whether the value of the action is known.
func (a *Action) isExact() bool { return a.Lower == a.Upper }

// Best returns the index of an action that is at least as good as every other, if that is known: of
// several wins the fastest, and of several losses the slowest.
func (d Range) Best(actions []Action) (index int, known bool) {
	index = d.safest(actions)
	best := &actions[index]
	if math.IsInf(best.Lower, 0) {
		return 0, false
	}
	for i := range actions {
		if i != index && actions[i].Upper > best.Lower+d.Slack() {
			return 0, false
		}
	}
	return index, true
}

// safest returns the index of the action with the greatest lower bound.
func (d Range) safest(actions []Action) (index int) {
	for i := range actions {
		if d.compare(&actions[i], &actions[index]) > 0 {
			index = i
		}
	}
	return index
}

// compare compares two actions by what is proven of them: the greater lower bound is better, then
// the greater upper bound, then a win that comes sooner, or anything else that comes later.
func (d Range) compare(a, b *Action) int {
	switch {
	case a.Lower > b.Lower+d.Slack():
		return 1
	case a.Lower < b.Lower-d.Slack():
		return -1
	case a.Upper > b.Upper+d.Slack():
		return 1
	case a.Upper < b.Upper-d.Slack():
		return -1
	case a.Lower >= d.Max-d.Slack():
		return cmp.Compare(b.Plies, a.Plies)
	}
	return cmp.Or(cmp.Compare(a.Plies, b.Plies), cmp.Compare(a.Visits, b.Visits))
}

// Decide returns the index of the final action, and whether no more simulations are wanted. from
// are the same actions as Config.Final sees them, which pick asks. It picks one of the actions
// whose upper bound exceeds the greatest lower bound. If the mean of that action is below that
// lower bound, the action with the bound is taken.
func (d *Root) Decide(actions []Action, from *policy.Candidates, pick Pick) (index int, decided bool, err error) {
	safest := d.safest(actions)
	least := actions[safest].Lower
	open, visits := from.Children[:0], 0
	d.places = d.places[:0]
	for i, child := range from.Children {
		if !actions[i].isExact() && child.Upper > least+d.Slack() {
			open, d.places = append(open, child), append(d.places, i)
			visits += child.Visits
		}
	}
	if visits == 0 {
		return safest, false, nil
	}
	from.Children = open
	k, decided, err := pick(from)
	if err != nil {
		return 0, false, err
	}
	if least > open[k].Mean {
		return safest, decided, nil
	}
	return d.places[k], decided, nil
}
