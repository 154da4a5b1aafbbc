package policy

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/banyan-go/banyan/internal/wire"
)

// LGRF plays the last good reply, with forgetting. It stores, for the last two actions and for the
// last action alone, the reply of a player in the most recent simulation that the player did not
// lose, which means that no other player had a higher return. A simulation that the player loses
// removes those stored replies that the player made in it. The reply to two actions takes
// precedence. If there is no stored reply, or none is legal, Fallback chooses (Drake, "The
// Last-Good-Reply Policy for Monte-Carlo Go", ICGA Journal 32(4), 2009; Baier and Drake, "The Power
// of Forgetting", IEEE TCIAIG 2(4), 2010; for any number of players Tak, Winands and Björnsson,
// 2012, see [NST], which is the fallback there).
//
// A single player does not lose. Its simulations are good if their return is at least the mean of
// those before.
//
// Each level stores up to 2^21 replies, in 64 megabytes. If at most 2^20 contexts are possible,
// Players * Actions^length, it has room for all replies in up to 4 megabytes.
type LGRF struct {
	Levels   int     // longest context in actions, 1 or 2; if zero, 2 is used
	Fallback Playout // if nil, Uniform{} is used

	// KeepLosing retains replies that lost until a better one replaces them: LGR, without
	// forgetting.
	KeepLosing bool

	// IgnoreDraws learns nothing from simulations in which all players have the same return, as is
	// common in Go programs. Otherwise the replies of all players in a draw are good ones.
	IgnoreDraws bool
}

// Validate implements [Validator].
func (l LGRF) Validate() error {
	var errs []error
	if l.Levels < 0 || l.Levels > 2 {
		errs = append(errs, fmt.Errorf("policy: LGRF.Levels is %d, want 1 or 2, or 0 for 2", l.Levels))
	}
	return errors.Join(append(errs, validate(l.Fallback))...)
}

// New implements [Playout].
func (l LGRF) New(info Info) (Chooser, error) {
	if l.Levels == 0 {
		l.Levels = 2
	}
	fallback, err := newInner(l.Fallback, info)
	if err != nil {
		return nil, err
	}
	c := &lgrf{LGRF: l, fallback: fallback}
	c.saver = saver{"LGRF", c.code}
	c.builder.radix = context(info.Actions)
	for contexts := context(info.Players); len(c.replies) < l.Levels; {
		if contexts *= c.builder.radix; len(c.replies) == c.builder.exact && contexts > 0 && contexts <= maxArrayEntries {
			c.replies = append(c.replies, newReplyArray(contexts))
			c.builder.exact++
		} else {
			c.replies = append(c.replies, newReplyTable(maxReplies))
		}
	}
	return c, nil
}

type lgrf struct {
	saver
	LGRF
	fallback Chooser
	replies  []replyTable // to one action, to two
	builder  contextBuilder

	// The mean return of so many simulations of a single player, relative to the first one.
	mean, first, count float64
}

// AppendProposals implements [Proposer].
func (l *lgrf) AppendProposals(dst []int32, c *Choice) []int32 {
	var memory [2]context
	contexts := l.builder.appendContexts(memory[:0], c.History, len(c.History), len(l.replies), int16(c.Player))
	for level := len(contexts) - 1; level >= 0; level-- {
		if reply := l.replies[level].find(contexts[level]); reply != noReply {
			dst = append(dst, reply)
		}
	}
	return dst
}

// Otherwise implements [Proposer].
func (l *lgrf) Fallback() Chooser { return l.fallback }

// Choose implements [Chooser].
func (l *lgrf) Choose(c *Choice) int {
	var memory [2]int32
	for _, reply := range l.AppendProposals(memory[:0], c) {
		if k := slices.Index(c.Actions, reply); k >= 0 {
			return k
		}
	}
	return l.fallback.Choose(c)
}

// Learn implements [Learner].
func (l *lgrf) Learn(t *Trace) {
	learn(l.fallback, t)
	best, worst := slices.Max(t.Returns), slices.Min(t.Returns)
	if len(t.Returns) == 1 {
		if l.isWorse(best) {
			best = math.Inf(1) // out of reach
		}
	} else if l.IgnoreDraws && best == worst {
		return
	}
	var memory [2]context
	for i := t.Root; i < len(t.Plies); i++ {
		p := t.Plies[i]
		isGood := t.Returns[p.Player] == best
		contexts := l.builder.appendContexts(memory[:0], t.Plies, i, len(l.replies), p.Player)
		for level, context := range contexts {
			switch {
			case isGood:
				l.replies[level].store(context, p.Action)
			case !l.KeepLosing:
				l.replies[level].forget(context, p.Action)
			}
		}
	}
}

// isWorse reports whether a return of a single player is below the mean of those before, and counts
// it. The mean is relative to the first return, so that an offset of all returns changes nothing.
func (l *lgrf) isWorse(v float64) bool {
	if l.count == 0 {
		l.first = v
	}
	l.count++
	d := v - l.first
	isWorse := l.count > 1 && d < l.mean
	l.mean += (d - l.mean) / l.count
	return isWorse
}

// Decay implements [Decayer]. Replies do not decay.
func (l *lgrf) Decay(plies int) { decay(l.fallback, plies) }

// code codes the replies and what the fallback has learned.
func (l *lgrf) code(c *wire.Coder) {
	for i := range l.replies {
		l.replies[i].code(c, int(l.builder.radix))
	}
	wire.Float(c, &l.mean, 2*maxUnseen)
	wire.Float(c, &l.first, maxUnseen)
	wire.Float(c, &l.count, math.MaxFloat64)
	codeLearned(c, l.fallback)
}
