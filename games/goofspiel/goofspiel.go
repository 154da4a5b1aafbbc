// Package goofspiel implements Goofspiel, the game of pure strategy, for 2 to 4 players. It is the
// library's example of simultaneous moves. [Sealed] is the game for two players in which the bids
// stay secret for good, the example of hidden moves.
//
// # Rules
//
// Each player holds the cards 1 to n, and there is a deck of prizes 1 to n. In each round a prize
// is shown, and all players simultaneously bid a card of their hand. The highest bid wins the
// points of the prize. If two or more players share the highest bid, no player gets the prize, as
// in OpenSpiel; other versions keep it for the next round or split it. The cards that were bid are
// discarded. After n rounds the player with the most points wins.
//
// The winner gets 1 and the other players 0. Players that share the most points share the 1.
//
// In random order, a chance node shows each remaining prize with equal probability. The last round
// is played like the others, although there is no choice.
//
// # Use
//
//	g, err := goofspiel.New(2, 5, goofspiel.Descending) // players, cards and order of the prizes
//	...
//	search, err := mcts.New(g, mcts.Config{Selection: policy.RegretMatching{}})
//	...
//	s := g.Start()
//	result, err := search.Run(ctx, &s, mcts.Budget{Simulations: 10_000})
//	...
//	g.ApplyJoint(&s, []goofspiel.Card{result.Action, bid}) // bid is the card of player 1
//	fmt.Print(g.Text(&s))
//
// # Optional interfaces
//
//	game.SimultaneousGame   every decision of the players
//	game.ChanceGame         the prizes, in random order
//	game.Playouter          uniform playouts
//	game.Indexer            one number per card and one per prize
//	game.Hasher             64 bits of the whole state
//
// Sealed is played in turns. It has the methods of [game.Determinizer], [game.Informer],
// [game.Indexer] and [game.ReturnRanger].
//
// A [State] has 16 bytes. No method allocates, except those that make text. A Game may be shared by
// goroutines.
package goofspiel

import (
	"fmt"
	"math/bits"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/rng"
)

const (
	minPlayers = 2
	maxPlayers = 4
	maxCards   = 13
)

// Order is the order in which the prizes are shown.
type Order uint8

// The orders of prizes.
const (
	Random     Order = iota // all remaining prizes are equally likely
	Descending              // the highest first
	Ascending               // the lowest first
)

// String returns the name of the order in lower case.
func (o Order) String() string {
	if o > Ascending {
		return fmt.Sprintf("Order(%d)", uint8(o))
	}
	return [...]string{"random", "descending", "ascending"}[o]
}

// Game is the rules for a number of players and cards. The zero Game has two players, 13 cards and
// prizes in random order.
type Game struct {
	more  uint8 // number of players above two
	fewer uint8 // number of cards below 13
	order Order
}

// New returns the game for 2 to 4 players with 1 to 13 cards each.
func New(players, cards int, order Order) (Game, error) {
	if players < minPlayers || players > maxPlayers || cards < 1 || cards > maxCards || order > Ascending {
		return Game{}, fmt.Errorf("goofspiel: New(%d, %d, %v): want %d..%d players, 1..%d cards, and one of the orders",
			players, cards, order, minPlayers, maxPlayers, maxCards)
	}
	return Game{more: uint8(players - minPlayers), fewer: uint8(maxCards - cards), order: order}, nil
}

// Cards returns the number of cards that a player has at the start.
func (g Game) Cards() int { return maxCards - int(g.fewer) }

// Order returns the order of the prizes.
func (g Game) Order() Order { return g.order }

// State is a position: the hands and points of the players, and the prizes. There is no hidden
// information except the bids of a round. States are copied by assignment and compared by ==.
type State struct {
	hands  [maxPlayers]cards
	points [maxPlayers]uint8
	deck   cards // prizes not shown yet
	prize  uint8 // shown; 0 at chance nodes and at the end
}

// Points returns the points that a player has won so far.
func (s *State) Points(player int) int { return int(s.points[player]) }

// Prize returns the points of the prize that is shown, or 0 if there is none.
func (s *State) Prize() int { return int(s.prize) }

// Start returns the first state. In random order it is a chance node.
func (g Game) Start() State {
	all := cards(1)<<g.Cards() - 1
	s := State{deck: all}
	for player := range g.NumPlayers() {
		s.hands[player] = all
	}
	g.turnUp(&s)
	return s
}

// NumPlayers returns the number of players, 2 to 4.
func (g Game) NumPlayers() int { return minPlayers + int(g.more) }

