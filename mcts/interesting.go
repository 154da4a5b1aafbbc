package mcts

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/policy"
)

// Interesting draws determinizations in which the choice of the player to move matters. A
// determinization is interesting if two playouts from it have different winners: in one, the player
// to move follows Passive during its turn, in the other it follows Rule. Config.Playout chooses for
// the other players and after the turn. The winner is the player with the greatest return; there is
// none if several players have it (Cowling, Ward and Powley, "Ensemble Determinization in Monte
// Carlo Tree Search for the Imperfect Information Card Game Magic: The Gathering", IEEE TCIAIG
// 4(4), 2012).
//
// In a game that is a [TurnCounter], the turn lasts while its number stays the same. In other games
// it lasts while the same player is to move.
//
// Determinizations are drawn until one is found interesting. If none of Candidates is, the next one
// is used without a test. If the time of the Budget is over, the current one is used. The playouts
// of these tests take time but do not count as simulations, and playout policies do not learn from
// them.
type Interesting struct {
	// Passive does as little as the rules allow, and Rule plays sensibly. [PlayoutFunc] makes a
	// policy from a function that chooses an action, and [OwnMoves] from one that moves by itself.
	// If both are nil, determinizations are not tested.
	Passive policy.Playout
	Rule    policy.Playout

	Candidates int // determinizations to test at most; if zero, 5
	Tests      int // tests of each determinization at most; if zero, 5

	// AtLeaves tests at the leaf of every simulation instead of the root of every tree. What the
	// player at the root cannot see is then determinized again at the leaf, and the playout
	// continues from there. Simulations take several times as long.
	AtLeaves bool
}

func (i Interesting) on() bool { return i.Passive != nil || i.Rule != nil }

func (i Interesting) withDefaults() Interesting {
	i.Candidates, i.Tests = cmp.Or(i.Candidates, 5), cmp.Or(i.Tests, 5)
	return i
}

func (i Interesting) validate() error {
	errs := []error{atLeastZero("Config.Hidden: Interesting.Candidates", i.Candidates), atLeastZero("Config.Hidden: Interesting.Tests", i.Tests)}
	switch {
	case (i.Passive == nil) != (i.Rule == nil):
		errs = append(errs, errors.New("mcts: Config.Hidden: Interesting has one of Passive and Rule, want both or none"))
	case !i.on() && i != Interesting{}:
		errs = append(errs, errors.New("mcts: Config.Hidden: Interesting has neither Passive nor Rule to compare"))
	}
	for _, p := range []policy.Playout{i.Passive, i.Rule} {
		if v, ok := p.(policy.Validator); ok {
			errs = append(errs, v.Validate())
		}
	}
	return errors.Join(errs...)
}

// validateInteresting reports a game for which Interesting has no meaning.
func validateInteresting[S any, A comparable](r game.Rules[S, A], cfg Config) error {
	if e, _ := cfg.Hidden.(Ensemble); e.Interesting.on() && r.Simultaneous != nil {
		return fmt.Errorf("mcts: Config.Hidden: Ensemble.Interesting compares what one player may do, and %T has simultaneous moves", r.Game)
	}
	return nil
}

// startInteresting prepares the workers for Interesting, if it is set.
func startInteresting[S any, A comparable](s *Search[S, A]) error {
	e, _ := s.cfg.Hidden.(Ensemble)
	if !e.Interesting.on() {
		return nil
	}
	for _, w := range s.trees {
		d := w.determinizing
		var err error
		if d.interest, err = newInterest(w, e.Interesting); err != nil {
			return err
		}
		w.use(game.HasTurnCounter)
		w.use(game.HasIndexer) // The policies that it compares may read action numbers and passes.
		if d.atLeaves = e.Interesting.AtLeaves; d.atLeaves {
			w.hooks = append(w.hooks, d)
		}
	}
	return nil
}

// interest holds what one worker needs for [Interesting].
type interest[S any, A comparable] struct {
	passive, rule     tester[S]
	candidates, tests int
	candidate         S // the determinization that is tested
}

