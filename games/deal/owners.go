// Package deal deals cards at random to players, some of whom cannot hold some cards. It is a help
// for writing [game.Determinizer]: which cards are where is hidden, but the course of the game has
// shown that a player has no clubs, say, or that it holds one of two cards.
//
//	// Three cards, of which player 0 cannot hold the first; it gets one and player 1 two.
//	owners := make([]int, 3)
//	err := deal.Owners(r, []uint32{0b10, 0b11, 0b11}, []int{1, 2}, owners)
//
// It is exact: all deals that are possible are equally likely, which is not so if the cards are
// dealt one by one to a player who may hold them, and it takes no longer if few deals are possible,
// as shuffling until the deal is possible would.
package deal

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"github.com/banyan-go/banyan/rng"
)

// Errors of Owners.
var (
	ErrImpossible = errors.New("deal: no deal gives every player its number of cards")
	ErrTooMany    = errors.New("deal: the number of possible deals is beyond the range of a float64")
)

// MaxPlayers is the greatest number of players.
const MaxPlayers = 8

// Owners deals cards: it sets owners[i] to the player who gets card i. Bit p of may[i] is set if
// player p may hold card i, and sizes[p] is how many cards player p gets, up to 255. All deals that
// this allows are equally likely. Equal arguments and streams give equal deals. If there is no such
// deal, the error is [ErrImpossible]; if there are more than 1e308, as with hundreds of cards, it
// is [ErrTooMany]. After an error, owners is not changed.
//
// A deck or a discard pile that no player sees is a player, too.
//
// Owners panics if owners and may differ in length, if there are more than [MaxPlayers] players,
// and if the sizes do not add up to the number of cards.
func Owners(r *rng.Rand, may []uint32, sizes []int, owners []int) error {
	validate(may, sizes, owners)
	d := dealer{players: len(sizes), may: may}
	for p, n := range sizes {
		d.left |= hands(n) << (8 * p)
	}
	if !d.group() {
		return ErrImpossible
	}
	d.ways = make([]map[hands]float64, len(d.groups))
	switch all := d.count(0, d.left); {
	case all == 0:
		return ErrImpossible
	case math.IsInf(all, 0) || math.IsNaN(all):
		return ErrTooMany
	}
	for k, g := range d.groups {
		share := d.draw(r, k)
		d.left -= share
		r.Shuffle(len(g.cards), func(i, j int) { g.cards[i], g.cards[j] = g.cards[j], g.cards[i] })
		for p := range d.players {
			for range share.of(p) {
				owners[g.cards[0]] = p
				g.cards = g.cards[1:]
			}
		}
	}
	return nil
}

func validate(may []uint32, sizes, owners []int) {
	if len(may) != len(owners) {
		panic(fmt.Sprintf("deal: there are %d cards and %d owners", len(may), len(owners)))
	}
	if len(sizes) > MaxPlayers {
		panic(fmt.Sprintf("deal: there are %d players, want %d or fewer", len(sizes), MaxPlayers))
	}
	sum := 0
	for p, n := range sizes {
		if n < 0 || n > 255 {
			panic(fmt.Sprintf("deal: player %d gets %d cards, want 0 to 255", p, n))
		}
		sum += n
	}
	if sum != len(may) {
		panic(fmt.Sprintf("deal: the players get %d cards, and there are %d", sum, len(may)))
	}
}

// hands has the number of cards of every player, in 8 bits each.
type hands uint64

func (h hands) of(player int) int { return int(h>>(8*player)) & 255 }

// dealer is a deal in the making.
type dealer struct {
	players int
	may     []uint32
	left    hands // what the players still have to get
	groups  []group
	ways    []map[hands]float64 // in how many ways the groups from the k-th one on can be dealt
}

// group is the cards that the same players may hold.
type group struct {
	players uint32
	cards   []int
}

// group finds the groups. It reports false if no player may hold a card.
func (d *dealer) group() bool {
	order := make([]int, len(d.may))
	for i := range order {
		order[i] = i
	}
	everyone := uint32(1)<<d.players - 1
	slices.SortStableFunc(order, func(a, b int) int { return int(d.may[a]&everyone) - int(d.may[b]&everyone) })
	for len(order) > 0 {
		players, n := d.may[order[0]]&everyone, 1
		if players == 0 {
			return false
		}
		for n < len(order) && d.may[order[n]]&everyone == players {
			n++
		}
		d.groups = append(d.groups, group{players, order[:n]})
		order = order[n:]
	}
	// The fewer players a group has, the fewer ways there are to share it, so it comes first.
	slices.SortStableFunc(d.groups, func(a, b group) int { return bits.OnesCount32(a.players) - bits.OnesCount32(b.players) })
	return true
}

// count returns in how many ways the groups from the k-th one on can be dealt.
func (d *dealer) count(k int, left hands) float64 {
	if k == len(d.groups) {
		return 1
	}
	if n, known := d.ways[k][left]; known {
		return n
	}
	sum := 0.0
	d.shares(k, left, func(share hands, ways float64) bool {
		sum += ways
		return true
	})
	if d.ways[k] == nil {
		d.ways[k] = map[hands]float64{}
	}
	d.ways[k][left] = sum
	return sum
}

// draw draws how many cards of group k every player gets.
func (d *dealer) draw(r *rng.Rand, k int) (drawn hands) {
	point := r.Float64() * d.count(k, d.left)
	d.shares(k, d.left, func(share hands, ways float64) bool {
		if ways > 0 {
			drawn = share
			point -= ways
		}
		return point >= 0
	})
	return drawn
}

// shares calls f with every way to share group k among its players by numbers, and with the number
// of deals of this group and the following ones that it stands for, until f returns false.
func (d *dealer) shares(k int, left hands, f func(share hands, ways float64) bool) {
	d.share(k, left, 0, 0, len(d.groups[k].cards), 1, f)
}

// share continues share with the players from p on, for whom n cards are left; the players before
// can be dealt theirs in that many ways.
func (d *dealer) share(k int, left, share hands, p, n int, ways float64, f func(hands, float64) bool) bool {
	if p == d.players {
		return n > 0 || f(share, ways*d.count(k+1, left-share))
	}
	most := min(n, left.of(p))
	if d.groups[k].players>>p&1 == 0 {
		most = 0
	}
	later := 0 // how many cards the players after p can take
	for q := p + 1; q < d.players; q++ {
		if d.groups[k].players>>q&1 != 0 {
			later += left.of(q)
		}
	}
	for c := 0; ; c++ {
		if n-c <= later && !d.share(k, left, share|hands(c)<<(8*p), p+1, n-c, ways, f) {
			return false
		}
		if c == most {
			return true
		}
		ways *= float64(n-c) / float64(c+1) // the binomial coefficient of n and c+1
	}
}
