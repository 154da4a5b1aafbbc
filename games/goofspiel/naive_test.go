package goofspiel_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/goofspiel"
)

// naive implements the rules word by word, with lists of cards.
type naive struct {
	order  goofspiel.Order
	hands  [][]int
	points []int
	deck   []int // ascending
	prize  int   // 0 if there is none
}

func newNaive(players, cards int, order goofspiel.Order) *naive {
	n := &naive{order: order, points: make([]int, players), deck: suit(cards)}
	for range players {
		n.hands = append(n.hands, suit(cards))
	}
	n.showKnown()
	return n
}

func suit(cards int) []int {
	all := make([]int, cards)
	for i := range all {
		all[i] = i + 1
	}
	return all
}

func without(hand []int, card int) []int {
	return slices.DeleteFunc(slices.Clone(hand), func(c int) bool { return c == card })
}

func (n *naive) showKnown() {
	if len(n.deck) == 0 {
		return
	}
	switch n.order {
	case goofspiel.Descending:
		n.show(slices.Max(n.deck))
	case goofspiel.Ascending:
		n.show(slices.Min(n.deck))
	}
}

func (n *naive) show(prize int) { n.prize, n.deck = prize, without(n.deck, prize) }

func (n *naive) bid(bids []int) {
	best := slices.Max(bids)
	var winners []int
	for player, card := range bids {
		n.hands[player] = without(n.hands[player], card)
		if card == best {
			winners = append(winners, player)
		}
	}
	if len(winners) == 1 {
		n.points[winners[0]] += n.prize
	}
	n.prize = 0
	n.showKnown()
}

func (n *naive) toMove() int {
	if n.prize > 0 {
		return game.Simultaneous
	}
	if len(n.deck) > 0 {
		return game.Chance
	}
	return 0
}

func (n *naive) returns() []float64 {
	winners := 0.0
	for _, p := range n.points {
		if p == slices.Max(n.points) {
			winners++
		}
	}
	out := make([]float64, len(n.points))
	for player, p := range n.points {
		if p == slices.Max(n.points) {
			out[player] = 1 / winners
		}
	}
	return out
}

func numbers(actions []goofspiel.Card) []int {
	all := make([]int, len(actions))
	for i, a := range actions {
		all[i] = int(a)
	}
	return all
}

func TestGameEqualsNaive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		players, cards := rapid.IntRange(2, 4).Draw(t, "players"), rapid.IntRange(1, 13).Draw(t, "cards")
		order := rapid.SampledFrom(orders).Draw(t, "order")
		g, slow := newGame(t, players, cards, order), newNaive(players, cards, order)
		s, out := g.Start(), make([]float64, players)
		for {
			requireEqual(t, g, &s, slow)
			switch g.ToMove(&s) {
			case game.Simultaneous:
				joint := make([]goofspiel.Card, players)
				for player := range joint {
					joint[player] = rapid.SampledFrom(g.AppendPlayerActions(nil, &s, player)).Draw(t, "bid")
				}
				g.ApplyJoint(&s, joint)
				slow.bid(numbers(joint))
				continue
			case game.Chance:
				prize := rapid.SampledFrom(g.AppendOutcomes(nil, &s)).Draw(t, "prize").Action
				g.Apply(&s, prize)
				points, ok := prize.Prize()
				require.True(t, ok)
				slow.show(points)
				continue
			}
			g.Returns(&s, out)
			require.Equal(t, slow.returns(), out)
			return
		}
	})
}

func requireEqual(t require.TestingT, g goofspiel.Game, s *goofspiel.State, slow *naive) {
	require.Equal(t, slow.toMove(), g.ToMove(s))
	require.Equal(t, slow.prize, s.Prize())
	require.Empty(t, g.AppendActions(nil, s))
	for player, hand := range slow.hands {
		require.Equal(t, hand, numbers(g.AppendPlayerActions(nil, s, player)))
		require.Equal(t, slow.points[player], s.Points(player))
	}
	if g.ToMove(s) != game.Chance {
		return
	}
	var deck []int
	for _, o := range g.AppendOutcomes(nil, s) {
		points, ok := o.Action.Prize()
		require.True(t, ok)
		require.InDelta(t, 1/float64(len(slow.deck)), o.Prob, 0)
		deck = append(deck, points)
	}
	require.Equal(t, slow.deck, deck)
}
