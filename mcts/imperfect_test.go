package mcts_test

import (
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/rng"
)

// imperfect is a random game of two players, each with a card that the other cannot see. The
// players alternate. The legal actions of a player depend on its card, so that an action gives
// information about the card. The returns depend on the cards and on all actions.
type imperfect struct {
	seed   uint64
	chance bool // before the last ply a coin is thrown
	leaky  bool // Determinize leaves the cards as they are
}

type imperfectState struct {
	cards [2]uint8
	plies int8
	moves [5]uint8
}

const imperfectCards = 6

func (g imperfect) NumPlayers() int { return 2 }

func (g imperfect) ToMove(s *imperfectState) int {
	if g.atCoin(s) {
		return mcts.Chance
	}
	return int(s.plies) % 2
}

func (g imperfect) atCoin(s *imperfectState) bool { return g.chance && s.plies == 3 }

// allows reports whether a player with the card may play the action. Action 0 is always legal.
func (g imperfect) allows(card, action uint8) bool {
	return action == 0 || g.mix(uint64(card), uint64(action))%3 > 0
}

func (g imperfect) mix(numbers ...uint64) uint64 {
	h := g.seed
	for _, n := range numbers {
		h = rng.Mix(h*31 + n + 1)
	}
	return h
}

func (g imperfect) AppendActions(dst []uint8, s *imperfectState) []uint8 {
	if s.plies == 5 {
		return dst
	}
	for a := range uint8(4) {
		if g.allows(s.cards[s.plies%2], a) {
			dst = append(dst, a)
		}
	}
	return dst
}

func (g imperfect) AppendOutcomes(dst []mcts.Outcome[uint8], _ *imperfectState) []mcts.Outcome[uint8] {
	return append(dst, mcts.Outcome[uint8]{Action: 8, Prob: 0.25}, mcts.Outcome[uint8]{Action: 9, Prob: 0.75})
}

func (g imperfect) Apply(s *imperfectState, a uint8) {
	s.moves[s.plies] = a
	s.plies++
}

func (g imperfect) Returns(s *imperfectState, out []float64) {
	h := g.mix(uint64(s.cards[0]), uint64(s.cards[1]))
	for _, a := range s.moves {
		h = rng.Mix(h*31 + uint64(a))
	}
	out[0] = float64(h%5) / 4
	out[1] = 1 - out[0]
}

// Determinize draws one of the cards that are consistent with the actions of the other player.
func (g imperfect) Determinize(s *imperfectState, observer int, r *rng.Rand) {
	if g.leaky {
		return
	}
	other := 1 - observer
	var possible [imperfectCards]uint8
	n := 0
	for card := range uint8(imperfectCards) {
		if card != s.cards[observer] && g.could(s, card, other) {
			possible[n] = card
			n++
		}
	}
	s.cards[other] = possible[r.IntN(n)]
}

// could reports whether the moves of a player are possible with a card.
func (g imperfect) could(s *imperfectState, card uint8, player int) bool {
	for k := player; k < int(s.plies); k += 2 {
		if (!g.chance || k != 3) && !g.allows(card, s.moves[k]) {
			return false
		}
	}
	return true
}

// Turn counts rounds of both players.
func (g imperfect) Turn(s *imperfectState) int { return int(s.plies) / 2 }

// draw returns a random reachable state with a player to move, and its twins: the other states that
// this player cannot distinguish from it.
func (g imperfect) draw(r *rng.Rand) (root imperfectState, twins []imperfectState) {
	root.cards[0] = uint8(r.IntN(imperfectCards))
	root.cards[1] = (root.cards[0] + 1 + uint8(r.IntN(imperfectCards-1))) % imperfectCards
	for range r.IntN(3) {
		actions := g.AppendActions(nil, &root)
		g.Apply(&root, actions[r.IntN(len(actions))])
	}
	player := g.ToMove(&root)
	for card := range uint8(imperfectCards) {
		if card != root.cards[player] && card != root.cards[1-player] && g.could(&root, card, 1-player) {
			twin := root
			twin.cards[1-player] = card
			twins = append(twins, twin)
		}
	}
	return root, twins
}

// guess is a game of one decision about a card that the player does not see. The player guesses the
// card, says that it is low or high, or passes.
type guess struct{ cards int }

type guessState struct {
	card uint8
	said uint8 // 0: nothing
}

// The actions of guess. Action guessCard + n guesses card n.
const (
	guessPass uint8 = iota + 1
	guessLow        // the card is not the highest
	guessHigh       // the card is the highest
	guessCard
)

func (g guess) NumPlayers() int        { return 1 }
func (g guess) ToMove(*guessState) int { return 0 }
func (g guess) AppendActions(dst []uint8, s *guessState) []uint8 {
	for a := guessPass; s.said == 0 && a < guessCard+uint8(g.cards); a++ {
		dst = append(dst, a)
	}
	return dst
}
func (g guess) Apply(s *guessState, a uint8) { s.said = a }
func (g guess) Returns(s *guessState, out []float64) {
	high := int(s.card) == g.cards-1
	out[0] = 0
	switch {
	case s.said == guessPass:
		out[0] = 0.8
	case s.said == guessLow && !high, s.said == guessHigh && high, s.said == guessCard+s.card:
		out[0] = 1
	}
}

func (g guess) Determinize(s *guessState, _ int, r *rng.Rand) { s.card = uint8(r.IntN(g.cards)) }
