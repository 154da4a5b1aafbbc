package mcts

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/banyan-go/banyan/policy"
)

// Interesting chooses among determinizations such that it matters what the player to move does: a
// deal is interesting if two playouts from it end with different winners, one in which the player
// to move follows Passive during its turn, and one in which it follows Rule. After that turn, and
// for the other players, Config.Playout chooses. The winner is who has the greatest return, or
// nobody where several have. (Cowling, Ward and Powley, "Ensemble Determinization in Monte Carlo
// Tree Search for the Imperfect Information Card Game Magic: The Gathering", IEEE TCIAIG 4(4),
// 2012.)
//
// The turn lasts while the number of the turn is the same, for a game that is a TurnCounter;
// otherwise while the same player is to move.
//
// Deals are drawn until one is found interesting; if none of Candidates is, the next one is taken
// as it comes, and so is the one at hand when the time of the Budget is over. The playouts of these
// tests count as time, not as simulations. They take part in no learning.
type Interesting struct {
	Passive policy.Playout // does as little as the rules allow; mcts.PlayoutFunc makes one from a function. nil, with Rule: any deal will do
	Rule    policy.Playout // plays sensibly

	Candidates int // deals to test at most; if 0, 5
	Tests      int // how often each is tested, until it is found interesting; if 0, 5

	// AtLeaves tests at the leaf of every simulation, from which the playout then goes on, and not
	// at the root of every tree. What the player at the root cannot see at the leaf is drawn anew
	// there. This makes simulations several times as slow.
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

// interest is the live form of Interesting, of one worker.
type interest[S any, A comparable] struct {
	passive, rule     playing
	candidates, tests int
	candidate         S // the determinization that is tested
}

func newInterest[S any, A comparable](w *worker[S, A], spec Interesting) (*interest[S, A], error) {
	in := &interest[S, A]{candidates: spec.Candidates, tests: spec.Tests}
	if w.numbers == nil {
		w.numbers = map[A]int32{}
	}
	var err1, err2 error
	in.passive, err1 = w.newPolicy("Config.Hidden: Interesting.Passive", spec.Passive)
	in.rule, err2 = w.newPolicy("Config.Hidden: Interesting.Rule", spec.Rule)
	return in, errors.Join(err1, err2)
}

// seek leaves a determinization of s in d.interest.candidate, an interesting one if it finds one. s
// may be the state of sim, which the tests play on.
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

// matters reports whether two playouts end with different winners.
func (d *determinizing[S, A]) matters(sim *simulation[S, A], player int) (bool, error) {
	without, err := d.trial(sim, &d.interest.passive, player)
	if err != nil {
		return false, err
	}
	with, err := d.trial(sim, &d.interest.rule, player)
	return with != without, err
}

// trial plays the candidate to the end, the player to move by a policy of its own during its turn,
// and returns the winner, -1 for nobody.
func (d *determinizing[S, A]) trial(sim *simulation[S, A], by *playing, player int) (winner int, err error) {
	w, plies := d.w, len(sim.plies)
	defer func() { sim.plies = sim.plies[:plies] }()
	w.Copy(&sim.state, &d.interest.candidate)
	for n := 0; d.inTurn(sim, player); n++ {
		policy := &w.playing
		if w.ToMove(&sim.state) == player {
			policy = by
		}
		if ended, err := w.playOne(sim, policy); err != nil {
			return 0, err
		} else if ended {
			break
		}
		if n == endless {
			return 0, fmt.Errorf("mcts: %T: a turn did not end in %d plies", w.Game, n)
		}
	}
	if err := w.playout(sim, &w.playing); err != nil {
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

// greatest returns the index of the greatest number, -1 if several are as great.
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
