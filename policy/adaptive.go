package policy

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/banyan-go/banyan/internal/wire"
	"github.com/banyan-go/banyan/rng"
)

// Adaptive draws, for each simulation, one of several playout policies, which then plays for all
// players. It learns during the game which of them distinguishes the actions at the root, and draws
// those more often. All of them learn from all simulations. Policies with other parameters are
// separate candidates, for example NST{K: 3} and NST{}.
//
// The idea is from Sironi and Winands ("On-Line Parameter Tuning for Monte-Carlo Tree Search in
// General Game Playing", 2018), with another feedback. They reward the parameters of a player with
// its return. That finds the policy that wins against the others in playouts, which need not be the
// one that makes the search stronger: in Connect Four it is [MAST], which loses seven games of ten
// (docs/internals/design-notes.md). The feedback here is the signal of a candidate,
//
//	S = Vb / Vw
//
// where Vb is the variance of the mean returns between the actions at the root, without what chance
// contributes to it, and Vw is the variance of the returns of one action. Both are the usual
// estimates of an analysis of variance, over the simulations of the candidate from all roots of the
// game, to which new ones count more than old ones, and drawn together while they are few. S does
// not depend on the scale of the returns, and 1/S is the number of simulations at which noise and
// differences between actions are equal. The share of a candidate in the simulations is
// proportional to its weight times the square of S, and at least Floor.
//
// Floor is more than the cost of learning. A mixture is stronger than its parts suggest, because
// playouts of one policy resemble each other: in Connect Four, a few uniform playouts take the harm
// from NST.
//
// The signal cannot find playouts that tell actions apart and are wrong: in Connect Five with
// 10,000 simulations, where NST loses to uniform playouts, Adaptive loses as much
// (docs/results/README.md).
//
// Adaptive learns the shares only as Config.Playout. Inside another policy it draws a candidate
// with equal shares at every decision. The order in which untried actions are tried is always drawn
// like that, with the shares of the time.
type Adaptive struct {
	// Candidates are the policies to choose from. If nil, Uniform{} and NST{} are used. A nil
	// candidate is Uniform{}. None may be an Adaptive.
	Candidates []Playout

	// Weights are the weights of the candidates: their shares while nothing is known. If nil, all
	// are equal or, if Candidates is nil, 1 and 49. Early in a game the signals are too small to
	// tell candidates apart, and equal weights score 0.68 in Breakthrough 6x6 where 1 and 9 score
	// 0.74 and NST alone 0.80.
	Weights []float64

	// Floor is the least share of a candidate, up to 1 divided by the number of candidates. If
	// zero, 0.05 is used, or half of that limit if it is less.
	Floor float64
}

const (
	adaptiveFloor  = 0.05
	adaptivePeriod = 64   // simulations between two updates of the shares
	adaptiveKeep   = 0.9  // weight of the sums of squares that remains after a move
	adaptivePrior  = 500  // simulations that the signal of all candidates counts for each
	adaptiveSignal = 0.01 // signal before there are simulations
	adaptiveLeast  = 5e-4 // least signal
	adaptiveNoise  = 1e-9 // least noise, as a share of what tells actions apart

	maxAdaptiveWeight = 1e9
)

// candidates returns the candidates of a.
func (a Adaptive) candidates() []Playout {
	if a.Candidates == nil {
		return []Playout{Uniform{}, NST{}}
	}
	return a.Candidates
}

// weights returns the weights of the candidates of a.
func (a Adaptive) weights() []float64 {
	switch {
	case a.Weights != nil:
		return slices.Clone(a.Weights)
	case a.Candidates == nil:
		return []float64{1, 49}
	}
	return slices.Repeat([]float64{1}, len(a.Candidates))
}

