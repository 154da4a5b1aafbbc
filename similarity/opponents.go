package similarity

import (
	"slices"

	"github.com/banyan-go/banyan/rng"
)

// Opponents shows where the pieces of the opponents of the player to move are, and only how many
// pieces of each kind that player has itself. Positions have equal signatures if they differ only
// in where the pieces of the player to move are. A new node thus imports the value of the last
// action after other actions of the player that replies to it.
//
// A symbol is a piece of a player if that player makes more than three quarters of the changes to
// it in the sample. The commonest symbol of the sample, usually the empty cell, is not part of a
// signature. Signatures have 64 bits and are Zobrist hashes, as with [Random], so a distance of 0
// finds all positions that Opponents regards as similar, and a greater one finds no more. It is not
// from the paper.
//
// The search must pass the player to move, see [TurnSignature]. Encode, without that player, shows
// all pieces.
type Opponents struct{}

// New implements [Encoder].
func (Opponents) New(sample *Sample, seed uint64) (Signature, error) {
	exact := &zobrist{seed: rng.Mix(seed), cells: sample.Cells, symbols: sample.bound()}
	o := &opponents{exact: exact, players: make([]zobrist, len(sample.Writes))}
	for symbol := range o.counts {
		o.counts[symbol] = rng.Mix(exact.seed ^ rng.Mix(uint64(symbol)))
	}
	common := sample.commonest()
	exact.fill(func(symbol uint8) bool { return symbol != common })
	for p := range o.players {
		z := *exact
		z.table = nil
		z.fill(func(symbol uint8) bool { return symbol != common && sample.owner(symbol) != p })
		o.players[p] = z
	}
	return o, nil
}

// opponents is the Signature of [Opponents].
type opponents struct {
	exact   *zobrist        // shows all symbols but the commonest one
	players []zobrist       // by player to move: without its own symbols, either
	counts  [symbols]uint64 // random numbers of the symbols; the sum over all cells encodes counts
}

// Encode implements [Signature].
func (o *opponents) Encode(cells []uint8) uint64 { return o.EncodeTurn(cells, -1) }

// EncodeTurn implements [TurnSignature].
func (o *opponents) EncodeTurn(cells []uint8, player int) uint64 {
	z := o.exact
	if uint(player) < uint(len(o.players)) {
		z = &o.players[player]
	}
	number := uint64(player)
	for _, symbol := range cells {
		number += o.counts[symbol]
	}
	return z.Encode(cells) ^ rng.Mix(number)
}

// commonest returns the symbol that most cells of the sample have, the smallest one of several.
func (s *Sample) commonest() uint8 {
	return uint8(slices.Index(s.Counts[:], slices.Max(s.Counts[:])))
}

// owner returns the player that a symbol is a piece of, or -1 if there is none.
func (s *Sample) owner(symbol uint8) int {
	total := uint64(0)
	for p := range s.Writes {
		total += s.Writes[p][symbol]
	}
	for p := range s.Writes {
		if 4*s.Writes[p][symbol] > 3*total {
			return p
		}
	}
	return -1
}
