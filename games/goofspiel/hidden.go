package goofspiel

import (
	"errors"
	"fmt"
	"strings"

	"github.com/banyan-go/banyan/rng"
)

const (
	sealedPlayers  = 2
	sealedCards    = 4 // of the zero Sealed
	minSealedCards = 2
)

// Sealed is the rules of Goofspiel with sealed bids, for two players. The bids of a round stay
// secret for good: the players are told only who has won the prize. It is the library's example of
// hidden actions, as package games/whist is of hidden cards. The zero Sealed has four cards.
//
// The prizes come in descending order. In each round player 0 puts a card on the table, face down,
// and then player 1. The higher card wins the points of the prize, and neither player gets it if
// the cards are equal. The player with the most points in the end has a return of 1 and the other
// one of -1; if they have the same points, both have 0. The player that bids second does not know
// more, so the game is one of simultaneous moves, written in turns. OpenSpiel has it as goofspiel
// with imp_info and points_order=descending.
//
// # What a player knows
//
// A player remembers its own bids, in their order, and who won each round. That is its information
// state. It follows that the other player's bids, too, have to be in the state, in their order: a
// set of cards does not show which of them won a round. Determinize replaces them by other bids
// that have the same results. See [Sealed.Determinize].
type Sealed struct{ offset int8 } // from the four cards of the zero Sealed

// NewSealed returns the game with 2 to 13 cards for each player.
func NewSealed(cards int) (Sealed, error) {
	if cards < minSealedCards || cards > maxCards {
		return Sealed{}, fmt.Errorf("goofspiel: NewSealed(%d): want %d..%d cards", cards, minSealedCards, maxCards)
	}
	return Sealed{int8(cards - sealedCards)}, nil
}

// Cards returns the number of cards that a player has at the start.
func (g Sealed) Cards() int { return sealedCards + int(g.offset) }

// SealedState is a position of Sealed, with all bids. It is copied by assignment and compared by
// ==.
type SealedState struct {
	bids [sealedPlayers][maxCards]Card // by player and round; 0 where none was made
	made uint8                         // number of bids of both players
}

// Start returns the first state.
func (Sealed) Start() SealedState { return SealedState{} }

// rounds returns how many rounds both players have bid in.
func (s *SealedState) rounds() int { return int(s.made) / sealedPlayers }

// of returns the bids of a player.
func (s *SealedState) of(player int) []Card {
	return s.bids[player][:(int(s.made)+1-player)/sealedPlayers]
}

// left returns the cards that are not among some bids.
func (g Sealed) left(bids []Card) cards {
	hand := cards(1)<<g.Cards() - 1
	for _, bid := range bids {
		hand &^= card(uint8(bid))
	}
	return hand
}

// result is how a round ended for a player.
type result uint8

const (
	none result = iota // it is not over
	tied
	won
	lost
)

// result returns how a round ended for a player.
func (s *SealedState) result(round, player int) result {
	switch own, other := s.bids[player][round], s.bids[1-player][round]; {
	case own > other:
		return won
	case own < other:
		return lost
	}
	return tied
}

// points returns what a player has won so far.
func (g Sealed) points(s *SealedState, player int) (sum int) {
	for round := range s.rounds() {
		if s.result(round, player) == won {
			sum += g.prize(round)
		}
	}
	return sum
}

// prize returns the points of a round.
func (g Sealed) prize(round int) int { return g.Cards() - round }

// NumPlayers returns 2.
func (Sealed) NumPlayers() int { return sealedPlayers }

// ToMove returns the player that is to bid.
func (Sealed) ToMove(s *SealedState) int { return int(s.made) % sealedPlayers }

// AppendActions appends the cards in the hand of the player to move in ascending order.
func (g Sealed) AppendActions(dst []Card, s *SealedState) []Card {
	for hand := g.left(s.of(g.ToMove(s))); hand != 0; hand &= hand - 1 {
		dst = append(dst, Card(hand.lowest()))
	}
	return dst
}

// Apply makes a bid.
func (g Sealed) Apply(s *SealedState, a Card) {
	s.bids[g.ToMove(s)][s.rounds()] = a
	s.made++
}

