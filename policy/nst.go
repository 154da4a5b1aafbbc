package policy

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/banyan-go/banyan/internal/wire"
)

// NST is the N-gram selection technique: [MAST] for sequences of actions. The score of an action a,
// after the actions ..., c, b of all players, is the mean of
//
//	R(a), R(b a), R(c b a), ...   up to N actions
//
// Here R is the mean return, to the player of a, of the simulations in which that player played a
// at the end of that sequence. R(a) counts if a has been played at all. A longer sequence counts if
// it has been played at least K times and all shorter ones count. The score of an action that has
// never been played is Unseen (Tak, Winands and Björnsson, "N-Grams and the Last-Good-Reply Policy
// Applied in General Game Playing", IEEE TCIAIG 4(2), 2012).
//
// Passes are not part of sequences. The components of a joint action count in cyclic order of the
// players, as if they had moved one after the other.
type NST struct {
	N int // length of the longest sequence; if zero, the paper's 3 is used
	K int // visits that a sequence of two or more actions needs; if zero, the paper's 7 is used

	// Unseen is the score of an action that has not been played yet. If zero, 1 is used, the
	// highest return.
	Unseen float64

	// Decay controls how old statistics lose weight. If zero, Decay{Move: 0.2} is used.
	Decay Decay

	// Rule chooses by the scores. If nil, EpsilonGreedy{Epsilon: 0.2} is used. The paper uses 0.4.
	// With 0.2, NST is stronger in the games that suit it, from 1,000 simulations on, and hardly
	// weaker in the others (docs/results/README.md).
	Rule Rule

	// MaxSequences bounds the number of sequences stored per length above one. If zero, 2^21 is
	// used, which takes 128 megabytes per length. A full table ignores new sequences; only decay
	// removes old ones. There is no bound for lengths at which all possible sequences,
	// Players * Actions^length, fit into an array of 2^20.
	MaxSequences int
}

const (
	maxNGram            = 8 // greatest N
	defaultMaxSequences = 1 << 21
	maxArrayEntries     = 1 << 20 // of 8 bytes each
)

// Validate implements [Validator].
func (n NST) Validate() error {
	var errs []error
	if n.N < 0 || n.N > maxNGram {
		errs = append(errs, fmt.Errorf("policy: NST.N is %d, want 1..%d, or 0 for 3", n.N, maxNGram))
	}
	if n.K < 0 {
		errs = append(errs, fmt.Errorf("policy: NST.K is %d, want >= 0", n.K))
	}
	if n.MaxSequences < 0 {
		errs = append(errs, fmt.Errorf("policy: NST.MaxSequences is %d, want >= 0", n.MaxSequences))
	}
	return errors.Join(append(errs, validateUnseen("NST", n.Unseen), validate(n.Rule), n.Decay.Validate())...)
}

// New implements [Playout].
func (n NST) New(info Info) (Chooser, error) {
	n.N, n.K = cmp.Or(n.N, 3), cmp.Or(n.K, 7)
	n.MaxSequences = cmp.Or(n.MaxSequences, defaultMaxSequences)
	if n.Rule == nil {
		n.Rule = EpsilonGreedy{Epsilon: 0.2}
	}
	unseen := float32(cmp.Or(n.Unseen, defaultUnseen))
	c := &nst{scorePicker: newScorePicker(n.Rule), k: float32(n.K), actions: newActionTable(info, unseen)}
	c.builder.radix = context(info.Actions)
	for contexts := context(info.Players * info.Actions); len(c.ngrams) < n.N-1; contexts *= c.builder.radix {
		if len(c.ngrams) == c.builder.exact && contexts > 0 && contexts*c.builder.radix <= maxArrayEntries {
			c.ngrams = append(c.ngrams, newNGramArray(contexts, c.builder.radix, c.k))
			c.builder.exact++
		} else {
			c.ngrams = append(c.ngrams, newNGramTable(n.MaxSequences, c.k))
		}
	}
	c.decayState = newDecayState(n.Decay, c.decay)
	c.saver = saver{"NST", c.code}
	return c, nil
}

type nst struct {
	saver
	scorePicker
	decayState
	k       float32
	actions actionTable  // sequences of one action
	ngrams  []ngramTable // sequences of two actions, of three, ...
	builder contextBuilder
	left    []int32 // scratch of Exploit: indices of the actions whose longer sequences may count
}

// Choose implements [Chooser].
func (n *nst) Choose(c *Choice) int { return choose(n, c) }

// Exploit implements [Explorer].
func (n *nst) Exploit(c *Choice) int {
	if len(c.Actions) == 1 {
		return 0
	}
	var memory [maxNGram]context
	contexts := n.builder.appendContexts(memory[:0], c.History, len(c.History), len(n.ngrams), int16(c.Player))
	k := float32(n.k * n.weight)
	row := n.actions.row(c.Player, c.Actions)
	if len(contexts) == 2 && n.isGreedy && n.ngrams[1].isSmall() {
		return bestOfThree(c, k, row, n.ngrams[0].row(contexts[0]), n.ngrams[1].row(contexts[1]))
	}
	scores := n.buffer(len(c.Actions))
	for i, a := range c.Actions {
		scores[i] = row[a]
	}
	if len(contexts) > 0 {
		n.left = n.ngrams[0].maybeRipe(n.left[:0], contexts[0], c.Actions)
	}
	left := n.left
	for j, context := range contexts {
		if j > 0 {
			left = n.ngrams[j].stillRipe(left, context, c.Actions)
		}
		if left = n.ngrams[j].average(scores, left, context, c.Actions, 1/float32(j+2), k); len(left) == 0 {
			break
		}
	}
	return n.pick(scores, c.Rand)
}

// bestOfThree is what Exploit does with sequences of up to three actions if the entries of all that
// begin alike stand in rows. one holds means of single actions.
func bestOfThree(c *Choice, k float32, one []float32, two, three []entry) int {
	two, three = two[:len(one)], three[:len(one)]
	best := NewBest(c.Rand)
	for i, a := range c.Actions {
		score := one[a]
		if e := &two[a]; e.visits >= k {
			score += float32((e.mean - score) * (1. / 2))
			if e := &three[a]; e.visits >= k {
				score += float32((e.mean - score) * (1. / 3))
			}
		}
		best.Add(int32(i), score)
	}
	return int(best.Index)
}

// Learn implements [Learner].
func (n *nst) Learn(t *Trace) {
	var memory [maxNGram]context
	gains := t.gains()
	n.actions.learn(t.Plies[t.Root:], gains, n.weight)
	for i := t.Root; i < len(t.Plies); i++ {
		p := t.Plies[i]
		value := float32(gains[p.Player])
		for j, context := range n.builder.appendContexts(memory[:0], t.Plies, i, len(n.ngrams), p.Player) {
			n.ngrams[j].add(context, p.Action, value, n.weight)
		}
	}
	n.afterSimulation()
}

// Decay implements [Decayer].
func (n *nst) Decay(plies int) { n.afterMoves(plies) }

// decay multiplies the visits of all sequences by factor.
func (n *nst) decay(factor float32, round bool) {
	n.actions.decay(factor, round)
	for i := range n.ngrams {
		n.ngrams[i].decay(factor, round)
	}
}

// code codes what NST has learned.
func (n *nst) code(c *wire.Coder) {
	n.decayState.code(c)
	n.actions.code(c, int(n.builder.radix))
	for i := range n.ngrams {
		n.ngrams[i].code(c)
	}
}
