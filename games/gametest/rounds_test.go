package gametest_test

import (
	"hash/fnv"
	"slices"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/rng"
)

// rounds is a game of two rounds. In each, chance hands out a card to both players, and then each
// keeps it secret or shows it. At the end all cards are shown, and the greater sum wins. Tests
// replace its methods to plant mistakes.
type rounds struct {
	plain       bool // The game has no InformationState.
	higherFirst bool // In the second round, the player with the higher second card speaks first.

	determinize func(s *roundsState, observer int, r *rng.Rand)
	view        func(s *roundsState, observer int) string
	mayShow     func(s *roundsState, player int) bool
}

// roundsState is a state of rounds. A card is 0 before it is handed out.
type roundsState struct {
	step  uint8 // of 8
	cards [2][2]uint8
	shown [2][2]bool
}

// The actions are the cards from 1 to roundsDeck, at chance nodes, and two words.
const (
	roundsDeck = 6
	quiet      = 7
	show       = 8
)

func (g rounds) Supports(c game.Capability) bool { return !g.plain || c != game.HasInformer }

func (rounds) NumPlayers() int { return 2 }

func (g rounds) ToMove(s *roundsState) int {
	player := int(s.step % 2)
	switch {
	case s.step%4 < 2 && s.step < 8:
		return game.Chance
	case g.higherFirst && s.step >= 6 && s.cards[1][1] > s.cards[0][1]:
		return 1 - player
	}
	return player
}

func (g rounds) AppendActions(dst []uint8, s *roundsState) []uint8 {
	player := g.ToMove(s)
	if s.step >= 8 || player < 0 {
		return dst
	}
	dst = append(dst, quiet)
	if g.mayShow == nil || g.mayShow(s, player) {
		dst = append(dst, show)
	}
	return dst
}

func (g rounds) AppendOutcomes(dst []game.Outcome[uint8], s *roundsState) []game.Outcome[uint8] {
	left := s.without(func(int, int) bool { return true })
	for _, c := range left {
		dst = append(dst, game.Outcome[uint8]{Action: c, Prob: 1 / float64(len(left))})
	}
	return dst
}

// without returns the cards of the deck except the cards of players in rounds for which isOut
// holds.
func (s *roundsState) without(isOut func(player, round int) bool) (left []uint8) {
	for c := range uint8(roundsDeck) {
		left = append(left, c+1)
	}
	for player, cards := range s.cards {
		for round, c := range cards {
			if isOut(player, round) {
				left = slices.DeleteFunc(left, func(d uint8) bool { return d == c })
			}
		}
	}
	return left
}

func (g rounds) Apply(s *roundsState, a uint8) {
	player, round := g.ToMove(s), s.step/4
	if player == game.Chance {
		s.cards[s.step%2][round] = a
	} else {
		s.shown[player][round] = a == show
	}
	if s.step++; s.step == 8 {
		s.shown = [2][2]bool{{true, true}, {true, true}}
	}
}

func (rounds) Returns(s *roundsState, out []float64) {
	for player, cards := range s.cards {
		out[player] = float64(cards[0]+cards[1]) / (2 * roundsDeck)
	}
}

func (g rounds) View(s *roundsState, observer int) string {
	if g.view != nil {
		return g.view(s, observer)
	}
	text := append(make([]byte, 0, 64), '0'+s.step, ' ', byte('0'+max(g.ToMove(s), 0)))
	for player, cards := range s.cards {
		text = append(text, ',')
		for round, c := range cards {
			switch isShown := s.shown[player][round]; {
			case isShown:
				text = append(text, '0'+c, '!')
			case player == observer:
				text = append(text, '0'+c)
			case c > 0:
				text = append(text, '?')
			}
		}
	}
	return string(text)
}

func (g rounds) InformationState(s *roundsState, player int) uint64 {
	return hashText(rounds{higherFirst: g.higherFirst}.View(s, player))
}

func hashText(text string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(text))
	return h.Sum64()
}

func (g rounds) Determinize(s *roundsState, observer int, r *rng.Rand) {
	if g.determinize != nil {
		g.determinize(s, observer, r)
		return
	}
	first := g.ToMove(s)
	for {
		s.replace(observer, r, s.unseen(observer), s.isHidden)
		if g.ToMove(s) == first {
			return
		}
	}
}

// isHidden reports whether a card of a player is not shown.
func (s *roundsState) isHidden(player, round int) bool {
	return s.cards[player][round] > 0 && !s.shown[player][round]
}

// unseen returns the cards that may be those that observer does not see.
func (s *roundsState) unseen(observer int) []uint8 {
	return s.without(func(player, round int) bool { return player == observer || s.shown[player][round] })
}

// replace replaces cards of the other player by different ones of a pool, drawn at random.
func (s *roundsState) replace(observer int, r *rng.Rand, pool []uint8, isReplaced func(player, round int) bool) {
	other := 1 - observer
	for round := range 2 {
		if isReplaced(other, round) {
			i := r.IntN(len(pool))
			c := pool[i]
			s.cards[other][round] = c
			pool = slices.DeleteFunc(pool, func(d uint8) bool { return d == c })
		}
	}
}
