package playout

import (
	"fmt"
	"slices"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/policy"
)

// NewDecisive makes the live policy of DecisiveMoves, which plays an action that wins at once, if
// there is one, and otherwise what a policy chooses.
func NewDecisive(info policy.Info, other policy.Playout, anti bool) (policy.Chooser, error) {
	ahead, ok := info.State.(lookahead)
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
	ahead.looksForWins()
	return &decisive{ahead: ahead, inner: inner, anti: anti}, nil
}

// lookahead is the part of a view that DecisiveMoves uses.
type lookahead interface {
	// findWin returns the index of an action with which player wins at once, or -1. With anti, and
	// if there is none, it also appends to safe the indices of the actions that do not let another
	// player win at once.
	findWin(player int, anti bool, safe []int) (win int, _ []int)

	// looksForWins records that winning actions are looked for.
	looksForWins()

	// restrict shows only these actions to policies that look at states, until the next choice.
	restrict(indices []int)
}

type decisive struct {
	ahead   lookahead
	inner   policy.Chooser
	anti    bool
	safe    []int
	numbers []int32
	reduced policy.Choice // for inner; a field, so that it is allocated once
}

// Choose implements [policy.Chooser].
func (d *decisive) Choose(c *policy.Choice) int {
	win := 0
	win, d.safe = d.ahead.findWin(c.Player, d.anti, d.safe[:0])
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
	d.reduced = *c
	d.reduced.Actions = d.numbers
	d.ahead.restrict(d.safe)
	k := d.inner.Choose(&d.reduced)
	if uint(k) >= uint(len(d.safe)) {
		panic(fmt.Sprintf("mcts: Playout %T chose action %d of %d", d.inner, k, len(d.safe)))
	}
	return d.safe[k]
}

// Learn implements [policy.Learner].
func (d *decisive) Learn(t *policy.Trace) {
	if l, ok := d.inner.(policy.Learner); ok {
		l.Learn(t)
	}
}

// Decay implements [policy.Decayer].
func (d *decisive) Decay(plies int) {
	if a, ok := d.inner.(policy.Decayer); ok {
		a.Decay(plies)
	}
}

// AppendBinary implements [policy.Saver].
func (d *decisive) AppendBinary(b []byte) ([]byte, error) { return policy.AppendLearned(b, d.inner) }

// UnmarshalBinary implements [policy.Saver].
func (d *decisive) UnmarshalBinary(data []byte) error {
	rest, err := policy.RestoreLearned(data, d.inner)
	if err == nil && len(rest) > 0 {
		err = fmt.Errorf("mcts: %d bytes follow the learned tables of DecisiveMoves", len(rest))
	}
	return err
}

func (v *view[S, A]) findWin(player int, anti bool, safe []int) (int, []int) {
	if v.m.Simultaneous != nil && v.m.ToMove(v.state) == game.Simultaneous {
		return -1, safe
	}
	if v.m.Winner != nil {
		a, wins := v.m.Winner.WinningAction(v.state)
		if i := slices.Index(v.actions, a); wins && i >= 0 {
			return i, safe
		} else if !wins && !anti {
			return -1, safe
		} // Otherwise a win may have been tried already, and another one not.
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

// loses reports whether player has lost at v.next. That is so if another player has won there, or
// if next, the player to move there, can win at once.
func (v *view[S, A]) loses(player, next int) bool {
	switch {
	case next == ended:
		return slices.Max(v.returns) >= 1 // player itself has not won
	case next < 0 || next == player:
		return false
	}
	if v.m.Winner != nil {
		_, wins := v.m.Winner.WinningAction(&v.next)
		return wins
	}
	for _, a := range v.replies {
		v.play(&v.after, &v.next, a)
		if v.list(&v.after, &v.secondReplies) == ended && v.won(&v.after, next) {
			return true
		}
	}
	return false
}

// ended is what list returns at the end of the game.
const ended = -3

// list puts the actions at s into actions and returns the player that chooses there, or ended.
func (v *view[S, A]) list(s *S, actions *[]A) int {
	*actions = (*actions)[:0]
	player := v.m.ToMove(s)
	if player < 0 {
		return player
	}
	if *actions = v.m.AppendActions(*actions, s); len(*actions) == 0 {
		return ended
	}
	return player
}

func (v *view[S, A]) play(dst, src *S, a A) {
	v.m.Copy(dst, src)
	v.m.Apply(dst, a)
}

func (v *view[S, A]) won(s *S, player int) bool {
	v.m.Returns(s, v.returns)
	return v.returns[player] >= 1
}

func (v *view[S, A]) looksForWins() {
	v.read = true
	v.m.Use(game.HasWinner)
}

func (v *view[S, A]) restrict(indices []int) {
	v.restricted = v.restricted[:0]
	for _, i := range indices {
		v.restricted = append(v.restricted, v.actions[i])
	}
	v.actions = v.restricted
}