// ToMove returns [game.Simultaneous] if a prize is shown, and [game.Chance] if one is to be shown.
func (Game) ToMove(s *State) int {
	switch {
	case s.prize != 0:
		return game.Simultaneous
	case s.deck != 0:
		return game.Chance
	}
	return 0
}

// AppendActions returns dst. No player ever moves alone.
func (Game) AppendActions(dst []Card, _ *State) []Card { return dst }

// AppendPlayerActions appends the cards in the hand of player in ascending order.
func (Game) AppendPlayerActions(dst []Card, s *State, player int) []Card {
	for hand := s.hands[player]; hand != 0; hand &= hand - 1 {
		dst = append(dst, Card(hand.lowest()))
	}
	return dst
}

// AppendOutcomes appends the prizes that may be shown next in ascending order.
func (Game) AppendOutcomes(dst []game.Outcome[Card], s *State) []game.Outcome[Card] {
	prob := 1 / float64(s.deck.count())
	for deck := s.deck; deck != 0; deck &= deck - 1 {
		dst = append(dst, game.Outcome[Card]{Action: prizes + Card(deck.lowest()), Prob: prob})
	}
	return dst
}

// Apply shows a prize.
func (Game) Apply(s *State, a Card) {
	s.prize = uint8(a - prizes)
	s.deck &^= card(s.prize)
}

// ApplyJoint plays a round, in which each player bids joint[player].
func (g Game) ApplyJoint(s *State, joint []Card) {
	highest, winner, shared := Card(0), 0, false
	for player, a := range joint {
		s.hands[player] &^= card(uint8(a))
		switch {
		case a > highest:
			highest, winner, shared = a, player, false
		case a == highest:
			shared = true
		}
	}
	if !shared {
		s.points[winner] += s.prize
	}
	g.turnUp(s)
}

// turnUp removes the prize and, unless the order is random, shows the next one.
func (g Game) turnUp(s *State) {
	s.prize = 0
	if s.deck == 0 || g.order == Random {
		return
	}
	if s.prize = s.deck.lowest(); g.order == Descending {
		s.prize = s.deck.highest()
	}
	s.deck &^= card(s.prize)
}

// Returns writes 1 for the player with the most points and 0 for the others. Players that share the
// most points share the 1 equally.
func (g Game) Returns(s *State, out []float64) {
	most, winners := uint8(0), 0
	for player := range out {
		switch p := s.points[player]; {
		case p > most:
			most, winners = p, 1
		case p == most:
			winners++
		}
	}
	for player := range out {
		out[player] = 0
		if s.points[player] == most {
			out[player] = 1 / float64(winners)
		}
	}
}

// NumActions returns twice the number of cards: the cards come before the prizes.
func (g Game) NumActions() int { return 2 * g.Cards() }

// ActionIndex returns the number of a card or a prize.
func (g Game) ActionIndex(a Card) int {
	if a > prizes {
		return g.Cards() + int(a-prizes) - 1
	}
	return int(a) - 1
}

// Hash returns 64 bits that depend on the whole state.
func (Game) Hash(s *State) uint64 {
	h, p := s.hands, s.points
	held := uint64(h[0]) | uint64(h[1])<<16 | uint64(h[2])<<32 | uint64(h[3])<<48
	won := uint64(p[0]) | uint64(p[1])<<8 | uint64(p[2])<<16 | uint64(p[3])<<24
	table := uint64(s.deck)<<32 | uint64(s.prize)<<48
	x := held*0x9e3779b97f4a7c15 ^ (won|table)*0xbf58476d1ce4e5b9
	x = (x ^ x>>32) * 0x94d049bb133111eb
	hi, lo := bits.Mul64(x^held, 0x9e3779b97f4a7c15)
	return hi ^ lo
}

// Playout plays uniformly random cards to the end and writes the returns. It changes s.
func (g Game) Playout(s *State, r *rng.Rand, out []float64) {
	var joint [maxPlayers]Card
	bids := joint[:g.NumPlayers()]
	for {
		if s.prize == 0 {
			if s.deck == 0 {
				break
			}
			// Random bids do not depend on the prize, so the order of the prizes does not matter.
			s.prize = s.deck.lowest()
			s.deck &^= card(s.prize)
		}
		for player := range bids {
			bids[player] = Card(s.hands[player].draw(r))
		}
		g.ApplyJoint(s, bids)
	}
	g.Returns(s, out)
}

// draw returns a uniformly random card of a set that is not empty.
func (c cards) draw(r *rng.Rand) uint8 {
	for range r.IntN(c.count()) {
		c &= c - 1
	}
	return c.lowest()
}