func newInterest[S any, A comparable](w *worker[S, A], spec Interesting) (*interest[S, A], error) {
	in := &interest[S, A]{candidates: spec.Candidates, tests: spec.Tests}
	if w.numbers == nil {
		w.numbers = map[A]int32{}
	}
	var err1, err2 error
	in.passive, err1 = w.newTester("Config.Hidden: Interesting.Passive", spec.Passive)
	in.rule, err2 = w.newTester("Config.Hidden: Interesting.Rule", spec.Rule)
	return in, errors.Join(err1, err2)
}

// seek leaves a determinization of s in d.interest.candidate, an interesting one if it finds one.
// The state s may be that of sim, which the tests overwrite.
func (d *determinizing[S, A]) seek(sim *simulation[S, A], s *S) error {
	in := d.interest
	d.w.Copy(&in.candidate, s)
	if player := d.w.ToMove(s); player >= 0 {
		for range in.candidates {
			d.Determinize(&in.candidate, d.observer, &sim.rand)
			for range in.tests {
				if d.timeUp() {
					return nil // The candidate is a determinization, tested or not.
				}
				if found, err := d.matters(sim, player); found || err != nil {
					return err
				}
			}
		}
	}
	d.Determinize(&in.candidate, d.observer, &sim.rand)
	return nil
}

// matters reports whether a playout by each of the two policies ends with a different winner.
func (d *determinizing[S, A]) matters(sim *simulation[S, A], player int) (bool, error) {
	without, err := d.trial(sim, &d.interest.passive, player)
	if err != nil {
		return false, err
	}
	with, err := d.trial(sim, &d.interest.rule, player)
	return with != without, err
}

// trial plays the candidate to the end. The policy by chooses for player during the turn. The
// result is the winner, or -1 if there is none.
func (d *determinizing[S, A]) trial(sim *simulation[S, A], by *tester[S], player int) (winner int, err error) {
	w, plies := d.w, len(sim.plies)
	defer func() { sim.plies = sim.plies[:plies] }()
	w.Copy(&sim.state, &d.interest.candidate)
	for n := 0; d.inTurn(sim, player); n++ {
		if ended, err := d.step(sim, by, player); err != nil {
			return 0, err
		} else if ended {
			break
		}
		if n == endless {
			return 0, fmt.Errorf("mcts: %T: a turn did not end in %d plies", w.Game, n)
		}
	}
	if err := w.evaluate(sim); err != nil {
		return 0, err
	}
	return greatest(sim.returns), nil
}

// inTurn reports whether it is still the turn in which the trial began.
func (d *determinizing[S, A]) inTurn(sim *simulation[S, A], player int) bool {
	if d.w.Turns == nil {
		return d.w.ToMove(&sim.state) == player
	}
	return d.w.Turns.Turn(&sim.state) == d.w.Turns.Turn(&d.interest.candidate)
}

// greatest returns the index of the greatest number, or -1 if several are equally great.
func greatest(numbers []float64) int {
	best, alone := 0, true
	for i, x := range numbers[1:] {
		switch {
		case x > numbers[best]:
			best, alone = i+1, true
		case x == numbers[best]:
			alone = false
		}
	}
	if !alone {
		return -1
	}
	return best
}

// unjudged says why the leaves cannot be judged; see the function of that name.
func (d *determinizing[S, A]) unjudged() string {
	return "Config.Hidden: Ensemble.Interesting.AtLeaves determinizes the leaf again"
}

// The methods below implement [hook] for an Ensemble with Interesting.AtLeaves.

func (d *determinizing[S, A]) selected(sim *simulation[S, A]) error {
	if sim.ended {
		return nil
	}
	if err := d.seek(sim, &sim.state); err != nil {
		return err
	}
	d.w.Copy(&sim.state, &d.interest.candidate)
	return nil
}

func (d *determinizing[S, A]) backedUp(*simulation[S, A]) error { return nil }

func (d *determinizing[S, A]) prepare(bool) error { return nil }

func (d *determinizing[S, A]) reset(uint64) {}
