package magic

import (
	"fmt"
	"math/bits"
)

// Phase is the kind of decision that comes next.
type Phase uint8

// The phases.
const (
	PhaseDeal   Phase = iota // chance deals the cards
	PhaseDraw                // chance draws a card; only with [Config.ChanceDraws]
	PhaseAttack              // the active player chooses attackers
	PhaseBlock               // the opponent of the active player chooses blockers
	PhaseCards               // the active player plays cards
	PhaseOver                // the game is over
)

// String returns the name of the phase in lower case, such as "attack".
func (p Phase) String() string {
	if p > PhaseOver {
		return fmt.Sprintf("Phase(%d)", uint8(p))
	}
	return [...]string{"deal", "draw", "attack", "block", "cards", "over"}[p]
}

// State is a position: the cards of both players, hidden or not, and the decision that comes next.
// It is a plain value without pointers, copied by assignment and compared by ==.
type State struct {
	library [2]library
	hand    [2]zone // creatures only, like all zones
	table   [2]zone // in play
	tapped  [2]zone // the part of the table that attacked since the last untapping

	// In combat only.
	pending  zone // attackers whose combat is not resolved; the highest kind is next
	used     zone // blockers that survived the combat with another attacker
	blockers zone // blockers of the next attacker

	life      [2]int8
	handLands [2]uint8
	lands     [2]uint8 // in play
	turn      uint8    // number of turns that are over
	phase     Phase
	cursor    uint8 // the next decision of the phase
	mana      uint8 // left, in PhaseCards
	loser     uint8 // in PhaseOver
	counted   bool  // libraries are multisets
	landed    bool  // the active player has played a land in this turn; form Binary only
}

// Phase returns the kind of decision that comes next.
func (s *State) Phase() Phase { return s.phase }

// Active returns the player whose turn it is. In PhaseBlock it is the opponent of the player to
// move.
func (s *State) Active() int { return int(s.turn & 1) }

// Life returns the life of a player.
func (s *State) Life(player int) int { return int(s.life[player]) }

// Hand returns the number of cards that a player holds.
func (s *State) Hand(player int) int { return s.hand[player].size() + int(s.handLands[player]) }

// Library returns the number of cards that a player has left to draw.
func (s *State) Library(player int) int { return int(s.library[player].size) }

// Lands returns the number of lands that a player has in play.
func (s *State) Lands(player int) int { return int(s.lands[player]) }

// Creatures returns the number of creatures that a player has in play.
func (s *State) Creatures(player int) int { return s.table[player].size() }

// Mana returns the mana that the active player has left in PhaseCards, and 0 in the other phases.
func (s *State) Mana() int { return int(s.mana) }

// Combat returns, in PhaseBlock, the letter of the attacker whose blockers are being chosen and the
// letters of the blockers named so far. In the other phases it reports false.
func (s *State) Combat() (attacker, blockers string, ok bool) {
	if s.phase != PhaseBlock {
		return "", "", false
	}
	return one(s.pending.highest()).String(), s.blockers.String(), true
}

// library holds the cards that a player has not drawn, by kind. As a list, card i is nibble i%16 of
// word i/16, and the last card is drawn first. As a multiset, byte k%8 of word k/8 is the number of
// cards of kind k. Unused bits are 0.
type library struct {
	words [4]uint64
	size  uint8
}

// push puts a card on top.
func (l *library) push(kind uint8) {
	l.words[l.size>>4&3] |= uint64(kind) << (4 * (l.size & 15))
	l.size++
}

// pop takes the card on top; there must be one.
func (l *library) pop() int {
	l.size--
	word, shift := &l.words[l.size>>4&3], 4*(l.size&15)
	kind := int(*word >> shift & 15)
	*word &^= 15 << shift
	return kind
}

// count returns the number of cards of a kind in a multiset.
func (l *library) count(kind int) int { return int(l.words[kind>>3] >> (8 * uint(kind&7)) & 255) }

// add adds n cards of a kind to a multiset.
func (l *library) add(kind, n int) {
	l.words[kind>>3] += uint64(n) << (8 * uint(kind&7))
	l.size += uint8(n)
}

// take removes a card of a kind from a multiset.
func (l *library) take(kind int) {
	l.words[kind>>3] -= 1 << (8 * uint(kind&7))
	l.size--
}

// list writes all cards of the library into cards and returns their number.
func (l *library) list(cards *[MaxCards]uint8, counted bool) int {
	n := 0
	if !counted {
		for ; n < int(l.size); n++ {
			cards[n] = uint8(l.words[n>>4] >> (4 * uint(n&15)) & 15)
		}
		return n
	}
	for kind := range MaxKinds + 1 {
		for range l.count(kind) {
			cards[n] = uint8(kind)
			n++
		}
	}
	return n
}

// fill replaces the library by these cards, the last on top.
func (l *library) fill(cards []uint8, counted bool) {
	*l = library{}
	for _, kind := range cards {
		if counted {
			l.add(int(kind), 1)
		} else {
			l.push(kind)
		}
	}
}

// zone is a multiset of creatures: nibble k is the number of creatures of kind k, for k from 1 to
// 15. Nibble 0 is zero. Zones are added and subtracted as numbers. No nibble overflows, because a
// deck has at most 15 creatures of a kind.
type zone uint64

// one returns the zone of a single creature of kind k.
func one(k int) zone { return 1 << (4 * uint(k)) }

// some returns n creatures of kind k.
func some(k, n int) zone { return zone(n) << (4 * uint(k)) }

func (z zone) count(k int) int { return int(z >> (4 * uint(k)) & 15) }

// size returns the number of creatures.
func (z zone) size() int {
	const odd = 0x0f0f0f0f0f0f0f0f
	pairs := uint64(z)&odd + uint64(z)>>4&odd
	// The first multiplication cannot overflow a byte: 15 kinds of 15 are 225.
	return int(pairs * 0x0101010101010101 >> 56)
}

// highest returns the highest kind. The zone must not be empty.
func (z zone) highest() int { return (bits.Len64(uint64(z)) - 1) >> 2 }

// lowest returns the lowest kind. The zone must not be empty.
func (z zone) lowest() int { return bits.TrailingZeros64(uint64(z)) >> 2 }

// upTo returns the creatures of kind k and below.
func (z zone) upTo(k int) zone { return z & (1<<(4*uint(k)+4) - 1) }

// without returns z without any creature of kind k.
func (z zone) without(k int) zone { return z &^ (15 << (4 * uint(k))) }

// kinds returns the number of different kinds.
func (z zone) kinds() int {
	x := uint64(z)
	x |= x >> 2
	x |= x >> 1
	return bits.OnesCount64(x & 0x1111111111111111)
}

// nth returns the n-th lowest kind, counted from 0.
func (z zone) nth(n int) int {
	for ; n > 0; n-- {
		z = z.without(z.lowest())
	}
	return z.lowest()
}
