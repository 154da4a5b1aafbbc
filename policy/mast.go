package policy

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"github.com/banyan-go/banyan/rng"
)

// MAST is the move-average sampling technique: an action is worth the mean return, to the player who plays it, of all
// simulations in which that player played it, wherever that was (Finnsson and Björnsson, "Simulation-Based Approach
// to General Game Playing", AAAI 2008). It is for games where some actions are good in most states.
//
// The zero value is MAST with epsilon-greedy choice, of Tak, Winands and Björnsson (2012, see EpsilonGreedy).
type MAST struct {
	Rule   Rule    // if nil, EpsilonGreedy{}, with 0.4; the original has Gibbs{}, slower and often stronger per simulation
	Unseen float64 // what an action is worth that was not played yet; if 0, 1, the best return
	Decay  Decay   // if zero, Decay{Move: 0.2}

	// TreeOnly learns from the actions in the tree alone (Finnsson and Björnsson, "Learning Simulation Control in
	// General Game-Playing Agents", AAAI 2010: TO-MAST).
	TreeOnly bool
}

const (
	defaultUnseen = 1.0
	maxUnseen     = 1e30 // as much as a return may be
)

// Validate implements Validator.
func (m MAST) Validate() error {
	return errors.Join(validateUnseen("MAST", m.Unseen), validate(m.Rule), m.Decay.Validate())
}

func validateUnseen(policy string, unseen float64) error {
	if !(math.Abs(unseen) <= maxUnseen) {
		return fmt.Errorf("policy: %s.Unseen is %v, want a number of magnitude up to %g", policy, unseen, float64(maxUnseen))
	}
	return nil
}

// New implements Playout.
func (m MAST) New(info Info) (Chooser, error) {
	live := &mast{byScore: newByScore(m.Rule), treeOnly: m.TreeOnly, rows: newRows(info, float32(cmp.Or(m.Unseen, defaultUnseen)))}
	live.fading = newFading(m.Decay, live.rows.fade)
	return live, nil
}

type mast struct {
	byScore
	fading
	treeOnly bool
	rows     rows
}

// Choose implements Chooser.
func (m *mast) Choose(c *Choice) int { return choose(m, c) }

// Exploit implements Explorer.
func (m *mast) Exploit(c *Choice) int {
	if len(c.Actions) == 1 {
		return 0
	}
	row := m.rows.row(c.Player, c.Actions)
	scores := m.room(len(c.Actions))
	for i, a := range c.Actions {
		scores[i] = row[a].mean
	}
	return m.pick(scores, c.Rand)
}

// Learn implements Learner.
func (m *mast) Learn(t *Trace) {
	plies := t.Plies[t.Root:]
	if m.treeOnly {
		plies = t.Plies[t.Root:t.Leaf]
	}
	for _, p := range plies {
		m.rows.at(p.Player, p.Action).add(float32(t.Returns[p.Player]), m.weight)
	}
	m.simulated()
}

// Decay implements [Decayer].
func (m *mast) Decay() { m.moved() }

// byScore is how MAST and NST choose once the actions have scores.
type byScore struct {
	rule     Rule
	epsilon  EpsilonGreedy
	isGreedy bool // rule is epsilon
	scores   []float32
}

func newByScore(rule Rule) byScore {
	if rule == nil {
		rule = EpsilonGreedy{}
	}
	b := byScore{rule: rule}
	b.epsilon, b.isGreedy = rule.(EpsilonGreedy)
	return b
}

// Explore implements Explorer.
func (b *byScore) Explore(r *rng.Rand) bool { return b.isGreedy && b.epsilon.explores(r) }

// choose is Choose of an Explorer.
func choose(e Explorer, c *Choice) int {
	if e.Explore(c.Rand) {
		return c.Rand.IntN(len(c.Actions))
	}
	return e.Exploit(c)
}

// room returns a slice for n scores.
func (b *byScore) room(n int) []float32 {
	if n > len(b.scores) {
		b.scores = make([]float32, n+64)
	}
	return b.scores[:n]
}

// pick chooses by the scores, after Explore reported false.
func (b *byScore) pick(scores []float32, r *rng.Rand) int {
	if b.isGreedy {
		return best(scores, r)
	}
	return b.rule.Pick(scores, r)
}
