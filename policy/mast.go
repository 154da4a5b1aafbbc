package policy

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"github.com/banyan-go/banyan/internal/wire"
	"github.com/banyan-go/banyan/rng"
)

// MAST is the move-average sampling technique. The score of an action is the mean return
// (Trace.Gains), to the player who plays it, of all simulations in which that player played it, at
// any state (Finnsson and Björnsson, "Simulation-Based Approach to General Game Playing", AAAI
// 2008). It suits games in which some actions are good in most states.
//
// The zero value chooses epsilon-greedily, like the MAST of Tak, Winands and Björnsson (2012, see
// [EpsilonGreedy]).
type MAST struct {
	// Rule chooses by the scores. If nil, EpsilonGreedy{Epsilon: 0.4} is used. The original uses
	// Gibbs{}, which is slower and often stronger per simulation.
	Rule Rule

	// Unseen is the score of an action that has not been played yet, on the scale of Trace.Gains.
	// If zero, 1 is used, the highest return.
	Unseen float64

	// Decay controls how old statistics lose weight. If zero, Decay{Move: 0.2} is used.
	Decay Decay

	// TreeOnly restricts learning to the actions in the tree: TO-MAST (Finnsson and Björnsson,
	// "Learning Simulation Control in General Game-Playing Agents", AAAI 2010).
	TreeOnly bool
}

const (
	defaultUnseen = 1.0
	maxUnseen     = 1e30 // the largest magnitude of a return
)

// Validate implements [Validator].
func (m MAST) Validate() error {
	return errors.Join(validateUnseen("MAST", m.Unseen), validate(m.Rule), m.Decay.Validate())
}

func validateUnseen(policy string, unseen float64) error {
	if !(math.Abs(unseen) <= maxUnseen) {
		return fmt.Errorf("policy: %s.Unseen is %v, want a number of magnitude up to %g", policy, unseen, float64(maxUnseen))
	}
	return nil
}

// New implements [Playout].
func (m MAST) New(info Info) (Chooser, error) {
	unseen := float32(cmp.Or(m.Unseen, defaultUnseen))
	c := &mast{scorePicker: newScorePicker(m.Rule), treeOnly: m.TreeOnly, numbered: info.Actions, actions: newActionTable(info, unseen)}
	if g, ok := c.rule.(Gibbs); ok {
		c.gibbs = &gibbsWeights{tau: g.tau(), player: make([][]float64, info.Players)}
	}
	c.decayState = newDecayState(m.Decay, c.decay)
	c.saver = saver{"MAST", c.code}
	return c, nil
}

type mast struct {
	saver
	scorePicker
	decayState
	treeOnly bool
	numbered int // Info.Actions
	actions  actionTable
	gibbs    *gibbsWeights // nil: the rule is another one
}

// Choose implements [Chooser].
func (m *mast) Choose(c *Choice) int { return choose(m, c) }

// Exploit implements [Explorer].
func (m *mast) Exploit(c *Choice) int {
	if len(c.Actions) == 1 {
		return 0
	}
	if m.isGreedy {
		return m.actions.best(c)
	}
	row := m.actions.row(c.Player, c.Actions)
	if m.gibbs != nil && !m.gibbs.useless {
		return drawWeighted(m.gibbs.row(c.Player, len(row)), c.Actions, c.Rand)
	}
	scores := m.buffer(len(c.Actions))
	for i, a := range c.Actions {
		scores[i] = row[a]
	}
	return m.pick(scores, c.Rand)
}

// Scores implements [ScoreChooser].
func (m *mast) Scores() (scores [][]float32, ok bool) { return m.actions.means, m.isGreedy }

// Learn implements [Learner].
func (m *mast) Learn(t *Trace) {
	plies := t.Plies[t.Root:]
	if m.treeOnly {
		plies = t.Plies[t.Root:t.Leaf]
	}
	m.actions.learn(plies, t.gains(), m.weight)
	if m.gibbs != nil {
		for _, p := range plies {
			m.gibbs.update(p, m.actions.means[p.Player][p.Action]-m.actions.unseen)
		}
	}
	m.afterSimulation()
}

// Decay implements [Decayer].
func (m *mast) Decay(plies int) { m.afterMoves(plies) }

// decay multiplies the visits of all actions by factor.
func (m *mast) decay(factor float32, round bool) {
	m.actions.decay(factor, round)
	if m.gibbs != nil {
		m.gibbs.updateAll(&m.actions)
	}
}

// scorePicker chooses among scored actions, for MAST and NST.
type scorePicker struct {
	rule     Rule
	share    float64 // with which rule explores
	isGreedy bool    // rule picks the best, unless it explores
	scores   []float32
}

func newScorePicker(rule Rule) scorePicker {
	if rule == nil {
		rule = EpsilonGreedy{}
	}
	p := scorePicker{rule: rule}
	switch rule := rule.(type) {
	case EpsilonGreedy:
		p.share, p.isGreedy = rule.epsilon(), true
	case Greedy:
		p.isGreedy = true
	}
	return p
}

// ExploreProbability implements [Explorer].
func (p *scorePicker) ExploreProbability() float64 { return p.share }

// choose is the Choose method of an Explorer.
func choose(e Explorer, c *Choice) int {
	if share := e.ExploreProbability(); share > 0 && c.Rand.Float64() < share {
		return c.Rand.IntN(len(c.Actions))
	}
	return e.Exploit(c)
}

// buffer returns a slice for n scores.
func (p *scorePicker) buffer(n int) []float32 {
	if n > len(p.scores) {
		p.scores = make([]float32, n+64)
	}
	return p.scores[:n]
}

// pick chooses by the scores, without exploring.
func (p *scorePicker) pick(scores []float32, r *rng.Rand) int {
	if p.isGreedy {
		return best(scores, r)
	}
	return p.rule.Pick(scores, r)
}

// code codes what MAST has learned.
func (m *mast) code(c *wire.Coder) {
	m.decayState.code(c)
	m.actions.code(c, m.numbered)
	if m.gibbs == nil {
		return
	}
	if c.Bool(&m.gibbs.useless); c.Reads() {
		clear(m.gibbs.player)
		m.gibbs.updateAll(&m.actions)
	}
}
