package mcts

import (
	"fmt"
	"slices"

	"github.com/banyan-go/banyan/policy"
)

// DecisiveMoves plays decisive actions: one that wins at once, where there is one, and otherwise
// what Playout chooses (Teytaud and Teytaud, "On the Huge Benefit of DecisiveMoves Moves in
// Monte-Carlo Tree Search Algorithms", CIG 2010). It works for every game, in the tree too, where
// it tries a winning action first. It plays every action on a copy of the state, so that a playout
// takes as many times longer as there are actions, and with Anti the square of that.
//
// A win is a return of 1 or more to the player who acts. Where all players choose at the same time,
// no action wins for itself, and Playout chooses.
type DecisiveMoves struct {
	Playout policy.Playout // if nil, policy.Uniform{}

	// Anti plays anti-decisive actions as well: it avoids an action that ends the game with a win
	// of someone else, or after which the next player wins at once, unless they are all like that.
	Anti bool
}

// Validate implements policy.Validator.
func (d DecisiveMoves) Validate() error {
	if v, ok := d.Playout.(policy.Validator); ok {
		return v.Validate()
	}
	return nil
}

// New implements policy.Playout.
func (d DecisiveMoves) New(info policy.Info) (policy.Chooser, error) {
	ahead, ok := info.State.(lookahead)
	if !ok {
		return nil, fmt.Errorf("mcts: DecisiveMoves works in a Search only")
	}
	if d.Playout == nil {
		d.Playout = policy.Uniform{}
	}
	inner, err := d.Playout.New(info)
	if err == nil && inner == nil {
		err = fmt.Errorf("mcts: DecisiveMoves.Playout: New of %T returned nil", d.Playout)
	}
	if err != nil {
		return nil, err
	}
	return &decisive{ahead: ahead, inner: inner, anti: d.Anti}, nil
}

// lookahead is what DecisiveMoves needs of a view.
type lookahead interface {
	// survey returns the index of an action with which player wins at once, or -1 and, with anti,
	// the indices of the actions after which the next player does not.
	survey(player int, anti bool, safe []int) (win int, _ []int)

	// narrow hides all but these actions, till the next choice, from whoever looks at states.
	narrow(indices []int)
}

type decisive struct {
	ahead   lookahead
	inner   policy.Chooser
	anti    bool
	safe    []int
	numbers []int32
	narrow  policy.Choice // what inner is asked, here so that it is allocated once
}

// Choose implements policy.Chooser.
func (d *decisive) Choose(c *policy.Choice) int {
	win := 0
	win, d.safe = d.ahead.survey(c.Player, d.anti, d.safe[:0])
	if win >= 0 {
		return win
	}
	if len(d.safe) == 0 || len(d.safe) == len(c.Actions) {
		return d.inner.Choose(c)
	}
	d.numbers = d.numbers[:0]
	for _, i := range d.safe {
		d.numbers = append(d.numbers, c.Actions[i])
	}
	d.narrow = *c
	d.narrow.Actions = d.numbers
	d.ahead.narrow(d.safe)
	k := d.inner.Choose(&d.narrow)
	if uint(k) >= uint(len(d.safe)) {
		panic(fmt.Sprintf("mcts: Playout %T chose action %d of %d", d.inner, k, len(d.safe)))
	}
	return d.safe[k]
}

// Learn implements policy.Learner.
func (d *decisive) Learn(t *policy.Trace) {
	if l, ok := d.inner.(policy.Learner); ok {
		l.Learn(t)
	}
}

// Decay implements [policy.Decayer].
func (d *decisive) Decay() {
	if a, ok := d.inner.(policy.Decayer); ok {
		a.Decay()
	}
}

func (v *view[S, A]) survey(player int, anti bool, safe []int) (int, []int) {
	if v.w.Simultaneous != nil && v.w.ToMove(v.state) == Simultaneous {
		return -1, safe
	}
	for i, a := range v.actions {
		v.play(&v.next, v.state, a)
		next := v.list(&v.next, &v.replies)
		if next == ended && v.won(&v.next, player) {
			return i, safe
		}
		if anti && !v.loses(player, next) {
			safe = append(safe, i)
		}
	}
	return -1, safe
}

// loses reports whether player has lost at v.next, where next chooses, or does so if next wins at
// once.
func (v *view[S, A]) loses(player, next int) bool {
	switch {
	case next == ended:
		return slices.Max(v.returns) >= 1 // which are not player's
	case next < 0 || next == player:
		return false
	}
	return v.winsAtOnce(next)
}

// winsAtOnce reports whether one of the replies to v.next wins.
func (v *view[S, A]) winsAtOnce(player int) bool {
	for _, a := range v.replies {
		v.play(&v.after, &v.next, a)
		if v.list(&v.after, &v.beyond) == ended && v.won(&v.after, player) {
			return true
		}
	}
	return false
}

// ended is the answer of list at the end of the game.
const ended = -3

// list puts the actions at s into actions and returns who chooses there.
func (v *view[S, A]) list(s *S, actions *[]A) int {
	*actions = (*actions)[:0]
	player := v.w.ToMove(s)
	if player < 0 {
		return player
	}
	if *actions = v.w.AppendActions(*actions, s); len(*actions) == 0 {
		return ended
	}
	return player
}

func (v *view[S, A]) play(dst, src *S, a A) {
	v.w.Copy(dst, src)
	v.w.Apply(dst, a)
}

func (v *view[S, A]) won(s *S, player int) bool {
	v.w.Returns(s, v.returns)
	return v.returns[player] >= 1
}

func (v *view[S, A]) narrow(indices []int) {
	v.few = v.few[:0]
	for _, i := range indices {
		v.few = append(v.few, v.actions[i])
	}
	v.actions = v.few
}
