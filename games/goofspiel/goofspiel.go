// Package goofspiel is Goofspiel, the game of pure strategy, for two to four players who bid for prizes at the same time.
//
//	g := goofspiel.Game{}                                    // two players, 13 cards, prizes in random order
//	g, err := goofspiel.New(3, 5, goofspiel.Descending)
//
// Every player holds the cards 1 to n, and so does the deck of prizes. In each round a prize is shown, and all choose a
// card of their hand at the same time. The highest one wins as many points as the prize says; if two or more players
// share the highest, the prize is lost to all, as in OpenSpiel (some let it wait for the next round, or split it). The cards
// are spent. After n rounds the most points win.
//
// Where prizes come in random order, nature shows them, each that is left with the same probability. The rounds are all
// alike: the last prize and the last cards are shown and bid too, though there is no choice.
package goofspiel

import (
	"fmt"
	"math/bits"

	"github.com/banyan-go/banyan/mcts"
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
	Random     Order = iota // each that is left is equally likely
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

// Game is the rules for some players and cards. The zero Game is for two players and 13 cards, with prizes in random
// order.
type Game struct {
	more  uint8 // players than two
	fewer uint8 // cards than 13
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

// Cards returns how many cards a player has at the start.
func (g Game) Cards() int { return maxCards - int(g.fewer) }

// Order returns the order of the prizes.
func (g Game) Order() Order { return g.order }

// State is a position: what the players hold and have won, and the prizes. All of it is open to all.
type State struct {
	hands  [maxPlayers]cards
	points [maxPlayers]uint8
	deck   cards // prizes not shown yet
	prize  uint8 // that is bid for, or 0 before nature shows one and at the end
}

// Points returns what a player has won so far.
func (s *State) Points(player int) int { return int(s.points[player]) }

// Prize returns the points that are bid for, or 0 if no prize is shown.
func (s *State) Prize() int { return int(s.prize) }

// Start returns the deal.
func (g Game) Start() State {
	all := cards(1)<<g.Cards() - 1
	s := State{deck: all}
	for player := range g.NumPlayers() {
		s.hands[player] = all
	}
	g.turnUp(&s)
	return s
}

// NumPlayers returns how many play.
func (g Game) NumPlayers() int { return minPlayers + int(g.more) }

// ToMove returns mcts.Simultaneous where a prize is shown, and mcts.Chance where nature shows one.
func (Game) ToMove(s *State) int {
	switch {
	case s.prize != 0:
		return mcts.Simultaneous
	case s.deck != 0:
		return mcts.Chance
	}
	return 0
}

// AppendActions returns dst: no player ever moves alone.
func (Game) AppendActions(dst []Card, _ *State) []Card { return dst }

// AppendPlayerActions appends the cards in the hand of player, the lowest first.
func (Game) AppendPlayerActions(dst []Card, s *State, player int) []Card {
	for hand := s.hands[player]; hand != 0; hand &= hand - 1 {
		dst = append(dst, Card(hand.lowest()))
	}
	return dst
}

// AppendOutcomes appends the prizes that may be shown next, the lowest first.
func (Game) AppendOutcomes(dst []mcts.Outcome[Card], s *State) []mcts.Outcome[Card] {
	prob := 1 / float64(s.deck.count())
	for deck := s.deck; deck != 0; deck &= deck - 1 {
		dst = append(dst, mcts.Outcome[Card]{Action: prizes + Card(deck.lowest()), Prob: prob})
	}
	return dst
}

// Apply shows a prize.
func (Game) Apply(s *State, a Card) {
	s.prize = uint8(a - prizes)
	s.deck &^= card(s.prize)
}

// ApplyJoint plays a round: joint[player] is the card of each.
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

// turnUp takes the prize off the table, and shows the next where the order says which.
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

// Returns gives 1 to the player with the most points, shared equally by all who have as many, and 0 to the others.
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

// NumActions returns twice the number of cards: the cards are numbered before the prizes.
func (g Game) NumActions() int { return 2 * g.Cards() }

// ActionIndex returns the number of a card or a prize.
func (g Game) ActionIndex(a Card) int {
	if a > prizes {
		return g.Cards() + int(a-prizes) - 1
	}
	return int(a) - 1
}

// Hash returns 64 bits that depend on all of the state.
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
