package magic

import (
	"fmt"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

// Main is the form in which the cards of a turn are chosen.
type Main uint8

// The forms of the main phase.
const (
	Subsets Main = iota // every set of cards that can be paid is one action
	Binary              // one card after the other is played or not
)

// Prune says which actions of the main phase are left out.
type Prune uint8

// The levels of pruning.
const (
	PruneNone      Prune = iota // nothing is left out
	PruneLand                   // who has a land plays it
	PruneDominated              // a set of cards that is a proper subset of another one is left out, too
)

// Order is the order in which creatures are asked for in the form Binary. A land comes first.
type Order uint8

// The orders.
const (
	Descending Order = iota // by cost, as in the paper
	Ascending               // by cost
	Shuffled                // a different order in every turn, the same in all games
)

// Config is a variant of the game. The zero Config is the game of the referee, in which players of all forms can
// meet, with the usual deck.
type Config struct {
	Deck  *Deck // of both players; if nil, DefaultDeck
	Life  int   // at the start; if 0, 20
	Main  Main
	Prune Prune
	Order Order // of the form Binary

	// AskAlways asks for cards also where there is one answer, so that who is to move never depends on what is hidden: for
	// searches of information sets. It needs the form Subsets.
	AskAlways bool

	// ChanceDraws makes every card that is drawn a move of nature, and the library a multiset. That is for searches that expand
	// what may be drawn. The hands at the start are part of the deal.
	ChanceDraws bool
}

// Game is the rules of a Config. The zero Game is that of the zero Config.
type Game struct {
	custom *deck // nil for the usual one
	life   uint8 // 0 for 20
	main   Main
	prune  Prune
	order  Order
	chance bool
	always bool
}

// Deals is how many deals nature chooses from at the start.
const Deals = 1000

const (
	usualLife = 20
	maxLife   = 100
)

// New returns the game of a Config. The deck must have 7 to 60 cards, at most 15 different creatures, at most 15 of
// each, with no number above 60. Life is at most 100.
func New(c Config) (Game, error) {
	g := Game{life: uint8(c.Life), main: c.Main, prune: c.Prune, order: c.Order, chance: c.ChanceDraws, always: c.AskAlways}
	switch {
	case c.Life < 0 || c.Life > maxLife:
		return Game{}, fmt.Errorf("magic: Config.Life is %d, want 0..%d", c.Life, maxLife)
	case c.Main > Binary:
		return Game{}, fmt.Errorf("magic: Config.Main is %d, want Subsets or Binary", c.Main)
	case c.Prune > PruneDominated:
		return Game{}, fmt.Errorf("magic: Config.Prune is %d, want PruneNone, PruneLand or PruneDominated", c.Prune)
	case c.Order > Shuffled:
		return Game{}, fmt.Errorf("magic: Config.Order is %d, want Descending, Ascending or Shuffled", c.Order)
	case c.AskAlways && c.Main != Subsets:
		return Game{}, fmt.Errorf("magic: Config.AskAlways is set, and Config.Main is Binary, where cards that cannot be paid are not asked for; want Subsets")
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

func (g Game) deck() *deck {
	if g.custom == nil {
		return defaultDeck
	}
	return g.custom
}

// Start returns the game before the deal, which is up to nature: one of so many Deals, all equally likely.
func (g Game) Start() State { return State{counted: g.chance} }

// Deal returns the game after a deal drawn from r: both decks are shuffled, and each player has seven cards.
func (g Game) Deal(r *rng.Rand) State {
	s := g.Start()
	g.deal(&s, r)
	g.advance(&s)
	return s
}

// deal shuffles, deals and begins the first turn.
func (g Game) deal(s *State, r *rng.Rand) {
	d := g.deck()
	life := int8(g.life)
	if life == 0 {
		life = usualLife
	}
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

// ToMove returns who decides: the player whose turn it is, the other one for blockers, or mcts.Chance.
func (Game) ToMove(s *State) int {
	switch s.phase {
	case deal, draw:
		return mcts.Chance
	case block:
		return 1 - s.active()
	}
	return s.active()
}

// Turn returns how many turns of players have begun before the present one.
func (Game) Turn(s *State) int { return int(s.turn) }

// Returns gives 1 to the winner and 0 to the loser. There are no draws.
func (Game) Returns(s *State, out []float64) {
	out[s.loser&1], out[1-s.loser&1] = 0, 1
}
