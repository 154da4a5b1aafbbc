package whist

import (
	"errors"
	"fmt"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/deal"
	"github.com/banyan-go/banyan/rng"
)

const (
	players = 3
	tricks  = deck / players
)

// Game is the rules of the game. It has nothing to configure.
type Game struct{}

// State is a position, with all hands. It is copied by assignment and compared by ==.
type State struct {
	stock  cards // not dealt yet
	hands  [players]cards
	table  [players]uint8 // the card that each player has played to the trick, plus 1; or 0
	leader uint8          // of the trick
	won    [players]uint8 // tricks
	voids  [players]uint8 // bit s: the player has shown that it has no card of suit s
}

// Start returns the state before the deal.
func (Game) Start() State { return State{stock: all} }

// Deal returns the state after a random deal.
func (g Game) Deal(r *rng.Rand) State {
	s := g.Start()
	for s.stock != 0 {
		n := r.IntN(s.stock.count())
		for c := range s.stock.each() {
			if n == 0 {
				g.Apply(&s, c)
				break
			}
			n--
		}
	}
	return s
}

// Tricks returns how many tricks a player has won.
func (s *State) Tricks(player int) int { return int(s.won[player]) }

// NumPlayers returns 3.
func (Game) NumPlayers() int { return players }

// ToMove returns the player who is to play a card, or [game.Chance] during the deal.
func (Game) ToMove(s *State) int {
	if s.stock != 0 {
		return game.Chance
	}
	return (int(s.leader) + s.played()) % players
}

// played returns how many cards are on the table.
func (s *State) played() (n int) {
	for _, c := range s.table {
		if c != 0 {
			n++
		}
	}
	return n
}

// led returns the suit that was led. It reports false if no card is on the table.
func (s *State) led() (suit int, ok bool) {
	c := s.table[s.leader]
	return Card(c - 1).suit(), c != 0
}

// playable returns the cards that the player to move may play.
func (g Game) playable(s *State) cards {
	hand := s.hands[g.ToMove(s)]
	if suit, ok := s.led(); ok && hand&ofSuit(suit) != 0 {
		return hand & ofSuit(suit)
	}
	return hand
}

// AppendActions appends the cards that the player to move may play, in ascending order.
func (g Game) AppendActions(dst []Card, s *State) []Card {
	if s.stock != 0 {
		return dst
	}
	for c := range g.playable(s).each() {
		dst = append(dst, c)
	}
	return dst
}

// AppendOutcomes appends the cards that may be dealt next.
func (Game) AppendOutcomes(dst []game.Outcome[Card], s *State) []game.Outcome[Card] {
	prob := 1 / float64(s.stock.count())
	for c := range s.stock.each() {
		dst = append(dst, game.Outcome[Card]{Action: c, Prob: prob})
	}
	return dst
}

// Apply plays a card, or deals it to the next player.
func (g Game) Apply(s *State, c Card) {
	if s.stock != 0 {
		player := (deck - s.stock.count()) % players
		s.stock &^= 1 << c
		s.hands[player] |= 1 << c
		return
	}
	player := g.ToMove(s)
	if suit, ok := s.led(); ok && c.suit() != suit {
		s.voids[player] |= 1 << suit
	}
	s.hands[player] &^= 1 << c
	s.table[player] = uint8(c) + 1
	if s.played() == players {
		s.leader = uint8(s.winner())
		s.won[s.leader]++
		s.table = [players]uint8{}
	}
}

// winner returns who wins the trick on the table.
func (s *State) winner() int {
	best := int(s.leader)
	for player, c := range s.table {
		a, b := Card(c-1), Card(s.table[best]-1)
		if a.suit() == b.suit() && a > b || a.suit() == spades && b.suit() != spades {
			best = player
		}
	}
	return best
}

// Returns writes the shares of the tricks.
func (Game) Returns(s *State, out []float64) {
	for player, n := range s.won {
		out[player] = float64(n) / tricks
	}
}

// NumActions returns 24.
func (Game) NumActions() int { return deck }

// ActionIndex returns the number of a card.
func (Game) ActionIndex(c Card) int { return int(c) }

// Legal returns nil if c may be played, and otherwise an error that explains why not.
func (g Game) Legal(s *State, c Card) error {
	if s.stock != 0 {
		if !s.stock.has(c) {
			return fmt.Errorf("%v is not in the stock", c)
		}
		return nil
	}
	player := g.ToMove(s)
	switch hand := s.hands[player]; {
	case s.hands == [players]cards{}:
		return errors.New("the game is over")
	case !hand.has(c):
		return fmt.Errorf("%s does not have %v", g.PlayerName(player), c)
	case !g.playable(s).has(c):
		return fmt.Errorf("%s has to follow suit: want one of %v", g.PlayerName(player), g.playable(s))
	}
	return nil
}

// Determinize deals the cards that observer does not see to the others, or back into the stock. All
// deals that agree with what was played are equally likely.
func (Game) Determinize(s *State, observer int, r *rng.Rand) {
	const stock = players // the last owner
	var (
		may    [deck]uint32
		owners [deck]int
		sizes  [players + 1]int
		hidden cards
	)
	sizes[stock] = s.stock.count()
	hidden = s.stock
	for player, hand := range s.hands {
		if player != observer {
			sizes[player] = hand.count()
			hidden |= hand
		}
	}
	n := 0
	for c := range hidden.each() {
		may[n] = 1 << stock
		for player := range players {
			if player != observer && s.voids[player]>>c.suit()&1 == 0 {
				may[n] |= 1 << player
			}
		}
		n++
	}
	if deal.Owners(r, may[:n], sizes[:], owners[:n]) != nil {
		return // The real deal is one of those that are possible, so this does not happen.
	}
	for player := range players {
		if player != observer {
			s.hands[player] = 0
		}
	}
	s.stock = 0
	n = 0
	for c := range hidden.each() {
		if owner := owners[n]; owner == stock {
			s.stock |= 1 << c
		} else {
			s.hands[owner] |= 1 << c
		}
		n++
	}
}

// InformationState returns a number for what player knows: its hand, the trick on the table, and of
// the tricks before, all that still matters. It is known which cards have not been shown yet, but
// not who holds them; so the cards of the others and of the stock are one set. A player who did not
// follow suit has shown that it has none. The player of a card in an earlier trick reveals nothing
// else, as the cards do not come back: the state forgets it, and so does this number, which makes
// positions of different lines one. (A player of perfect recall remembers more. Package equilibrium
// would want that.) Determinize keeps everything that counts here.
func (Game) InformationState(s *State, player int) uint64 {
	unseen := s.stock
	for other, hand := range s.hands {
		if other != player {
			unseen |= hand
		}
	}
	h := rng.Mix(uint64(s.hands[player])<<32 | uint64(unseen))
	for other := range players {
		h = rng.Mix(h ^ uint64(s.table[other]) ^ uint64(s.won[other])<<8 ^ uint64(s.voids[other])<<16 ^ uint64(s.hands[other].count())<<24)
	}
	return rng.Mix(h ^ uint64(s.leader))
}
