package policy

import (
	"errors"
	"fmt"

	"github.com/banyan-go/banyan/internal/wire"
)

// Mix chooses by First with probability P, and by Second otherwise, independently at every
// decision. Both learn from all simulations.
type Mix struct {
	P             float64 // probability of First, 0..1
	First, Second Playout // if nil, Uniform{} is used
}

// Validate implements [Validator].
func (m Mix) Validate() error {
	var err error
	if !(m.P >= 0 && m.P <= 1) {
		err = fmt.Errorf("policy: Mix.P is %v, want 0..1", m.P)
	}
	return errors.Join(err, validate(m.First), validate(m.Second))
}

// New implements [Playout].
func (m Mix) New(info Info) (Chooser, error) {
	first, err1 := newInner(m.First, info)
	second, err2 := newInner(m.Second, info)
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	code := func(c *wire.Coder) { codeLearned(c, first, second) }
	return &mix{saver: saver{"Mix", code}, p: m.P, first: first, second: second}, nil
}

// newInner makes the policy inside another one. A nil policy is Uniform.
func newInner(spec Playout, info Info) (Chooser, error) {
	if spec == nil {
		spec = Uniform{}
	}
	c, err := spec.New(info)
	if err == nil && c == nil {
		err = fmt.Errorf("policy: New of %T returned nil", spec)
	}
	return c, err
}

type mix struct {
	saver
	p             float64
	first, second Chooser
}

// Choose implements [Chooser].
func (m *mix) Choose(c *Choice) int {
	if c.Rand.Float64() < m.p {
		return m.first.Choose(c)
	}
	return m.second.Choose(c)
}

// Learn implements [Learner].
func (m *mix) Learn(t *Trace) {
	learn(m.first, t)
	learn(m.second, t)
}

// Decay implements [Decayer].
func (m *mix) Decay(plies int) {
	decay(m.first, plies)
	decay(m.second, plies)
}