// Validate implements [Validator].
func (a Adaptive) Validate() error {
	all := a.candidates()
	if len(all) == 0 {
		return errors.New("policy: Adaptive.Candidates is empty, want at least one, or nil")
	}
	var errs []error
	if most := 1 / float64(len(all)); !(a.Floor >= 0 && a.Floor <= most) {
		errs = append(errs, fmt.Errorf("policy: Adaptive.Floor is %v, want 0..%.4g with %d candidates", a.Floor, most, len(all)))
	}
	if a.Weights != nil && len(a.Weights) != len(all) {
		errs = append(errs, fmt.Errorf("policy: Adaptive.Weights has %d elements, want one for each of %d candidates", len(a.Weights), len(all)))
	}
	for i, w := range a.Weights {
		if !(w > 0 && w <= maxAdaptiveWeight) {
			errs = append(errs, fmt.Errorf("policy: Adaptive.Weights[%d] is %v, want a number above 0, up to %g", i, w, float64(maxAdaptiveWeight)))
		}
	}
	for i, c := range all {
		if _, nested := c.(Adaptive); nested {
			errs = append(errs, fmt.Errorf("policy: Adaptive.Candidates[%d] is an Adaptive, want another policy", i))
			continue
		}
		errs = append(errs, validate(c))
	}
	return errors.Join(errs...)
}

// New implements [Playout].
func (a Adaptive) New(info Info) (Chooser, error) {
	all := a.candidates()
	c := &adaptive{floor: a.Floor, weights: a.weights(), shares: make([]float64, len(all)), scores: make([]float64, len(all))}
	c.saver = saver{"Adaptive", c.code}
	if a.Floor == 0 {
		c.floor = min(adaptiveFloor, 0.5/float64(len(all)))
	}
	for i, spec := range all {
		inner, err := newInner(spec, info)
		if err != nil {
			return nil, err
		}
		c.choosers = append(c.choosers, inner)
		c.candidates = append(c.candidates, signal{now: make([]moments, info.Actions)})
		c.scores[i] = c.weights[i]
	}
	c.share()
	return c, nil
}

type adaptive struct {
	saver
	floor      float64
	choosers   []Chooser
	candidates []signal
	shares     []float64 // with which the candidates are drawn; they sum to 1
	weights    []float64 // of the candidates
	scores     []float64 // to which the shares above the floor are proportional
	count      int       // simulations since the last update
}

// Choosers implements [Switcher].
func (a *adaptive) Choosers() []Chooser { return a.choosers }

// Draw implements [Switcher].
func (a *adaptive) Draw(r *rng.Rand) int {
	u, last := r.Float64(), len(a.shares)-1
	for i, share := range a.shares[:last] {
		if u -= share; u < 0 {
			return i
		}
	}
	return last
}

// Choose implements [Chooser].
func (a *adaptive) Choose(c *Choice) int { return a.choosers[a.Draw(c.Rand)].Choose(c) }

// Learn implements [Learner].
func (a *adaptive) Learn(t *Trace) {
	for _, c := range a.choosers {
		learn(c, t)
	}
	k := t.Chooser - 1
	if k < 0 || k >= len(a.candidates) || t.Root >= t.Leaf || t.Leaf >= len(t.Plies) {
		return // There was no choice at the root, or no playout.
	}
	first := t.Plies[t.Root]
	a.candidates[k].add(int(first.Action), t.Returns[first.Player])
	if a.count++; a.count == adaptivePeriod {
		a.update()
	}
}

// Decay implements [Decayer].
func (a *adaptive) Decay(plies int) {
	for i := range a.candidates {
		decay(a.choosers[i], plies)
		a.candidates[i].finish()
	}
	a.update()
}

// update computes the shares from the statistics.
func (a *adaptive) update() {
	a.count = 0
	var all squares
	for i := range a.candidates {
		s := &a.candidates[i]
		s.all = s.past.plus(s.current(), 1)
		all = all.plus(s.all, 1)
	}
	if !(all.within > 0) {
		return
	}
	noise := max(all.within/all.freedom, all.between*adaptiveNoise) // Quotients of it are numbers.
	prior := max(adaptiveSignal/2, (all.between/noise+adaptiveSignal*adaptivePrior)/(all.units+adaptivePrior))
	for i := range a.candidates {
		s := &a.candidates[i].all
		within := (s.within/noise + adaptivePrior) / (s.freedom + adaptivePrior)
		between := (s.between/noise + float64(adaptivePrior*prior)) / (s.units + adaptivePrior)
		signal := max(adaptiveLeast, between/within)
		a.scores[i] = float64(a.weights[i] * float64(signal*signal))
	}
	a.share()
}

