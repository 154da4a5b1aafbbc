package magic

import (
	"cmp"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/rng"
)

// Determinize replaces what observer cannot see by a random sample: the order of both libraries,
// and which of the cards that the opponent has not shown are in its hand. All orders are equally
// likely. Cards in play, dead creatures and the number of cards in each place are public and stay.
//
// While the opponent chooses cards, only hands that leave it a choice are sampled, and the opponent
// starts to choose again among the cards that it has not played.
func (g Game) Determinize(s *State, observer int, r *rng.Rand) {
	if s.phase == PhaseDeal {
		return
	}
	if !s.counted {
		var cards [MaxCards]uint8
		l := &s.library[observer]
		n := l.list(&cards, false)
		sort(cards[:n])
		shuffle(cards[:n], r)
		l.fill(cards[:n], false)
	}
	if s.phase != PhaseCards || s.Active() == observer {
		g.redeal(s, 1-observer, r)
		return
	}
	// The cursor reveals something about the opponent's hand. Everything that it has played is
	// public.
	s.cursor = 1
	if !s.landed && s.mana == s.lands[1-observer] {
		s.cursor = 0
	}
	// The loop ends, because the hand that the opponent really holds leaves it a choice.
	for try := *s; ; try = *s {
		g.redeal(&try, 1-observer, r)
		dealt := try
		if g.ask(&try) && try.table == dealt.table && try.lands == dealt.lands {
			*s = try
			return
		}
	}
}

// sort sorts the cards by kind, so that the sample depends on r and on public information alone,
// and not on where the cards were.
func sort(cards []uint8) {
	var count [MaxKinds + 1]int
	for _, kind := range cards {
		count[kind]++
	}
	n := 0
	for kind, many := range count {
		for range many {
			cards[n] = uint8(kind)
			n++
		}
	}
}

// redeal shuffles the hand of a player into its library and deals a hand of the same size.
func (g *Game) redeal(s *State, player int, r *rng.Rand) {
	var cards [MaxCards]uint8
	n := s.library[player].list(&cards, s.counted)
	held := s.Hand(player)
	for range s.handLands[player] {
		cards[n] = 0
		n++
	}
	for z := s.hand[player]; z != 0; {
		k := z.lowest()
		cards[n] = uint8(k)
		n++
		z -= one(k)
	}
	s.hand[player], s.handLands[player] = 0, 0
	sort(cards[:n])
	// The first of the shuffled cards are the hand.
	for i := range held {
		j := i + r.IntN(n-i)
		cards[i], cards[j] = cards[j], cards[i]
		s.receive(player, int(cards[i]))
	}
	rest := cards[held:n]
	if !s.counted {
		shuffle(rest, r)
	}
	s.library[player].fill(rest, s.counted)
}

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
// With an Interesting instead of its Game, an mcts.Ensemble grows its trees from interesting
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
