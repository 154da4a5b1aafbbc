package magic

import (
	"cmp"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/rng"
)

// Interesting is a Game that draws determinizations in which the choice of the player to move
// matters. A determinization is interesting if two playouts from it have different winners: in one,
// the player to move does nothing during its turn, in the other it plays as [Game.Expert] (Cowling,
// Ward and Powley 2012). The opponent chooses its blockers in that turn at random, and Rule
// chooses for both players after it.
//
// Determinizations are drawn until one is found interesting. If none of Candidates is, the next one
// is used without a test. The playouts of these tests take time but do not count as simulations,
// and a limit of time does not end them.
//
// With an Interesting in place of its Game, an mcts.Ensemble grows its trees from interesting
// determinizations. A playout policy that calls Determinize before it plays determinizes leaves.
type Interesting struct {
	Game
	Rule       Rule // plays the rest of a test
	Candidates int  // determinizations to test at most; if zero, 5
	Tests      int  // tests of each determinization at most; if zero, 5
}

// Determinize replaces what observer cannot see by an interesting sample, if it finds one.
func (g Interesting) Determinize(s *State, observer int, r *rng.Rand) {
	if g.ToMove(s) != game.Chance {
		playout := g.PlayoutBy([2]Rule{g.Rule, g.Rule})
		for range cmp.Or(g.Candidates, 5) {
			g.Game.Determinize(s, observer, r)
			for range cmp.Or(g.Tests, 5) {
				if g.winner(*s, Idle, playout, r) != g.winner(*s, Expert, playout, r) {
					return
				}
			}
		}
	}
	g.Game.Determinize(s, observer, r)
}

// winner returns who wins if the player to move plays by a rule until its turn ends, and then both
// do what playout does.
func (g *Interesting) winner(s State, rule Rule, playout func(*State, *rng.Rand, []float64), r *rng.Rand) int {
	var buffer [MaxKinds + 1]Action // as many as blockers of one attacker can be
	actions := buffer[:0]
	for player, turn := g.ToMove(&s), s.turn; s.turn == turn && s.phase != PhaseOver; {
		if g.ToMove(&s) == player {
			g.playPhase(rule, &s, r)
			g.advance(&s)
			continue
		}
		actions = g.AppendActions(actions[:0], &s)
		g.Apply(&s, actions[r.IntN(len(actions))])
	}
	var returns [2]float64
	playout(&s, r, returns[:])
	return 1 - int(s.loser)
}
