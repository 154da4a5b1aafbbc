package magic

// phase says what is decided next.
type phase uint8

const (
	deal   phase = iota // nature deals
	draw                // nature draws, where draws are chance
	attack              // the active player chooses attackers
	block               // the other player chooses blockers
	cast                // the active player plays cards
	over
)

// State is a position: what both players have, hidden or not, and what is decided next. It is a plain value without
// pointers, copied by assignment and compared with ==.
type State struct {
	library [2]library
	hand    [2]zone // creatures only, as are the other zones
	table   [2]zone // in play
	tapped  [2]zone // part of the table: who attacked since the last untapping

	// In combat only.
	pending zone // attackers whose combat is not resolved; the highest kind is next
	used    zone // blockers that survived the combat with another attacker
	gang    zone // blockers of the next attacker

	life      [2]int8
	handLands [2]uint8
	lands     [2]uint8 // in play
	turn      uint8    // how many turns are over
	phase     phase
	cursor    uint8 // how far the decisions of the phase have come
	mana      uint8 // left, while cards are played
	loser     uint8 // when the game is over
	counted   bool  // libraries are multisets
	landed    bool  // the active player has played a land in this turn, in the form Binary
}

func (s *State) active() int { return int(s.turn & 1) }

// Life returns the life of a player.
func (s *State) Life(player int) int { return int(s.life[player]) }

// Hand returns how many cards a player holds.
func (s *State) Hand(player int) int { return s.hand[player].size() + int(s.handLands[player]) }

// Library returns how many cards a player has left to draw.
func (s *State) Library(player int) int { return int(s.library[player].size) }

// Lands returns how many lands a player has in play.
func (s *State) Lands(player int) int { return int(s.lands[player]) }

// Creatures returns how many creatures a player has in play.
func (s *State) Creatures(player int) int { return s.table[player].size() }

// library is the cards that a player has not drawn, by kind. In order, card i is nibble i%16 of word i/16, and the last is drawn
// first. As a multiset, byte k%8 of word k/8 is how many there are of kind k. What is not in use is 0.
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

// count returns how many there are of a kind, in a multiset.
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

// fill makes the library of cards, the last on top.
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