// share computes the shares from the scores.
func (a *adaptive) share() {
	sum := 0.0
	for _, score := range a.scores {
		sum += score
	}
	free := 1 - float64(a.floor*float64(len(a.shares)))
	for i, score := range a.scores {
		a.shares[i] = a.floor + float64(free*score/sum)
	}
}

// signal has the statistics of how well a candidate tells actions apart.
type signal struct {
	now  []moments // of the returns by action, at this root
	past squares   // of earlier roots
	all  squares   // scratch of update
}

// moments are the number, the mean, and the sum of the squared deviations from it, of returns.
type moments struct{ n, mean, squares float64 }

func (s *signal) add(action int, value float64) {
	for len(s.now) <= action {
		s.now = append(s.now, moments{})
	}
	m := &s.now[action]
	m.n++
	d := value - m.mean
	m.mean += d / m.n
	m.squares += float64(d * (value - m.mean))
}

// finish adds the root to the past ones.
func (s *signal) finish() {
	s.past = s.current().plus(s.past, 1)
	s.past = squares{}.plus(s.past, adaptiveKeep)
	clear(s.now)
}

// squares are the sums of an analysis of variance. The variance between actions is estimated by
// between/units, and the variance of the returns of one action by within/freedom.
type squares struct{ between, units, within, freedom float64 }

// plus returns s with the sums of other added, times a factor.
func (s squares) plus(other squares, factor float64) squares {
	s.between += float64(factor * other.between)
	s.units += float64(factor * other.units)
	s.within += float64(factor * other.within)
	s.freedom += float64(factor * other.freedom)
	return s
}

// current returns the sums of this root: with groups i of n[i] returns, N in all,
//
//	between = sum n[i] (mean[i] - mean)^2 - (groups-1) within/freedom
//	units = N - sum n[i]^2 / N
//	within = sum of the squared deviations from mean[i]
//	freedom = N - groups
func (s *signal) current() (q squares) {
	n, sum, squared, groups := 0.0, 0.0, 0.0, 0.0
	for _, m := range s.now {
		if m.n > 0 {
			groups++
			n += m.n
			sum += float64(m.n * m.mean)
			squared += float64(m.n * m.n)
			q.within += m.squares
		}
	}
	if q.freedom = n - groups; groups < 2 || q.freedom < 1 {
		return squares{}
	}
	mean := sum / n
	for _, m := range s.now {
		d := m.mean - mean
		q.between += float64(m.n * float64(d*d))
	}
	q.between -= float64((groups - 1) * q.within / q.freedom)
	q.units = n - squared/n
	return q
}

// code codes the statistics of the candidates, and what they have learned.
func (a *adaptive) code(c *wire.Coder) {
	wire.Int(c, &a.count, 0, adaptivePeriod-1)
	for i := range a.candidates {
		if wire.Float(c, &a.scores[i], math.MaxFloat64); !(a.scores[i] > 0) {
			c.Fail("the score of a candidate is %v, want more than 0", a.scores[i])
		}
		a.candidates[i].code(c)
	}
	if c.Reads() && c.Err() == nil {
		a.share()
	}
	codeLearned(c, a.choosers...)
}

func (s *signal) code(c *wire.Coder) {
	const most = maxUnseen * maxUnseen * maxVisits // a sum of squares
	codeAll := func(numbers ...*float64) {
		for _, f := range numbers {
			wire.Float(c, f, most)
		}
	}
	codeAll(&s.past.between, &s.past.units, &s.past.within, &s.past.freedom)
	n := len(s.now)
	if c.Count(&n, 3); c.Reads() {
		s.now = make([]moments, n)
	}
	for i := range s.now {
		m := &s.now[i]
		if codeAll(&m.n, &m.mean, &m.squares); m.n < 0 {
			c.Fail("there are %v returns of an action", m.n)
		}
	}
}
