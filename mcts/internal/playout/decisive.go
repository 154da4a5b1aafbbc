package playout

import (
	"fmt"
	"math"
	"slices"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/policy"
)

// NewDecisive makes the live policy of DecisiveMoves, which plays an action that wins at once, if
// there is one, and otherwise what a policy chooses.
func NewDecisive(info policy.Info, other policy.Playout, anti bool) (policy.Chooser, error) {
	v, ok := info.State.(interface {
		newDecisive(inner policy.Chooser, anti bool) policy.Chooser
	})
	if !ok {
		return nil, fmt.Errorf("mcts: DecisiveMoves works in a Search only")
	}
	inner, err := other.New(info)
	if err == nil && inner == nil {
		err = fmt.Errorf("mcts: DecisiveMoves.Playout: New of %T returned nil", other)
	}
	if err != nil {
		return nil, err
	}
	return v.newDecisive(inner, anti), nil
}

func (v *view[S, A]) newDecisive(inner policy.Chooser, anti bool) policy.Chooser {
	v.read = true
	v.m.Use(game.HasWinner)
	v.m.NeedsWins = true
	return &decisive[S, A]{view: v, inner: inner, anti: anti, win: v.m.Win(), returns: FloatsApart(v.m.players)}
}

type decisive[S any, A comparable] struct {
	*view[S, A]
	inner policy.Chooser
	anti  bool
	win   float64 // a return
	safe  []int   // the actions that do not let another player win at once

	// Scratch memory.
	next, after   S
	replies       []A // after next
	secondReplies []A // after after
	returns       []float64
	reduced       policy.Choice // for inner: only what is safe
	numbers       []int32       // its Actions
	restricted    []A           // what policies that look at states see of it
}

// Choose implements [policy.Chooser].
func (d *decisive[S, A]) Choose(c *policy.Choice) int {
	if win := d.findWin(c.Player); win >= 0 {
		return win
	}
	if len(d.safe) == 0 || len(d.safe) == len(c.Actions) {
		return d.inner.Choose(c)
	}
	d.numbers, d.restricted = d.numbers[:0], d.restricted[:0]
	for _, i := range d.safe {
		d.numbers, d.restricted = append(d.numbers, c.Actions[i]), append(d.restricted, d.actions[i])
	}
	d.reduced = *c
	d.reduced.Actions, d.actions = d.numbers, d.restricted
	k := d.inner.Choose(&d.reduced)
	if uint(k) >= uint(len(d.safe)) {
		panic(fmt.Sprintf("mcts: Playout %T chose action %d of %d", d.inner, k, len(d.safe)))
	}
	return d.safe[k]
}

// Learn implements [policy.Learner].
func (d *decisive[S, A]) Learn(t *policy.Trace) {
	if l, ok := d.inner.(policy.Learner); ok {
		l.Learn(t)
	}
}

// Decay implements [policy.Decayer].
func (d *decisive[S, A]) Decay(plies int) {
	if a, ok := d.inner.(policy.Decayer); ok {
		a.Decay(plies)
	}
}

// AppendBinary implements [policy.Saver].
func (d *decisive[S, A]) AppendBinary(b []byte) ([]byte, error) {
	return policy.AppendLearned(b, d.inner)
}

// UnmarshalBinary implements [policy.Saver].
func (d *decisive[S, A]) UnmarshalBinary(data []byte) error {
	rest, err := policy.RestoreLearned(data, d.inner)
	if err == nil && len(rest) > 0 {
		err = fmt.Errorf("mcts: %d bytes follow the learned tables of DecisiveMoves", len(rest))
	}
	return err
}

// findWin returns the index of an action with which player wins at once, or -1. With anti, and if
// there is none, it also finds the safe actions. When the time is up it looks no further, and
// another policy plays the game to its end.
func (d *decisive[S, A]) findWin(player int) int {
	d.safe = d.safe[:0]
	if d.m.Simultaneous != nil && d.m.ToMove(d.state) == game.Simultaneous {
		return -1
	}
	if d.m.Winner != nil {
		a, wins := d.m.Winner.WinningAction(d.state)
		if i := slices.Index(d.actions, a); wins && i >= 0 {
			return i
		} else if !wins && !d.anti {
			return -1
		} // Otherwise a win may have been tried already, and another one not.
	}
	for i, a := range d.actions {
		if d.m.Brake.Late() {
			d.safe = d.safe[:0]
			return -1
		}
		if d.play(&d.next, d.state, a); d.m.Brake.Pulled() {
			continue
		}
		next := d.list(&d.next, &d.replies)
		if next == ended && d.won(&d.next, player) {
			return i
		}
		if d.anti && !d.loses(player, next) {
			d.safe = append(d.safe, i)
		}
	}
	return -1
}

// loses reports whether player has lost at d.next. That is so if another player has won there, or
// if next, the player to move there, can win at once.
func (d *decisive[S, A]) loses(player, next int) bool {
	switch {
	case next == ended:
		return slices.Max(d.returns) >= d.win // player itself has not won
	case next < 0 || next == player:
		return false
	}
	if d.m.Winner != nil {
		_, wins := d.m.Winner.WinningAction(&d.next)
		return wins
	}
	for _, a := range d.replies {
		if d.m.Brake.Late() {
			return false
		}
		if d.play(&d.after, &d.next, a); d.m.Brake.Pulled() {
			return false
		}
		if d.list(&d.after, &d.secondReplies) == ended && d.won(&d.after, next) {
			return true
		}
	}
	return false
}

// ended is what list returns at the end of the game.
const ended = -3

// list puts the actions at s into actions and returns the player that chooses there, or ended.
func (d *decisive[S, A]) list(s *S, actions *[]A) int {
	*actions = (*actions)[:0]
	player := d.m.ToMove(s)
	if player < 0 {
		return player
	}
	if *actions = d.m.AppendActions(*actions, s); len(*actions) == 0 {
		return ended
	}
	return player
}

func (d *decisive[S, A]) play(dst, src *S, a A) {
	d.m.Copy(dst, src)
	d.m.Apply(dst, a)
}

func (d *decisive[S, A]) won(s *S, player int) bool {
	d.m.Score(s, d.returns)
	for p, v := range d.returns {
		if math.IsNaN(v) {
			d.m.blame("the return of player %d is NaN at an end that DecisiveMoves look at, want a number", p)
			return false
		}
	}
	return d.returns[player] >= d.win
}