// Returns writes 1 for the player with more points and -1 for the other one, or 0 for both.
func (g Sealed) Returns(s *SealedState, out []float64) {
	switch lead := g.points(s, 0) - g.points(s, 1); {
	case lead > 0:
		out[0], out[1] = 1, -1
	case lead < 0:
		out[0], out[1] = -1, 1
	default:
		out[0], out[1] = 0, 0
	}
}

// ReturnRange returns -1 and 1.
func (Sealed) ReturnRange() (low, high float64) { return -1, 1 }

// InformationState returns the bids of player and the results of the rounds as one number of at
// most 58 bits. It is written in digits of different bases: a bid is its place in the hand, which
// has a card less after each bid, and a result is one of three. The number of bids, which
// determines how many digits follow, comes first, so numbers of different lengths do not collide.
func (g Sealed) InformationState(s *SealedState, player int) uint64 {
	number, hand := uint64(s.made), cards(1)<<g.Cards()-1
	for _, bid := range s.of(player) {
		below := hand & (card(uint8(bid)) - 1)
		number = number*uint64(hand.count()) + uint64(below.count())
		hand &^= card(uint8(bid))
	}
	for round := range s.rounds() {
		number = number*3 + uint64(s.result(round, player)-tied)
	}
	return number
}

// Determinize replaces the bids of the other player. All sequences of bids with the results that
// observer knows are equally likely: as long as nothing is known of how the other player bids, each
// of its bids is any card of its hand with the same probability, and the size of the hand does not
// depend on the earlier bids. A bid of a round that is not over is any of the cards that are left.
func (g Sealed) Determinize(s *SealedState, observer int, r *rng.Rand) {
	d := drawing{n: g.Cards()}
	for round := range s.rounds() {
		own := s.bids[observer][round]
		d.results[own], d.rounds[own] = s.result(round, observer), round
	}
	bids := s.of(1 - observer)
	d.count()
	d.draw(bids, r)
	if n := s.rounds(); len(bids) > n {
		left := g.left(bids[:n])
		bids[n] = Card(left.draw(r))
	}
}

// drawing draws bids that have known results against known cards.
//
// It goes through the cards in ascending order, and each of them is bid in a round that was passed,
// waits for a round that follows, or stays in the hand. A round is passed when its known card is. A
// round that the known card has lost is open until a higher card is bid in it. A round that it has
// won takes one of the waiting cards, which are lower, when it is passed. In how many ways this can
// continue depends on the card and on the numbers of open rounds and of waiting cards alone. They
// are few enough to count them, where sequences of bids are not.
type drawing struct {
	n       int
	results [maxCards + 1]result // by known card; none if it is not known from a round
	rounds  [maxCards + 1]int
	ways    [maxCards + 2][maxCards + 2][maxCards + 2]float64 // by card, open rounds and waiting cards
}

// count counts the ways to continue, from the last card to the first one.
func (d *drawing) count() {
	d.ways[d.n+1][0][0] = 1
	for c := d.n; c > 0; c-- {
		for open := range c {
			for waiting := range c {
				factor, rest := 1, waiting
				if d.results[c] == won {
					factor, rest = waiting, max(waiting-1, 0)
				}
				bid, wait, stay := d.options(c, open, rest)
				d.ways[c][open][waiting] = float64(factor) * (bid + wait + stay)
			}
		}
	}
}

// options returns in how many ways it can continue if card c is bid in an open round, if it waits,
// and if it stays in the hand. In a tie it is bid in the round of the known card, and nothing else
// changes, as if it stayed in the hand.
func (d *drawing) options(c, open, waiting int) (bid, wait, stay float64) {
	opens := 0
	if d.results[c] == lost {
		opens = 1
	}
	after := d.ways[c+1][opens:]
	if d.results[c] == tied {
		return 0, 0, after[open][waiting]
	}
	if open > 0 {
		bid = float64(open) * after[open-1][waiting]
	}
	return bid, after[open][waiting+1], after[open][waiting]
}

