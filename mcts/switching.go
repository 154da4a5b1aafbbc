package mcts

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/banyan-go/banyan/policy"
)

// resetSwitching resolves the choosers of a [policy.Switcher], if the playout policy is one.
func (w *worker[S, A]) resetSwitching() (err error) {
	w.switching = nil
	s, ok := w.chooser.(policy.Switcher)
	if !ok {
		return nil
	}
	for _, c := range s.Choosers() {
		p := playing{chooser: c, learner: w.learner}
		if _, nested := c.(policy.Switcher); nested || c == nil {
			return fmt.Errorf("mcts: Config.Playout: a chooser of %T is %T, want one that is not a Switcher", s, c)
		}
		if p.exploring, err = newExploring(c); err != nil {
			return err
		}
		if p.numbered, err = w.newNumbered(p); err != nil {
			return err
		}
		p.recorded = w.mayRecord() && isUniform(c)
		w.switching = append(w.switching, p)
	}
	if len(w.switching) == 0 {
		return fmt.Errorf("mcts: Config.Playout: %T has no Choosers, want at least one", s)
	}
	isOurs := func(b beginner[S, A]) bool { _, ok := b.(*switchBeginner[S, A]); return ok }
	if !slices.ContainsFunc(w.beginners, isOurs) {
		w.beginners = append(w.beginners, &switchBeginner[S, A]{w})
	}
	return nil
}

// isUniform reports whether c is that of [policy.Uniform].
func isUniform(c policy.Chooser) bool {
	u, _ := policy.Uniform{}.New(policy.Info{})
	return reflect.TypeOf(c) == reflect.TypeOf(u)
}

// mayRecord reports whether the PlayoutRecorder can play where ply after ply is asked for.
func (w *worker[S, A]) mayRecord() bool {
	return w.Recorder != nil && w.Indexer != nil && w.Chance == nil && w.Simultaneous == nil &&
		w.maxPlies == 0 && w.observer == nil && !w.measures
}

// switchBeginner draws the chooser of every simulation.
type switchBeginner[S any, A comparable] struct{ w *worker[S, A] }

// begin implements [beginner]. A chooser that does not exist is reported by the playout.
func (b *switchBeginner[S, A]) begin(sim *simulation[S, A]) {
	if s, ok := b.w.chooser.(policy.Switcher); ok {
		sim.chooser = 1 + s.Draw(&sim.rand)
	}
}

// switchedPlayout is playout by the chooser that was drawn for the simulation.
func (w *worker[S, A]) switchedPlayout(sim *simulation[S, A]) error {
	if uint(sim.chooser-1) >= uint(len(w.switching)) {
		return fmt.Errorf("mcts: Playout %T chose chooser %d of %d", w.chooser, sim.chooser-1, len(w.switching))
	}
	all, by := w.switching, w.playing
	w.switching, w.playing = nil, all[sim.chooser-1]
	err := w.playout(sim)
	w.switching, w.playing = all, by
	return err
}
