package mcts

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/banyan-go/banyan/policy"
)

// Interesting chooses among determinizations such that it matters what the player to move does: a deal is interesting if two
// playouts from it end with different winners, one in which the player to move follows Passive during its turn, and one in
// which it follows Rule. After that turn, and for the other players, Config.Playout chooses. The winner is who has the
// greatest return, or nobody where several have. (Cowling, Ward and Powley, "Ensemble Determinization in Monte Carlo Tree Search
// for the Imperfect Information Card Game Magic: The Gathering", IEEE TCIAIG 4(4), 2012.)
//
// The turn lasts while the number of the turn is the same, for a game that is a Turner; otherwise while the same player
// is to move.
//
// Deals are drawn until one is found interesting; if none of Candidates is, the next one is taken as it comes. The playouts of
// these tests count as time, not as simulations. They take part in no learning.
type Interesting struct {
	Passive policy.Playout // does as little as the rules allow; mcts.PlayoutFunc makes one from a function. nil, with Rule: any deal will do
	Rule    policy.Playout // plays sensibly

	Candidates int // deals to test at most; if 0, 5
	Tests      int // how often each is tested, until it is found interesting; if 0, 5

	// AtLeaves tests at the leaf of every simulation, from which the playout then goes on, and not at the root of every tree. What
	// the player at the root cannot see at the leaf is drawn anew there. This makes simulations several times as slow.
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
	passive, rule     tactic
	candidates, tests int
	turner            Turner[S] // nil if the game has none
	deal              S         // that is tested
}

// tactic is a live playout policy of a worker, the zero one uniform.
type tactic struct {
	chooser  policy.Chooser
	explorer policy.Explorer // the chooser, nil if it is none
}

func newInterest[S any, A comparable](w *worker[S, A], spec Interesting) (*interest[S, A], error) {
	in := &interest[S, A]{candidates: spec.Candidates, tests: spec.Tests}
	in.turner, _ = As[Turner[S]](w.game)
	if w.numbers == nil {
		w.numbers = map[A]int32{}
	}
	var err1, err2 error
	in.passive, err1 = w.enliven("Passive", spec.Passive)
	in.rule, err2 = w.enliven("Rule", spec.Rule)
	return in, errors.Join(err1, err2)
}

func (w *worker[S, A]) enliven(name string, spec policy.Playout) (tactic, error) {
	c, err := spec.New(w.info())
	if err == nil && c == nil {
		err = fmt.Errorf("mcts: Config.Hidden: Interesting.%s: New of %T returned nil", name, spec)
	}
	e, _ := c.(policy.Explorer)
	return tactic{c, e}, err
}

// seek leaves a determinization of s in w.deals.interest.deal, an interesting one if it finds one. s may be w.state, which it
// plays on.
func (w *worker[S, A]) seek(s *S) error {
	d, in := w.deals, w.deals.interest
	w.copyState(&in.deal, s)
	if player := w.game.ToMove(s); player >= 0 {
		for range in.candidates {
			d.Determinize(&in.deal, d.observer, w.rand)
			for range in.tests {
				if found, err := w.matters(player); found || err != nil {
					return err
				}
			}
		}
	}
	d.Determinize(&in.deal, d.observer, w.rand)
	return nil
}

// matters reports whether two playouts end with different winners.
func (w *worker[S, A]) matters(player int) (bool, error) {
	in := w.deals.interest
	without, err := w.trial(in.passive, player)
	if err != nil {
		return false, err
	}
	with, err := w.trial(in.rule, player)
	return with != without, err
}

// trial plays the deal to the end, the player to move by a policy during its turn, and returns the winner, -1 for nobody.
func (w *worker[S, A]) trial(by tactic, player int) (winner int, err error) {
	own, plies := tactic{w.chooser, w.explorer}, len(w.plies)
	defer func() {
		w.chooser, w.explorer = own.chooser, own.explorer
		w.plies = w.plies[:plies]
	}()
	w.copyState(&w.state, &w.deals.interest.deal)
	for n := 0; w.inTurn(player); n++ {
		w.chooser, w.explorer = own.chooser, own.explorer
		if w.game.ToMove(&w.state) == player {
			w.chooser, w.explorer = by.chooser, by.explorer
		}
		if ended, err := w.playOne(); err != nil {
			return 0, err
		} else if ended {
			break
		}
		if n == endless {
			return 0, fmt.Errorf("mcts: %T: a turn did not end in %d plies", w.game, n)
		}
	}
	w.chooser, w.explorer = own.chooser, own.explorer
	if err := w.playout(); err != nil {
		return 0, err
	}
	return greatest(w.returns), nil
}

// inTurn reports whether it is still the turn, at w.state, that it was where the trial began.
func (w *worker[S, A]) inTurn(player int) bool {
	in := w.deals.interest
	if in.turner == nil {
		return w.game.ToMove(&w.state) == player
	}
	return in.turner.Turn(&w.state) == in.turner.Turn(&in.deal)
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