// draw writes the bids of the rounds that are over.
func (d *drawing) draw(bids []Card, r *rng.Rand) {
	var openRounds, waitingCards [maxCards]int
	open, waiting := openRounds[:0], waitingCards[:0]
	take := func(from *[]int) int {
		i, last := r.IntN(len(*from)), len(*from)-1
		taken := (*from)[i]
		(*from)[i] = (*from)[last]
		*from = (*from)[:last]
		return taken
	}
	for c := 1; c <= d.n; c++ {
		if d.results[c] == won {
			bids[d.rounds[c]] = Card(take(&waiting))
		}
		bid, wait, stay := d.options(c, len(open), len(waiting))
		switch point := r.Float64() * (bid + wait + stay); {
		case d.results[c] == tied:
			bids[d.rounds[c]] = Card(c)
		case point < bid:
			bids[take(&open)] = Card(c)
		case point < bid+wait:
			waiting = append(waiting, c)
		}
		if d.results[c] == lost {
			open = append(open, d.rounds[c])
		}
	}
}

// Text shows everything, all bids included.
func (g Sealed) Text(s *SealedState) string { return g.text(s, func(int) bool { return true }) }

// View shows what a player sees: its own bids and cards, and the results.
func (g Sealed) View(s *SealedState, observer int) string {
	return g.text(s, func(player int) bool { return player == observer })
}

func (g Sealed) text(s *SealedState, sees func(player int) bool) string {
	var b strings.Builder
	for round := range min(s.rounds()+1, g.Cards()) {
		words := [sealedPlayers]string{"no bid", "no bid"}
		for player := range words {
			switch bids := s.of(player); {
			case round >= len(bids):
			case sees(player):
				words[player] = bids[round].String()
			default:
				words[player] = "?"
			}
		}
		fmt.Fprintf(&b, "Prize %d: %s, %s%s\n", g.prize(round), words[0], words[1], g.told(s, round))
	}
	for player := range sealedPlayers {
		fmt.Fprintf(&b, "%s: %d points", g.PlayerName(player), g.points(s, player))
		switch hand := g.left(s.of(player)); {
		case hand == 0:
		case sees(player):
			fmt.Fprintf(&b, ", cards %v", hand)
		default:
			fmt.Fprintf(&b, ", %d in hand", hand.count())
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// told returns the winner of a round, as everybody is told it, or nothing if the round is not over.
func (g Sealed) told(s *SealedState, round int) string {
	if round >= s.rounds() {
		return ""
	}
	switch s.result(round, 0) {
	case won:
		return ": " + g.PlayerName(0) + " wins"
	case lost:
		return ": " + g.PlayerName(1) + " wins"
	}
	return ": nobody wins"
}

// Tell names the player that bids, and after the second bid of a round the winner of the prize.
func (g Sealed) Tell(before *SealedState, _ Card, after *SealedState) string {
	round := before.rounds()
	return fmt.Sprintf("%s bids for prize %d%s.", g.PlayerName(g.ToMove(before)), g.prize(round), g.told(after, round))
}

// NumActions returns the number of cards.
func (g Sealed) NumActions() int { return g.Cards() }

// ActionIndex returns the number of a card.
func (Sealed) ActionIndex(a Card) int { return int(a) - 1 }

// Legal returns nil if a may be bid, and otherwise an error that explains why not.
func (g Sealed) Legal(s *SealedState, a Card) error {
	hand := g.left(s.of(g.ToMove(s)))
	switch {
	case hand == 0:
		return errors.New("the game is over")
	case a < 1 || a > maxCards || hand&card(uint8(a)) == 0:
		return fmt.Errorf("%s has no card %v: bid one of the cards %v", g.PlayerName(g.ToMove(s)), a, hand)
	}
	return nil
}

// Parse reads the number of a card, such as 3.
func (g Sealed) Parse(text string) (Card, error) {
	for c := Card(1); int(c) <= g.Cards(); c++ {
		if strings.TrimSpace(text) == c.String() {
			return c, nil
		}
	}
	return 0, fmt.Errorf("%q is not a card: want 1 to %d", text, g.Cards())
}

// PlayerName returns "Player 1" or "Player 2".
func (Sealed) PlayerName(player int) string { return Game{}.PlayerName(player) }
