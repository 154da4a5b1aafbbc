package policy

import (
	"cmp"
	"errors"
	"fmt"
)

// NST is the N-gram selection technique: MAST for sequences of actions. The score of an action a, after the actions
// ..., c, b of all players, is the mean of
//
//	R(a), R(b a), R(c b a), ...   up to N actions
//
// where R is the mean return, to the player of a, of the simulations in which that sequence was played with a by that
// player. R(a) counts if a was played at all; a longer sequence if it was played K times or more and the shorter
// ones count; the score of an action never played is Unseen (Tak, Winands and Björnsson, "N-Grams and the
// Last-Good-Reply Policy Applied in General Game Playing", IEEE TCIAIG 4(2), 2012).
//
// Passes are left out of the sequences, and the parts of a joint action count in cyclic order, as if the players had
// moved one after the other.
type NST struct {
	N      int     // the longest sequence; if 0, the paper's 3
	K      int     // visits that a sequence of two actions or more needs; if 0, the paper's 7
	Unseen float64 // if 0, 1, the best return
	Decay  Decay   // if zero, Decay{Move: 0.2}

	// Rule is how to choose by the scores; if nil, EpsilonGreedy{Epsilon: 0.2}. The paper has 0.4: with 0.2 NST is
	// stronger in the games that suit it, from 1,000 simulations on, and hardly weaker in the others (docs/RESULTS.md).
	Rule Rule

	// MaxSequences bounds the memory: of sequences of each length above one, no more are remembered; if 0, 2^21, which
	// take 128 megabytes per length. They are forgotten by decay only. It does not matter where all that can be played,
	// Players * Actions^length, fit into an array of 2^20.
	MaxSequences int
}

const (
	longest      = 8
	maxSequences = 1 << 21
	longestArray = 1 << 20 // entries, of 8 bytes
)

// Validate implements Validator.
func (n NST) Validate() error {
	var errs []error
	if n.N < 0 || n.N > longest {
		errs = append(errs, fmt.Errorf("policy: NST.N is %d, want 1..%d, or 0 for 3", n.N, longest))
	}
	if n.K < 0 {
		errs = append(errs, fmt.Errorf("policy: NST.K is %d, want >= 0", n.K))
	}
	if n.MaxSequences < 0 {
		errs = append(errs, fmt.Errorf("policy: NST.MaxSequences is %d, want >= 0", n.MaxSequences))
	}
	return errors.Join(append(errs, validateUnseen("NST", n.Unseen), validate(n.Rule), n.Decay.Validate())...)
}

// New implements Playout.
func (n NST) New(info Info) (Chooser, error) {
	if n.N == 0 {
		n.N = 3
	}
	if n.K == 0 {
		n.K = 7
	}
	if n.MaxSequences == 0 {
		n.MaxSequences = maxSequences
	}
	if n.Rule == nil {
		n.Rule = EpsilonGreedy{Epsilon: 0.2}
	}
	live := &nst{byScore: newByScore(n.Rule), k: float32(n.K), rows: newRows(info, float32(cmp.Or(n.Unseen, defaultUnseen)))}
	live.exact.radix = past(info.Actions)
	for pasts := past(info.Players * info.Actions); len(live.grams) < n.N-1; pasts *= live.exact.radix {
		if len(live.grams) == live.exact.actions && pasts > 0 && pasts*live.exact.radix <= longestArray {
			live.grams = append(live.grams, newArray(pasts, live.exact.radix))
			live.exact.actions++
		} else {
			live.grams = append(live.grams, newGrams(n.MaxSequences))
		}
	}
	live.fading = newFading(n.Decay, live.fade)
	return live, nil
}

type nst struct {
	byScore
	fading
	k     float32
	rows  rows    // sequences of one action
	grams []grams // of two, three, ...
	exact exactPasts
}

// Choose implements Chooser.
func (n *nst) Choose(c *Choice) int { return choose(n, c) }

// Exploit implements Explorer.
func (n *nst) Exploit(c *Choice) int {
	if len(c.Actions) == 1 {
		return 0
	}
	row := n.rows.row(c.Player, c.Actions)
	scores := n.room(len(c.Actions))
	var memory [longest]past
	pasts := n.exact.pasts(memory[:0], c.History, len(c.History), len(n.grams), int16(c.Player))
	k := float32(n.k * n.weight)
	for i, a := range c.Actions {
		e := &row[a]
		sum, used := e.mean, float32(1)
		if e.visits >= k {
			for j, p := range pasts {
				g := n.grams[j].find(p, a)
				if g.visits < k {
					break
				}
				sum += g.mean
				used++
			}
		}
		scores[i] = sum / used
	}
	return n.pick(scores, c.Rand)
}

// Learn implements Learner.
func (n *nst) Learn(t *Trace) {
	var memory [longest]past
	for i := t.Root; i < len(t.Plies); i++ {
		p := t.Plies[i]
		value := float32(t.Returns[p.Player])
		n.rows.at(p.Player, p.Action).add(value, n.weight)
		for j, past := range n.exact.pasts(memory[:0], t.Plies, i, len(n.grams), p.Player) {
			n.grams[j].add(past, p.Action, value, n.weight)
		}
	}
	n.simulated()
}

// Decay implements [Decayer].
func (n *nst) Decay() { n.moved() }

func (n *nst) fade(keep float32, round bool) {
	n.rows.fade(keep, round)
	for i := range n.grams {
		n.grams[i].fade(keep, round)
	}
}
