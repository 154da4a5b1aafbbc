package policy

import (
	"errors"
	"fmt"
	"slices"
)

// LGRF plays the last good reply, with forgetting: what a player answered to the last two actions, or else to the last
// one, the last time that he came out no worse than anyone else. A reply after which he did come out worse is
// forgotten. Where no reply is known, or none is legal, Fallback chooses (Drake, "The Last-Good-Reply Policy for
// Monte-Carlo Go", ICGA Journal 32(4), 2009; Baier and Drake, "The Power of Forgetting", IEEE TCIAIG 2(4), 2010; for
// any number of players Tak, Winands and Björnsson, 2012, see NST, where the fallback is NST).
//
// Each level remembers up to 2^21 replies, in 64 megabytes.
type LGRF struct {
	Levels   int     // how many actions before are looked at, 1 or 2; if 0, 2
	Fallback Playout // if nil, Uniform{}

	// KeepLosing keeps a reply that lost, until a better one replaces it: without forgetting.
	KeepLosing bool

	// IgnoreDraws learns nothing where all have the same return, as programs for Go do it. Otherwise all players' replies
	// in a draw are good ones.
	IgnoreDraws bool
}

// Validate implements Validator.
func (l LGRF) Validate() error {
	var errs []error
	if l.Levels < 0 || l.Levels > 2 {
		errs = append(errs, fmt.Errorf("policy: LGRF.Levels is %d, want 1 or 2, or 0 for 2", l.Levels))
	}
	return errors.Join(append(errs, validate(l.Fallback))...)
}

// New implements Playout.
func (l LGRF) New(info Info) (Chooser, error) {
	if l.Levels == 0 {
		l.Levels = 2
	}
	fallback, err := newInner(l.Fallback, info)
	if err != nil {
		return nil, err
	}
	live := &lgrf{LGRF: l, fallback: fallback}
	for range l.Levels {
		live.replies = append(live.replies, newReplies(maxReplies))
	}
	return live, nil
}

type lgrf struct {
	LGRF
	fallback Chooser
	replies  []replies // to one action, to two
}

// Choose implements Chooser.
func (l *lgrf) Choose(c *Choice) int {
	var memory [2]past
	pasts := pasts(memory[:0], c.History, len(c.History), len(l.replies), int16(c.Player))
	for level := len(pasts) - 1; level >= 0; level-- {
		if reply := l.replies[level].find(pasts[level]); reply != noReply {
			if k := slices.Index(c.Actions, reply); k >= 0 {
				return k
			}
		}
	}
	return l.fallback.Choose(c)
}

// Learn implements Learner.
func (l *lgrf) Learn(t *Trace) {
	learn(l.fallback, t)
	best, worst := slices.Max(t.Returns), slices.Min(t.Returns)
	if l.IgnoreDraws && best == worst {
		return
	}
	var memory [2]past
	for i := t.Root; i < len(t.Plies); i++ {
		p := t.Plies[i]
		good := t.Returns[p.Player] == best
		for level, past := range pasts(memory[:0], t.Plies, i, len(l.replies), p.Player) {
			switch {
			case good:
				l.replies[level].store(past, p.Action)
			case !l.KeepLosing:
				l.replies[level].forget(past, p.Action)
			}
		}
	}
}

// Decay implements [Decayer]. Replies stay; they are as good as they were.
func (l *lgrf) Decay() { decay(l.fallback) }
