package equilibrium_test

import (
	"cmp"
	"hash/fnv"
	"strconv"
	"strings"

	"github.com/banyan-go/banyan/game"
)

// scripted is a game for two whose state is its history: a byte for every ply.
type scripted struct {
	turn    func(h string) (mover int, actions string) // chance may repeat an outcome; "" at the end
	returns func(h string) []float64
	sees    func(h string, player int) string
}

// letter is an action or an outcome.
type letter byte

func (a letter) String() string { return string(a) }

func (scripted) NumPlayers() int { return 2 }

func (g scripted) ToMove(h *string) int {
	mover, _ := g.turn(*h)
	return mover
}

func (g scripted) AppendActions(dst []letter, h *string) []letter {
	_, actions := g.turn(*h)
	for _, a := range []byte(actions) {
		dst = append(dst, letter(a))
	}
	return dst
}

func (g scripted) AppendOutcomes(dst []game.Outcome[letter], h *string) []game.Outcome[letter] {
	_, all := g.turn(*h)
	for k := range all {
		if strings.IndexByte(all, all[k]) == k {
			p := float64(strings.Count(all, all[k:k+1])) / float64(len(all))
			dst = append(dst, game.Outcome[letter]{Action: letter(all[k]), Prob: p})
		}
	}
	return dst
}

func (scripted) Apply(h *string, a letter) { *h += string(a) }

func (g scripted) Returns(h *string, out []float64) { copy(out, g.returns(*h)) }

func (g scripted) InformationState(h *string, player int) uint64 {
	f := fnv.New64a()
	_, _ = f.Write([]byte(g.sees(*h, player)))
	return f.Sum64()
}

// zeroSum returns what player 0 wins from player 1.
func zeroSum(v float64) []float64 { return []float64{v, -v} }

// without returns deck after the cards of hand were drawn.
func without(deck, hand string) string {
	for _, c := range hand {
		deck = strings.Replace(deck, string(c), "", 1)
	}
	return deck
}

// bidding is Goofspiel with four cards and the prizes 4, 3, 2, 1. The players bid in turn, do not
// see the bids of the other and learn who wins each prize, which neither gets after equal bids. The
// player with more points wins 1.
var bidding = scripted{
	turn: func(h string) (int, string) {
		if len(h) == 8 {
			return 0, ""
		}
		return len(h) % 2, without("1234", bids(h, len(h)%2))
	},
	returns: func(h string) []float64 {
		points := 0
		for k, c := range rounds(h) {
			points += (4 - k) * int(c-'=')
		}
		return zeroSum(float64(cmp.Compare(points, 0)))
	},
	sees: func(h string, player int) string {
		return bids(h, player) + "," + rounds(h) + "," + strconv.Itoa(len(h))
	},
}

// bids returns the cards that player has bid.
func bids(h string, player int) string {
	own := ""
	for k := player; k < len(h); k += 2 {
		own += h[k : k+1]
	}
	return own
}

// rounds returns the winner of each round: > for player 0, < for player 1, = for neither.
func rounds(h string) string {
	result := ""
	for k := 0; k+1 < len(h); k += 2 {
		switch {
		case h[k] > h[k+1]:
			result += ">"
		case h[k] < h[k+1]:
			result += "<"
		default:
			result += "="
		}
	}
	return result
}
