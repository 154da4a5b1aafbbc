package magic

import (
	"cmp"
	"fmt"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/rng"
)

// Main selects the form in which the cards of a turn are chosen.
type Main uint8

// The forms of the main phase.
const (
	Subsets Main = iota // every set of cards that can be paid is one action
	Binary              // one card after the other is played or skipped
)

// Combat selects the form in which attackers and blockers are chosen.
type Combat uint8

// The forms of combat.
const (
	Chain Combat = iota // attackers kind by kind, blockers one by one for each attacker
	Whole               // all attackers are one action, and all blockers are one action, as in the paper
)

// Prune selects which choices of cards are left out.
type Prune uint8

// The levels of pruning.
const (
	PruneNone      Prune = iota // nothing is left out
	PruneLand                   // a player that holds a land plays it
	PruneDominated              // as PruneLand, and no set of cards is a proper subset of another
)

// Order is the order in which the form Binary asks for creatures. A land always comes first.
type Order uint8

// The orders.
const (
	Descending Order = iota // the most expensive first, as in the paper
	Ascending               // the cheapest first
	Shuffled                // another order in each turn, the same orders in all games
)

// Config describes a variant of the game. The zero Config is the canonical game.
type Config struct {
	Deck  *Deck // the deck of each player; if nil, DefaultDeck is used
	Life  int   // the life of each player at the start; if 0, it is 20
	Main  Main
	Prune Prune
	Order Order // used by the form Binary only

	// Combat is the form of combat. With Whole, equal creatures are interchangeable, and of more
	// than 256 sets or blocks a sample is offered, which always includes none and the choices of
	// [Game.Expert]. The same position has the same sample. Actions with Whole cannot be numbered.
	Combat Combat

	// ChanceDraws makes every card that is drawn a chance node, and each library a multiset, for
	// searches that expand the cards that may be drawn. The hands at the start are part of the
	// deal.
	ChanceDraws bool
}

// Game is the rules of a [Config]. The zero Game has the rules of the zero Config.
type Game struct {
	// Methods that are not exported have a pointer to the Game. By value it is passed in eight
	// registers, and to store and load them takes much of the time of a playout.

	custom *deck // if nil, defaultDeck
	life   uint8 // if 0, usualLife
	main   Main
	prune  Prune
	order  Order
	combat Combat
	chance bool
}

// Deals is the number of outcomes of the deal.
const Deals = 1000

const (
	usualLife = 20
	maxLife   = 100
)

// New returns the game of a Config. The deck must have 7 to 60 cards, at most 15 different
// creatures and at most 15 of each. Power, toughness and cost are at most 60, and life is at most
// 100.
func New(c Config) (Game, error) {
	g := Game{life: uint8(c.Life), main: c.Main, prune: c.Prune, order: c.Order, combat: c.Combat, chance: c.ChanceDraws}
	switch {
	case c.Life < 0 || c.Life > maxLife:
		return Game{}, fmt.Errorf("magic: Config.Life is %d, want 0..%d", c.Life, maxLife)
	case c.Main > Binary:
		return Game{}, fmt.Errorf("magic: Config.Main is %d, want Subsets or Binary", c.Main)
	case c.Prune > PruneDominated:
		return Game{}, fmt.Errorf("magic: Config.Prune is %d, want PruneNone, PruneLand or PruneDominated", c.Prune)
	case c.Order > Shuffled:
		return Game{}, fmt.Errorf("magic: Config.Order is %d, want Descending, Ascending or Shuffled", c.Order)
	case c.Combat > Whole:
		return Game{}, fmt.Errorf("magic: Config.Combat is %d, want Chain or Whole", c.Combat)
	case c.Deck == nil:
		return g, nil
	}
	d, err := newDeck(*c.Deck)
	if err != nil {
		return Game{}, err
	}
	g.custom = d
	return g, nil
}

func (g *Game) deck() *deck {
	if g.custom == nil {
		return defaultDeck
	}
	return g.custom
}

// Start returns the state before the cards are dealt. It is a chance node with [Deals] outcomes,
// which are equally likely.
func (g Game) Start() State { return State{counted: g.chance} }

// Deal returns the state after a random deal: both decks are shuffled and each player holds seven
// cards.
func (g Game) Deal(r *rng.Rand) State {
	s := g.Start()
	g.deal(&s, r)
	g.advance(&s)
	return s
}

// deal shuffles the decks, deals the hands and begins the first turn.
func (g *Game) deal(s *State, r *rng.Rand) {
	d := g.deck()
	life := int8(g.life)
	life = cmp.Or(life, usualLife)
	for player := range s.library {
		cards := d.cards
		shuffle(cards[:d.size], r)
		for _, kind := range cards[d.size-handSize : d.size] {
			s.receive(player, int(kind))
		}
		s.library[player].fill(cards[:d.size-handSize], s.counted)
		s.life[player] = life
	}
	s.begin()
}

func shuffle(cards []uint8, r *rng.Rand) {
	for i := len(cards) - 1; i > 0; i-- {
		j := r.IntN(i + 1)
		cards[i], cards[j] = cards[j], cards[i]
	}
}

// receive puts a card into the hand of a player.
func (s *State) receive(player, kind int) {
	if kind == 0 {
		s.handLands[player]++
		return
	}
	s.hand[player] += one(kind)
}

// NumPlayers returns 2.
func (Game) NumPlayers() int { return 2 }

// PlayerName returns "First" or "Second".
func (Game) PlayerName(player int) string {
	if player == 0 {
		return "First"
	}
	return "Second"
}

// ToMove returns the active player, its opponent in [PhaseBlock], or [game.Chance].
func (Game) ToMove(s *State) int {
	switch s.phase {
	case PhaseDeal, PhaseDraw:
		return game.Chance
	case PhaseBlock:
		return 1 - s.Active()
	}
	return s.Active()
}

// Turn returns the number of turns that are over, counting both players.
func (Game) Turn(s *State) int { return int(s.turn) }

// Returns writes 1 for the winner and 0 for the loser.
func (Game) Returns(s *State, out []float64) {
	out[s.loser&1], out[1-s.loser&1] = 0, 1
}
